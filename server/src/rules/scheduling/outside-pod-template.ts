import type { Pod } from '../../kubernetes/pod.ts';
import { workloadKind } from '../../kubernetes/workloads.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { aboveContainers } from '../../rule-kit/scheduling-place.ts';
import { valueToCopy } from '../../rule-kit/value-to-copy.ts';
import { t } from '../../text/localize.ts';
import { nodesSelected } from '../../windows/node-constraint.ts';
import { isWindowsToleration } from '../../windows/pod-evidence.ts';

/** The fields of a pod spec, and whether a value of them names Windows. */
const FIELDS: readonly (readonly [key: string, namesWindows: (field: Field) => boolean])[] = [
  ['nodeSelector', (field) => nodesSelected(field.stringMap()) === 'windows'],
  ['tolerations', (field) => field.find(isWindowsToleration) !== undefined],
  ['os', (field) => field.get('name')?.string?.toLowerCase() === 'windows'],
];

export default {
  id: 'scheduling/outside-pod-template',
  code: 'KW1157',
  title: 'Scheduling field outside the pod template',
  since: '0.2',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: ['spec'],
    check(_, { pod, verdict, report }) {
      const { object } = pod;
      const template = workloadKind(object.kind)?.template;
      if (template === undefined || pod.embedded) return;
      const isWindows = verdict.os === 'windows' && verdict.certainty !== 'guessed';
      for (const depth of template.keys()) {
        const owner = object.field.at(...template.slice(0, depth + 1));
        for (const [key, namesWindows] of FIELDS) {
          const field = owner?.get(key);
          if (field === undefined || !(isWindows || namesWindows(field))) continue;
          report({
            at: field.span,
            field: field.path,
            message: message('`{0}` {effect} here: it belongs in `{1}`.', key, [...template, 'spec'].join('.')),
            fixes: () => moveIntoTemplate(pod, field, key),
          });
        }
      }
    },
  },
  outcomes: [{ effect: 'ignored', result: 'kubectl rejects it as an unknown field, and other clients drop it.' }],
  why: `\`nodeSelector\`, \`tolerations\` and \`os\` are fields of a pod. In a workload, they are in the spec of its pod
template. Anywhere else, they do not affect its pods: move them into the template.

The API server drops unknown fields, unless the client asks for strict validation as kubectl does by default.`,
  sources: [
    {
      title: 'Kubernetes documentation: Kubernetes API Concepts: Field validation',
      url: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
    },
  ],
} satisfies Rule;

/** Moves the field, unless the template has one of its own. */
function moveIntoTemplate(pod: Pod, field: Field, key: string): Fix[] {
  const value = valueToCopy(field);
  if (value === undefined || pod.spec.get(key) !== undefined) return [];
  return [
    {
      title: t`Move \`${key}\` into the pod template`,
      safety: 'review',
      changes: [
        { kind: 'remove', path: field.path },
        { kind: 'insert', path: [...pod.spec.path, key], value, place: aboveContainers(pod) },
      ],
    },
  ];
}
