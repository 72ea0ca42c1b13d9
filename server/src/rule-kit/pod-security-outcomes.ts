import type { Outcome, Problem } from '../lint/rule.ts';
import { t } from '../text/localize.ts';
import { type NamespacePolicy, podSecurityLabel } from '../windows/pod-security.ts';

/** The outcomes of all rules on pods that violate the policy of their namespace. */
export function podSecurityOutcomes(seen: string): readonly [Outcome, ...Outcome[]] {
  return [
    {
      effect: 'fails',
      since: '1.23',
      case: 'the level is enforced',
      doubtful: true,
      result: 'Pod Security denies the pod unless it is exempt.',
      seen,
    },
    { effect: 'advice', since: '1.23', result: 'The namespace only warns or audits.' },
  ];
}

/** The case of the violation, and the namespace as related information. */
export function violated({ mode, level, namespace }: NamespacePolicy): Pick<Problem, 'related'> & { case?: string } {
  const label = `${podSecurityLabel(mode, 'level')}: ${level}`;
  return {
    ...(mode === 'enforce' ? { case: 'the level is enforced' } : {}),
    related: [{ at: namespace.location, message: t`Namespace ${namespace.name} has ${label}` }],
  };
}
