import { message, type Rule } from '../../lint/rule.ts';
import { selectOs } from '../../rule-kit/operating-system.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isKeptOffWindows } from '../../rule-kit/tolerate.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { hasNodesOfBoth } from '../../windows/nodes.ts';
import { isAtLeast } from '../../windows/verdict.ts';

const MIXED = '`kubewin.mixedCluster` is set';
const RESULT =
  'If its image supports only one operating system, its pods keep failing on the other nodes and block rollouts.';

export default {
  id: 'scheduling/daemon-set-without-os',
  code: 'KW1143',
  title: 'DaemonSet without an OS selector',
  gate: 'any',
  withoutEvidence: ['DaemonSet'],
  pod: {
    watches: ['spec'],
    check(spec, { object, pod, verdict, settings, facts, report }) {
      if (object.kind !== 'DaemonSet' || pod.partial || spec.holdsActions || spec.get('os') !== undefined) return;
      const { nodes, evidence, isUndetermined, isClassMissing } = nodeConstraint(pod, facts);
      const isForWindows = verdict.evidence.some((item) => item.says === 'windows' && isAtLeast(item, 'medium'));
      if (nodes !== 'both' || evidence.length > 0 || isUndetermined || isClassMissing || isForWindows) return;
      if (!settings.mixedCluster && !hasNodesOfBoth(facts)) return;
      if (isKeptOffWindows(pod, settings, facts)) return;
      const name = object.field.at('metadata', 'name');
      report({
        at: name?.valueSpan ?? spec.span,
        field: [...spec.path, 'nodeSelector'],
        ...(settings.mixedCluster ? { case: MIXED } : {}),
        message: message('This DaemonSet runs on both the Windows and the Linux nodes of the cluster.'),
        fixes: verdict.os === 'windows' || verdict.os === 'linux' ? [selectOs(pod, verdict.os)] : [],
      });
    },
  },
  outcomes: [
    { effect: 'fails', case: MIXED, doubtful: true, result: RESULT },
    { effect: 'advice', result: RESULT },
  ],
  why: `A DaemonSet runs on every eligible node. In a cluster with Windows and Linux nodes, set a node selector, and
usually create a second DaemonSet for the other operating system.

This rule applies only if the workspace contains Nodes of both, or if \`kubewin.mixedCluster\` is set. DaemonSets that
do not tolerate the taint in \`kubewin.taint\`, or those of the Windows Nodes, are not reported.`,
  sources: [docs.windowsGuide],
} satisfies Rule;
