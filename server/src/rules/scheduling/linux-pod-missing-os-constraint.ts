import { selectOs } from '../../lint/pod-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';

export default {
  id: 'scheduling/linux-pod-missing-os-constraint',
  title: 'Linux pod without node constraint in a mixed cluster',
  gate: 'linux',
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
        message: message('This pod is for Linux (`{0}`), but nothing keeps it off the Windows nodes.', sign.text),
        fixes: [selectOs(pod, 'linux')],
      };
    },
  },
  outcomes: [{ effect: 'advice', result: 'It may be scheduled on a Windows node without a taint, and fail there.' }],
  why: `In a cluster whose Windows nodes have no taint, Linux pods need a node selector as well. The setting
\`kubewin.mixedCluster\` says that the cluster has nodes of both systems; without it this rule is silent.`,
  sources: [docs.windowsGuide],
} satisfies Rule;
