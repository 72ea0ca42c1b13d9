import { message, type Rule } from '../../lint/rule.ts';
import { COMMANDS } from '../../rule-kit/commands.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';

export default {
  id: 'yaml/bare-drive-letter',
  code: 'KW1257',
  title: 'Unquoted drive letter',
  gate: 'guessed',
  pod: {
    watches: [
      ...inContainers('volumeMounts[*].mountPath'),
      ...inContainers('workingDir'),
      'spec.volumes[*].hostPath.path',
      ...COMMANDS.map((list) => `${list}[*]`),
    ],
    check(field, { report }) {
      const { start } = field.valueSpan;
      const isBroken = field.document.errors.some(({ at }) => at === start);
      if (!isBroken && !field.isMapping) return;
      // Directly before a comma or bracket, Kubernetes reads the colon as part of the word.
      const drive = /^([a-z]:)(?:$|[\r\n]|[ \t]+(?:$|[\r\n#,}\]]))/i.exec(field.document.text.slice(start))?.[1];
      if (drive === undefined) return;
      report({
        at: { start, end: start + drive.length },
        ...(isBroken ? { case: 'the drive letter follows a key on the same line' } : {}),
        message: message('`{0}` without quotes is a YAML key, not a drive.', drive),
        fixes: isBroken
          ? []
          : [
              {
                title: t`Quote \`${drive}\``,
                safety: 'review',
                changes: [{ kind: 'replace', path: field.path, value: drive }],
              },
            ],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the drive letter follows a key on the same line',
      result: 'The manifest cannot be parsed.',
      seen: 'mapping values are not allowed in this context',
    },
    {
      effect: 'fails',
      result: 'The API server cannot decode the object.',
      seen: 'cannot unmarshal object into Go struct field',
    },
  ],
  why: `In YAML, a colon at the end of an unquoted word makes the word a key. Quote a drive letter without a path:
\`'D:'\`. Paths such as \`C:\\data\` and \`C:/data\` do not need quotes.

An unquoted drive letter after another key on the same line is a syntax error. As an item of a list, it becomes a
mapping where the API expects a string.`,
  sources: [docs.volumes],
} satisfies Rule;
