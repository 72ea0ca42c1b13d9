import type { Outcome, Problem } from '../lint/rule.ts';
import { type NamespacePolicy, podSecurityLabel } from '../windows/pod-security.ts';

/** The outcomes of all rules on pods that violate the policy of their namespace. */
export function podSecurityOutcomes(seen: string): readonly [Outcome, ...Outcome[]] {
  return [
    {
      effect: 'fails',
      since: '1.23',
      case: 'the level is enforced',
      doubtful: true,
      phrase: 'may deny this pod',
      seen,
    },
    { effect: 'advice', since: '1.23', phrase: 'only reports this pod' },
  ];
}

/** The case of the violation, and the namespace as related information. */
export function violated({ mode, level, namespace }: NamespacePolicy): Pick<Problem, 'related'> & { case?: string } {
  const label = `${podSecurityLabel(mode, 'level')}: ${level}`;
  return {
    ...(mode === 'enforce' ? { case: 'the level is enforced' } : {}),
    related: [{ at: namespace.place, message: `Namespace ${namespace.name} has ${label}` }],
  };
}
