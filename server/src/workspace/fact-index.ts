import {
  called,
  type Fact,
  type FactKind,
  type FactOf,
  type Facts,
  keysOf,
  nameInKey,
  type PlainData,
} from '../kubernetes/facts.ts';

/** The facts of one workspace folder. Those of a kind are gathered when they are first asked for. */
export class FactIndex implements Facts {
  readonly #gather: (kind: FactKind, name?: string) => readonly Fact[];
  readonly #gathered = new Map<FactKind, readonly Fact[]>();
  /** What was answered; many ask the same. */
  readonly #answers = new Answers<unknown>();
  readonly #keyed = new Map<FactKind, ReadonlyMap<string, readonly Fact[]>>();
  /** Those of a name that were gathered while nothing asked for all of the kind. */
  readonly #called = new Map<FactKind, Map<string, readonly Fact[]>>();

  /** Where a name is given, facts of other names may be among those that are gathered. */
  constructor(gather: (kind: FactKind, name?: string) => readonly Fact[]) {
    this.#gather = gather;
  }

  /** The kinds that something asked for so far. */
  get kinds(): readonly FactKind[] {
    return [...new Set([...this.#gathered.keys(), ...this.#called.keys()])];
  }

  named<K extends FactKind>(kind: K, name: string, namespace: string | null = null): FactOf<K> | undefined {
    return this.#answers.get(NAMED, nameKey(kind, name, namespace), () => {
      const [first, ...others] = this.keyed(kind, called(name)).filter((fact) => fact.namespace === namespace);
      // Objects of one name that say different things are no evidence.
      return others.every((other) => saying(other) === saying(first)) ? first : undefined;
    });
  }

  where<K extends FactKind, By extends PlainData>(
    kind: K,
    namespace: string | null | undefined,
    test: (fact: FactOf<K>, by: By) => boolean,
    by: By,
    keys: readonly string[] = [],
  ): readonly FactOf<K>[] {
    return this.#answers.get(test, question(kind, namespace, by, keys), () => {
      const lists = keys.map((key) => this.keyed(kind, key));
      const [rarest = this.all(kind)] = lists.sort((a, b) => a.length - b.length);
      const found = rarest.filter(
        (fact) => (namespace === undefined || fact.namespace === namespace) && test(fact, by),
      );
      return found.length === 0 ? NONE : found;
    });
  }

  keyed<K extends FactKind>(kind: K, key: string): readonly FactOf<K>[] {
    const name = nameInKey(key);
    if (name !== undefined && !this.#gathered.has(kind)) {
      return this.#namedAlone(kind, name) as unknown as readonly FactOf<K>[];
    }
    const known = this.#keyed.get(kind) ?? byKey(this.all(kind));
    this.#keyed.set(kind, known);
    return (known.get(key) ?? NONE) as unknown as readonly FactOf<K>[];
  }

  all<K extends FactKind>(kind: K): readonly FactOf<K>[] {
    const facts = this.#gathered.get(kind) ?? this.#gather(kind);
    this.#gathered.set(kind, facts);
    return facts as unknown as readonly FactOf<K>[];
  }

  #namedAlone(kind: FactKind, name: string): readonly Fact[] {
    const known = this.#called.get(kind) ?? new Map<string, readonly Fact[]>();
    this.#called.set(kind, known);
    const found = known.get(name) ?? this.#gather(kind, name).filter((fact) => fact.name === name);
    known.set(name, found);
    return found;
  }

  derived<T, By extends PlainData>(derive: (facts: Facts, by: By) => T, by: By): T {
    return this.#answers.get(derive, keyOf(by), () => derive(this, by));
  }
}

/** Most answers: one for all. */
const NONE: readonly never[] = [];

/** The facts of a folder with the pods of one file alone: others are not known yet. */
export class FactsOfFile implements Facts {
  readonly #facts: Facts;
  readonly #pods: FactIndex;
  readonly #derived = new Answers<unknown>();
  #wasAskedForPods = false;

  constructor(facts: Facts, gatherPods: () => readonly Fact[]) {
    this.#facts = facts;
    this.#pods = new FactIndex(gatherPods);
  }

  named<K extends FactKind>(kind: K, name: string, namespace: string | null = null): FactOf<K> | undefined {
    return this.#of(kind).named(kind, name, namespace);
  }

  where<K extends FactKind, By extends PlainData>(
    kind: K,
    namespace: string | null | undefined,
    test: (fact: FactOf<K>, by: By) => boolean,
    by: By,
    keys: readonly string[] = [],
  ): readonly FactOf<K>[] {
    return this.#of(kind).where(kind, namespace, test, by, keys);
  }

  keyed<K extends FactKind>(kind: K, key: string): readonly FactOf<K>[] {
    return this.#of(kind).keyed(kind, key);
  }

  all<K extends FactKind>(kind: K): readonly FactOf<K>[] {
    return this.#of(kind).all(kind);
  }

  derived<T, By extends PlainData>(derive: (facts: Facts, by: By) => T, by: By): T {
    return this.#derived.get(derive, keyOf(by), () => derive(this, by));
  }

  /** Whether anything that was asked may have another answer when the pods of other files are known. */
  get wasAskedForPods(): boolean {
    return this.#wasAskedForPods;
  }

  #of(kind: FactKind): Facts {
    if (kind !== 'Pod') return this.#facts;
    this.#wasAskedForPods = true;
    return this.#pods;
  }
}

