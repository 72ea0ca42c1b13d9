import { selectOs } from '../../lint/pod-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { isAtLeast } from '../../windows/verdict.ts';

export default {
  id: 'scheduling/node-affinity-preferred-only',
  title: 'Windows only preferred, not required',
  // The verdict of such a pod is unknown, as the scheduler's is: the preference itself is the proof.
  gate: 'any',
  pod: {
    watches: ['spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution'],
    *check(preferred, { pod, verdict, facts }) {
      if (verdict.os !== 'unknown' && verdict.os !== 'windows') return;
      const sign = verdict.evidence.find((one) => one.signal === 'preferredAffinity' && one.says === 'windows');
      const isStronger = verdict.evidence.some((one) => one.says === 'windows' && isAtLeast(one, 'medium'));
      const { leaves, open, unknownClass } = nodeConstraint(pod, facts);
      if (leaves !== 'both' || open || unknownClass || pod.spec.get('nodeName') !== undefined) return;
      if (sign === undefined || isStronger) return;
      yield {
        at: preferred.span,
        message: message('This pod prefers Windows nodes, but it does not require them.'),
        fixes: [selectOs(pod, 'windows')],
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'It may run on Linux nodes.' }],
  why: `A preference only orders the nodes that are possible. What must run on Windows needs a node selector, or node affinity under
\`requiredDuringSchedulingIgnoredDuringExecution\`.`,
  sources: [docs.windowsGuide],
} satisfies Rule;
