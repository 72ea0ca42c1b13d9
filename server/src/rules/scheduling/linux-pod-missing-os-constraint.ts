import { message, type Rule } from '../../lint/rule.ts';
import { selectOs } from '../../rule-kit/operating-system.ts';
import { docs } from '../../rule-kit/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';

export default {
  id: 'scheduling/linux-pod-missing-os-constraint',
  title: 'Linux pod without an OS selector in a mixed cluster',
  gate: 'linux',
  withoutSign: 'silent',
  pod: {
    watches: ['spec'],
    *check(spec, { pod, verdict, settings, facts }) {
      const [sign] = verdict.evidence;
      if (!settings.mixedCluster || pod.partial || spec.holdsActions || spec.get('nodeName') !== undefined) return;
      if (sign === undefined || 'uri' in sign.at || (sign.signal !== 'os.name' && sign.signal !== 'image')) return;
      const { leaves, open, unknownClass } = nodeConstraint(pod, facts);
      if (leaves !== 'both' || open || unknownClass) return;
      yield {
        at: sign.at,
        field: [...spec.path, 'nodeSelector'],
        message: message('This Linux pod (`{0}`) has no node selector or affinity for Linux.', sign.text),
        fixes: [selectOs(pod, 'linux')],
      };
    },
  },
  outcomes: [
    { effect: 'advice', result: 'The pod can be scheduled on a Windows node without a taint, where it fails.' },
  ],
  why: `If the Windows nodes of a cluster have no taint, Linux pods need a node selector, too. Set the node selector
\`kubernetes.io/os: linux\`. This rule applies only if \`kubewin.mixedCluster\` is set.`,
  sources: [docs.windowsGuide],
} satisfies Rule;
