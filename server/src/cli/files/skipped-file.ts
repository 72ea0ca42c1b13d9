import type { Workload } from '../../lint/engine/report.ts';
import { applicableFixes, combinableFixes, editsOf } from '../../lint/fixes/applicable-fixes.ts';
import type { OtherLinter } from '../../lint/other-linters/linters.ts';
import { mayNeedSkips, skipFix } from '../../lint/other-linters/skip-checks.ts';
import type { Fix } from '../../lint/rule.ts';
import { applyEdits, shiftEdit } from '../../text/edit.ts';
import { grouped } from '../../text/grouped.ts';
import type { FileReport } from '../../workspace/report.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type FileContent, mapReports, nameOf } from './file-summary.ts';
import type { FixedFile } from './fix-file.ts';
import type { Input, Manifests } from './input.ts';
import type { Message } from './message.ts';
import { type PodOfFile, podsOfFile } from './pods-of-file.ts';

/** What other linters need of a file so that its Windows pods pass. */
export interface SkippedFile extends FileContent {
  readonly input: Input;
  /** The file with the annotations that are missing; undefined if none can be added. */
  readonly annotated: FixedFile | undefined;
  /** The annotations that cannot be added, and why. */
  readonly refused: readonly Message[];
  /** Whether it has Windows pods that cannot pass the checks of other linters. */
  readonly hasWindowsPods: boolean;
  /** The name of a workload that is not such a pod; undefined if there is none. */
  readonly otherWorkload: string | undefined;
}

/** Adds the annotations of linters to the objects of the Windows pods in a copy of a file; undefined for an unknown file. */
export function skipInFile(
  input: Input,
  manifests: Manifests,
  linters: readonly OtherLinter[],
): SkippedFile | undefined {
  const reports = mapReports(input, 'verdicts', { ...manifests, thorough: true }, (report) =>
    skipInReport(input, report, manifests.workspace, linters),
  );
  const [skipped] = reports?.mapped ?? [];
  return reports && skipped && { ...skipped, ...reports.content };
}

function skipInReport(
  input: Input,
  report: FileReport,
  workspace: Workspace,
  linters: readonly OtherLinter[],
): Omit<SkippedFile, keyof FileContent> {
  const pods = podsOfFile(report, workspace).filter(({ workload: { pod } }) => !pod.partial && !pod.embedded);
  const forWindows = pods.filter(({ workload }) => mayNeedSkips(workload));
  const [other] = pods.filter((pod) => !forWindows.includes(pod));
  const { fixes, refusals } = fixesByPlace(report, pods, linters);
  const edited = report.documents.map(({ start, report: { document, workloads } }) => {
    const places = [...new Set(workloads.map((workload) => start + kindOf(workload)))];
    const wanted = (place: number) => fixes.get(place) ?? [];
    const accepted = combinableFixes(document, places.flatMap(wanted), []);
    for (const place of places) {
      const left = wanted(place).filter((fix) => !accepted.includes(fix));
      const { refusal } = applicableFixes(document, { fixes: left });
      if (refusal !== undefined) refusals.push([place, `The annotations cannot be added: ${refusal.reason}`]);
    }
    return { fixes: accepted.length, edits: editsOf(document, accepted).map((edit) => shiftEdit(edit, start)) };
  });
  const { text: before, lines } = report.file;
  const edits = edited.flatMap((document) => document.edits);
  const count = edited.reduce((sum, document) => sum + document.fixes, 0);
  return {
    input,
    annotated: edits.length === 0 ? undefined : { input, before, edits, text: applyEdits(before, edits), fixes: count },
    refused: refusals.map(([place, message]) => ({
      path: input.path,
      at: place === undefined ? undefined : lines.positionAt(place),
      message,
      isError: true,
    })),
    hasWindowsPods: forWindows.length > 0,
    otherWorkload: other && nameOf(other.workload.pod.object),
  };
}

/** The fixes for the objects of Windows pods by the places of the objects, and why there are none. */
function fixesByPlace(
  { documents }: FileReport,
  pods: readonly PodOfFile[],
  linters: readonly OtherLinter[],
): { readonly fixes: ReadonlyMap<number, readonly Fix[]>; readonly refusals: [place: number | undefined, string][] } {
  const written = grouped(
    documents.flatMap(({ start, report }) =>
      report.workloads.map((workload) => ({ workload, place: start + kindOf(workload) })),
    ),
    ({ place }) => place,
  );
  const fixes = new Map<number, Fix[]>();
  const refusals: [place: number | undefined, string][] = [];
  for (const [place, atPlace] of grouped(pods, placeOf)) {
    const forWindows = atPlace.map(({ workload }) => workload).filter(mayNeedSkips);
    const needed = linters.filter((linter) => forWindows.some((workload) => skipFix(workload, linter) !== undefined));
    const [first] = forWindows;
    if (first === undefined || needed.length === 0) continue;
    const name = nameOf(first.pod.object);
    // With other values, or in another branch, the object is for other nodes.
    if (forWindows.length < atPlace.length) {
      refusals.push([place, `${name} is not annotated, because the template also writes it for other nodes.`]);
      continue;
    }
    for (const linter of needed) {
      const own = place === undefined ? [] : (written.get(place) ?? []);
      const found = own.flatMap(({ workload }) => skipFix(workload, linter) ?? []);
      if (place !== undefined && found.length > 0) fixes.set(place, [...(fixes.get(place) ?? []), ...found]);
      else
        refusals.push([place, `${name} is not annotated for ${linter.name}, because a template writes its metadata.`]);
    }
  }
  return { fixes, refusals };
}

/** Where the file writes the kind of an object, which tells objects apart; undefined if another file writes it. */
function placeOf({ workload, offsetOf }: PodOfFile): number | undefined {
  const { field } = workload.pod.object;
  return offsetOf((field.get('kind') ?? field).valueSpan);
}

/** The same place in the document. */
function kindOf({ pod }: Workload): number {
  return (pod.object.field.get('kind') ?? pod.object.field).valueSpan.start;
}
