import type { Outcome, Problem } from '../lint/rule.ts';
import { type NamespacePolicy, podSecurityLabel } from '../windows/pod-security.ts';

/** What becomes of a pod that violates the policy of its namespace: the rows of all such rules. */
export function podSecurityOutcomes(seen: string): readonly [Outcome, ...Outcome[]] {
  return [
    {
      effect: 'fails',
      since: '1.23',
      case: 'the level is enforced',
      doubtful: true,
      result: 'Pod Security admission refuses the pod, unless it is exempt.',
      seen,
    },
    { effect: 'advice', since: '1.23', result: 'The namespace only warns of that or audits it.' },
  ];
}

/** Which of the rows it is, and the namespace as related information. */
export function violated({ mode, level, namespace }: NamespacePolicy): Pick<Problem, 'related'> & { case?: string } {
  const label = `${podSecurityLabel(mode, 'level')}: ${level}`;
  return {
    ...(mode === 'enforce' ? { case: 'the level is enforced' } : {}),
    related: [{ at: namespace.place, message: `Namespace ${namespace.name} has ${label}` }],
  };
}
