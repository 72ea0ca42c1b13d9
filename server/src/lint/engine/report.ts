import type { KubeObject } from '../../kubernetes/object.ts';
import type { Span } from '../../text/span.ts';
import type { Verdict } from '../../windows/verdict.ts';
import type { Document } from '../../yaml/read/document.ts';
import type { Directive } from '../directives/directive.ts';
import type { Finding } from '../finding.ts';
import type { Use } from '../kustomize/use.ts';
import type { JudgedPod } from '../rule.ts';
import type { FailedOwnRule } from '../settings/own-rules.ts';

/** A pod or pod template with its verdict. */
export interface Workload extends JudgedPod {
  /** How Kustomize files use it. */
  readonly uses?: readonly Use[];
  /** The verdict by the evidence, if the pod is checked as a Windows pod on request. */
  readonly byEvidence?: Verdict;
}

/** A workload in the rendered text of a template, whose pod the template does not show as it is written. */
export interface RenderedWorkload {
  readonly object: Pick<KubeObject, 'kind' | 'name' | 'namespace'>;
  /** The events at which Helm creates it; empty if it is a part of the release. */
  readonly hook: readonly string[];
  readonly verdict: Verdict;
  /** Where the template writes the object. */
  readonly extent: Span;
}

/** The findings and pods of a document, before directives suppress any finding. */
export interface DocumentReport {
  readonly document: Document;
  /** In the order of the text, then of the rule IDs. */
  readonly findings: readonly Finding[];
  readonly workloads: readonly Workload[];
  /** The workloads that a template writes and that only its rendered text shows. */
  readonly renderedWorkloads?: readonly RenderedWorkload[];
  readonly directives: readonly Directive[];
  /** The rules of users that could not be evaluated. */
  readonly failedOwnRules?: readonly FailedOwnRule[];
}

/** The objects with the pods of a document, and their verdicts: those included that only its rendered text shows. */
export function verdictsIn({
  workloads,
  renderedWorkloads = [],
}: DocumentReport): readonly Pick<RenderedWorkload, 'object' | 'verdict'>[] {
  return [...workloads.map(({ pod: { object }, verdict }) => ({ object, verdict })), ...renderedWorkloads];
}
