import { selectBuilds, selectOs } from '../../lint/pod-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { isAtLeast } from '../../windows/verdict.ts';

const ON_LINUX = 'The scheduler may place it on a Linux node, where it does not run.';

export default {
  id: 'scheduling/missing-os-constraint',
  title: 'Windows pod without a node constraint for Windows',
  gate: 'guessed',
  pod: {
    watches: ['spec'],
    *check(spec, { pod, verdict, settings, facts }) {
      const sign = verdict.evidence[0];
      // A directive says that the constraint is put in elsewhere, by Helm values or a Kustomize patch.
      if (sign === undefined || sign.says !== 'windows' || sign.signal === 'directive') return;
      if (pod.partial || spec.holdsActions || spec.get('nodeName') !== undefined || 'uri' in sign.at) return;
      const { leaves, open, unknownClass } = nodeConstraint(pod, facts);
      if (leaves !== 'both' || open || !isAtLeast(sign, 'medium')) return;
      const select = selectOs(pod, 'windows');
      yield {
        at: sign.at,
        field: [...spec.path, 'nodeSelector'],
        ...(unknownClass
          ? {
              case: 'its RuntimeClass is not in the workspace',
              message: message(
                'This pod is for Windows (`{0}`), but nothing keeps it on Windows nodes, unless RuntimeClass `{1}`, which is not in this workspace, does.',
                sign.text,
                spec.get('runtimeClassName')?.source ?? '',
              ),
            }
          : { message: message('This pod is for Windows (`{0}`), but nothing keeps it on Windows nodes.', sign.text) }),
        fixes: [
          select,
          () =>
            selectBuilds(pod, { settings, facts }).map((build) => ({
              ...build,
              title: build.title.replace('Insert ', 'Insert nodeSelector `kubernetes.io/os: windows` and '),
              changes: [...select.changes, ...build.changes],
            })),
        ],
      };
    },
  },
  outcomes: [
    { effect: 'advice', case: 'its RuntimeClass is not in the workspace' },
    {
      effect: 'fails',
      certainty: 'declared',
      doubtful: true,
      result: ON_LINUX,
      seen: "Failed to admit pod as the OS field doesn't match node OS (PodOSNotSupported)",
    },
    { effect: 'fails', doubtful: true, result: ON_LINUX },
  ],
  why: `The scheduler goes by labels. It does not look at \`os.name\`, at the image or at \`windowsOptions\`, so a pod without a
node selector, required node affinity or RuntimeClass for Windows can land on a Linux node: with \`os.name\` the kubelet
there refuses it, without it the image cannot be pulled. The exception is a cluster without Linux workers, or one whose
Linux nodes are tainted.`,
  sources: [docs.windowsGuide],
} satisfies Rule;
