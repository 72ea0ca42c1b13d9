import type { Fact, FactKind, FactOf, Facts } from '../kubernetes/facts.ts';

/** The facts of one workspace folder, by kind and name. */
export class FactIndex implements Facts {
  readonly #byKind = new Map<FactKind, Fact[]>();

  constructor(facts: Iterable<Fact>) {
    for (const fact of facts) {
      const list = this.#byKind.get(fact.kind);
      if (list === undefined) this.#byKind.set(fact.kind, [fact]);
      else list.push(fact);
    }
  }

  named<K extends FactKind>(kind: K, name: string, namespace: string | null = null): FactOf<K> | undefined {
    const [first, ...others] = this.all(kind).filter((fact) => fact.name === name && fact.namespace === namespace);
    // Objects of one name that say different things are no evidence.
    return others.every((other) => saying(other) === saying(first)) ? first : undefined;
  }

  all<K extends FactKind>(kind: K): readonly FactOf<K>[] {
    return (this.#byKind.get(kind) ?? []) as unknown as readonly FactOf<K>[];
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

  all<K extends FactKind>(kind: K): readonly FactOf<K>[] {
    return this.#note(kind, (facts) => facts.all(kind));
  }

  /** Whether other facts give the same answers to everything that was asked. */
  stillHold(facts: Facts): boolean {
    return [...this.#reads.values()].every(({ ask, answer }) => JSON.stringify(ask(facts)) === answer);
  }

  #note<T>(key: string, ask: (facts: Facts) => T): T {
    const answer = ask(this.#facts);
    this.#reads.set(key, { ask, answer: JSON.stringify(answer) });
    return answer;
  }
}

function saying(fact: Fact | undefined): string {
  return JSON.stringify({ ...fact, place: undefined });
}
