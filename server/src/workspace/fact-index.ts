import { called, type Fact, type FactKind, type FactOf, type Facts, keysOf } from '../kubernetes/facts.ts';

/** The facts of one workspace folder. Those of a kind are gathered when they are first asked for. */
export class FactIndex implements Facts {
  readonly #gather: (kind: FactKind) => readonly Fact[];
  readonly #gathered = new Map<FactKind, readonly Fact[]>();
  /** What was answered; many ask the same. */
  readonly #answers = new Map<string, unknown>();
  readonly #keyed = new Map<FactKind, ReadonlyMap<string, readonly Fact[]>>();

  constructor(gather: (kind: FactKind) => readonly Fact[]) {
    this.#gather = gather;
  }

  /** The kinds that something asked for so far. */
  get kinds(): readonly FactKind[] {
    return [...this.#gathered.keys()];
  }

  named<K extends FactKind>(kind: K, name: string, namespace: string | null = null): FactOf<K> | undefined {
    return this.#once(`${kind}/${JSON.stringify(namespace)}/${name}`, () => {
      const [first, ...others] = this.keyed(kind, called(name)).filter((fact) => fact.namespace === namespace);
      // Objects of one name that say different things are no evidence.
      return others.every((other) => saying(other) === saying(first)) ? first : undefined;
    });
  }

  where<K extends FactKind>(
    kind: K,
    namespace: string | null | undefined,
    about: string,
    test: (fact: FactOf<K>) => boolean,
    keys: readonly string[] = [],
  ): readonly FactOf<K>[] {
    return this.#once(`${kind}/${JSON.stringify(namespace)}?${about}`, () => {
      const lists = keys.map((key) => this.keyed(kind, key));
      const [rarest = this.all(kind)] = lists.sort((a, b) => a.length - b.length);
      return rarest.filter((fact) => (namespace === undefined || fact.namespace === namespace) && test(fact));
    });
  }

  keyed<K extends FactKind>(kind: K, key: string): readonly FactOf<K>[] {
    const known = this.#keyed.get(kind) ?? byKey(this.all(kind));
    this.#keyed.set(kind, known);
    return (known.get(key) ?? []) as unknown as readonly FactOf<K>[];
  }

  all<K extends FactKind>(kind: K): readonly FactOf<K>[] {
    const facts = this.#gathered.get(kind) ?? this.#gather(kind);
    this.#gathered.set(kind, facts);
    return facts as unknown as readonly FactOf<K>[];
  }

  derived<T>(about: string, derive: (facts: Facts) => T): T {
    return this.#once(`=${about}`, () => derive(this));
  }

  #once<T>(question: string, answer: () => T): T {
    if (!this.#answers.has(question)) this.#answers.set(question, answer());
    return this.#answers.get(question) as T;
  }
}

/** Passes facts on and notes what was asked, so that an answer can be seen to have changed. */
export class FactReads implements Facts {
  readonly #facts: Facts;
  readonly #reads = new Map<string, { readonly ask: (facts: Facts) => unknown; answer: unknown }>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  named<K extends FactKind>(kind: K, name: string, namespace: string | null = null): FactOf<K> | undefined {
    return this.#note(`${kind}/${namespace ?? ''}/${name}`, (facts) => facts.named(kind, name, namespace));
  }

  where<K extends FactKind>(
    kind: K,
    namespace: string | null | undefined,
    about: string,
    test: (fact: FactOf<K>) => boolean,
    keys?: readonly string[],
  ): readonly FactOf<K>[] {
    return this.#note(`${kind}/${namespace ?? (namespace === null ? '' : '*')}?${about}`, (facts) =>
      facts.where(kind, namespace, about, test, keys),
    );
  }

  keyed<K extends FactKind>(kind: K, key: string): readonly FactOf<K>[] {
    return this.#note(`${kind}#${key}`, (facts) => facts.keyed(kind, key));
  }

  all<K extends FactKind>(kind: K): readonly FactOf<K>[] {
    return this.#note(kind, (facts) => facts.all(kind));
  }

  derived<T>(about: string, derive: (facts: Facts) => T): T {
    return this.#note(`=${about}`, (facts) => facts.derived(about, derive));
  }

  /** Whether other facts give the same answers to everything that was asked. */
  stillHold(facts: Facts): boolean {
    for (const read of this.#reads.values()) {
      const answer = read.ask(facts);
      if (!isSame(answer, read.answer)) return false;
      // The next comparison finds it identical, and what it was made of need not be kept.
      read.answer = answer;
    }
    return true;
  }

  #note<T>(key: string, ask: (facts: Facts) => T): T {
    const answer = ask(this.#facts);
    if (!this.#reads.has(key)) this.#reads.set(key, { ask, answer });
    return answer;
  }
}

/** Whether two pieces of plain data are equal. Most facts are the very ones that were there before. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isRecord(one) || !isRecord(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
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

function saying(fact: Fact | undefined): string {
  return JSON.stringify({ ...fact, place: undefined });
}
