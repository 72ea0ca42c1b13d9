import { verdictsIn } from '../lint/engine/report.ts';
import type { Finding } from '../lint/finding.ts';
import { applicableFixes } from '../lint/fixes/applicable-fixes.ts';
import { WORST_FIRST } from '../lint/rule-set/rule-list.ts';
import type { Severity } from '../lint/settings/settings.ts';
import type { Position } from '../text/line-index.ts';
import { type Span, shift } from '../text/span.ts';
import type { File, FileReport } from '../workspace/report.ts';
import { sentence } from './sentence.ts';

/** How many findings and workloads an answer has at most, and how many characters its findings have together. */
export const MAX_FINDINGS = 50;
const MAX_WORKLOADS = 20;
export const MAX_CHARACTERS = 40_000;
/** The edits of a larger fix, in characters, are left out. */
const MAX_EDITS = 4_000;
const MAX_NOTES = 10;

interface FoundIn {
  readonly path: string;
  readonly file: File;
  readonly document: FileReport['documents'][number];
  readonly finding: Finding;
}

/** What `kubewin_check` finds in one or more files: the worst findings, as far as they fit into an answer. */
export class Findings {
  readonly #hints: boolean;
  /** Whether the reports are on all documents, those included in which nothing can be found. */
  readonly #isWhole: boolean;
  #hasWindows = false;
  /** At most twice as many as an answer has. */
  #worst: FoundIn[] = [];
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  readonly #workloads: string[] = [];
  readonly #notes: string[] = [];

  constructor({ hints, isWhole }: { readonly hints: boolean; readonly isWhole: boolean }) {
    this.#hints = hints;
    this.#isWhole = isWhole;
  }

  /** Adds the findings of a file. The path is that of the answer. */
  add(path: string, { file, documents }: FileReport): void {
    for (const document of documents) {
      for (const { object, verdict } of verdictsIn(document.report)) {
        this.#hasWindows ||= verdict.os === 'windows';
        const certainty = verdict.certainty === null ? '' : ` (${verdict.certainty})`;
        this.#workloads.push(`${nameOf(object)}: ${verdict.os}${certainty}`);
      }
      for (const finding of document.findings) {
        this.#counts[finding.severity]++;
        if (finding.severity !== 'hint' || this.#hints) this.#worst.push({ path, file, document, finding });
      }
      const error = document.report.document.errors[0];
      if (error !== undefined) {
        const { line } = file.lines.positionAt(document.start + error.at);
        this.note(`${path}:${line + 1}: ${sentence(`The YAML cannot be read here: ${error.message}`)}`);
      }
    }
    if (this.#worst.length > 2 * MAX_FINDINGS) this.#sort();
  }

  /** Adds a sentence on something that is not a finding. */
  note(message: string): void {
    this.#notes.push(message);
  }

  /** The answer as JSON. Whatever is left out is counted in `omitted`. */
  toJson(): string {
    if (this.#isWhole && !this.#hasWindows) this.note(NO_WINDOWS_POD);
    this.#sort();
    const shown: object[] = [];
    let length = 0;
    for (const found of this.#worst) {
      const entry = findingJson(found);
      length += JSON.stringify(entry).length;
      if (length > MAX_CHARACTERS) break;
      shown.push(entry);
    }
    const { hint, ...others } = this.#counts;
    const count = others.error + others.warning + others.information + (this.#hints ? hint : 0);
    const omitted = [
      ...left(count - shown.length, 'more findings. Fix these first, or check fewer files'),
      ...left(this.#workloads.length - MAX_WORKLOADS, 'workloads'),
      ...left(this.#notes.length - MAX_NOTES, 'notes'),
    ];
    return JSON.stringify({
      counts: this.#counts,
      findings: shown,
      workloads: this.#workloads.slice(0, MAX_WORKLOADS),
      ...(this.#notes.length === 0 ? {} : { notes: this.#notes.slice(0, MAX_NOTES) }),
      ...(omitted.length === 0 ? {} : { omitted }),
    });
  }

  #sort(): void {
    const rank = ({ finding }: FoundIn) => WORST_FIRST.indexOf(finding.severity);
    this.#worst = this.#worst.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_FINDINGS);
  }
}

/** Unknown pods are silent, which a model must not take for a good result. */
const NO_WINDOWS_POD =
  'No pod is known to run on Windows, so little was checked. The node selector `kubernetes.io/os: windows` makes it known.';

function left(count: number, what: string): string[] {
  return count > 0 ? [`${count} ${what}.`] : [];
}

/** A finding with its place and the fixes that can be applied. Lines and columns start at 1. */
function findingJson({ path, file, document: { start, report }, finding }: FoundIn): object {
  const { rule, severity, effect, message, object, field } = finding;
  const range = (span: Span) => {
    const place = (offset: number) => placeOf(file.lines.positionAt(offset));
    const { start: from, end } = shift(span, start);
    return { start: place(from), end: place(end) };
  };
  const fixes = applicableFixes(report.document, finding).applicable.map(({ fix: { title, safety }, edits }) => {
    const size = edits.reduce((sum, { text }) => sum + text.length, 0);
    return size > MAX_EDITS
      ? { title, safety, omitted: `The edits have ${size} characters.` }
      : { title, safety, edits: edits.map(({ span, text }) => ({ range: range(span), text })) };
  });
  return {
    path,
    range: range(finding.at),
    rule,
    severity,
    effect,
    message,
    ...(object === undefined ? {} : { object: nameOf(object) }),
    ...(field === undefined ? {} : { field }),
    fixes,
  };
}

function placeOf({ line, character }: Position): { readonly line: number; readonly column: number } {
  return { line: line + 1, column: character + 1 };
}

function nameOf({ kind, name, namespace }: NonNullable<Finding['object']>): string {
  return `${kind} ${[namespace, name ?? '(no name)'].filter((part) => part !== null).join('/')}`;
}
