import { objectSpan } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { selectOs } from '../../rule-kit/operating-system.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isKeptOffWindows } from '../../rule-kit/tolerate.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import type { Verdict } from '../../windows/verdict.ts';

export default {
  id: 'scheduling/linux-pod-missing-os-constraint',
  code: 'KW1148',
  title: 'Pod without an OS selector in a mixed cluster',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: ['spec'],
    check(spec, { object, pod, verdict, settings, facts, report }) {
      if (!settings.mixedCluster || pod.partial || spec.holdsActions || spec.get('nodeName') !== undefined) return;
      // Another rule reports DaemonSets.
      if (object.kind === 'DaemonSet' && spec.get('os') === undefined) return;
      const { nodes, isUndetermined, isClassMissing } = nodeConstraint(pod, facts);
      if (nodes !== 'both' || isUndetermined || isClassMissing || isKeptOffWindows(pod, settings, facts)) return;
      const [evidence] = verdict.evidence;
      const field = [...spec.path, 'nodeSelector'];
      if (evidence === undefined) {
        report({
          at: objectSpan(object),
          field,
          message: message('No Linux or Windows node selector: the pod {effect}.'),
          fixes: [selectOs(pod, 'linux'), selectOs(pod, 'windows')],
        });
      } else if (isForLinux(verdict) && evidence.kind !== 'directive' && !('uri' in evidence.at)) {
        report({
          at: evidence.at,
          field,
          message: message('No Linux node selector: the pod {effect}.'),
          fixes: [selectOs(pod, 'linux')],
        });
      }
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      phrase: 'can be scheduled on a node of the other operating system, where it does not start',
    },
  ],
  why: `In a cluster with Windows and Linux nodes, the scheduler places a pod without a constraint on any of them. Set
the node selector \`kubernetes.io/os: linux\`, or that for Windows.

This rule applies only if \`kubewin.mixedCluster\` is set, or if there are Nodes of both systems. Pods that do
not tolerate the taint in \`kubewin.taint\` or those of the Windows Nodes are not reported: they stay off these nodes.`,
  sources: [
    docs.windowsGuide,
    {
      title: 'GitHub: kubernetes/ingress-nginx issue 7480, Jobs with `runAsUser` on Windows nodes',
      url: 'https://github.com/kubernetes/ingress-nginx/issues/7480',
    },
    {
      title: 'GitHub: newrelic/helm-charts issue 1096, a chart without a node selector',
      url: 'https://github.com/newrelic/helm-charts/issues/1096',
    },
  ],
} satisfies Rule;

/** Whether all evidence indicates Linux, even if it is only a preference of the scheduler, which keeps no pod off a node. */
function isForLinux({ os, evidence }: Verdict): boolean {
  return os === 'linux' || (os === 'unknown' && evidence.every(({ says }) => says === 'linux'));
}
