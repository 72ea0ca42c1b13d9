import { COMMANDS } from '../../lint/commands.ts';
import { inContainers } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

export default {
  id: 'yaml/bare-drive-letter',
  title: 'Drive letter without quotes',
  gate: 'guessed',
  pod: {
    watches: [
      ...inContainers('volumeMounts[*].mountPath'),
      ...inContainers('workingDir'),
      'spec.volumes[*].hostPath.path',
      ...COMMANDS.map((list) => `${list}[*]`),
    ],
    *check(field) {
      const { start } = field.valueSpan;
      // Directly before a comma or bracket the colon is a part of the word to Kubernetes.
      const drive = /^([a-z]:)(?:$|[\r\n]|[ \t]+(?:$|[\r\n#,}\]]))/i.exec(field.document.text.slice(start))?.[1];
      if (!field.isMapping || drive === undefined) return;
      const isBroken = field.document.errors.some(({ at }) => at === start);
      yield {
        at: { start, end: start + drive.length },
        ...(isBroken ? { case: 'the drive letter stands behind a key' } : {}),
        message: message('Without quotes `{0}` is a key that has no value, and no path.', drive),
        fixes: isBroken
          ? []
          : [
              {
                title: `Quote \`${drive}\``,
                safety: 'review',
                changes: [{ kind: 'replace', path: field.path, value: drive }],
              },
            ],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the drive letter stands behind a key',
      result: 'The manifest cannot be read.',
      seen: 'mapping values are not allowed in this context',
    },
    {
      effect: 'fails',
      result: 'The API server cannot read the object.',
      seen: 'cannot unmarshal object into Go struct field',
    },
  ],
  why: `A colon at the end of a plain word makes it a key to YAML. Behind another key on the same line that is an error, and in a list it is
a mapping where the API wants a string. Quote a drive that stands alone: \`'D:'\`. Paths such as \`C:\\data\` and \`C:/data\` need no quotes.`,
  sources: [docs.volumes],
} satisfies Rule;
