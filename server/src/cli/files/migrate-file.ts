import type { KubeObject } from '../../kubernetes/object.ts';
import { objectSpan } from '../../kubernetes/pod.ts';
import {
  combineMigrations,
  EFFORTS,
  type Effort,
  type Migration,
  migration,
  TOPICS,
  type Topic,
} from '../../lint/refactorings/migration.ts';
import type { Position } from '../../text/line-index.ts';
import type { FileReport } from '../../workspace/workspace.ts';
import type { Input } from '../inputs/read-inputs.ts';
import type { CheckContext } from './check-file.ts';
import { lookAt, type Recognized } from './file-summary.ts';

/** The workloads of a file that are not for Windows, with what it would take to run them there. */
export interface MigratedFile extends Recognized {
  readonly path: string;
  readonly workloads: readonly MigratedWorkload[];
  /** How many are for Windows already, and how many are in a form that cannot be assessed. */
  readonly windows: number;
  readonly skipped: number;
}

export interface MigratedWorkload extends Migration {
  readonly object: Pick<KubeObject, 'kind' | 'name' | 'namespace'>;
  readonly at: Position;
}

/** Assesses the workloads of a file. */
export function migrate(input: Input, context: CheckContext): MigratedFile | undefined {
  const looked = lookAt(input, 'verdicts', { ...context, thorough: true }, (report) => assess(report, context));
  if (looked === undefined) return undefined;
  const { made, recognized } = looked;
  const sum = (key: 'windows' | 'skipped') => made.reduce((total, part) => total + part[key], 0);
  return {
    path: input.path,
    workloads: made.flatMap(({ workloads }) => workloads),
    windows: sum('windows'),
    skipped: sum('skipped'),
    ...recognized,
  };
}

function assess(
  { file, documents }: FileReport,
  { workspace }: CheckContext,
): Pick<MigratedFile, 'workloads' | 'windows' | 'skipped'> {
  const all = documents.flatMap(({ start, report: document }) =>
    document.workloads.map((workload) => {
      const { object } = workload.pod;
      return { at: start + objectSpan(object).start, object, document, workload };
    }),
  );
  const others = byPlace(all.filter(({ workload }) => workload.verdict.os !== 'windows'));
  const windows = byPlace(all.filter(({ workload }) => workload.verdict.os === 'windows'));
  const workloads = others.flatMap((pods): MigratedWorkload[] => {
    const [{ at, object }] = pods;
    const { kind, name, namespace } = object;
    const made = pods.flatMap(({ workload, document }) => {
      return migration(workload, document, workspace.lintContext(file.uri)) ?? [];
    });
    if (made.length === 0) return [];
    return [{ object: { kind, name, namespace }, at: file.lines.positionAt(at), ...combineMigrations(made) }];
  });
  return { workloads, windows: windows.length, skipped: others.length - workloads.length };
}

/** The pods of one object together: it can have several, and others in each branch of a template. */
function byPlace<T extends { readonly at: number }>(pods: readonly T[]): (readonly [T, ...T[]])[] {
  const places = new Map<number, [T, ...T[]]>();
  for (const pod of pods) {
    const group = places.get(pod.at);
    if (group === undefined) places.set(pod.at, [pod]);
    else group.push(pod);
  }
  return [...places.values()];
}

/** What a workload is: nothing to do, only fixes to make, or something for a person. */
export type State = 'ready' | 'fixable' | 'manual';

export function stateOf({ steps, effort }: Migration): State {
  return steps.length === 0 ? 'ready' : effort === 'none' ? 'fixable' : 'manual';
}

/** What all workloads add up to. */
export interface Totals {
  readonly workloads: number;
  readonly windows: number;
  readonly skipped: number;
  readonly states: Readonly<Record<State, number>>;
  readonly efforts: Readonly<Record<Effort, number>>;
  /** The workloads in which a person has to do something about it. */
  readonly topics: Readonly<Record<Topic, number>>;
}

export function totalsOf(files: readonly MigratedFile[]): Totals {
  const all = files.flatMap(({ workloads }) => workloads);
  const sum = (key: 'windows' | 'skipped') => files.reduce((total, file) => total + file[key], 0);
  const counts = <T extends string>(names: readonly T[], test: (one: MigratedWorkload, name: T) => boolean) =>
    Object.fromEntries(names.map((name) => [name, all.filter((one) => test(one, name)).length])) as Record<T, number>;
  return {
    workloads: all.length,
    windows: sum('windows'),
    skipped: sum('skipped'),
    states: counts(['ready', 'fixable', 'manual'], (one, name) => stateOf(one) === name),
    efforts: counts(EFFORTS, (one, name) => one.effort === name),
    topics: counts(TOPICS, ({ steps }, name) => steps.some(({ by, topic }) => by === 'person' && topic === name)),
  };
}
