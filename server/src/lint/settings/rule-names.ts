/** The names of a rule. */
export interface NamedRule {
  /** `category/name`. */
  readonly id: string;
  /** IDs that it had before, the latest first. */
  readonly formerIds?: readonly string[];
}

/** A directive without an effect. */
export const UNUSED = 'directive/unused';
/** A directive that names a rule that does not exist. */
export const UNKNOWN_RULE = 'directive/unknown-rule';

/** All names that suppressions and settings can use for rules. */
export interface RuleNames {
  /** The current ID of the rule with this ID or earlier ID; undefined if no rule has had it. */
  idOf(name: string): string | undefined;
  /** The names that `kubewin.rules` accepts: IDs, earlier IDs, then categories. */
  readonly all: readonly string[];
}

/** The names of rules, including the two that report directives themselves. */
export function ruleNames(rules: readonly NamedRule[]): RuleNames {
  const named = [...rules, { id: UNUSED }, { id: UNKNOWN_RULE }];
  const former = named.flatMap(({ id, formerIds = [] }) => formerIds.map((formerId) => [formerId, id] as const));
  // A current ID wins over an equal earlier ID.
  const ids = new Map([...former, ...named.map(({ id }) => [id, id] as const)]);
  const all = [...named.map(({ id }) => id), ...former.map(([formerId]) => formerId)];
  return { idOf: (name) => ids.get(name), all: [...new Set([...all, ...all.map(categoryOf)])] };
}

/** The names that settings can use for a rule, the most specific first: its ID, its earlier IDs, and their categories. */
export function namesOf({ id, formerIds = [] }: NamedRule): readonly string[] {
  return [id, ...formerIds, categoryOf(id), ...formerIds.map(categoryOf)];
}

/** The ID that a rule had first: what must outlast renames goes by it. */
export function firstIdOf({ id, formerIds = [] }: NamedRule): string {
  return formerIds.at(-1) ?? id;
}

/** The category of a rule. */
export function categoryOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}
