import type { KubeObject } from '../kubernetes/object.ts';
import type { KubernetesVersion } from '../kubernetes/version.ts';
import type { Position } from '../text/line-index.ts';
import type { CheckedFile } from './check.ts';
import type { ExplainedFile } from './explain.ts';
import type { Note } from './places.ts';

/** What every result contains besides the files. */
export interface Frame {
  /** The version of Kubewin. */
  readonly kubewin: string;
  readonly kubernetesVersion: KubernetesVersion;
  readonly notes: readonly Note[];
}

/** The findings of every severity, as docs/schemas/check.schema.json has them. */
export function checkJson(frame: Frame, files: readonly CheckedFile[]): string {
  return json(frame, files, ({ path, findings }) => ({
    path,
    findings: findings.map(({ finding, start, end, source, fixes }) => ({
      rule: finding.rule,
      effect: finding.effect,
      severity: finding.severity,
      message: finding.message,
      object: finding.object === undefined ? null : objectOf(finding.object),
      field: finding.field ?? null,
      source: source ?? null,
      certainty: finding.certainty,
      range: range(start, end),
      fixes: fixes.map(({ title, safety }) => ({ title, safety })),
    })),
  }));
}

/** The verdict of each workload, as docs/schemas/explain.schema.json describes it. */
export function explainJson(frame: Frame, files: readonly ExplainedFile[]): string {
  return json(frame, files, ({ path, workloads }) => ({
    path,
    workloads: workloads.map(({ object, verdict, evidence }) => ({
      object: objectOf(object),
      verdict: verdict.os,
      certainty: verdict.certainty,
      evidence: evidence.map(({ signal, says, field, place }) => ({
        signal,
        says,
        field,
        path: place.path,
        range: range(place.start, place.end),
      })),
    })),
  }));
}

function json<T>(
  { kubewin, kubernetesVersion, notes }: Frame,
  files: readonly T[],
  entry: (file: T) => object,
): string {
  const result = { kubewin, kubernetesVersion, notes: notes.map(noteOf), files: files.map(entry) };
  return `${JSON.stringify(result, null, 2)}\n`;
}

function noteOf({ path, at, message, isError }: Note) {
  return {
    level: isError ? 'error' : 'note',
    path: path ?? null,
    place: at === undefined ? null : place(at),
    message,
  };
}

function objectOf({ kind, name, namespace }: Pick<KubeObject, 'kind' | 'name' | 'namespace'>) {
  return { kind, name, namespace };
}

/** Lines and columns are counted from 1. */
function place({ line, character }: Position) {
  return { line: line + 1, column: character + 1 };
}

function range(start: Position, end: Position) {
  return { start: place(start), end: place(end) };
}
