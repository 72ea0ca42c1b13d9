import { originOf } from '../../kubernetes/controller.ts';
import { helmHook } from '../../kubernetes/helm-hook.ts';
import { type KubeObject, objects } from '../../kubernetes/object.ts';
import { objectSpan, type Pod, podOf } from '../../kubernetes/pod.ts';
import type { KubernetesVersion } from '../../kubernetes/version.ts';
import { workloadKind } from '../../kubernetes/workloads.ts';
import {
  combineMigrations,
  EFFORTS,
  type Effort,
  type Migration,
  type MigrationStep,
  mergedSteps,
  migration,
  TOPICS,
} from '../../lint/refactorings/migration.ts';
import type { MigrateResult } from '../../results.ts';
import type { Position } from '../../text/line-index.ts';
import type { Span } from '../../text/span.ts';
import type { FileReport } from '../../workspace/report.ts';
import type { ChangeKind } from './changes.ts';
import { type OfObject, withoutControlled } from './controlled.ts';
import { type FileContent, mapReports } from './file-summary.ts';
import type { InputFile, Manifests } from './input.ts';
import { documentsOfFile, type PodOfFile, podsOfFile } from './pods-of-file.ts';

/** The workloads of a file that are not for Windows, with the steps to run them there. */
export interface MigratedFile extends FileContent {
  readonly path: string;
  readonly workloads: readonly MigratedWorkload[];
  /** The workloads that are for Windows already. */
  readonly windows: readonly OfObject[];
  /** What cannot be assessed, in the order of the text. */
  readonly skipped: readonly SkippedWorkload[];
}

/** A workload that cannot be assessed. */
export interface SkippedWorkload {
  /** Undefined if a template writes all of it. */
  readonly found: OfObject | undefined;
  readonly at: Position;
  readonly reason: SkipReason;
}

export type SkipReason = MigrateResult['files'][number]['skipped'][number]['reason'];

export interface MigratedWorkload extends Migration, OfObject {
  /** The events at which Helm creates it; empty if it is a part of the release. */
  readonly hook: readonly string[];
  readonly at: Position;
  /** Of a workload with only some of its steps: the state by all of them. */
  readonly state?: State;
  readonly steps: readonly (MigrationStep & { readonly change?: StepChange })[];
  /** What it is today, and since when it is not; only if two releases are compared. */
  readonly change?: {
    readonly since: KubernetesVersion;
    readonly before: { readonly state: State; readonly effort: Effort };
  };
}

interface StepChange {
  readonly kind: ChangeKind;
  readonly since: KubernetesVersion;
}

/** The workloads of files, without those that a controller in one of the files creates, with merged steps. */
export function migratedOnce(files: readonly MigratedFile[]): MigratedFile[] {
  const left = withoutControlled(
    files.flatMap(({ workloads, windows, skipped }) => [
      ...workloads,
      ...windows,
      ...skipped.flatMap(({ found }) => found ?? []),
    ]),
  );
  return files.map((file) => ({
    ...file,
    workloads: file.workloads
      .filter((workload) => left.has(workload))
      .map((workload) => ({ ...workload, steps: mergedSteps(workload.steps) })),
    windows: file.windows.filter((workload) => left.has(workload)),
    skipped: file.skipped.filter(({ found }) => found === undefined || left.has(found)),
  }));
}

/**
 * Returns a function that assesses the workloads of a file; its result is undefined for an unknown file. It keeps what can be
 * fixed in the files of charts, so it must not be called again after a change of the settings.
 */
export function migrator(manifests: Manifests): (input: InputFile) => MigratedFile | undefined {
  const context = { workspace: manifests.workspace, fixable: new FixableInCharts(manifests.workspace) };
  return (input) => migrateFile(input, manifests, context);
}

interface AssessContext {
  readonly workspace: Manifests['workspace'];
  readonly fixable: FixableInCharts;
}

