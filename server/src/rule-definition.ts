import type { Certainty, Effect, Severity } from './results.ts';

// The types of rules that callers of the API write. Rules of Kubewin have the same form: `lint/rule.ts` describes it with the
// types of the sources, and a test compares both.

/** A rule that is checked beside those of Kubewin. */
export interface RuleDefinition {
  /** `category/name`, in lower case. */
  readonly id: string;
  /** One line, for lists. */
  readonly title: string;
  /**
   * `windows`: pods that are known to run on Windows; `guessed`: also pods that probably do; `linux`: Linux pods; `any`: every
   * pod; `object`: other objects.
   */
  readonly gate: 'windows' | 'guessed' | 'linux' | 'any' | 'object';
  /** Turned on only by the setting `rules`. */
  readonly offByDefault?: true;
  /** What it checks in a pod, in every kind of workload. */
  readonly pod?: PodCheck;
  /** What it checks in objects of other kinds. */
  readonly objects?: readonly ObjectCheck[];
  /** The effects: the first row that matches decides. If none matches, the rule reports nothing. */
  readonly outcomes: readonly [Outcome, ...Outcome[]];
  /** Markdown: the reason, and what to do instead. */
  readonly why: string;
  readonly sources: readonly [Source, ...Source[]];
}

/** Called for each field of a pod that matches one of the patterns, such as `spec.containers[*].image`. */
export interface PodCheck {
  /** `spec` is the pod spec, and `metadata` the metadata of the pod or its template. */
  readonly watches: readonly string[];
  check(field: Field, context: PodContext): Nothing;
}

/** Called for each field that matches one of the patterns in objects of a kind. Patterns start at the object: `spec.type`. */
export interface ObjectCheck {
  readonly kind: string;
  /** The API group; empty for the core one. */
  readonly group: string;
  readonly watches: readonly string[];
  /** Whether it applies only to objects that select Windows pods. */
  readonly selects?: true;
  check(field: Field, context: CheckContext): Nothing;
}

/** What a check returns. With `void` alone, a check could be a generator, which nothing iterates. */
// biome-ignore lint/suspicious/noConfusingVoidType: it is the type of functions that return nothing.
type Nothing = void | undefined;

/** What a check can read besides the field, and what it reports to. */
export interface CheckContext {
  /** Reports a problem. To be called before `check` returns. */
  readonly report: (problem: Problem) => void;
  readonly object: KubeObject;
  readonly settings: {
    readonly kubernetesVersion: string;
    readonly provider: string;
    readonly containerRuntime: string;
    readonly taint: string;
  };
}

export interface PodContext extends CheckContext {
  readonly pod: Pod;
  readonly verdict: {
    /** `unknown` without evidence, `none` if it contradicts itself, and `either` if nodes of both systems are selected. */
    readonly os: 'windows' | 'linux' | 'either' | 'none' | 'unknown';
    /** Null if the evidence does not decide. */
    readonly certainty: Certainty | null;
  };
}

export interface KubeObject {
  /** The API group; empty for the core one. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string | null;
  readonly namespace: string | null;
  readonly field: Field;
}

export interface Pod {
  readonly spec: Field;
  /** The metadata of the pod or of its template. */
  readonly metadata: Field | undefined;
  readonly containers: readonly {
    readonly list: 'containers' | 'initContainers' | 'ephemeralContainers';
    readonly name: string | undefined;
    readonly field: Field;
  }[];
}

/**
 * A value in a document and its position. A null value is not a field. Reading a value as another type returns undefined, and
 * so does reading one that a template or a placeholder writes: what depends on it is not reported.
 */
export interface Field {
  readonly parent: Field | undefined;
  /** The mapping key or list index; undefined at the root. */
  readonly key: string | number | undefined;
  /** The keys and indices from the root of the document on. */
  readonly path: readonly (string | number)[];
  readonly isMapping: boolean;
  readonly isSequence: boolean;
  readonly isScalar: boolean;
  readonly string: string | undefined;
  readonly boolean: boolean | undefined;
  readonly number: number | undefined;
  /** A scalar of any type as it is written, without quotes. */
  readonly source: string | undefined;
  /** The span of the key; for an item, of its first key or its scalar. */
  readonly span: Span;
  /** The span of the value, without comments and line ends around it. */
  readonly valueSpan: Span;
  /** The value of a key; undefined if it is absent or null, or if this is not a mapping. */
  get(key: string): Field | undefined;
  /** The value at a path of keys and indices. */
  at(...path: readonly (string | number)[]): Field | undefined;
  /** The items of a list; empty for anything else. */
  items(): readonly Field[];
  /** The keys and values of a mapping; empty for anything else. */
  entries(): readonly (readonly [string, Field])[];
  /** The strings of a list; items of another type are left out. */
  strings(): readonly string[];
  /** The string entries of a mapping, such as labels. */
  stringMap(): Readonly<Record<string, string>>;
}

/** UTF-16 code units from the start of the document. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a check reports. */
export interface Problem {
  readonly at: Span;
  /** Selects the outcomes with the same `case`. */
  readonly case?: string;
  readonly message: Message;
  /** Other places in the document that it refers to. */
  readonly related?: readonly { readonly at: Span; readonly message: string }[];
  /** Best first. Each one is applied to a copy and verified before it is offered. */
  readonly fixes?: readonly Fix[];
}

/** A text with `{0}`, `{1}` … for its arguments. `{effect}` stands for the verb phrase of the outcome, such as "has no effect". */
export interface Message {
  readonly template: string;
  readonly args: readonly string[];
}

export interface Fix {
  /** Imperative, without a period. */
  readonly title: string;
  /** `safe` for the removal of a field that nothing depends on, and `review` for all others. */
  readonly safety: 'safe' | 'review';
  readonly changes: readonly Change[];
}

/** A change to a document. Paths start at the root of the document. */
export type Change =
  | { readonly kind: 'remove'; readonly path: Path }
  | { readonly kind: 'replace'; readonly path: Path; readonly value: Value }
  | { readonly kind: 'insert' | 'append'; readonly path: Path; readonly value: Value }
  | { readonly kind: 'rename'; readonly path: Path; readonly key: string };

export type Path = readonly (string | number)[];

export type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };

/** Which effect a problem has, and under which conditions. */
export interface Outcome {
  /** The severity follows from it. */
  readonly effect: Effect;
  /** In place of the severity of the effect. */
  readonly severity?: Severity;
  /** Only for problems of this case. */
  readonly case?: string;
  /** The first Kubernetes release with this effect, such as `1.29`. */
  readonly since?: string;
  /** The last release with this effect. */
  readonly until?: string;
  /** The minimum certainty of the verdict. */
  readonly certainty?: Certainty;
  /** Replaces `{effect}` in the message. */
  readonly phrase?: string;
  /** The sentence after the message. */
  readonly result?: string;
}

export interface Source {
  readonly title: string;
  readonly url?: string;
}
