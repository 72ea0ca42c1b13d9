import type { Report, Workload } from '../../lint/engine/report.ts';
import type { Finding } from '../../lint/finding.ts';
import { applicableFixes, fixAll, possibleFixes, safeFixes } from '../../lint/fixes/applicable-fixes.ts';
import { extentOf } from '../../lint/pages/workload.ts';
import type { Effect, Fix, Related } from '../../lint/rule.ts';
import type { Severity } from '../../lint/settings/settings.ts';
import { applyEdits, shiftEdit, type TextEdit } from '../../text/edit.ts';
import type { Position } from '../../text/line-index.ts';
import { contains, type Span, shift } from '../../text/span.ts';
import type { DocumentReport, FileReport, Workspace } from '../../workspace/workspace.ts';
import { type Input, pathFromHere } from '../inputs/read-inputs.ts';
import { type Located, locate, lookAt, type Recognized, type Target } from './file-summary.ts';
import { Fingerprints } from './fingerprint.ts';
import { systemInWords } from './system.ts';

/** What was found in a file, in the order of the engine. */
export interface CheckedFile extends Recognized {
  readonly path: string;
  /** Its path from the current folder, where it has one. */
  readonly place: string;
  readonly findings: readonly CheckedFinding[];
  /** What comments in the file allow. */
  readonly suppressed: readonly SuppressedFinding[];
  /** What the baseline has. */
  readonly known: readonly CheckedFinding[];
  /** How many safe fixes there are to make. */
  readonly safeFixes: number;
}

/** What is kept of it when it is written. */
export interface Outline extends Recognized {
  readonly place: string;
  /** What was found. */
  readonly findings: readonly ReportedFinding[];
  /** What the baseline has of it. */
  readonly known: readonly ReportedFinding[];
  readonly safeFixes: number;
}

/** What is kept of a finding. */
export interface ReportedFinding {
  readonly rule: string;
  readonly effect: Effect;
  readonly severity: Severity;
  /** Whether `--fix` makes a fix of it. */
  readonly isFixable: boolean;
  readonly object: string;
  readonly field: string;
  readonly fingerprint: string;
}

/** That of a file. */
export function outlineOf({ hasObjects, objects, broken, place, findings, known, safeFixes }: CheckedFile): Outline {
  return {
    hasObjects,
    objects,
    broken,
    place,
    findings: findings.map(reportedFinding),
    known: known.map(reportedFinding),
    safeFixes,
  };
}

function reportedFinding({ finding, fingerprint, isFixable }: CheckedFinding): ReportedFinding {
  const { rule, effect, severity, object, namedField } = finding;
  return {
    rule,
    effect,
    severity,
    isFixable,
    object: object ? nameOf(object) : '',
    field: namedField ?? '',
    fingerprint,
  };
}

/** An object as people name it: `Deployment shop/web`. */
export function nameOf({ kind, namespace, name }: NonNullable<Finding['object']>): string {
  return `${kind} ${[namespace, name ?? '(no name)'].filter((part) => part !== null).join('/')}`;
}

/** A finding with all that is shown of it, in places of files; no tree is kept for it. */
export interface CheckedFinding {
  readonly finding: Pick<
    Finding,
    'rule' | 'effect' | 'severity' | 'message' | 'object' | 'field' | 'namedField' | 'certainty'
  >;
  /** The number of its document. */
  readonly document: number;
  /** Where it is in this text, which is that of the file or of a part of it. */
  readonly text: string;
  readonly span: Span;
  readonly start: Position;
  readonly end: Position;
  /** The same for this finding in other versions of the file. */
  readonly fingerprint: string;
  /** The operating system of its pod and why, in words; undefined for what is not in a pod. */
  readonly system: string | undefined;
  /** The template of a chart that `helm template` made the document of. */
  readonly source: string | undefined;
  readonly related: readonly (Located & Omit<Related, 'at'>)[];
  /** Those that can be made; empty where they were not asked for, for each has to be tried. */
  readonly fixes: readonly CheckedFix[];
  /** Whether `--fix` makes one of them. */
  readonly isFixable: boolean;
}

/** A finding that a comment allows, with the reason in it. */
export interface SuppressedFinding {
  readonly found: CheckedFinding;
  readonly reason: string | undefined;
}

export interface CheckedFix extends Pick<Fix, 'title' | 'safety'> {
  /** What it changes; empty where that was not asked for. */
  readonly edits: readonly (Pick<Located, 'start' | 'end'> & Pick<TextEdit, 'text'>)[];
}

/** What to look a file up with. */
export interface CheckContext {
  readonly workspace: Workspace;
  /** The paths of the files by their URIs. */
  readonly paths: ReadonlyMap<string, string>;
  /** Whether documents are parsed as well in which nothing can be found. */
  readonly thorough: boolean;
}

/** What to find out of a file. */
export interface Wanted {
  /** Whether fixes are a part of it, and what they change. */
  readonly fixes: 'none' | 'titles' | 'edits';
  /** The severities of findings whose fixes these are. */
  readonly fixable: readonly Severity[];
  /** The fingerprints of findings that are not told. */
  readonly baseline: Baseline;
}

/** The fingerprints in a baseline; `all` for one that gets whatever is found. */
export type Baseline = ReadonlySet<string> | 'all';

