import { selectOs } from '../../lint/pod-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { hasNodesOfBoth, nodeConstraint } from '../../windows/node-constraint.ts';
import { isAtLeast } from '../../windows/verdict.ts';

export default {
  id: 'scheduling/daemon-set-without-os',
  title: 'DaemonSet without an OS selector',
  gate: 'any',
  pod: {
    watches: ['spec'],
    *check(spec, { object, pod, verdict, settings, facts }) {
      if (object.kind !== 'DaemonSet' || pod.partial || spec.holdsActions || spec.get('os') !== undefined) return;
      const { leaves, statements, open, unknownClass } = nodeConstraint(pod, facts);
      const isForWindows = verdict.evidence.some((one) => one.says === 'windows' && isAtLeast(one, 'medium'));
      if (leaves !== 'both' || statements.length > 0 || open || unknownClass || isForWindows) return;
      if (!settings.mixedCluster && !hasNodesOfBoth(facts)) return;
      const name = object.field.at('metadata', 'name');
      yield {
        at: name?.valueSpan ?? spec.span,
        field: [...spec.path, 'nodeSelector'],
        message: message('This DaemonSet runs on the Windows nodes and on the Linux nodes of the cluster.'),
        fixes: verdict.os === 'windows' || verdict.os === 'linux' ? [selectOs(pod, verdict.os)] : [],
      };
    },
  },
  outcomes: [
    {
      effect: 'advice',
      result: 'Where its image has no build for one of them, its pods there fail for ever and hold up rollouts.',
    },
  ],
  why: `A DaemonSet reaches every node that it may. In a cluster with nodes of both systems it needs a node selector, and usually a
twin for the other system. The Nodes of the workspace or the setting \`kubewin.mixedCluster\` say that the cluster is one; without them this rule
is silent.`,
  sources: [docs.windowsGuide],
} satisfies Rule;
