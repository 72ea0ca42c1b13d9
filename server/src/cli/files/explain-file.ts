import type { KubeObject } from '../../kubernetes/object.ts';
import { objectSpan } from '../../kubernetes/pod.ts';
import type { Workload } from '../../lint/engine/report.ts';
import { evidenceOf, type WorkloadEvidence } from '../../lint/pages/workload.ts';
import type { Position } from '../../text/line-index.ts';
import type { Verdict } from '../../windows/verdict.ts';
import type { File } from '../../workspace/report.ts';
import { type FileContent, mapReports } from './file-summary.ts';
import type { InputFile, Manifests } from './input.ts';
import { type FileRange, locate } from './location.ts';

/** The workloads of a file with their verdicts. */
export interface ExplainedFile extends FileContent {
  readonly path: string;
  readonly workloads: readonly ExplainedWorkload[];
}

export interface ExplainedWorkload {
  readonly object: Pick<KubeObject, 'kind' | 'name' | 'namespace'>;
  readonly at: Position;
  readonly verdict: Pick<Verdict, 'os' | 'certainty'>;
  readonly evidence: readonly (Pick<WorkloadEvidence, 'kind' | 'says' | 'text' | 'field'> & {
    readonly range: FileRange;
  })[];
}

/** Determines the verdicts of the workloads of a file; undefined for an unknown file. */
export function explainFile(input: InputFile, manifests: Manifests): ExplainedFile | undefined {
  const reports = mapReports(input, 'verdicts', { ...manifests, thorough: true }, ({ file, documents }) =>
    documents.flatMap(({ start, report: { workloads } }) =>
      workloads.map((workload) => explainedWorkload(workload, { file, start }, manifests)),
    ),
  );
  return reports && { path: input.path, workloads: reports.mapped.flat(), ...reports.content };
}

function explainedWorkload(
  workload: Workload,
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
    at: document.file.lines.positionAt(document.start + start),
    verdict: { os: verdict.os, certainty: verdict.certainty },
    evidence: evidenceOf(workload).flatMap(({ kind, says, text, field, at }) => {
      const range = locate(at, document, manifests);
      return range === undefined ? [] : [{ kind, says, text, field, range }];
    }),
  };
}
