import type { Span } from '../../text/span.ts';
import type { Document } from '../../yaml/read/document.ts';
import { distinct, type Finding } from '../finding.ts';
import { findingsInPatches, findingsOfObject, findingsOfPod } from '../kustomize/findings.ts';
import { patchedPods } from '../kustomize/use.ts';
import type { LintContext } from '../rule-set/rule-set.ts';
import { type JudgedDocument, judge, verdictOfRendered } from './pod-verdict.ts';
import type { Report, Workload } from './report.ts';

/**
 * Everything the rules find in a document. Pure: the same text, settings and facts give the same report. The verdicts
 * can be handed over where they are known.
 */
export function lint(
  document: Document,
  context: LintContext,
  { directives, objects }: JudgedDocument = judge(document, context),
): Report {
  const findings: Finding[] = [];
  const workloads: Workload[] = [];
  for (const { object, branch, pods } of objects) {
    // What stands in a branch of a template is looked at with that branch alone: others may exclude it.
    const isIn = (span: Span) => document.template?.branchAt(span.start) === branch;
    const found = pods.map((pod) => findingsOfPod(pod, pod.uses, pod.verdicts, context));
    workloads.push(...pods.filter(({ pod }) => isIn(pod.spec.span)));
    const all = [...distinct(found.flat()), ...findingsOfObject(object, context)];
    findings.push(...all.filter(({ at }) => isIn(at)));
  }
  const starts = workloads.map(({ pod }) => pod.object.field.valueSpan.start);
  const patched = patchedPods(starts, context).map((one) => {
    return { ...one, verdict: verdictOfRendered(one.pod, one.pod, one, [], context) };
  });
  findings.push(...findingsInPatches(document, patched, context));
  findings.sort((a, b) => a.at.start - b.at.start || compare(a.rule, b.rule) || a.at.end - b.at.end);
  return { document, findings: findings.map(withoutPlainEvidence), workloads, directives };
}

/** Without the evidence for Windows where that is certain and stands in the document itself. */
function withoutPlainEvidence(finding: Finding): Finding {
  if (finding.certainty === 'guessed') return finding;
  const related = finding.related.filter(({ at, isEvidence }) => !isEvidence || 'uri' in at);
  return related.length === finding.related.length ? finding : { ...finding, related };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
