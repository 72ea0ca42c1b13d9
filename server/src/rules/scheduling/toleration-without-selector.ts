import { message, type Rule } from '../../lint/rule.ts';
import { selectOs } from '../../rule-kit/operating-system.ts';
import { docs } from '../../rule-kit/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';

export default {
  id: 'scheduling/toleration-without-selector',
  code: 'KW1159',
  title: 'Toleration for Windows nodes without a node selector',
  gate: 'guessed',
  pod: {
    watches: ['spec.tolerations'],
    check(tolerations, { pod, verdict, facts, report }) {
      const evidence = verdict.evidence.find(({ kind }) => kind === 'toleration');
      const { nodes, isUndetermined, isClassMissing } = nodeConstraint(pod, facts);
      if (pod.partial || nodes !== 'both' || isUndetermined || isClassMissing || pod.spec.get('nodeName') !== undefined)
        return;
      if (
        evidence === undefined ||
        verdict.evidence.some((item) => item.says === 'windows' && item.kind !== 'toleration')
      )
        return;
      report({
        at: tolerations.span,
        message: message(
          'This pod tolerates the taint `{0}` but does not select Windows nodes.',
          evidence.text.replace('toleration of ', ''),
        ),
        fixes: [selectOs(pod, 'windows')],
      });
    },
  },
  outcomes: [{ effect: 'differs', result: 'The pod can also be scheduled on Linux nodes.' }],
  why: `A taint repels pods and a toleration allows them, but neither attracts them. If the pod must run on Windows,
add a node selector, required node affinity or a RuntimeClass.`,
  sources: [docs.windowsGuide],
} satisfies Rule;
