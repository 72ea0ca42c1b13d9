import type { Span } from '../../text/span.ts';
import type { Report, Workload } from '../engine/report.ts';
import type { LintContext } from '../rule-set/rule-set.ts';
import { makeReady } from './make-ready.ts';
import { pinToLinux } from './pin-to-linux.ts';
import { podSpans } from './pod-actions.ts';
import type { Refactoring } from './refactoring.ts';
import { extractRuntimeClass, useRuntimeClass } from './share-runtime-class.ts';
import { windowsTwin } from './windows-twin.ts';

/**
 * What can be made of a workload as a whole; `file` holds every document of its file. None for a part of an object, and
 * none where a custom resource has no pod spec as the API has it.
 */
export function refactorings(
  workload: Workload,
  { document }: Report,
  file: readonly Report[],
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
  // What it writes may have to be changed as well.
  return all.map(({ title }) => ({ title, ok: false, reason: 'A template writes parts of this document.' }));
}

/** Where refactorings are asked for: at the name of the object, and where its pod is meant as a whole. */
export function refactoringSpans(workload: Workload): Span[] {
  const name = workload.pod.object.field.at('metadata', 'name');
  return [...(name === undefined ? [] : [name.wholeSpan]), ...podSpans(workload)];
}
