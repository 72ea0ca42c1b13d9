import type { Severity } from '../../lint/settings/settings.ts';
import type { Outline } from '../files/check-file.ts';

/** A count of something in the summary, such as "2 errors". */
export interface Amount {
  readonly severity: Severity;
  readonly text: string;
}

/** How many findings there are of each severity that is shown, the worst first; those of which there are none are left out. */
export function amounts(files: readonly Outline[], shows: readonly Severity[]): readonly Amount[] {
  return shows.flatMap((severity) => {
    const count = countOf(files, severity);
    if (count === 0) return [];
    return [{ severity, text: severity === 'information' ? `${count} information` : amount(count, severity) }];
  });
}

export function countOf(files: readonly Outline[], severity: Severity): number {
  return files.reduce((sum, { findings }) => sum + findings.filter((one) => one.severity === severity).length, 0);
}

/** Where it was found: "in 2 of 4 files (7 objects)". */
export function extent(files: readonly Outline[], shows: readonly Severity[]): string {
  const affected = files.filter(({ findings }) => findings.some(({ severity }) => shows.includes(severity))).length;
  const isPart = files.length > 1 && affected > 0;
  const objects = files.reduce((sum, file) => sum + file.objects, 0);
  return `in ${isPart ? `${affected} of ` : ''}${amount(files.length, 'file')} (${amount(objects, 'object')})`;
}

/** "1 fix", "2 fixes". */
export function amount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : word.endsWith('x') ? 'es' : 's'}`;
}
