import { type Fact, type FactKind, type FactOf, type Facts, keysOf } from '../kubernetes/facts.ts';

/** The facts of one workspace folder. Those of a kind are gathered when they are first asked for. */
export class FactIndex implements Facts {
  readonly #gather: (kind: FactKind) => readonly Fact[];
  readonly #gathered = new Map<FactKind, readonly Fact[]>();
  /** What `where` was asked; many ask the same. */
  readonly #answers = new Map<string, readonly Fact[]>();
  readonly #keyed = new Map<FactKind, ReadonlyMap<string, readonly Fact[]>>();

  constructor(gather: (kind: FactKind) => readonly Fact[]) {
    this.#gather = gather;
  }

  /** The kinds that something asked for so far. */
  get kinds(): readonly FactKind[] {
    return [...this.#gathered.keys()];
  }

  named<K extends FactKind>(kind: K, name: string, namespace: string | null = null): FactOf<K> | undefined {
    const [first, ...others] = this.where(kind, namespace, `named ${name}`, (fact) => fact.name === name);
    // Objects of one name that say different things are no evidence.
    return others.every((other) => saying(other) === saying(first)) ? first : undefined;
  }

  where<K extends FactKind>(
    kind: K,
    namespace: string | null | undefined,
    about: string,
    test: (fact: FactOf<K>) => boolean,
  ): readonly FactOf<K>[] {
    const question = `${kind}/${JSON.stringify(namespace)}?${about}`;
    const known = this.#answers.get(question);
    if (known !== undefined) return known as unknown as readonly FactOf<K>[];
    const facts = this.all(kind).filter(
      (fact) => (namespace === undefined || fact.namespace === namespace) && test(fact),
    );
    this.#answers.set(question, facts);
    return facts;
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
}

/** Passes facts on and notes what was asked, so that an answer can be seen to have changed. */
export class FactReads implements Facts {
  readonly #facts: Facts;
  readonly #reads = new Map<string, { readonly ask: (facts: Facts) => unknown; readonly answer: string }>();

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
  ): readonly FactOf<K>[] {
    return this.#note(`${kind}/${namespace ?? (namespace === null ? '' : '*')}?${about}`, (facts) =>
      facts.where(kind, namespace, about, test),
    );
  }

  keyed<K extends FactKind>(kind: K, key: string): readonly FactOf<K>[] {
    return this.#note(`${kind}#${key}`, (facts) => facts.keyed(kind, key));
  }

  all<K extends FactKind>(kind: K): readonly FactOf<K>[] {
    return this.#note(kind, (facts) => facts.all(kind));
  }

  /** Whether other facts give the same answers to everything that was asked. */
  stillHold(facts: Facts): boolean {
    return [...this.#reads.values()].every(({ ask, answer }) => print(ask(facts)) === answer);
  }

  #note<T>(key: string, ask: (facts: Facts) => T): T {
    const answer = ask(this.#facts);
    if (!this.#reads.has(key)) this.#reads.set(key, { ask, answer: print(answer) });
    return answer;
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

function print(answer: unknown): string {
  return JSON.stringify(answer) ?? '';
}

function saying(fact: Fact | undefined): string {
  return JSON.stringify({ ...fact, place: undefined });
}
