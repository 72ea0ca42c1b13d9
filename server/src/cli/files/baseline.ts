import { existsSync } from 'node:fs';
import type { BaselineEntry } from '../../results.ts';
import type { Position } from '../../text/line-index.ts';
import type { FileSummary } from './file-summary.ts';

/** Increases when an older Kubewin would misread a newer file. */
const VERSION = 1;

/** The entries of a baseline, or the reason why it cannot be read. */
export type ReadBaseline =
  | { readonly entries: readonly BaselineEntry[] }
  | { readonly fault: { readonly message: string; readonly at: Position | undefined } };

/** Reads the text of a baseline. */
export function readBaseline(text: string): ReadBaseline {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    const lines = text.split('\n').map((line) => line.trim());
    const wrong = lines.findIndex((line) => !FRAME.test(line) && !isJson(line.replace(/,$/, '')));
    const at = { line: wrong === -1 ? lines.length - 1 : wrong, character: 0 };
    return { fault: { at, message: 'the baseline is not valid JSON here' } };
  }
  const { version, findings } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  const fault = (message: string) => ({ fault: { at: undefined, message } });
  if (typeof version === 'number' && version > VERSION) {
    return fault('the baseline was written by a newer version of Kubewin; update Kubewin, or write it again');
  }
  if (version !== VERSION || !Array.isArray(findings)) return fault('this is not a baseline of Kubewin');
  const wrong = findings.findIndex((entry) => !isEntry(entry));
  if (wrong !== -1) return fault(`the baseline is broken: entry ${wrong + 1} has no path or no fingerprint`);
  return { entries: findings };
}

/** The lines of a baseline that are not entries. */
const FRAME = /^(?:[{}\]]|"version": \d+,|"findings": \[\]?)?$/;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isEntry(raw: unknown): raw is BaselineEntry {
  const { path, fingerprint } = (typeof raw === 'object' && raw !== null ? raw : {}) as Partial<BaselineEntry>;
  return typeof path === 'string' && typeof fingerprint === 'string';
}

/** The text of a baseline with all findings: an entry in each line, sorted, so that diffs are small. */
export function baselineText(files: readonly FileSummary[]): string {
  const entries = files
    .flatMap(({ relativePath, known }) =>
      known.map(
        ({ rule, object, field, fingerprint }): BaselineEntry => ({
          path: relativePath,
          rule,
          object,
          field,
          fingerprint,
        }),
      ),
    )
    .map((entry) => JSON.stringify(entry))
    .sort();
  const lines = entries.map((entry) => `\n    ${entry}`).join();
  return `{\n  "version": ${VERSION},\n  "findings": [${lines}${lines === '' ? '' : '\n  '}]\n}\n`;
}

/** How many entries no finding has any more. Entries of files that exist but were not checked do not count. */
export function goneFrom(entries: readonly BaselineEntry[], files: readonly FileSummary[]): number {
  if (entries.length === 0) return 0;
  const checked = new Set(files.map(({ relativePath }) => relativePath));
  const found = new Set(files.flatMap(({ known }) => known.map(({ fingerprint }) => fingerprint)));
  return entries.filter(({ path, fingerprint }) => !found.has(fingerprint) && (checked.has(path) || !existsSync(path)))
    .length;
}
