import { t } from '../../text/localize.ts';
import type { Span } from '../../text/span.ts';
import type { DocumentReport, Workload } from '../engine/report.ts';
import type { LintContext } from '../rule-set/rule-set.ts';
import { makeReady } from './make-ready.ts';
import { pinToLinux } from './pin-to-linux.ts';
import { podSpans } from './pod-actions.ts';
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
  return all.map(({ title }) => ({ title, ok: false, reason: t('A template writes parts of this document.') }));
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

/** Where refactorings are offered: at the name of the object, and where actions on the whole pod are. */
export function refactoringSpans(workload: Workload): Span[] {
  const name = workload.pod.object.field.at('metadata', 'name');
  return [...(name === undefined ? [] : [name.wholeSpan]), ...podSpans(workload)];
}
