import { keysOf, nameInKey, nameKey } from '../kubernetes/fact-keys.ts';
import type { Fact, FactKind } from '../kubernetes/facts.ts';
import type { AnyQuestion, Facts, MatchingQuestion, NamedQuestion, Question } from '../kubernetes/questions.ts';

/** The facts of one workspace folder. Those of a kind are gathered when they are first asked for. */
export class FactIndex implements Facts {
  readonly #gather: (kind: FactKind, name?: string) => readonly Fact[];
  readonly #byKind = new Map<FactKind, readonly Fact[]>();
  readonly #byKey = new Map<FactKind, ReadonlyMap<string, readonly Fact[]>>();
  /** The facts of single names, gathered while nothing asked for all facts of the kind. */
  readonly #byName = new Map<FactKind, Map<string, readonly Fact[]>>();
  /** Many documents ask the same. */
  readonly #answers = new QuestionMap<unknown>();

  /** `gather` may return facts of other names than the given one. */
  constructor(gather: (kind: FactKind, name?: string) => readonly Fact[]) {
    this.#gather = gather;
  }

  /** The kinds that were asked for so far. */
  get kinds(): readonly FactKind[] {
    return [...new Set([...this.#byKind.keys(), ...this.#byName.keys()])];
  }

  ask<Answer>(question: Question<Answer>): Answer {
    return this.#answer(question) as Answer;
  }

  #answer(question: AnyQuestion): unknown {
    switch (question.type) {
      case 'kind':
        return this.#ofKind(question.kind);
      case 'keyed':
        return this.#keyed(question.kind, question.key);
      case 'named':
        return this.#answers.get(question, () => this.#named(question));
      case 'matching':
        return this.#answers.get(question, () => this.#matching(question));
      case 'derived':
        return this.#answers.get(question, () => question.derivation.derive(this, question.by));
    }
  }

  #ofKind(kind: FactKind): readonly Fact[] {
    const facts = this.#byKind.get(kind) ?? this.#gather(kind);
    this.#byKind.set(kind, facts);
    return facts;
  }

  #keyed(kind: FactKind, key: string): readonly Fact[] {
    const name = nameInKey(key);
    if (name !== undefined && !this.#byKind.has(kind)) return this.#ofName(kind, name);
    const facts = this.#byKey.get(kind) ?? byKey(this.#ofKind(kind));
    this.#byKey.set(kind, facts);
    return facts.get(key) ?? NONE;
  }

  /** In the order of all facts of the kind. */
  #withAnyKey(kind: FactKind, keys: readonly string[]): readonly Fact[] {
    const [first = NONE, ...others] = keys.map((key) => this.#keyed(kind, key)).filter(({ length }) => length > 0);
    if (others.length === 0) return first;
    const found = new Set([first, ...others].flat());
    return this.#ofKind(kind).filter((fact) => found.has(fact));
  }

  #ofName(kind: FactKind, name: string): readonly Fact[] {
    const byName = this.#byName.get(kind) ?? new Map<string, readonly Fact[]>();
    this.#byName.set(kind, byName);
    const facts = byName.get(name) ?? this.#gather(kind, name).filter((fact) => fact.name === name);
    byName.set(name, facts);
    return facts;
  }

  #named({ kind, name, namespace }: NamedQuestion): Fact | undefined {
    const [first, ...others] = this.#keyed(kind, nameKey(name)).filter((fact) => fact.namespace === namespace);
    // Objects of one name that differ prove nothing.
    return others.every((other) => contentOf(other) === contentOf(first)) ? first : undefined;
  }

  #matching({ kind, filter, by, namespace, keys }: MatchingQuestion): readonly Fact[] {
    const lists = keys.map((key) => (typeof key === 'string' ? this.#keyed(kind, key) : this.#withAnyKey(kind, key)));
    const [rarest = this.#ofKind(kind)] = lists.sort((a, b) => a.length - b.length);
    const facts = rarest.filter(
      (fact) => (namespace === undefined || fact.namespace === namespace) && filter.matches(fact, by),
    );
    return facts.length === 0 ? NONE : facts;
  }
}

/** Most answers are empty: they share one list. */
const NONE: readonly never[] = [];

/** A map whose keys are questions, compared by content. */
export class QuestionMap<T> {
  readonly #values = new Map<object | string, Map<string, T>>();

  /** The value for a question, made when it is first asked for. */
  get(question: AnyQuestion, make: () => T): T {
    const group = groupOf(question);
    let values = this.#values.get(group);
    if (values === undefined) {
      values = new Map();
      this.#values.set(group, values);
    }
    const key = keyOf(question);
    const known = values.get(key);
    if (known !== undefined || values.has(key)) return known as T;
    const value = make();
    values.set(key, value);
    return value;
  }

  values(): T[] {
    return [...this.#values.values()].flatMap((values) => [...values.values()]);
  }
}

/** Questions of one group differ by their key. */
function groupOf(question: AnyQuestion): object | string {
  switch (question.type) {
    case 'matching':
      return question.filter;
    case 'derived':
      return question.derivation;
    default:
      return question.type;
  }
}

function keyOf(question: AnyQuestion): string {
  switch (question.type) {
    case 'kind':
      return question.kind;
    case 'keyed':
      return `${question.kind} ${question.key}`;
    case 'named': {
      // The length separates the name from the namespace, whatever characters they have.
      const { kind, name, namespace } = question;
      return namespace === null ? `${kind} ${name.length} ${name}` : `${kind} ${name.length} ${name} ${namespace}`;
    }
    case 'matching':
      // JSON tells null, which stands for no namespace, from undefined, which stands for any.
      return JSON.stringify([question.by, question.keys, { namespace: question.namespace }]);
    case 'derived':
      return typeof question.by === 'string' ? question.by : JSON.stringify(question.by);
  }
}

function byKey(facts: readonly Fact[]): ReadonlyMap<string, readonly Fact[]> {
  const result = new Map<string, Fact[]>();
  for (const fact of facts) {
    for (const key of new Set(keysOf(fact))) {
      const others = result.get(key);
      if (others === undefined) result.set(key, [fact]);
      else others.push(fact);
    }
  }
  return result;
}

function contentOf(fact: Fact | undefined): string {
  return JSON.stringify({ ...fact, location: undefined });
}
