import type { Outcome } from '../lint/rule.ts';

/** The outcome `rejected` for pods with `os.name: windows`, before the outcomes of the others. */
export function rejectedOnceDeclared(
  since: NonNullable<Outcome['since']>,
  ...others: readonly Outcome[]
): readonly [Outcome, ...Outcome[]] {
  return [{ effect: 'rejected', since, certainty: 'declared', seen: 'cannot be set for a windows pod' }, ...others];
}
