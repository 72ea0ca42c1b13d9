import type { KubeObject } from '../../kubernetes/object.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isForWindows } from '../../windows/runtime-class.ts';

export default {
  id: 'runtime-class/api-version',
  code: 'KW1134',
  title: 'RuntimeClass with a removed API version',
  gate: 'object',
  objects: [
    {
      kind: 'RuntimeClass',
      group: 'node.k8s.io',
      watches: ['apiVersion'],
      check(field, { object, report }) {
        if (!['v1beta1', 'v1alpha1'].includes(object.version) || !isForWindows(object)) return;
        report({
          at: field.valueSpan,
          case: `the version is \`${object.version}\``,
          message: message('`{0}` is no longer served: use `node.k8s.io/v1`.', field.source ?? ''),
          fixes: toV1(object),
        });
      },
    },
  ],
  outcomes: [
    {
      effect: 'fails',
      case: 'the version is `v1beta1`',
      since: '1.25',
      result: 'The RuntimeClass cannot be created.',
      seen: 'no matches for kind "RuntimeClass" in version "node.k8s.io/v1beta1"',
    },
    {
      effect: 'fails',
      case: 'the version is `v1alpha1`',
      since: '1.22',
      result: 'The RuntimeClass cannot be created.',
      seen: 'no matches for kind "RuntimeClass" in version "node.k8s.io/v1alpha1"',
    },
  ],
  why: `RuntimeClass has been available in \`node.k8s.io/v1\` since Kubernetes 1.20, with the same fields as in
\`v1beta1\`. In \`v1alpha1\`, the handler was set in \`spec.runtimeHandler\`; now it is set in \`handler\`. Change
\`apiVersion\` to \`node.k8s.io/v1\`.`,
  sources: [docs.runtimeClass],
} satisfies Rule;

/** Not offered if an old `spec` contains more than the handler. */
function toV1({ field }: KubeObject): Fix[] {
  const spec = field.get('spec');
  const handler = spec?.get('runtimeHandler')?.string;
  if (
    spec !== undefined &&
    (handler === undefined || spec.entries().length > 1 || field.get('handler') !== undefined)
  ) {
    return [];
  }
  const { path } = field;
  return [
    {
      title: 'Change `apiVersion` to `node.k8s.io/v1`',
      safety: 'review',
      changes: [
        { kind: 'replace', path: [...path, 'apiVersion'], value: 'node.k8s.io/v1' },
        ...(handler === undefined
          ? []
          : [
              { kind: 'remove', path: [...path, 'spec'] } as const,
              { kind: 'insert', path: [...path, 'handler'], value: handler } as const,
            ]),
      ],
    },
  ];
}
