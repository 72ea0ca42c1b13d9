import type { Pod } from '../../kubernetes/pod.ts';
import { t } from '../../text/localize.ts';
import { contains, type Span } from '../../text/span.ts';
import { type Evidence, mayBeWindows, type Verdict } from '../../windows/verdict.ts';
import type { Workload } from '../engine/report.ts';
import { apiPath, type Finding } from '../finding.ts';

/** Evidence of an operating system, with its field as the API server names it, from its object on; null for a comment. */
export interface WorkloadEvidence extends Omit<Evidence, 'field'> {
  readonly field: string | null;
}

/** The evidence for a workload, as pages and the command line name it. */
export function evidenceOf({ pod: { object }, verdict }: Workload): readonly WorkloadEvidence[] {
  return verdict.evidence.map((evidence) => {
    // A path in another object begins there; one in this document begins at the document's root.
    const path = 'uri' in evidence.at ? evidence.field : evidence.field?.slice(object.field.path.length);
    return { ...evidence, field: path === undefined ? null : apiPath(path) };
  });
}

/** The object of a workload or, if it contains several pods, the pod spec. */
export function extentOf({ pod }: Workload, all: readonly Workload[]): Span {
  const isOnlyPod = all.every((other) => other.pod.spec === pod.spec || other.pod.object.field !== pod.object.field);
  return isOnlyPod ? pod.object.field.valueSpan : pod.spec.wholeSpan;
}

/** The findings in a workload that the Problems list shows: all except recommendations. */
export function problemsIn(extent: Span, findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ at, severity }) => severity !== 'hint' && contains(extent, at));
}

/**
 * A workload that runs or may run on Windows in a few words: "Windows (node selector) · 3 problems". `hook` are the events at
 * which Helm creates it.
 */
export function summaryOf(verdict: Verdict, hook: readonly string[], problems: number): string {
  const isAssumed = verdict.certainty === 'assumed';
  const words = isAssumed ? t('Checked as a Windows pod') : systemOf(verdict);
  const system = hook.length === 0 ? words : `${words} · ${hookInWords(hook)}`;
  if (problems === 0) return isAssumed ? `${system} · ${t('no problems')}` : system;
  return `${system} · ${problems === 1 ? t('1 problem') : t`${problems} problems`}`;
}

/** What an object is to Helm, by the events at which Helm creates it. */
export function hookInWords(hook: readonly string[]): string {
  return hook.every((event) => event === 'test') ? t('Helm test') : t`Helm hook: ${hook.join(', ')}`;
}

function systemOf({ os, certainty, evidence }: Verdict): string {
  const first = evidence.find(({ says }) => says === 'windows');
  if (first === undefined) return 'Windows';
  const why = t(EVIDENCE_LABELS[first.kind]);
  if (os !== 'windows') return t`Possibly Windows (${why})`;
  if (certainty === 'image') return t('Windows, by its image');
  return certainty === 'guessed' ? t`Probably Windows (${why})` : `Windows (${why})`;
}

/** How many more problems a workload has if it runs on Windows: those in its extent beyond the ones that are found now. */
export function moreProblems(extent: Span, now: readonly Finding[], onWindows: readonly Finding[]): number {
  return Math.max(0, problemsIn(extent, onWindows).length - problemsIn(extent, now).length);
}

/** A number of problems beyond those that are found now; empty for none. */
export function moreInWords(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? t('1 more problem if this pod runs on Windows')
    : t`${count} more problems if this pod runs on Windows`;
}

/** The kinds of evidence in words for users. */
export const EVIDENCE_LABELS: Readonly<Record<Evidence['kind'], string>> = {
  'os.name': 'os.name',
  directive: 'comment',
  nodeSelector: 'node selector',
  nodeAffinity: 'node affinity',
  runtimeClass: 'RuntimeClass',
  cloudLabel: 'cloud label',
  nodeName: 'nodeName',
  hostProcess: 'HostProcess',
  image: 'image',
  registry: 'image platforms',
  windowsOptions: 'windowsOptions',
  resource: 'device',
  toleration: 'toleration',
  preferredAffinity: 'preferred affinity',
  command: 'command',
  path: 'path',
  linuxField: 'Linux field',
  chartValues: 'chart values',
};

/** Whether a pod is known or guessed to run on Windows, or there is any evidence that it does. */
export function hasLens(verdict: Verdict): boolean {
  return verdict.os === 'windows' || mayBeWindows(verdict);
}

/** The pod as it is written, and as Kustomize renders it. */
export function formsOf({ pod, uses = [] }: Workload): readonly Pod[] {
  return [pod, ...uses.flatMap((use) => use.pod ?? [])];
}
