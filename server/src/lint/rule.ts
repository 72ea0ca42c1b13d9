import type { Facts, Location } from '../kubernetes/facts.ts';
import type { KubeObject } from '../kubernetes/object.ts';
import type { Pod } from '../kubernetes/pod.ts';
import type { KubernetesVersion } from '../kubernetes/version.ts';
import { t } from '../text/localize.ts';
import type { Span } from '../text/span.ts';
import type { Certainty, Verdict } from '../windows/verdict.ts';
import type { Change } from '../yaml/edit/change.ts';
import type { Field } from '../yaml/read/field.ts';
import type { FieldPath } from '../yaml/read/path.ts';
import type { ContainerRuntime, Settings } from './settings/settings.ts';

export type { Change } from '../yaml/edit/change.ts';
export type { Field } from '../yaml/read/field.ts';
export type { FieldPath } from '../yaml/read/path.ts';
export { MAX_SEARCHED } from '../yaml/read/scalars.ts';

/**
 * Something that does not work on Windows: what to look at, what becomes of it, why, and what to do. Its examples are the
 * blocks of its page, docs/rules/<id>.md.
 */
export interface Rule {
  /** `category/name`, the catalogue's id: the file is rules/<id>.ts, and it reads well after "allow". */
  readonly id: string;
  /** IDs that it had before, the latest first: suppressions, settings and baselines still accept them. */
  readonly formerIds?: readonly string[];
  /** One line, for lists. */
  readonly title: string;
  /** For which verdicts it speaks; `object` for a rule that looks at no pods. */
  readonly gate: Gate;
  /**
   * Of a rule with the gate `any` or `linux`: words of which a document without evidence of Windows has one wherever the rule
   * speaks; `silent` where it never does. By default they are the keys that it watches.
   */
  readonly withoutEvidence?: 'silent' | readonly string[];
  /** Silent until the setting `kubewin.rules` turns it on. */
  readonly offByDefault?: true;
  /** What it watches in a pod, under every kind of workload. */
  readonly pod?: PodCheck;
  /** What it watches in objects of other kinds. */
  readonly objects?: readonly ObjectCheck[];
  /** What becomes of it: the first row that fits decides; where none fits the rule is silent. */
  readonly outcomes: readonly [Outcome, ...Outcome[]];
  /** Markdown: why Windows differs here and what to do instead. Hovers show the first paragraph, pages all of it. */
  readonly why: string;
  /** Where the facts are from; the first link is the one that diagnostics show. */
  readonly sources: readonly [Source, ...Source[]];
  /** The release of Kubewin that is the first to have it; without it, 0.1. */
  readonly since?: string;
}

/**
 * `windows`: pods that are known to run on Windows; `guessed`: also pods that probably do; `linux`: Linux pods; `any`: every
 * pod, because the condition itself is the proof; `object`: other objects.
 */
export type Gate = 'windows' | 'guessed' | 'linux' | 'any' | 'object';

/**
 * A field to watch: `spec.hostPID`, `spec.containers[*].image`, `spec.nodeSelector[kubernetes.io/os]`,
 * `spec.containers[*].resources.limits[hugepages-*]`. In a pod `spec` is the pod spec and `metadata` the metadata of the
 * pod or its template. `spec` alone is asked once per pod and has no hover of its own.
 */
export type FieldPattern = string;

/** Asked for each field of a pod that fits one of the patterns, where the gate fits its verdict. */
export interface PodCheck {
  readonly watches: readonly FieldPattern[];
  check(field: Field, context: PodContext): Iterable<Problem>;
}

/** Asked for each field of the objects of a kind that fits one of the patterns, from the object on: `spec.type`. */
export interface ObjectCheck {
  readonly kind: string;
  readonly group: string;
  readonly watches: readonly FieldPattern[];
  /** Whether it speaks only of objects that select pods for Windows. */
  readonly selects?: true;
  check(field: Field, context: CheckContext): Iterable<Problem>;
}

/** What a rule may know besides the field. */
export interface CheckContext {
  readonly object: KubeObject;
  readonly settings: Settings;
  readonly facts: Facts;
}

/** A pod or pod template, and its verdict. */
export interface JudgedPod {
  readonly pod: Pod;
  readonly verdict: Verdict;
}

/** What a rule on pods may know besides. */
export interface PodView extends CheckContext, JudgedPod {}