/** Checks a file, and keeps of it only what is shown. */
export function check(
  input: Target,
  context: CheckContext,
  { fixes, fixable, baseline }: Wanted,
): CheckedFile | undefined {
  const { path } = input;
  const place = pathFromHere(input.uri) ?? path;
  const fingerprints = new Fingerprints(place);
  let safeCount = 0;
  let number = 0;
  const looked = lookAt(input, 'findings', context, (report) => {
    const found = report.documents.flatMap((one) => {
      const { document } = one.report;
      const tried = fixes === 'none' ? [] : one.findings.filter(({ severity }) => fixable.includes(severity));
      const made = fixes === 'edits' ? editsByFix(document, tried) : withoutEdits(possibleFixes(document, tried));
      const safe = new Set(safeFixes(document, one.findings));
      safeCount += safe.size;
      const make = finder(one, number++, report, { made, safe }, fingerprints, context);
      const reasons = new Map(one.suppressed.map(({ finding, reason }) => [finding, reason]));
      // Together in the order of the text, so that a comment changes no other fingerprint.
      return [...one.findings, ...reasons.keys()]
        .sort((a, b) => a.at.start - b.at.start)
        .map((finding) => ({ found: make(finding), isSuppressed: reasons.has(finding), reason: reasons.get(finding) }));
    });
    context.workspace.forgetFindings(report.file.uri);
    return found;
  });
  if (looked === undefined) return undefined;
  const found = looked.made.flat();
  const told = found.filter(({ isSuppressed }) => !isSuppressed).map((one) => one.found);
  const isKnown = ({ fingerprint }: CheckedFinding) => baseline === 'all' || baseline.has(fingerprint);
  return {
    path,
    place,
    findings: told.filter((one) => !isKnown(one)),
    suppressed: found.filter(({ isSuppressed }) => isSuppressed),
    known: told.filter(isKnown),
    safeFixes: safeCount,
    ...looked.recognized,
  };
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

/** The fixes that can be made, each by itself, and what they change where that was asked for. */
type EditsByFix = ReadonlyMap<Fix, readonly TextEdit[]>;

function editsByFix(document: Report['document'], findings: readonly Finding[]): EditsByFix {
  const made = findings.flatMap((finding) => applicableFixes(document, finding).applicable);
  return new Map(made.map(({ fix, edits }) => [fix, edits]));
}

function withoutEdits(fixes: ReadonlySet<Fix>): EditsByFix {
  return new Map([...fixes].map((fix) => [fix, []]));
}

/** Makes of the findings of a document what is shown of them. */
function finder(
  { start, report }: DocumentReport,
  number: number,
  { file }: FileReport,
  { made, safe }: { readonly made: EditsByFix; readonly safe: ReadonlySet<Fix> },
  fingerprints: Fingerprints,
  { workspace, paths }: CheckContext,
): (finding: Finding) => CheckedFinding {
  const { workloads } = report;
  const source = sourceOf(report);
  const systemAt = systemsOf(workloads);
  const located = ({ span, text }: TextEdit) => {
    const { start: from, end: to } = shift(span, start);
    return { start: file.lines.positionAt(from), end: file.lines.positionAt(to), text };
  };
  const checkedFix = (fix: Fix): CheckedFix[] => {
    const edits = made.get(fix);
    return edits === undefined ? [] : [{ title: fix.title, safety: fix.safety, edits: edits.map(located) }];
  };
  return (finding) => {
    const span = shift(finding.at, start);
    const { rule, effect, severity, message, object, field, namedField, certainty } = finding;
    return {
      finding: { rule, effect, severity, message, object: object && plainObject(object), field, namedField, certainty },
      document: number,
      text: file.text,
      span,
      start: file.lines.positionAt(span.start),
      end: file.lines.positionAt(span.end),
      fingerprint: fingerprints.of(finding),
      system: systemAt(finding.at),
      source,
      related: finding.related.flatMap(({ at, ...rest }) => {
        const place = locate(at, { file, start }, workspace, paths);
        return place === undefined ? [] : [{ ...place, ...rest }];
      }),
      fixes: finding.fixes.flatMap(checkedFix),
      isFixable: finding.fixes.some((fix) => safe.has(fix)),
    };
  };
}

/** Without its tree. */
function plainObject({ kind, name, namespace }: NonNullable<Finding['object']>): NonNullable<Finding['object']> {
  return { kind, name, namespace };
}

/** The operating systems of pods in words, by what is in them. A document may have many: each is found by halving. */
function systemsOf(workloads: readonly Workload[]): (at: Span) => string | undefined {
  const byObject = new Map<unknown, Workload[]>();
  for (const one of workloads) {
    const same = byObject.get(one.pod.object.field) ?? [];
    byObject.set(one.pod.object.field, same);
    same.push(one);
  }
  const pods = workloads
    .map((one) => ({ ...extentOf(one, byObject.get(one.pod.object.field) ?? []), system: systemInWords(one) }))
    .sort((a, b) => a.start - b.start);
  return (at) => {
    let [low, high] = [0, pods.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pods[middle]?.start ?? 0) <= at.start) low = middle + 1;
      else high = middle;
    }
    const pod = pods[low - 1];
    return pod !== undefined && contains(pod, at) ? pod.system : undefined;
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
