import type { Pod } from '../../kubernetes/pod.ts';
import { type CheckContext, type FixMaker, message, type Rule } from '../../lint/rule.ts';
import { selectBuilds } from '../../rule-kit/build-choices.ts';
import { selectOs } from '../../rule-kit/operating-system.ts';
import { docs } from '../../rule-kit/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { isAtLeast } from '../../windows/verdict.ts';

const ON_LINUX = 'The pod can be scheduled on a Linux node, where it does not start.';

export default {
  id: 'scheduling/missing-os-constraint',
  title: 'Windows pod without a node selector or affinity for Windows',
  gate: 'guessed',
  pod: {
    watches: ['spec'],
    *check(spec, { pod, verdict, settings, facts }) {
      const sign = verdict.evidence[0];
      // With a directive, the selector is added elsewhere, by Helm values or a Kustomize patch.
      if (sign === undefined || sign.says !== 'windows' || sign.signal === 'directive') return;
      if (pod.partial || spec.get('nodeName') !== undefined || 'uri' in sign.at) return;
      // It may stand in what cannot be read, or in what a template writes.
      const places = spec.document.errors.length > 0 ? [spec] : [spec.get('nodeSelector'), spec.get('affinity')];
      if (places.some((place) => place?.holdsActions)) return;
      const { leaves, open, unknownClass, pool } = nodeConstraint(pod, facts);
      if (leaves !== 'both' || open || !isAtLeast(sign, 'medium')) return;
      yield {
        at: sign.at,
        field: [...spec.path, 'nodeSelector'],
        ...(unknownClass
          ? {
              case: 'its RuntimeClass is not in the workspace',
              message: message(
                'This Windows pod (`{0}`) relies on RuntimeClass `{1}`, which is not in the workspace.',
                sign.text,
                spec.get('runtimeClassName')?.source ?? '',
              ),
            }
          : pool && pool.os !== 'linux'
            ? {
                case: 'it selects a node pool by name',
                message: message(
                  'This Windows pod (`{0}`) relies on node pool `{1}` to have Windows nodes.',
                  sign.text,
                  pool.name,
                ),
              }
            : {
                message: message('This Windows pod (`{0}`) has no node selector or affinity for Windows.', sign.text),
              }),
        // In a pool of Linux nodes, a selector for Windows would leave no node.
        fixes: pool?.os === 'linux' ? [] : selections(pod, { settings, facts }),
      };
    },
  },
  outcomes: [
    {
      effect: 'advice',
      case: 'its RuntimeClass is not in the workspace',
      result: 'Check that the RuntimeClass selects Windows nodes.',
    },
    {
      effect: 'advice',
      case: 'it selects a node pool by name',
      result: 'A selector for Windows would show the operating system of the pool.',
    },
    {
      effect: 'fails',
      certainty: 'declared',
      doubtful: true,
      result: ON_LINUX,
      seen: "Failed to admit pod as the OS field doesn't match node OS (PodOSNotSupported)",
    },
    { effect: 'fails', doubtful: true, result: ON_LINUX },
  ],
  why: `The scheduler uses labels and ignores \`os.name\`, the image and \`windowsOptions\`. A pod without a node
selector, required node affinity or RuntimeClass for Windows can therefore be placed on a Linux node. There, the
kubelet does not admit it because of \`os.name\`, or its image cannot be pulled. Set the node selector
\`kubernetes.io/os: windows\`, unless the cluster has no Linux workers or taints its Linux nodes.`,
  sources: [docs.windowsGuide],
} satisfies Rule;

function selections(pod: Pod, context: Pick<CheckContext, 'settings' | 'facts'>): FixMaker[] {
  return [
    () => [selectOs(pod, 'windows')],
    () =>
      selectBuilds(pod, context).map((build) => ({
        ...build,
        title: build.title.replace('Insert ', 'Insert nodeSelector `kubernetes.io/os: windows` and '),
        changes: [...selectOs(pod, 'windows').changes, ...build.changes],
      })),
  ];
}
