import { t } from '../../text/localize.ts';
import type { Span } from '../../text/span.ts';
import type { DocumentReport, Workload } from '../engine/report.ts';
import type { LintContext } from '../rule-set/rule-set.ts';
import { makeReady } from './make-ready.ts';
import { pinToLinux } from './pin-to-linux.ts';
import type { Refactoring } from './refactoring.ts';
import { extractRuntimeClass, useRuntimeClass } from './share-runtime-class.ts';
import { windowsTwin } from './windows-twin.ts';

/**
 * The refactorings of a workload; `file` are the reports of all documents in its file. None for patches, and none for
 * custom resources without a pod spec of the Kubernetes API.
 */
export function refactorings(
  checked: Workload,
  { document }: DocumentReport,
  file: readonly DocumentReport[],
  context: LintContext,
): Refactoring[] {
  const workload = byEvidence(checked);
  if (!isWhole(workload)) return [];
  const all = [
    ...makeReady(workload, document, context),
    ...pinToLinux(workload, document, context),
    ...windowsTwin(workload, document, context),
    ...useRuntimeClass(workload, document, context),
    ...extractRuntimeClass(workload, document, file, context),
  ];
  if (!document.template?.hasActions) return all;
  // The parts that the template writes may have to be changed, too.
  const reason = t('A template writes parts of this document.');
  return all.map(({ title, way }) => ({ title, ...(way && { way }), ok: false, reason }));
}

/** Those refactorings of a workload that make it ready for Windows, as far as they are possible. */
export function waysToWindows(workload: Workload, { document }: DocumentReport, context: LintContext): Refactoring[] {
  const canChange = isWhole(workload) && !document.template?.hasActions;
  return canChange ? makeReady(byEvidence(workload), document, context).filter(({ ok }) => ok) : [];
}

/** What a pod is checked as on request does not change what it is. */
function byEvidence(workload: Workload): Workload {
  return { ...workload, verdict: workload.byEvidence ?? workload.verdict };
}

function isWhole({ pod }: Workload): boolean {
  return !pod.partial && pod.composed === undefined;
}

/** Where refactorings are offered: at the kind and name of the object, the key of its pod spec, and what affects scheduling. */
export function refactoringSpans({ pod: { object, spec } }: Workload): Span[] {
  const head = [object.field.get('kind'), object.field.at('metadata', 'name')].flatMap((field) => field ?? []);
  const scheduling = ['os', 'nodeSelector', 'tolerations', 'runtimeClassName'].flatMap((key) => spec.get(key) ?? []);
  const own = scheduling.filter((field) => !field.shared);
  return [...[...head, ...own].map((field) => field.wholeSpan), spec.span];
}
