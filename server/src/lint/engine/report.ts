import type { Document } from '../../yaml/read/document.ts';
import type { Directive } from '../directives/directive.ts';
import type { Finding } from '../finding.ts';
import type { Use } from '../kustomize/use.ts';
import type { JudgedPod } from '../rule.ts';

/** A pod or pod template, its verdict, and what Kustomize makes of it. */
export interface Workload extends JudgedPod {
  /** What Kustomize makes of it, if it does. */
  readonly uses?: readonly Use[];
}

/** What one document has to tell, before directives silence any of it. */
export interface Report {
  readonly document: Document;
  /** In the order of the text, then of the rules' ids. */
  readonly findings: readonly Finding[];
  readonly workloads: readonly Workload[];
  readonly directives: readonly Directive[];
}
