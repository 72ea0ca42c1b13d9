import type { Span } from '../../text/span.ts';
import { assumeWindows } from '../../windows/verdict.ts';
import type { Document } from '../../yaml/read/document.ts';
import { atCause, distinct, type Finding } from '../finding.ts';
import { findingsInPatches, findingsOfObject, findingsOfPod } from '../kustomize/findings.ts';
import { patchedPods } from '../kustomize/use.ts';
import type { LintContext } from '../rule-set/rule-set.ts';
import { withAssumption } from './assumption.ts';
import { type JudgedDocument, judge, verdictOfRendered } from './pod-verdict.ts';
import type { DocumentReport, Workload } from './report.ts';

/**
 * The findings of all rules in a document. Pure: the same text, settings and facts give the same report. The verdicts
 * can be passed if they are known.
 */
export function lint(
  document: Document,
  context: LintContext,
  { directives, objects }: JudgedDocument = judge(document, context),
): DocumentReport {
  const findings: Finding[] = [];
  const workloads: Workload[] = [];
  const { settings } = context;
  for (const { object, branch, pods: written } of objects) {
    const pods = written.map((pod) => withAssumption(pod, settings));
    // Fields in a branch of a template are checked only in the view of that branch: other branches may exclude it.
    const isInBranch = (span: Span) => document.template?.branchAt(span.start) === branch;
    const found = pods.map((pod) => findingsOfPod(pod, pod.uses, pod.verdicts, context));
    workloads.push(...pods.filter(({ pod }) => isInBranch(pod.spec.span)));
    const all = [...distinct(found.flat()), ...findingsOfObject(object, context)];
    const own = all.filter(({ at, cause = at }) => isInBranch(cause));
    findings.push(...own.map((finding) => (isInBranch(finding.at) ? finding : atCause(finding))));
  }
  const starts = workloads.map(({ pod }) => pod.object.field.valueSpan.start);
  const patched = patchedPods(starts, context).map((patch) => {
    const verdict = verdictOfRendered(patch.pod, patch.pod, patch, [], context);
    return { ...patch, verdict: settings.assumeWindows === true ? assumeWindows(verdict) : verdict };
  });
  findings.push(...findingsInPatches(document, patched, context));
  findings.sort((a, b) => a.at.start - b.at.start || compare(a.rule, b.rule) || a.at.end - b.at.end);
  return { document, findings: findings.map(withoutObviousEvidence), workloads, directives };
}

/**
 * Without evidence at the finding itself, and without that in the same document, unless an image or a request is the only
 * reason to report the finding.
 */
function withoutObviousEvidence(finding: Finding): Finding {
  const isReason = finding.certainty === 'image' || finding.certainty === 'assumed';
  const isHere = ({ start, end }: Span) => start === finding.at.start && end === finding.at.end;
  const related = finding.related.filter(
    ({ at, isEvidence }) => !isEvidence || 'uri' in at || (isReason && !isHere(at)),
  );
  return related.length === finding.related.length ? finding : { ...finding, related };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