/** Passes facts on and notes what was asked, so that an answer can be seen to have changed. */
export class FactReads implements Facts {
  readonly #facts: Facts;
  readonly #reads = new Answers<Read>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  named<K extends FactKind>(kind: K, name: string, namespace: string | null = null): FactOf<K> | undefined {
    return this.#note(NAMED, nameKey(kind, name, namespace), () => new NamedRead(kind, name, namespace));
  }

  where<K extends FactKind, By extends PlainData>(
    kind: K,
    namespace: string | null | undefined,
    test: (fact: FactOf<K>, by: By) => boolean,
    by: By,
    keys: readonly string[] = [],
  ): readonly FactOf<K>[] {
    return this.#note(
      test,
      question(kind, namespace, by, keys),
      () => new AnyRead((facts) => facts.where(kind, namespace, test, by, keys)),
    );
  }

  keyed<K extends FactKind>(kind: K, key: string): readonly FactOf<K>[] {
    return this.#note(KEYED, `${kind} ${key}`, () => new KeyedRead(kind, key));
  }

  all<K extends FactKind>(kind: K): readonly FactOf<K>[] {
    return this.#note(ALL, kind, () => new AnyRead((facts) => facts.all(kind)));
  }

  derived<T, By extends PlainData>(derive: (facts: Facts, by: By) => T, by: By): T {
    return this.#note(derive, keyOf(by), () => new DerivedRead(derive, by));
  }

  /** What was asked so far, in as little memory as that takes. */
  settled(): Reads {
    return new Reads(this.#reads.all());
  }

  #note<T>(asked: object, by: string, make: () => Read<T>): T {
    const known = this.#reads.get(asked, by, () => {
      const read = make();
      read.answer = read.ask(this.#facts);
      return read;
    });
    return known.answer as T;
  }
}

/** A question to facts, with the last answer. There are tens of thousands: functions would take twice the memory. */
interface Read<T = unknown> {
  answer: T | undefined;
  ask(facts: Facts): T;
}

class NamedRead<K extends FactKind> implements Read<FactOf<K> | undefined> {
  readonly #kind: K;
  readonly #name: string;
  readonly #namespace: string | null;
  answer: FactOf<K> | undefined;

  constructor(kind: K, name: string, namespace: string | null) {
    this.#kind = kind;
    this.#name = name;
    this.#namespace = namespace;
  }

  ask(facts: Facts): FactOf<K> | undefined {
    return facts.named(this.#kind, this.#name, this.#namespace);
  }
}

class KeyedRead<K extends FactKind> implements Read<readonly FactOf<K>[]> {
  readonly #kind: K;
  readonly #key: string;
  answer: readonly FactOf<K>[] | undefined;

  constructor(kind: K, key: string) {
    this.#kind = kind;
    this.#key = key;
  }

  ask(facts: Facts): readonly FactOf<K>[] {
    return facts.keyed(this.#kind, this.#key);
  }
}

class DerivedRead<T, By extends PlainData> implements Read<T> {
  readonly #derive: (facts: Facts, by: By) => T;
  readonly #by: By;
  answer: T | undefined;

  constructor(derive: (facts: Facts, by: By) => T, by: By) {
    this.#derive = derive;
    this.#by = by;
  }

  ask(facts: Facts): T {
    return facts.derived(this.#derive, this.#by);
  }
}

/** Any other question. */
class AnyRead<T> implements Read<T> {
  readonly ask: (facts: Facts) => T;
  answer: T | undefined;

  constructor(ask: (facts: Facts) => T) {
    this.ask = ask;
  }
}

/** What was asked of facts, with the answers. */
export class Reads {
  readonly #reads: readonly (Read | Reads)[];

  constructor(reads: readonly (Read | Reads)[]) {
    // A list that has grown has room for more.
    this.#reads = reads.slice();
  }

  /** Whether other facts give the same answers to everything that was asked. */
  stillHold(facts: Facts): boolean {
    return this.#reads.every((read) => {
      if (read instanceof Reads) return read.stillHold(facts);
      const answer = read.ask(facts);
      if (!isSame(answer, read.answer)) return false;
      // The next comparison finds it identical, and what it was made of need not be kept.
      read.answer = answer;
      return true;
    });
  }
}

/** What stands for the questions that go by no function. */
const NAMED = {};
const KEYED = {};
const ALL = {};

/** What was answered to questions: by the function that is asked, or what stands for it, and what it goes by. */
class Answers<T> {
  readonly #byAsked = new Map<object, Map<string, T>>();

  /** The answer to a question, made when it is first asked. */
  get<U extends T>(asked: object, by: string, make: () => U): U {
    let known = this.#byAsked.get(asked);
    if (known === undefined) {
      known = new Map();
      this.#byAsked.set(asked, known);
    }
    if (!known.has(by)) known.set(by, make());
    return known.get(by) as U;
  }

  all(): T[] {
    return [...this.#byAsked.values()].flatMap((answers) => [...answers.values()]);
  }
}

/** An object, for a missing namespace is one of its own, and no namespace at all is any. */
function question(
  kind: FactKind,
  namespace: string | null | undefined,
  by: PlainData,
  keys: readonly string[],
): string {
  return JSON.stringify({ kind, namespace, by, keys });
}

function keyOf(by: PlainData): string {
  return typeof by === 'string' ? by : JSON.stringify(by);
}

/** With the length of the name, which may have anything in it. */
function nameKey(kind: FactKind, name: string, namespace: string | null): string {
  const named = `${kind} ${name.length} ${name}`;
  return namespace === null ? named : `${named} ${namespace}`;
}

/** Whether two pieces of plain data are equal. Most facts are the very ones that were there before. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => isSame(value, Reflect.get(other, key)))
  );
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
