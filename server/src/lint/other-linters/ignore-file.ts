import type { TextEdit } from '../../text/edit.ts';
import { matchesPattern } from '../../text/glob.ts';
import type { Change } from '../../yaml/edit/change.ts';
import { editsFor } from '../../yaml/edit/edits.ts';
import { plainOf } from '../../yaml/edit/plain.ts';
import { type Document, parse } from '../../yaml/read/document.ts';
import { slice } from '../../yaml/read/slice.ts';
import type { Field } from '../rule.ts';
import type { OtherCheck } from './linters.ts';
import { reasonFor } from './skip-checks.ts';

/** The names that Trivy's ignore file in YAML usually has. It has to be named with `--ignorefile` or in `trivy.yaml`. */
export const TRIVY_IGNORE_NAMES: readonly [string, string] = ['.trivyignore.yaml', '.trivyignore.yml'];
/** The ignore file that Trivy reads by default. It has IDs only, which it ignores everywhere. */
export const PLAIN_TRIVY_IGNORE = '.trivyignore';
/** Trivy's configuration file. */
export const TRIVY_CONFIG = 'trivy.yaml';

/** The ignore file that Trivy's configuration file names; undefined if it names none. */
export function namedIgnoreFile(config: string): string | undefined {
  return parse(config).root?.get('ignorefile')?.string;
}

/**
 * The edits that add what is missing to an ignore file of Trivy, so that it ignores the checks in these files. A sentence says
 * why that is not possible. Paths are relative to the folder that Trivy scans (aquasecurity/trivy: pkg/fanal/walker/fs.go), and
 * an entry without paths applies to all files (aquasecurity/trivy: docs/docs/configuration/filtering.md).
 */
export function ignoreInFiles(
  text: string,
  paths: readonly string[],
  checks: readonly OtherCheck[],
): { readonly edits: readonly TextEdit[] } | { readonly fault: string } {
  const document = parse(text);
  if (document.errors.length > 0) return { fault: 'It is not valid YAML.' };
  if (slice(text).length > 1) return { fault: 'It has several documents, and Trivy reads only the first one.' };
  const changes = checks.flatMap((check) => changesFor(document, paths, check));
  if (changes.length === 0) return { edits: [] };
  if (plainOf(document) !== null) {
    const plan = editsFor(document, changes);
    return plan.ok ? { edits: plan.edits } : { fault: plan.reason };
  }
  // There are comments at most.
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const plan = editsFor(parse(`${start}${LIST}:\n`), changes);
  if (!plan.ok) return { fault: plan.reason };
  return { edits: [{ span: { start: text.length, end: text.length }, text: plan.text.slice(text.length) }] };
}

const LIST = 'misconfigurations';

/** The changes after which a check is ignored in these files: to an entry that was written here before, or a new entry. */
function changesFor({ root }: Document, paths: readonly string[], check: OtherCheck): Change[] {
  const statement = reasonFor([check]);
  // One with a date may be over.
  const entries = (root?.get(LIST)?.items() ?? []).filter(
    (entry) => namesOf(check).includes(entry.get('id')?.string ?? '') && entry.get('expired_at') === undefined,
  );
  const missing = paths.filter((path) => !entries.some((entry) => ignores(entry, path))).map(patternOf);
  if (missing.length === 0) return [];
  const own = entries.find((entry) => entry.get('statement')?.string === statement && entry.get('paths') !== undefined);
  if (own === undefined) return [{ kind: 'append', path: [LIST], value: { id: check.id, paths: missing, statement } }];
  return missing.map((value) => ({ kind: 'append', path: [...own.path, 'paths'], value }));
}

/**
 * `AVD-KSV-0014`, `KSV-0014` and `KSV014` are one check. Newer releases of Trivy have the first as an alias of the second
 * (aquasecurity/trivy: issue 9064), and older ones as the second ID of the third, so that all of them accept the first.
 */
function namesOf({ id }: OtherCheck): string[] {
  return [id, id.replace(/^AVD-/, ''), id.replace(/^AVD-(\w+)-0/, '$1')];
}

/** Whether an entry applies to a file. */
function ignores(entry: Field, path: string): boolean {
  const patterns = entry.get('paths')?.items() ?? [];
  return patterns.length === 0 || patterns.some(({ string = '' }) => string === patternOf(path) || fits(path, string));
}

/** Paths are patterns (bmatcuk/doublestar), in which these characters need a backslash. */
function patternOf(path: string): string {
  return path.replace(/[\\*?[\]{}]/g, '\\$&');
}

/** Whether a pattern with no other wildcards than `*` and `**` matches a path. */
function fits(path: string, pattern: string): boolean {
  if (/[\\?[\]{}]/.test(pattern)) return false;
  const names = path.split('/');
  /** Whether the pattern up to here matches each beginning of the path, by the number of its names. */
  let reached = [true, ...names.map(() => false)];
  for (const step of pattern.split('/')) {
    if (step === '**') {
      const first = reached.indexOf(true);
      reached = reached.map((_, i) => first !== -1 && i >= first);
    } else
      reached = reached.map((_, i) => i > 0 && reached[i - 1] === true && matchesPattern(names[i - 1] ?? '', step));
  }
  return reached.at(-1) === true;
}