function migrateFile(input: InputFile, manifests: Manifests, context: AssessContext): MigratedFile | undefined {
  const reports = mapReports(input, 'verdicts', { ...manifests, thorough: true }, (report) => assess(report, context));
  if (reports === undefined) return undefined;
  const { mapped, content } = reports;
  return {
    path: input.path,
    workloads: mapped.flatMap(({ workloads }) => workloads),
    windows: mapped.flatMap(({ windows }) => windows),
    skipped: mapped.flatMap(({ skipped }) => skipped),
    ...content,
  };
}

/** A pod, and where its object is in the file. */
interface PlacedPod extends PodOfFile {
  readonly at: number;
}

function assess(report: FileReport, context: AssessContext): Pick<MigratedFile, 'workloads' | 'windows' | 'skipped'> {
  const { file } = report;
  const { workspace } = context;
  const pods = podsOfFile(report, workspace).flatMap((pod): PlacedPod[] => {
    const at = pod.offsetOf(objectSpan(pod.workload.pod.object));
    return at === undefined ? [] : [{ ...pod, at }];
  });
  const windows = byObject(pods.filter(({ workload }) => workload.verdict.os === 'windows'));
  const others = byObject(pods.filter(({ workload }) => workload.verdict.os !== 'windows'));
  const skipped = unreadWorkloads(report, workspace);
  const workloads = others.flatMap((podsOfObject): MigratedWorkload[] => {
    const [{ at, workload: first }] = podsOfObject;
    const found = foundIn(first.pod);
    const migrations = podsOfObject.flatMap((pod) => {
      const own = migration(pod.workload, pod.document, workspace.lintContext(pod.uri));
      return own === undefined ? [] : { ...own, steps: own.steps.map((step) => asPossible(step, pod, context)) };
    });
    const position = file.lines.positionAt(at);
    if (migrations.length === 0) {
      skipped.push({ found, at: position, reason: reasonFor(podsOfObject[0]) });
      return [];
    }
    return [{ ...found, hook: helmHook(first.pod.object), at: position, ...combineMigrations(migrations) }];
  });
  return {
    workloads,
    windows: windows.map(([{ workload }]) => foundIn(workload.pod)),
    skipped: skipped.sort((a, b) => a.at.line - b.at.line),
  };
}

/** Without the syntax tree of the object. */
function foundIn({ object }: Pick<Pod, 'object'>): OfObject {
  const { kind, name, namespace } = object;
  return { object: { kind, name, namespace }, origin: originOf(object) };
}

/** Why a pod is not assessed. */
function reasonFor({ workload: { pod }, document, sources }: PodOfFile): SkipReason {
  if (pod.composed !== undefined) return 'other form';
  const { start, end } = pod.spec.wholeSpan;
  return sources !== undefined || document.document.text.slice(start, end).includes('{{') ? 'template' : 'patch';
}

/** Workloads without a pod spec that can be read, and documents of charts that named templates write, which are unknown. */
function unreadWorkloads(report: FileReport, workspace: Manifests['workspace']): SkippedWorkload[] {
  const { uri, lines } = report.file;
  return documentsOfFile(report, workspace).flatMap(({ document: { document }, sources, isReplaced, offsetOf }) => {
    const skip = (span: Span, found?: OfObject): SkippedWorkload[] => {
      const at = isReplaced(span) ? undefined : offsetOf(span);
      return at === undefined ? [] : [{ found, at: lines.positionAt(at), reason: 'template' }];
    };
    const all = document.views.flatMap(({ root }) => objects(document, root));
    if (all.length > 0) {
      return all
        .filter(({ kind, group }) => document.template !== undefined && workloadKind(kind)?.groups.includes(group))
        .flatMap((object) => (podOf(object) === undefined ? skip(objectSpan(object), foundIn({ object })) : []));
    }
    const unknown = UNKNOWN_OBJECT.exec(document.text);
    return unknown === null || (sources === undefined && !failsInHelm(uri, workspace))
      ? []
      : skip({ start: unknown.index, end: unknown.index + unknown[0].length });
  });
}

/** Whether Helm fails with a template, so that nothing of it is rendered. */
function failsInHelm(uri: string, { charts }: Manifests['workspace']): boolean {
  const rendered = charts.renderedOf(uri).length > 0 ? undefined : charts.rendered(uri);
  return rendered !== undefined && 'message' in rendered;
}

