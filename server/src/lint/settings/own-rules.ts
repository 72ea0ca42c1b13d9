import type { Position } from '../../text/line-index.ts';
import type { Span } from '../../text/span.ts';
import type { Field } from '../../yaml/read/field.ts';
import type { Severity } from './severity.ts';

/** A rule of users, as `rules` of `.kubewin.yaml` defines it. It can be sent between threads. */
export interface OwnRule {
  /** `own/<name>`. */
  readonly id: string;
  readonly message: string;
  /** The fields that are checked; `spec` for the pod. */
  readonly fields: readonly string[];
  /** A condition in CEL. If it is true, the message is reported. By default, a field only has to be set. */
  readonly when: string | undefined;
  readonly severity: Severity | 'off';
  readonly gate: OwnGate;
  /** Markdown. */
  readonly description: string;
  readonly docs: string | undefined;
  /** Where faults in its evaluation are reported: the condition in its file. */
  readonly place: { readonly uri: string; readonly start: Position };
}

/** Which pods are checked: those that are known to run on Windows, Linux pods, or all. */
export const OWN_GATES = ['windows', 'linux', 'any'] as const;
type OwnGate = (typeof OWN_GATES)[number];

/** A rule of users that cannot be evaluated for a document. */
export interface FailedOwnRule {
  readonly rule: OwnRule;
  readonly message: string;
  /** In the text of its condition. */
  readonly span: Span;
}

/** Reads rules by their IDs, in the file with the URI. Those with faults are left out. */
export type OwnRuleReader = (
  defined: readonly (readonly [id: string, definition: Field])[],
  uri: string,
  report: ReportOwnRule,
) => OwnRule[];

/** Reports a fault at a span. */
export type ReportOwnRule = (
  span: Span,
  message: () => string,
  details?: { readonly replacement?: string | undefined; readonly isInSchema?: boolean },
) => void;

const OWN_ID = /^own\/[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether a name may be that of a rule of users. */
export function isOwnName(name: string): boolean {
  return OWN_ID.test(name);
}

/** Whether a name may be that of a rule of users, or of their category. */
export function mayBeOwn(name: string): boolean {
  return name === 'own' || isOwnName(name);
}
