import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { inContainers, removal } from '../../lint/forbidden-field.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

const DEFAULT_PATH = '/dev/termination-log';
const FALLBACK = 'FallbackToLogsOnError';
const FALLS_BACK = `\`terminationMessagePolicy\` is \`${FALLBACK}\``;

export default {
  id: 'container/termination-message-path',
  title: 'Custom terminationMessagePath with Docker',
  gate: 'windows',
  pod: {
    watches: inContainers('terminationMessagePath'),
    *check(field) {
      const path = field.string ?? '';
      if (isPlaceholder(path) || path === DEFAULT_PATH) return;
      yield {
        at: field.span,
        ...(policyOf(field)?.string === FALLBACK ? { case: FALLS_BACK } : {}),
        message: message(
          'Docker on Windows cannot mount a single file, so what is written to `{0}` does not reach the kubelet.',
          path,
        ),
        fixes: [() => readLog(field), removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      case: FALLS_BACK,
      runtime: 'docker',
      result: 'Where the container fails, the end of its log is the message; otherwise there is none.',
    },
    { effect: 'differs', runtime: 'docker', result: 'The status of the container has no message.' },
  ],
  why: `A termination message is a file that the kubelet mounts into the container and reads when the container has ended.
containerd mounts single files on Windows, Docker only folders. With \`terminationMessagePolicy: FallbackToLogsOnError\` the
end of the log takes the place of the message where a container fails.`,
  sources: [docs.windowsIntro],
} satisfies Rule;

/** Takes the end of the log for the message, where that is not so already. */
function readLog(field: Field): Fix[] {
  const container = field.parent;
  const policy = policyOf(field);
  if (container === undefined || policy?.string === FALLBACK) return [];
  return [
    {
      title: `Replace \`terminationMessagePath\` by \`terminationMessagePolicy: ${FALLBACK}\``,
      safety: 'review',
      changes: [
        { kind: 'remove', path: field.path },
        {
          kind: policy === undefined ? 'insert' : 'replace',
          path: [...container.path, 'terminationMessagePolicy'],
          value: FALLBACK,
        },
      ],
    },
  ];
}

function policyOf({ parent }: Field): Field | undefined {
  return parent?.get('terminationMessagePolicy');
}
