import type { Location } from '../kubernetes/facts.ts';
import type { KubeObject } from '../kubernetes/object.ts';
import type { Pod } from '../kubernetes/pod.ts';
import type { Facts } from '../kubernetes/questions.ts';
import type { KubernetesVersion } from '../kubernetes/version.ts';
import { t } from '../text/localize.ts';
import type { Span } from '../text/span.ts';
import type { ContainerRuntime } from '../windows/container-runtimes.ts';
import type { Certainty, Verdict } from '../windows/verdict.ts';
import type { Change } from '../yaml/edit/change.ts';
import type { Field } from '../yaml/read/field.ts';
import type { FieldPath } from '../yaml/read/path.ts';
import type { OwnRule } from './settings/own-rules.ts';
import type { RuleCode } from './settings/rule-names.ts';
import type { Settings, Severity } from './settings/settings.ts';

export type { Change } from '../yaml/edit/change.ts';
export type { Field } from '../yaml/read/field.ts';
export type { FieldPath } from '../yaml/read/path.ts';
export { MAX_SEARCHED } from '../yaml/read/scalars.ts';

/**
 * Something that does not work on Windows: the fields to check, the effect, the reason and the fixes. The YAML blocks of
 * its page, docs/rules/<id>.md, are its tests.
 */
export interface Rule {
  /** `category/name`: the file is rules/<id>.ts. It reads well after "allow". */
  readonly id: string;
  /** Accepted wherever the ID is. A renamed rule keeps it. Only the rules of users do not have one. */
  readonly code?: RuleCode;
  /** What `.kubewin.yaml` says of a rule of users. */
  readonly own?: OwnRule;
  /** Earlier IDs, the latest first: suppressions, settings and baselines still accept them. */
  readonly formerIds?: readonly string[];
  /** One line, for lists. */
  readonly title: string;
  /** For which verdicts the rule applies; `object` for a rule that does not check pods. */
  readonly gate: Gate;
  /**
   * For a rule with the gate `any` or `linux`: words of which a document contains at least one if the rule reports
   * anything in it and there is no evidence of Windows; `silent` if the rule reports nothing without such evidence. By
   * default, the watched keys.
   */
  readonly withoutEvidence?: 'silent' | readonly string[];
  /** Turned on only by the setting `kubewin.rules`. */
  readonly offByDefault?: true;
  /** What it checks in a pod, in every kind of workload. */
  readonly pod?: PodCheck;
  /** What it checks in objects of other kinds. */
  readonly objects?: readonly ObjectCheck[];
  /**
   * Whether the fix only removes the watched field, and nothing else on the pod and no policy of its namespace depends on the
   * field: a policy of the API server may remove it where it has no effect.
   */
  readonly removesField?: true;
  /** The effects: the first row that matches decides. If none matches, the rule reports nothing. */
  readonly outcomes: readonly [Outcome, ...Outcome[]];
  /** Markdown: why Windows differs here and what to do instead. Hovers show the first paragraph, pages all of it. */
  readonly why: string;
  /** Where the facts are from; diagnostics show the first link. */
  readonly sources: readonly [Source, ...Source[]];
  /** The first release of Kubewin that has the rule; by default, 0.1. */
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
 * pod or its template. `spec` alone is checked once per pod and has no hover.
 */
export type FieldPattern = string;

/** Called for each field of a pod that matches one of the patterns, if the gate matches the verdict. */
export interface PodCheck {
  readonly watches: readonly FieldPattern[];
  check(field: Field, context: PodContext & Reporter): void;
}

/** Called for each field that matches one of the patterns in objects of a kind. Patterns start at the object: `spec.type`. */
export interface ObjectCheck {
  readonly kind: string;
  readonly group: string;
  readonly watches: readonly FieldPattern[];
  /** Whether it applies only to objects that select Windows pods. */
  readonly selects?: true;
  check(field: Field, context: CheckContext & Reporter): void;
}

/** What a rule can read besides the field. */
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

/** What a rule or note on pods can read besides the field. */
export interface PodView extends CheckContext, JudgedPod {}

/** What a rule on pods can read, with results that several rules share. */
export interface PodContext extends PodView {
  /** What would be rejected only because the pod declares Windows. Do not call it for a pod that does. */
  rejectedOnceDeclared(): readonly RejectedField[];
  /**
   * Computes a value from a list or from the whole pod (`pod.spec`) once for all rules. The function is the key, so it has
   * to be declared in a module.
   */
  once<T>(of: Field, make: (of: Field, context: PodContext) => T): T;
}

/** The part of a finding that other rules can read. */
export interface RejectedField {
  readonly rule: string;
  readonly fixes: readonly Fix[];
}

/** Which effect a problem has, and under which conditions. */
export interface Outcome {
  readonly effect: Effect;
  /**
   * Only for problems of this case: a clause that describes the manifest and follows "if", such as "the value is a
   * number". Field names and values are in backticks.
   */
  readonly case?: string;
  /** The first release with this effect. */
  readonly since?: KubernetesVersion;
  /** The last release with this effect. */
  readonly until?: KubernetesVersion;
  /** The minimum certainty of the verdict. */
  readonly certainty?: Certainty;
  /** The API server rejects only the pods, and accepts the objects that create such pods. */
  readonly onCreation?: true;
  /** The API server cannot decode the object, and rejects every kind that contains such a pod. */
  readonly onDecoding?: true;
  readonly runtime?: ContainerRuntime;
  /** Depends on something that no manifest shows: one severity lower. */
  readonly doubtful?: true;
  /** In place of the severity of the effect. */
  readonly severity?: Severity;
  /** Replaces `{effect}` in the message, instead of the verb phrase of the effect: `stays Pending`. */
  readonly phrase?: string;
  /** The sentence after the message, instead of that of the effect. */
  readonly result?: string;
  /** The event or error text that users see. */
  readonly seen?: string;
}

/** The severity follows from it. */
export type Effect =
  /** The validation of the API server rejects the object. */
  | 'rejected'
  /** The object is accepted, but admission or a controller denies it, or the pod is not scheduled or does not run. */
  | 'fails'
  /** The field has no effect. */
  | 'ignored'
  /** The field behaves differently than on Linux. */
  | 'differs'
  /** It may work, but it is not supported, or no longer. */
  | 'unsupported'
  /** A recommendation, which the Problems list does not show. */
  | 'advice';

/** What a check reports to. Functions for `once` do not have it, because several rules share their results. */
export interface Reporter {
  readonly report: Report;
}

/** Takes a problem. It needs no `this`, so that checks can destructure it. */
export type Report = (problem: Problem) => void;

/** What a rule reports; the engine makes a finding of it. */
export interface Problem {
  readonly at: Span;
  /** The part of it that decides, such as the tag of an image: where several values of a chart write it, that one is marked. */
  readonly part?: Span | undefined;
  /**
   * The evidence that causes a problem at a place that other pods share. If only some branches of a template or some overlays
   * of a base have it, the finding is there.
   */
  readonly cause?: Span | undefined;
  /** The path that the API server reports, from the document's root, if it is not that of the watched field. */
  readonly field?: FieldPath;
  readonly case?: string;
  /** One sentence on this pod, with the field and the effect first. The outcome provides the effect. */
  readonly message: Message;
  readonly related?: readonly Related[];
  /** Best first. */
  readonly fixes?: FixMaker | readonly (Fix | FixMaker)[];
}

/** Creates fixes that read more than the condition does, so that a template value there withholds only the fixes. */
export type FixMaker = () => readonly Fix[];

/** Another location that a finding refers to. */
export interface Related {
  /** In the same document, or in another object. */
  readonly at: Span | Location;
  readonly message: string;
  /** Whether it is the evidence for a Windows pod, which all findings in the pod share. */
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
  readonly safety: Safety;
  readonly changes: readonly Change[];
}

/**
 * What a fix can break. Rules write `safe` for the removal of a field that Windows pods cannot use, if nothing else depends
 * on it, and `review` for all others. The engine determines what a removal is on this pod.
 */
export type Safety =
  /** The API server rejects the field on this pod, which declares Windows. Fix All applies these fixes. */
  | 'safe'
  /** The field has no effect on this pod, which certainly runs on Windows: nothing changes on its nodes. */
  | 'ineffective'
  /** Somebody has to decide. */
  | 'review';

/** The kinds of fixes that can be applied without a review, the safest first. */
export const AUTOMATIC = ['safe', 'ineffective'] as const satisfies readonly Safety[];
export type AutomaticSafety = (typeof AUTOMATIC)[number];

export interface Source {
  readonly title: string;
  readonly url?: string;
}

/** Creates a message from a template in which `{0}` and so on stand for values. */
export function message(template: string, ...args: readonly string[]): Message {
  return { template, args };
}

/** Whether a message contains the effect of the outcome. */
export function namesEffect({ template }: Message): boolean {
  return template.includes('{effect}');
}

/** The text of a message; `phrase` is the verb phrase of its outcome. */
export function format({ template, args }: Message, phrase: string): string {
  return t(template).replace(/\{(\d|effect)\}/g, (whole, name) =>
    name === 'effect' ? phrase : (args[Number(name)] ?? whole),
  );
}
