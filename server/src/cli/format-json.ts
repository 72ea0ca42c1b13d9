import type { KubeObject } from '../kubernetes/object.ts';
import type { KubernetesVersion } from '../kubernetes/version.ts';
import type { Position } from '../text/line-index.ts';
import type { CheckedFile, CheckWriter } from './check.ts';
import type { ExplainedFile } from './explain.ts';
import type { Note } from './places.ts';

/** What every result contains besides the files; the notes are all there when the files are. */
export interface Frame {
  /** The version of Kubewin. */
  readonly kubewin: string;
  readonly kubernetesVersion: KubernetesVersion;
  readonly notes: readonly Note[];
}

/** The findings of every severity, as docs/schemas/check.schema.json has them. */
export function checkJson(frame: Frame): CheckWriter {
  const { start, between, end } = around(frame);
  return {
    start,
    between,
    file: ({ path, findings }) => entryText({ path, findings: findings.map(findingJson) }),
    end: (files) => end(files.length),
  };
}

function findingJson({ finding, start, end, source, fixes }: CheckedFile['findings'][number]) {
  return {
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
  };
}

/** The verdict of each workload, as docs/schemas/explain.schema.json describes it. */
export function explainJson(frame: Frame, files: readonly ExplainedFile[]): string {
  const { start, between, end } = around(frame);
  const entries = files.map(({ path, workloads }) => ({
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
  return start + entries.map(entryText).join(between) + end(entries.length);
}

/** What stands before the entries of files, between them and behind them, as if all were written at once. */
function around(frame: Frame) {
  const { kubewin, kubernetesVersion } = frame;
  return {
    start: `${JSON.stringify({ kubewin, kubernetesVersion }, null, 2).slice(0, -'\n}'.length)},\n  "files": [\n`,
    between: ',\n',
    end: (count: number) => {
      const notes = JSON.stringify({ notes: frame.notes.map(noteOf) }, null, 2).slice('{'.length);
      return `${count === 0 ? '' : '\n'}  ],${notes}\n`;
    },
  };
}

function entryText(entry: object): string {
  return JSON.stringify(entry, null, 2).replace(/^/gm, '    ');
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