/** An action at the start of a line that may write a whole object. */
const UNKNOWN_OBJECT = /^\{\{-?\s*(?:include|template|tpl)\b/m;

/** A fix that cannot be made in the files is left to a person: text that Helm renders is not a file. */
function asPossible(step: MigrationStep, { workload, sources }: PodOfFile, { fixable }: AssessContext): MigrationStep {
  const isFixable = sources === undefined || fixable.has(workload.pod.object, step, sources);
  return step.by === 'person' || isFixable ? step : { ...step, by: 'person', fix: undefined };
}

/** What could be fixed in the files of charts if their pods ran on Windows. */
class FixableInCharts {
  readonly #workspace: Manifests['workspace'];
  /** The keys of the findings with fixes by the URI of the file: templates share files. */
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(workspace: Manifests['workspace']) {
    this.#workspace = workspace;
  }

  /** Whether a step for an object has a fix in one of the files of which a template is made. */
  has(object: StepObject, { rule, fields: [field] }: MigrationStep, uris: readonly string[]): boolean {
    const key = stepKey(object, { rule, field });
    return uris.some((uri) => this.#keysIn(uri).has(key));
  }

  #keysIn(uri: string): ReadonlySet<string> {
    const known = this.#known.get(uri);
    if (known !== undefined) return known;
    const { documents = [] } = this.#workspace.reportOnWindows(uri, true, true) ?? {};
    const keys = documents.flatMap(({ findings }) =>
      findings.flatMap((finding) =>
        finding.object === undefined || finding.fixes.length === 0 ? [] : stepKey(finding.object, finding),
      ),
    );
    const made = new Set(keys);
    this.#known.set(uri, made);
    return made;
  }
}

type StepObject = Pick<KubeObject, 'kind' | 'name'>;

function stepKey(
  { kind, name }: StepObject,
  { rule, field }: { readonly rule: string | undefined; readonly field: string | undefined },
): string {
  return `${rule} ${kind}/${name} ${field}`;
}

/**
 * Groups pods by their object, which can contain several, and different ones in each branch of a template. In a chart, several
 * objects can be written at one place.
 */
function byObject(pods: readonly PlacedPod[]): (readonly [PlacedPod, ...PlacedPod[]])[] {
  const groups = new Map<string, [PlacedPod, ...PlacedPod[]]>();
  for (const pod of pods) {
    const { kind, name, namespace } = pod.workload.pod.object;
    const key = JSON.stringify([pod.at, kind, name, namespace]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [pod]);
    else group.push(pod);
  }
  return [...groups.values()];
}

/** What remains to do for a workload: nothing, only fixes, or something for a person; `linux` if no image has a Windows variant. */
export type State = keyof MigrateResult['totals']['states'];

export function stateOf({ steps, effort, images, state }: Migration & { readonly state?: State }): State {
  if (state !== undefined) return state;
  if (images.length > 0 && images.every(({ hasVariant }) => hasVariant === false)) return 'linux';
  return steps.length === 0 ? 'ready' : effort === 'none' ? 'fixable' : 'manual';
}

export const STATES = ['ready', 'fixable', 'manual', 'linux'] as const;

/** The totals of all workloads. */
export type MigrationTotals = MigrateResult['totals'];

export function totalsOf(files: readonly MigratedFile[]): MigrationTotals {
  const all = files.flatMap(({ workloads }) => workloads);
  const counts = <T extends string>(names: readonly T[], test: (workload: MigratedWorkload, name: T) => boolean) =>
    Object.fromEntries(names.map((name) => [name, all.filter((workload) => test(workload, name)).length])) as Record<
      T,
      number
    >;
  return {
    workloads: all.length,
    windows: files.reduce((total, { windows }) => total + windows.length, 0),
    skipped: files.reduce((total, { skipped }) => total + skipped.length, 0),
    states: counts(STATES, (workload, name) => stateOf(workload) === name),
    efforts: counts(EFFORTS, ({ effort }, name) => effort === name),
    topics: counts(TOPICS, ({ steps }, name) => steps.some(({ by, topic }) => by === 'person' && topic === name)),
  };
}
