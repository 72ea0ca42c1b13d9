import type { Outcome } from '../lint/rule.ts';

/** A row «rejected» for pods that declare Windows, before the rows for the others. */
export function rejectedOnceDeclared(
  since: NonNullable<Outcome['since']>,
  ...others: readonly Outcome[]
): readonly [Outcome, ...Outcome[]] {
  return [{ effect: 'rejected', since, certainty: 'declared', seen: 'cannot be set for a windows pod' }, ...others];
}
