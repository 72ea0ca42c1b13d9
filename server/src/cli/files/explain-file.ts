import { NO_ORIGIN, originOf } from '../../kubernetes/controller.ts';
import { helmHook } from '../../kubernetes/helm-hook.ts';
import { objectSpan } from '../../kubernetes/pod.ts';
import type { KubernetesVersion } from '../../kubernetes/version.ts';
import type { RenderedWorkload, Workload } from '../../lint/engine/report.ts';
import { evidenceOf, extentOf, moreProblems, type WorkloadEvidence } from '../../lint/pages/workload.ts';
import type { Position } from '../../text/line-index.ts';
import { mayBeWindows, type Verdict } from '../../windows/verdict.ts';
import type { File, FileReport } from '../../workspace/report.ts';
import { type OfObject, withoutControlled } from './controlled.ts';
import { type FileContent, mapReports } from './file-summary.ts';
import type { InputFile, Manifests } from './input.ts';
import { type FileRange, locate } from './location.ts';

/** The workloads of a file with their verdicts. */
export interface ExplainedFile extends FileContent {
  readonly path: string;
  readonly workloads: readonly ExplainedWorkload[];
}

export interface ExplainedWorkload extends OfObject {
  /** The events at which Helm creates it; empty if it is a part of the release. */
  readonly hook: readonly string[];
  readonly at: Position;
  readonly verdict: Pick<Verdict, 'os' | 'certainty'>;
  /** How many more problems it has if it runs on Windows; 0 if it is known to, or if nothing indicates it. */
  readonly moreOnWindows: number;
  readonly evidence: readonly (Pick<WorkloadEvidence, 'kind' | 'says' | 'text' | 'field'> & {
    readonly range: FileRange;
  })[];
  /** What it is today; only if two releases are compared. */
  readonly change?: {
    readonly since: KubernetesVersion;
    readonly before: Pick<ExplainedWorkload, 'verdict' | 'moreOnWindows'>;
  };
}

/** The workloads of files, without those whose controller has the same operating system. */
export function explainedOnce<T extends Pick<ExplainedFile, 'workloads'>>(files: readonly T[]): T[] {
  const all = files.flatMap(({ workloads }) => workloads);
  const left = withoutControlled(all, (one, other) => one.verdict.os === other.verdict.os);
  return files.map((file) => ({ ...file, workloads: file.workloads.filter((workload) => left.has(workload)) }));
}

/** Determines the verdicts of the workloads of a file; undefined for an unknown file. */
export function explainFile(input: InputFile, manifests: Manifests): ExplainedFile | undefined {
  const reports = mapReports(input, 'verdicts', { ...manifests, thorough: true }, (report) =>
    explainedWorkloads(report, manifests),
  );
  return reports && { path: input.path, workloads: reports.mapped.flat(), ...reports.content };
}

function explainedWorkloads({ file, documents }: FileReport, manifests: Manifests): ExplainedWorkload[] {
  let onWindows: FileReport | undefined;
  return documents.flatMap(({ start, report: { workloads, renderedWorkloads = [] }, findings }, index) => {
    const moreOf = (workload: Workload) => {
      if (!mayBeWindows(workload.verdict)) return 0;
      onWindows ??= manifests.workspace.reportOnWindows(file.uri, true);
      return moreProblems(extentOf(workload, workloads), findings, onWindows?.documents[index]?.findings ?? []);
    };
    const document = { file, start };
    return [
      ...workloads.map((workload) => explainedWorkload(workload, moreOf(workload), document, manifests)),
      ...renderedWorkloads.map((workload) => explainedRendered(workload, document, manifests)),
    ];
  });
}

function explainedWorkload(
  workload: Workload,
  moreOnWindows: number,
  document: { readonly file: File; readonly start: number },
  manifests: Manifests,
): ExplainedWorkload {
  const {
    pod: { object, spec, composed },
    verdict,
  } = workload;
  const { kind, name, namespace } = object;
  // A custom resource of another shape can contain several pods, each at a location of its own.
  const { start } = composed === undefined ? objectSpan(object) : spec.span;
  return {
    object: { kind, name, namespace },
    origin: originOf(object),
    hook: helmHook(object),
    at: document.file.lines.positionAt(document.start + start),
    verdict: { os: verdict.os, certainty: verdict.certainty },
    moreOnWindows,
    evidence: withRanges(evidenceOf(workload), document, manifests),
  };
}

function explainedRendered(
  { object, hook, verdict, extent }: RenderedWorkload,
  document: { readonly file: File; readonly start: number },
  manifests: Manifests,
): ExplainedWorkload {
  const evidence = verdict.evidence.map((own) => ({ ...own, field: null }));
  return {
    object,
    origin: NO_ORIGIN,
    hook,
    at: document.file.lines.positionAt(document.start + extent.start),
    verdict: { os: verdict.os, certainty: verdict.certainty },
    moreOnWindows: 0,
    evidence: withRanges(evidence, document, manifests),
  };
}

function withRanges(
  evidence: readonly WorkloadEvidence[],
  document: { readonly file: File; readonly start: number },
  manifests: Manifests,
): ExplainedWorkload['evidence'] {
  return evidence.flatMap(({ kind, says, text, field, at }) => {
    const range = locate(at, document, manifests);
    return range === undefined ? [] : [{ kind, says, text, field, range }];
  });
}
