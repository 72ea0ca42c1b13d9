import type { FactKind, FactOf } from './facts.ts';

// What a document asks of the facts of other files. A question is a plain value: two questions with the same content have
// the same answer, so questions can be compared, kept with a cached result, and written as JSON.

/** The facts of one workspace folder. */
export interface Facts {
  ask<Answer>(question: Question<Answer>): Answer;
}

/** A question, and the type of its answer. */
export type Question<Answer = unknown> = AnyQuestion & { readonly [ANSWER]?: () => Answer };
declare const ANSWER: unique symbol;

export type AnyQuestion =
  | NamedQuestion
  | KeyedQuestion
  | { readonly type: 'kind'; readonly kind: FactKind }
  | MatchingQuestion
  | DerivedQuestion;

export interface NamedQuestion {
  readonly type: 'named';
  readonly kind: FactKind;
  readonly name: string;
  readonly namespace: string | null;
}

interface KeyedQuestion {
  readonly type: 'keyed';
  readonly kind: FactKind;
  readonly key: string;
}

export interface MatchingQuestion {
  readonly type: 'matching';
  readonly kind: FactKind;
  readonly filter: Filter<FactKind, PlainData>;
  readonly by: PlainData;
  readonly namespace: string | null | undefined;
  readonly keys: readonly FactKey[];
}

/** A key of a fact (see `keysOf`), or several keys of which it has at least one. */
type FactKey = string | readonly string[];

export interface DerivedQuestion {
  readonly type: 'derived';
  readonly derivation: Derivation<unknown, PlainData>;
  readonly by: PlainData;
}

/** Data that is compared by its content. */
export type PlainData =
  | string
  | number
  | boolean
  | null
  | readonly PlainData[]
  | { readonly [key: string]: PlainData | undefined };

/**
 * A function that questions refer to by its name: the path of its module and a word. It is declared in a module and
 * depends on nothing but its arguments.
 */
class NamedFunction {
  readonly name: string;
  /** All of them, by their names: modules declare them when they are loaded. */
  static readonly #byName = new Map<string, NamedFunction>();

  constructor(name: string) {
    this.name = name;
    NamedFunction.#byName.set(name, this);
  }

  /** Undefined if no module that is loaded declares it. */
  static of(name: string): NamedFunction | undefined {
    return NamedFunction.#byName.get(name);
  }

  toJSON(): string {
    return this.name;
  }
}

/** Which facts of a kind match. */
export interface Filter<K extends FactKind, By extends PlainData> {
  readonly name: string;
  readonly kind: K;
  matches(fact: FactOf<K>, by: By): boolean;
}

/** Plain data that is made of facts. */
export interface Derivation<Answer, By extends PlainData> {
  readonly name: string;
  derive(facts: Facts, by: By): Answer;
}

export function defineFilter<K extends FactKind, By extends PlainData = null>(
  name: string,
  kind: K,
  matches: (fact: FactOf<K>, by: By) => boolean,
): Filter<K, By> {
  return Object.assign(new NamedFunction(name), { kind, matches });
}

export function defineDerivation<Answer, By extends PlainData = null>(
  name: string,
  derive: (facts: Facts, by: By) => Answer,
): Derivation<Answer, By> {
  return Object.assign(new NamedFunction(name), { derive });
}

/** Asks for the object of that kind and name: undefined if there is none, or if objects of that name differ. */
export function named<K extends FactKind>(
  kind: K,
  name: string,
  namespace: string | null = null,
): Question<FactOf<K> | undefined> {
  return { type: 'named', kind, name, namespace };
}

/** Asks for the facts of a kind that have a key (see `keysOf`). They are found without a look at the others. */
export function keyed<K extends FactKind>(kind: K, key: string): Question<readonly FactOf<K>[]> {
  return { type: 'keyed', kind, key };
}

/** Asks for all objects of a kind, in the order of files and documents. A change of any of them changes the answer. */
export function ofKind<K extends FactKind>(kind: K): Question<readonly FactOf<K>[]> {
  return { type: 'kind', kind };
}

/**
 * Asks for the facts that match a filter, in any namespace unless one is given. If all facts that match have certain keys
 * (see `keysOf`), only the facts with the rarest key are looked at.
 */
export function matching<K extends FactKind, By extends PlainData>(
  filter: Filter<K, By>,
  by: By,
  { namespace, keys = NO_KEYS }: { readonly namespace?: string | null; readonly keys?: readonly FactKey[] } = {},
): Question<readonly FactOf<K>[]> {
  return { type: 'matching', kind: filter.kind, filter: filter as Filter<FactKind, By>, by, namespace, keys };
}

const NO_KEYS: readonly FactKey[] = [];

/** Asks for derived data. Only another result is a change, whatever else the facts behind it say. */
export function derived<Answer, By extends PlainData>(derivation: Derivation<Answer, By>, by: By): Question<Answer> {
  return { type: 'derived', derivation, by };
}

/** The question that was written as JSON; undefined if its filter or derivation is unknown. */
export function questionOf(json: string): AnyQuestion | undefined {
  const question = JSON.parse(json);
  for (const key of ['filter', 'derivation']) {
    if (question[key] === undefined) continue;
    question[key] = NamedFunction.of(question[key]);
    if (question[key] === undefined) return undefined;
  }
  return question;
}

/** An empty folder. */
export const NO_FACTS: Facts = {
  ask: <Answer>(question: Question<Answer>) => answerWithoutFacts(question) as Answer,
};

function answerWithoutFacts(question: AnyQuestion): unknown {
  if (question.type === 'derived') return question.derivation.derive(NO_FACTS, question.by);
  return question.type === 'named' ? undefined : [];
}

/** The names that objects of a kind have, each once. */
export function namesOf(facts: Facts, kind: FactKind): readonly string[] {
  return facts.ask(derived(allNames, kind));
}

const allNames = defineDerivation('kubernetes/questions allNames', (facts, kind: FactKind) => [
  ...new Set(facts.ask(ofKind(kind)).map(({ name }) => name)),
]);
