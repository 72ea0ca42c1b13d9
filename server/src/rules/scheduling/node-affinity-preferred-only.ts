import { message, type Rule } from '../../lint/rule.ts';
import { selectOs } from '../../rule-kit/operating-system.ts';
import { docs } from '../../rule-kit/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { isAtLeast } from '../../windows/verdict.ts';

export default {
  id: 'scheduling/node-affinity-preferred-only',
  code: 'KW1154',
  title: 'Node affinity that only prefers Windows',
  // The operating system of such a pod is unknown; the preference itself is the evidence.
  gate: 'any',
  pod: {
    watches: ['spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution'],
    check(preferred, { pod, verdict, facts, report }) {
      if (verdict.os !== 'unknown' && verdict.os !== 'windows') return;
      const evidence = verdict.evidence.find((item) => item.kind === 'preferredAffinity' && item.says === 'windows');
      const isStronger = verdict.evidence.some((item) => item.says === 'windows' && isAtLeast(item, 'medium'));
      const { nodes, isUndetermined, isClassMissing } = nodeConstraint(pod, facts);
      if (nodes !== 'both' || isUndetermined || isClassMissing || pod.spec.get('nodeName') !== undefined) return;
      if (evidence === undefined || isStronger) return;
      report({
        at: preferred.span,
        message: message('This node affinity prefers Windows nodes but does not require them.'),
        fixes: [selectOs(pod, 'windows')],
      });
    },
  },
  outcomes: [{ effect: 'differs', result: 'The pod can also be scheduled on Linux nodes.' }],
  why: `A preference only ranks the nodes on which the pod can run. If the pod must run on Windows, set the node
selector \`kubernetes.io/os: windows\`, or move the expression to \`requiredDuringSchedulingIgnoredDuringExecution\`.`,
  sources: [docs.windowsGuide],
} satisfies Rule;
