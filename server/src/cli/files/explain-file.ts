import type { KubeObject } from '../../kubernetes/object.ts';
import { objectSpan } from '../../kubernetes/pod.ts';
import type { Workload } from '../../lint/engine/report.ts';
import { evidenceOf, type WorkloadEvidence } from '../../lint/pages/workload.ts';
import type { Position } from '../../text/line-index.ts';
import type { Verdict } from '../../windows/verdict.ts';
import type { File } from '../../workspace/workspace.ts';
import type { CheckContext } from './check-file.ts';
import { type Located, locate, lookAt, type Recognized, type Target } from './file-summary.ts';

export interface ExplainedFile extends Recognized {
  readonly path: string;
  readonly workloads: readonly ExplainedWorkload[];
}

export interface ExplainedWorkload {
  readonly object: Pick<KubeObject, 'kind' | 'name' | 'namespace'>;
  readonly at: Position;
  readonly verdict: Pick<Verdict, 'os' | 'certainty'>;
  readonly evidence: readonly (Pick<WorkloadEvidence, 'kind' | 'says' | 'text' | 'field'> & {
    readonly place: Located;
  })[];
}

/** The verdicts of the workloads of a file, with their evidence. */
export function explain(input: Target, context: CheckContext): ExplainedFile | undefined {
  const looked = lookAt(input, 'verdicts', { ...context, thorough: true }, ({ file, documents }) =>
    documents.flatMap(({ start, report: { workloads } }) =>
      workloads.map((workload) => explainedWorkload(workload, { file, start }, context)),
    ),
  );
  return looked && { path: input.path, workloads: looked.made.flat(), ...looked.recognized };
}

function explainedWorkload(
  workload: Workload,
  document: { readonly file: File; readonly start: number },
  { workspace, paths }: CheckContext,
): ExplainedWorkload {
  const {
    pod: { object, spec, composed },
    verdict,
  } = workload;
  const { kind, name, namespace } = object;
  // Where an object holds its pods in a shape of its own there may be several, each at a place of its own.
  const { start } = composed === undefined ? objectSpan(object) : spec.span;
  return {
    object: { kind, name, namespace },
    at: document.file.lines.positionAt(document.start + start),
    verdict: { os: verdict.os, certainty: verdict.certainty },
    evidence: evidenceOf(workload).flatMap(({ kind, says, text, field, at }) => {
      const place = locate(at, document, workspace, paths);
      return place === undefined ? [] : [{ kind, says, text, field, place }];
    }),
  };
}
