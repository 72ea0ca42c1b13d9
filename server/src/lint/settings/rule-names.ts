/** A rule as far as it is named. */
export interface NamedRule {
  /** `category/name`. */
  readonly id: string;
  /** IDs that it had before, the latest first. */
  readonly formerIds?: readonly string[];
}

/** A directive that does nothing. */
export const UNUSED = 'directive/unused';
/** A directive that names a rule that does not exist. */
export const UNKNOWN_RULE = 'directive/unknown-rule';

/** Every name by which suppressions and settings know rules. */
export interface RuleNames {
  /** The id of the rule that has or had an id; undefined where there never was such a rule. */
  idOf(name: string): string | undefined;
  /** What `kubewin.rules` may name: ids first, former ones, then categories. */
  readonly all: readonly string[];
}

/** The names of rules, those included by which directives themselves are spoken of. */
export function ruleNames(rules: readonly NamedRule[]): RuleNames {
  const named = [...rules, { id: UNUSED }, { id: UNKNOWN_RULE }];
  const former = named.flatMap(({ id, formerIds = [] }) => formerIds.map((one) => [one, id] as const));
  // An id of today wins over the same one of former times.
  const ids = new Map([...former, ...named.map(({ id }) => [id, id] as const)]);
  const all = [...named.map(({ id }) => id), ...former.map(([one]) => one)];
  return { idOf: (name) => ids.get(name), all: [...new Set([...all, ...all.map(categoryOf)])] };
}

/** The names by which settings may mean a rule, the closest first: its id, former ids, and the categories of them all. */
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
