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
  workload: Workload,
  { document }: DocumentReport,
  file: readonly DocumentReport[],
  context: LintContext,
): Refactoring[] {
  if (workload.pod.partial || workload.pod.composed !== undefined) return [];
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

/** Where refactorings are offered: at the name of the object, and where actions on the whole pod are. */
export function refactoringSpans(workload: Workload): Span[] {
  const name = workload.pod.object.field.at('metadata', 'name');
  return [...(name === undefined ? [] : [name.wholeSpan]), ...podSpans(workload)];
}
