import type { KubeObject } from '../kubernetes/object.ts';
import type { KubernetesVersion } from '../kubernetes/version.ts';
import type { Position } from '../text/line-index.ts';
import type { CheckedFile } from './check.ts';
import type { ExplainedFile } from './explain.ts';

/** What stands at the top of every result. */
export interface Header {
  /** The version of Kubewin. */
  readonly kubewin: string;
  readonly kubernetesVersion: KubernetesVersion;
}

/** The findings of every severity, as docs/schemas/check.schema.json has them. */
export function checkJson(header: Header, files: readonly CheckedFile[]): string {
  return json(header, files, ({ path, findings }) => ({
    path,
    findings: findings.map(({ finding, start, end, fixes }) => ({
      rule: finding.rule,
      effect: finding.effect,
      severity: finding.severity,
      message: finding.message,
      object: finding.object === undefined ? null : objectOf(finding.object),
      field: finding.field ?? null,
      certainty: finding.certainty,
      range: range(start, end),
      fixes: fixes.map(({ title, safety }) => ({ title, safety })),
    })),
  }));
}

/** What each workload is taken for, as docs/schemas/explain.schema.json has it. */
export function explainJson(header: Header, files: readonly ExplainedFile[]): string {
  return json(header, files, ({ path, workloads }) => ({
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

function json<T>({ kubewin, kubernetesVersion }: Header, files: readonly T[], entry: (file: T) => object): string {
  return `${JSON.stringify({ kubewin, kubernetesVersion, files: files.map(entry) }, null, 2)}\n`;
}

function objectOf({ kind, name, namespace }: Pick<KubeObject, 'kind' | 'name' | 'namespace'>) {
  return { kind, name, namespace };
}

/** Lines and columns are counted from 1. */
function range(start: Position, end: Position) {
  const place = ({ line, character }: Position) => ({ line: line + 1, column: character + 1 });
  return { start: place(start), end: place(end) };
}