/** A pod as rules are asked about it, with what several of them share. */
export interface PodContext extends PodView {
  /** What would be refused if the pod declared Windows and only because of it; not to be asked for a declared pod. */
  rejectedOnceDeclared(): readonly RejectedField[];
  /**
   * What is made of a list or of the whole pod (`pod.spec`), once for all that ask for it. It goes by the function, which
   * is to be one of a module.
   */
  once<T>(of: Field, make: (of: Field, context: PodContext) => T): T;
}

/** As much of a finding as another rule may know. */
export interface RejectedField {
  readonly rule: string;
  readonly fixes: readonly Fix[];
}

/** A row of what becomes of the pod or object. */
export interface Outcome {
  readonly effect: Effect;
  /**
   * Only for problems of this case: a clause that people read after "if" and that says what a manifest has then, such
   * as "the value is a number". Field names and values are in backticks.
   */
  readonly case?: string;
  /** First release in which it holds. */
  readonly since?: KubernetesVersion;
  /** Last release in which it holds. */
  readonly until?: KubernetesVersion;
  /** Only where the verdict is at least so certain. */
  readonly certainty?: Certainty;
  /** Refused only when a pod is created: the API server accepts the objects that make such pods. */
  readonly onCreation?: true;
  readonly runtime?: ContainerRuntime;
  /** Depends on what no manifest shows: one severity lower. */
  readonly doubtful?: true;
  /** What stands for `{effect}` in the message, in place of the effect's own verb phrase: `stays Pending`. */
  readonly phrase?: string;
  /** A sentence behind the message, in place of the effect's own. */
  readonly result?: string;
  /** The event or error text that the user meets. */
  readonly seen?: string;
}

/** Severities follow from it; no rule picks its own. */
export type Effect =
  /** The API server's own validation refuses the object. */
  | 'rejected'
  /** Accepted, and then refused by admission or a controller, or the pod does not run or is never scheduled. */
  | 'fails'
  /** The field does nothing. */
  | 'ignored'
  /** It does something else than on Linux. */
  | 'differs'
  /** It may work, but nobody supports it any more, or ever did. */
  | 'unsupported'
  /** Good practice: never in the Problems list. */
  | 'advice';

/** What a rule found, before it is known what becomes of it. */
export interface Problem {
  readonly at: Span;
  /** The path that the API server names, from the document's root, where it is not that of the watched field. */
  readonly field?: FieldPath;
  readonly case?: string;
  /** One sentence on this very pod, field and effect first; the outcome gives the effect. */
  readonly message: Message;
  readonly related?: readonly Related[];
  /** Best first. */
  readonly fixes?: FixMaker | readonly (Fix | FixMaker)[];
}

/** Makes fixes for which more is read than for the condition: a template may leave open only them. */
export type FixMaker = () => readonly Fix[];

/** Another place that a finding points at. */
export interface Related {
  /** In the same document, or in another object. */
  readonly at: Span | Location;
  readonly message: string;
  /** Whether it is why the pod is a Windows pod, which all findings in the pod have in common. */
  readonly isEvidence?: true;
}

/**
 * A text with `{0}`, `{1}` … for its arguments, so that it can be translated. `{effect}` stands for the verb phrase of
 * the outcome: "`hostPID` {effect}: …" becomes "`hostPID` is rejected on this Pod: …".
 */
export interface Message {
  readonly template: string;
  readonly args: readonly string[];
}

export interface Fix {
  /** Imperative, without a period: "Remove `hostPID`". */
  readonly title: string;
  /**
   * `safe` where the change removes what the API server refuses on a pod that declares Windows; the engine makes
   * `review` of it wherever it is not refused on this very pod. Only safe fixes take part in Fix All.
   */
  readonly safety: 'safe' | 'review';
  readonly changes: readonly Change[];
}

export interface Source {
  readonly title: string;
  readonly url?: string;
}

/** A message whose `{0}` and so on stand for values: rules are compared by their templates. */
export function message(template: string, ...args: readonly string[]): Message {
  return { template, args };
}

/** Whether a message says itself what the outcome is. */
export function namesEffect({ template }: Message): boolean {
  return template.includes('{effect}');
}

/** The text of a message; `phrase` is the verb phrase of its outcome. */
export function format({ template, args }: Message, phrase: string): string {
  return t(template).replace(/\{(\d|effect)\}/g, (whole, name) =>
    name === 'effect' ? phrase : (args[Number(name)] ?? whole),
  );
}
