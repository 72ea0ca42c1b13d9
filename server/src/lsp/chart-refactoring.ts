import type { CodeAction, Position, Range } from 'vscode-languageserver';
import { chartEdits, type EditableChart } from '../lint/charts/chart-edits.ts';
import type { RenderedTemplate } from '../lint/charts/rendered-template.ts';
import { lint } from '../lint/engine/lint.ts';
import type { DocumentReport, Workload } from '../lint/engine/report.ts';
import type { Refactoring } from '../lint/refactorings/refactoring.ts';
import { waysToWindows } from '../lint/refactorings/refactorings.ts';
import type { LintContext } from '../lint/rule-set/rule-set.ts';
import type { TextEdit } from '../text/edit.ts';
import { t } from '../text/localize.ts';
import { shift } from '../text/span.ts';
import type { File, FileReport } from '../workspace/report.ts';
import { parse } from '../yaml/read/document.ts';
import { slice } from '../yaml/read/slice.ts';
import { touch } from './code-action.ts';
import { type ProtocolContext, rangeOf } from './diagnostic.ts';
import type { EditsOfFile } from './quick-fix.ts';
import { asOne, choiceOf, editAction, locationAfter, writtenBy } from './refactoring.ts';
import type { Choice } from './requests.ts';

/**
 * The actions that make the workloads of a template at a range ready for Windows, by edits of the template and of the helpers
 * and values of its chart. None where rendering the chart does not prove that nothing else changes.
 */
export function readyInChart({ file }: FileReport, range: Range, protocol: ProtocolContext): readonly CodeAction[] {
  return waysInChart(file, range, protocol).flatMap(({ at, ways }) => {
    const actions = ways.map(({ action }) => action);
    return asOne(actions, file, at, protocol);
  });
}

/** The ways to make the workload of a template that starts at a position ready for Windows. */
export function chartWaysAt({ file }: FileReport, at: Position, protocol: ProtocolContext): readonly Choice[] {
  return waysInChart(file, { start: at, end: at }, protocol)
    .filter((workload) => file.lines.offsetAt(workload.at) === file.lines.offsetAt(at))
    .flatMap(({ ways }) => ways)
    .flatMap(({ refactoring, action }) => choiceOf(refactoring, action) ?? []);
}

/** The ways to make a workload of a template ready for Windows, with the actions for them. */
interface WaysOfWorkload {
  /** Where the template writes the workload. */
  readonly at: Position;
  readonly ways: readonly { readonly refactoring: Refactoring; readonly action: CodeAction }[];
}

function waysInChart(file: File, range: Range, protocol: ProtocolContext): readonly WaysOfWorkload[] {
  const { workspace } = protocol;
  // This renders the charts that have changed.
  if (workspace.chartsWith(file.uri).length === 0) return [];
  const chart = workspace.charts.editable(file.uri);
  if (chart === undefined) return [];
  const context = workspace.lintContext(file.uri);
  return [...chart.render()].flatMap(([name, template]) =>
    template.template !== file.uri
      ? []
      : documentsIn(template, context).flatMap(({ start, report }) =>
          report.workloads
            .filter((workload) => isAt(workload, start, template, file, range))
            .map((workload) => ({
              at: startIn(template, start, workload, file),
              ways: waysOf({ name, start, report, workload }, chart, context, protocol),
            })),
        ),
  );
}

function documentsIn(
  { text: { text } }: RenderedTemplate,
  context: LintContext,
): readonly { readonly start: number; readonly report: DocumentReport }[] {
  return slice(text).map(({ start, end }) => ({ start, report: lint(parse(text.slice(start, end)), context) }));
}

/** Where a template writes the key of a pod spec, or else the object that contains it. */
function startIn(template: RenderedTemplate, start: number, { pod }: Workload, file: File): Position {
  const places = [pod.spec.span, pod.object.field.valueSpan].flatMap((span) => {
    return template.writtenAt(shift(span, start)) ?? [];
  });
  const span = places.find(({ uri }) => uri === file.uri)?.span ?? { start: 0, end: 0 };
  return rangeOf(file, span).start;
}

/** Whether a template writes a workload of its rendered text at a range. */
function isAt({ pod }: Workload, start: number, template: RenderedTemplate, file: File, range: Range): boolean {
  const written = template.writtenAt(shift(pod.object.field.valueSpan, start));
  return written?.uri === file.uri && touch(rangeOf(file, written.span), range);
}

/** A workload in a rendered template. */
interface WorkloadInTemplate {
  /** The name of the template in the chart. */
  readonly name: string;
  /** The offset at which the document of the report starts in the rendered text. */
  readonly start: number;
  readonly report: DocumentReport;
  readonly workload: Workload;
}

function waysOf(
  { name, start, report, workload }: WorkloadInTemplate,
  chart: EditableChart,
  context: LintContext,
  protocol: ProtocolContext,
): WaysOfWorkload['ways'] {
  const { document } = report;
  return waysToWindows(workload, report, context).flatMap((refactoring) => {
    if (!refactoring.ok || refactoring.changes === undefined) return [];
    const edits = chartEdits({ name, document, start, changes: refactoring.changes }, chart);
    const files = edits && editsOfFiles(edits, protocol);
    const [first] = files ?? [];
    if (files === undefined || first === undefined) return [];
    const steps = refactoring.manualSteps.map(({ message }) => ({ message: t(message) }));
    const written = locationAfter(first, protocol)(writtenBy(first.edits));
    return [{ refactoring, action: editAction(t(refactoring.title), files, { steps, written }, protocol) }];
  });
}

/** Edits with their files; undefined if one of them is not known to the workspace. */
function editsOfFiles(
  edits: ReadonlyMap<string, readonly TextEdit[]>,
  { workspace }: ProtocolContext,
): readonly EditsOfFile[] | undefined {
  const files = [...edits].flatMap(([uri, own]) => {
    const file = workspace.file(uri);
    return file === undefined ? [] : [{ file, edits: own }];
  });
  return files.length === edits.size ? files : undefined;
}
