import { objectSpan } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { selectOs } from '../../rule-kit/operating-system.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isKeptOffWindows } from '../../rule-kit/tolerate.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';

export default {
  id: 'scheduling/linux-pod-missing-os-constraint',
  title: 'Pod without an OS selector in a mixed cluster',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: ['spec'],
    *check(spec, { object, pod, verdict, settings, facts }) {
      if (!settings.mixedCluster || pod.partial || spec.holdsActions || spec.get('nodeName') !== undefined) return;
      // Another rule reports DaemonSets.
      if (object.kind === 'DaemonSet' && spec.get('os') === undefined) return;
      const { nodes, isUndetermined, isClassMissing } = nodeConstraint(pod, facts);
      if (nodes !== 'both' || isUndetermined || isClassMissing || isKeptOffWindows(pod, settings)) return;
      const [evidence] = verdict.evidence;
      const field = [...spec.path, 'nodeSelector'];
      if (evidence === undefined) {
        yield {
          at: objectSpan(object),
          field,
          message: message('This pod has no node selector or affinity for Linux or Windows.'),
          fixes: [selectOs(pod, 'linux'), selectOs(pod, 'windows')],
        };
      } else if (
        verdict.os === 'linux' &&
        !('uri' in evidence.at) &&
        (evidence.kind === 'os.name' || evidence.kind === 'image')
      ) {
        yield {
          at: evidence.at,
          field,
          message: message(
            'This Linux pod has no node selector or affinity for Linux (evidence: `{0}`).',
            evidence.text,
          ),
          fixes: [selectOs(pod, 'linux')],
        };
      }
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'It can be scheduled on a node of the other operating system, where it does not start.',
    },
  ],
  why: `In a cluster with Windows and Linux nodes, the scheduler places a pod without a constraint on any of them. Set
the node selector \`kubernetes.io/os: linux\`, or that for Windows.

This rule applies only if \`kubewin.mixedCluster\` is set. Pods that do not tolerate the taint in \`kubewin.taint\`
are not reported, because it keeps them off the Windows nodes.`,
  sources: [docs.windowsGuide],
} satisfies Rule;
