/** A short name of a rule, which never changes and is never given to another one: `KW` and four digits. */
export type RuleCode = `KW${number}`;

/** The names of a rule. */
export interface NamedRule {
  /** `category/name`. */
  readonly id: string;
  readonly code?: RuleCode;
  /** IDs that it had before, the latest first. */
  readonly formerIds?: readonly string[];
}

/** Which rules are reported, by IDs and categories. */
export interface RuleSelection {
  /** Undefined for all. */
  readonly select: readonly string[] | undefined;
  readonly ignore: readonly string[] | undefined;
}

/** A directive without an effect. */
export const UNUSED = 'directive/unused';
/** A directive that names a rule that does not exist. */
export const UNKNOWN_RULE = 'directive/unknown-rule';

/** All names that suppressions and settings can use for rules. */
export interface RuleNames {
  /** The current ID of the rule with this ID, code or earlier ID; undefined if no rule has had it. */
  idOf(name: string): string | undefined;
  /** The same, whatever the case of the name. */
  idInAnyCase(name: string): string | undefined;
  /** Whether `kubewin.rules` accepts a name: of a rule, or of a category. */
  has(name: string): boolean;
  /** The names that are offered: IDs, earlier IDs, then categories. A code does not say what it is about. */
  readonly all: readonly string[];
  /** Entries of `kubewin.rules` by current IDs. Of several entries for a rule, that of its ID counts, or else the last. */
  byId<T>(entries: Readonly<Record<string, T>>): Record<string, T>;
}

/** The names of rules, including the two that report directives themselves. */
export function ruleNames(rules: readonly NamedRule[]): RuleNames {
  const named: readonly NamedRule[] = [...rules, { id: UNUSED }, { id: UNKNOWN_RULE }];
  const codes = named.flatMap(({ id, code }) => (code === undefined ? [] : [[code, id] as const]));
  const former = named.flatMap(({ id, formerIds = [] }) => formerIds.map((formerId) => [formerId, id] as const));
  // A current ID wins over an equal earlier ID.
  const ids = new Map<string, string>([...former, ...codes, ...named.map(({ id }) => [id, id] as const)]);
  const written = [...named.map(({ id }) => id), ...former.map(([formerId]) => formerId)];
  const all = new Set([...written, ...written.map(categoryOf)]);
  const isCurrent = (name: string) => ids.get(name) === name;
  return {
    idOf: (name) => ids.get(name),
    idInAnyCase: (name) => ids.get(name.toLowerCase()) ?? ids.get(name.toUpperCase()),
    has: (name) => all.has(name) || ids.has(name),
    all: [...all],
    byId: (entries) =>
      Object.fromEntries(
        Object.entries(entries)
          .sort(([a], [b]) => Number(isCurrent(a)) - Number(isCurrent(b)))
          .map(([name, value]) => [ids.get(name) ?? name, value]),
      ),
  };
}

/** The names that settings can use for a rule, the most specific first: its ID, code and earlier IDs, then the categories. */
export function namesOf({ id, code, formerIds = [] }: NamedRule): readonly string[] {
  const codes = code === undefined ? [] : [code];
  return [id, ...codes, ...formerIds, categoryOf(id), ...formerIds.map(categoryOf)];
}

/** The ID that a rule had first: what must outlast renames goes by it. */
export function firstIdOf({ id, formerIds = [] }: NamedRule): string {
  return formerIds.at(-1) ?? id;
}

/** The category of a rule. */
export function categoryOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}
