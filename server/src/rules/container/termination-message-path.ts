import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';

const DEFAULT_PATH = '/dev/termination-log';
const FALLBACK = 'FallbackToLogsOnError';
const FALLS_BACK = `\`terminationMessagePolicy\` is \`${FALLBACK}\``;

export default {
  id: 'container/termination-message-path',
  code: 'KW1021',
  title: 'Custom terminationMessagePath with Docker',
  gate: 'windows',
  pod: {
    watches: inContainers('terminationMessagePath'),
    check(field, { report }) {
      const path = field.string ?? '';
      if (isPlaceholder(path) || path === DEFAULT_PATH) return;
      report({
        at: field.span,
        ...(policyOf(field)?.string === FALLBACK ? { case: FALLS_BACK } : {}),
        message: message(
          '`terminationMessagePath: {0}` does not work: Docker on Windows cannot mount a single file.',
          path,
        ),
        fixes: [() => readLog(field), removal(field)],
      });
    },
  },
  outcomes: [
    {
      effect: 'differs',
      case: FALLS_BACK,
      runtime: 'docker',
      result: 'Only a failed container has a termination message: the end of its log.',
    },
    { effect: 'differs', runtime: 'docker', result: 'The container status does not contain a termination message.' },
  ],
  why: `The kubelet mounts a file for the termination message into the container and reads it when the container ends.
On Windows, containerd can mount single files, but Docker can mount only folders. To use the end of the log as the
message of a failed container, set \`terminationMessagePolicy: FallbackToLogsOnError\`.`,
  sources: [docs.windowsIntro],
} satisfies Rule;

/** Uses the end of the log as the message, unless the policy already does. */
function readLog(field: Field): Fix[] {
  const container = field.parent;
  const policy = policyOf(field);
  if (container === undefined || policy?.string === FALLBACK) return [];
  return [
    {
      title: t`Replace \`terminationMessagePath\` with \`terminationMessagePolicy: ${FALLBACK}\``,
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
