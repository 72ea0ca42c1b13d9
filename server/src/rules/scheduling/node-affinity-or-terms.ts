import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { isAtLeast } from '../../windows/verdict.ts';

export default {
  id: 'scheduling/node-affinity-or-terms',
  code: 'KW1153',
  title: 'Node affinity that also allows Linux nodes',
  gate: 'guessed',
  pod: {
    watches: ['spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms'],
    check(terms, { pod, verdict, facts, report }) {
      const { nodes, isUndetermined, isClassMissing, evidence } = nodeConstraint(pod, facts);
      const isStronger = verdict.evidence.some(
        (item) =>
          item.says === 'windows' &&
          isAtLeast(item, 'medium') &&
          item.kind !== 'nodeAffinity' &&
          item.kind !== 'cloudLabel',
      );
      const allowsWindows = evidence.some(({ origin, says }) => origin === 'nodeAffinity' && says !== 'linux');
      if (nodes !== 'both' || isUndetermined || isClassMissing || isStronger || !allowsWindows) return;
      report({
        at: terms.span,
        message: message('These node selector terms also allow Linux nodes: a node has to match only one term.'),
      });
    },
  },
  outcomes: [{ effect: 'differs', result: 'The pod can be scheduled on Windows or Linux nodes.' }],
  why: `The terms under \`nodeSelectorTerms\` are alternatives: a node has to match only one of them. If the pod must
run on Windows, require Windows in every term, or set the node selector, which always applies.`,
  sources: [docs.windowsGuide],
} satisfies Rule;
