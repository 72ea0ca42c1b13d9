import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { isAtLeast } from '../../windows/verdict.ts';

export default {
  id: 'scheduling/node-affinity-or-terms',
  title: 'One of several affinity terms allows Linux',
  gate: 'guessed',
  pod: {
    watches: ['spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms'],
    *check(terms, { pod, verdict, facts }) {
      const { leaves, open, unknownClass, statements } = nodeConstraint(pod, facts);
      const isStronger = verdict.evidence.some(
        (one) =>
          one.says === 'windows' &&
          isAtLeast(one, 'medium') &&
          one.signal !== 'nodeAffinity' &&
          one.signal !== 'cloudLabel',
      );
      const allowsWindows = statements.some(({ origin, says }) => origin === 'nodeAffinity' && says !== 'linux');
      if (leaves !== 'both' || open || unknownClass || isStronger || !allowsWindows) return;
      yield {
        at: terms.span,
        message: message('The terms of this affinity are alternatives, and one of them allows Linux nodes.'),
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'The pod can be placed on either system.' }],
  why: `The terms under \`nodeSelectorTerms\` are alternatives: a node that fits one of them is enough. A pod that shall run on
Windows has to ask for it in every term, or in the node selector, which holds for all.`,
  sources: [docs.windowsGuide],
} satisfies Rule;
