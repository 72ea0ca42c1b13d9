import { objects } from '../kubernetes/object.ts';
import { podsOf } from '../kubernetes/pod.ts';
import type { Span } from '../text/span.ts';
import type { Document } from '../yaml/document.ts';
import { readDirectives } from './directives/directive.ts';
import { distinct, type Finding } from './finding.ts';
import { findingsInPatches, findingsOfObject, findingsOfPod } from './kustomize/findings.ts';
import { isPart, patchedPods, usesOf } from './kustomize/use.ts';
import { verdictAcross, verdictMade, verdictOver, verdictsOf } from './pod-verdict.ts';
import type { Report, Workload } from './report.ts';
import type { LintContext } from './rule-set.ts';

/** Everything the rules find in a document. Pure: the same text, settings and facts give the same report. */
export function lint(document: Document, context: LintContext): Report {
  const directives = readDirectives(document);
  const findings: Finding[] = [];
  const workloads: Workload[] = [];
  const seen = document.views.flatMap(({ root, branch }) =>
    objects(document, root).map((object) => {
      const own = podsOf(object, context.settings.embeddedPods).map((pod) => {
        const uses = usesOf(pod, context);
        const verdicts = verdictsOf(pod, uses, directives, context);
        const verdict = verdictOver(pod, uses, verdicts, directives, context);
        return { pod: isPart(uses, context) ? { ...pod, partial: true } : pod, branch, uses, verdicts, verdict };
      });
      return { object, branch, own };
    }),
  );
  const views = new Map<number, (typeof seen)[number]['own']>();
  for (const one of seen.flatMap(({ own }) => own)) {
    const { start } = one.pod.spec.span;
    views.set(start, [...(views.get(start) ?? []), one]);
  }
  for (const { object, branch, own } of seen) {
    // What stands in a branch of a template is looked at with that branch alone: others may exclude it.
    const isIn = (span: Span) => document.template?.branchAt(span.start) === branch;
    const pods = own.map((one) => {
      const { pod, uses, verdicts } = one;
      const workload = {
        pod,
        verdict: uses.length > 0 ? one.verdict : verdictAcross(one, views.get(pod.spec.span.start) ?? []),
        uses,
      };
      return { workload, found: findingsOfPod(workload, uses, verdicts, context) };
    });
    workloads.push(...pods.flatMap(({ workload }) => (isIn(workload.pod.spec.span) ? workload : [])));
    const found = [...distinct(pods.flatMap((one) => one.found)), ...findingsOfObject(object, context)];
    findings.push(...found.filter(({ at }) => isIn(at)));
  }
  const starts = workloads.map(({ pod }) => pod.object.field.valueSpan.start);
  const patched = patchedPods(starts, context).map((one) => {
    return { ...one, verdict: verdictMade(one.pod, one.pod, one, [], context) };
  });
  findings.push(...findingsInPatches(document, patched, context));
  findings.sort((a, b) => a.at.start - b.at.start || compare(a.rule, b.rule) || a.at.end - b.at.end);
  return { document, findings, workloads, directives };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
