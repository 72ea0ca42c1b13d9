import type { Finding } from '../lint/finding.ts';
import { fixAll, possibleFixes, safeFixes } from '../lint/fixes/applicable-fixes.ts';
import type { Report } from '../lint/report.ts';
import type { Fix, Related } from '../lint/rule.ts';
import type { Severity } from '../lint/settings.ts';
import { applyEdits, shiftEdit, type TextEdit } from '../text/edit.ts';
import type { Position } from '../text/line-index.ts';
import { type Span, shift } from '../text/span.ts';
import type { DocumentReport, FileReport, Workspace } from '../workspace/workspace.ts';
import type { Input } from './inputs.ts';
import { type Located, locate, type Recognized, recognize, type Target } from './places.ts';

/** What was found in a file, in the order of the engine. */
export interface CheckedFile extends Recognized {
  readonly path: string;
  readonly text: string;
  readonly findings: readonly CheckedFinding[];
  /** How many safe fixes there are to make. */
  readonly safeFixes: number;
}

/** What is kept of it when it is written. */
export interface Outline extends Recognized {
  /** One for each finding. */
  readonly severities: readonly Severity[];
  readonly safeFixes: number;
}

/** That of a file. */
export function outlineOf({ hasObjects, broken, findings, safeFixes }: CheckedFile): Outline {
  return { hasObjects, broken, severities: findings.map(({ finding }) => finding.severity), safeFixes };
}

/** A finding with all that is shown of it, in places of files. */
export interface CheckedFinding {
  readonly finding: Finding;
  readonly span: Span;
  readonly start: Position;
  readonly end: Position;
  /** The template of a chart that `helm template` made the document of. */
  readonly source: string | undefined;
  readonly related: readonly (Located & Omit<Related, 'at'>)[];
  /** Those that can be made; empty where they were not asked for, for each has to be tried. */
  readonly fixes: readonly Fix[];
}

/** What to look a file up with. */
export interface CheckContext {
  readonly workspace: Workspace;
  /** The paths of the files by their URIs. */
  readonly paths: ReadonlyMap<string, string>;
  /** Whether documents are parsed as well in which nothing can be found. */
  readonly thorough: boolean;
}

/** Checks a file, and keeps of it only what is shown. */
export function check(input: Target, context: CheckContext, withFixes: boolean): CheckedFile | undefined {
  const { workspace } = context;
  const { uri, path } = input;
  const report = workspace.report(uri);
  if (report === undefined) return undefined;
  const checked: CheckedFile = {
    path,
    text: report.file.text,
    findings: report.documents.flatMap((document) => {
      const fixes = withFixes ? possibleFixes(document.report.document, document.findings) : new Set<Fix>();
      return document.findings.map((finding) => checkedFinding(finding, document, report, fixes, context));
    }),
    ...recognize(input, workspace, context.thorough),
    safeFixes: countSafe(report),
  };
  workspace.release(uri);
  return checked;
}

/** A file with all safe fixes made. */
export interface FixedFile {
  readonly input: Input;
  readonly before: string;
  /** In the order of the text, apart from each other. */
  readonly edits: readonly TextEdit[];
  readonly text: string;
  readonly fixes: number;
}

/** What all safe fixes together make of a file; undefined where there is none to make. Nothing is changed by it. */
export function fixFile(input: Input, workspace: Workspace): FixedFile | undefined {
  const report = workspace.report(input.uri);
  const edits = (report?.documents ?? []).flatMap(({ report: { document }, findings, start }) =>
    fixAll(document, findings).map((edit) => shiftEdit(edit, start)),
  );
  if (report === undefined || edits.length === 0) return undefined;
  const before = report.file.text;
  return { input, before, edits, text: applyEdits(before, edits), fixes: countSafe(report) };
}

function checkedFinding(
  finding: Finding,
  { start, report }: DocumentReport,
  { file }: FileReport,
  fixes: ReadonlySet<Fix>,
  { workspace, paths }: CheckContext,
): CheckedFinding {
  const span = shift(finding.at, start);
  return {
    finding,
    span,
    start: file.lines.positionAt(span.start),
    end: file.lines.positionAt(span.end),
    source: sourceOf(report),
    related: finding.related.flatMap(({ at, ...rest }) => {
      const located = locate(at, { file, start }, workspace, paths);
      return located === undefined ? [] : [{ ...located, ...rest }];
    }),
    fixes: finding.fixes.filter((fix) => fixes.has(fix)),
  };
}

/** Helm writes it above each object: `# Source: chart/templates/web.yaml`. */
function sourceOf({ document: { text, root } }: Report): string | undefined {
  const head = text.slice(0, root?.span.start ?? 0);
  return [...head.matchAll(/^# Source: (.*\S)/gm)].at(-1)?.[1];
}

function countSafe(report: FileReport): number {
  return report.documents.reduce(
    (sum, { report: { document }, findings }) => sum + safeFixes(document, findings).length,
    0,
  );
}
