import type { Verdict } from '../../windows/verdict.ts';
import type { Document } from '../../yaml/read/document.ts';
import type { Directive } from '../directives/directive.ts';
import type { Finding } from '../finding.ts';
import type { Use } from '../kustomize/use.ts';
import type { JudgedPod } from '../rule.ts';

/** A pod or pod template with its verdict. */
export interface Workload extends JudgedPod {
  /** How Kustomize files use it. */
  readonly uses?: readonly Use[];
  /** The verdict by the evidence, if the pod is checked as a Windows pod on request. */
  readonly byEvidence?: Verdict;
}

/** The findings and pods of a document, before directives suppress any finding. */
export interface DocumentReport {
  readonly document: Document;
  /** In the order of the text, then of the rule IDs. */
  readonly findings: readonly Finding[];
  readonly workloads: readonly Workload[];
  readonly directives: readonly Directive[];
}
