import type { Severity } from '../../lint/settings/settings.ts';
import type { FileSummary } from '../files/file-summary.ts';

/** A count of something in the summary, such as "2 errors". */
export interface Amount {
  readonly severity: Severity;
  readonly text: string;
}

/** The number of findings of each severity that is shown, the worst first, without zeros. */
export function amounts(files: readonly FileSummary[], shows: readonly Severity[]): readonly Amount[] {
  return shows.flatMap((severity) => {
    const count = countOf(files, severity);
    if (count === 0) return [];
    return [{ severity, text: severity === 'information' ? `${count} information` : amount(count, severity) }];
  });
}

export function countOf(files: readonly FileSummary[], severity: Severity): number {
  return files.reduce(
    (sum, { findings }) => sum + findings.filter((finding) => finding.severity === severity).length,
    0,
  );
}

/** Where findings are: "in 2 of 4 files (7 objects)". */
export function extent(files: readonly FileSummary[], shows: readonly Severity[]): string {
  const affected = files.filter(({ findings }) => findings.some(({ severity }) => shows.includes(severity))).length;
  const isPart = files.length > 1 && affected > 0;
  const objects = files.reduce((sum, file) => sum + file.objects, 0);
  return `in ${isPart ? `${affected} of ` : ''}${amount(files.length, 'file')} (${amount(objects, 'object')})`;
}

/** "1 fix", "2 fixes". */
export function amount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : word.endsWith('x') ? 'es' : 's'}`;
}

/** What a summary says if no file contains an object. */
export const NOTHING_CHECKED = '0 objects checked';
