import type { AutomaticSafety } from '../../lint/rule.ts';
import type { Severity } from '../../lint/settings/settings.ts';
import type { FileSummary } from '../files/file-summary.ts';
import type { CheckLook, Frame } from './writer.ts';

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

/** All counts: "2 errors in 1 file (1 object)". */
export function countsText(
  files: readonly FileSummary[],
  frame: Pick<Frame, 'kubernetesVersion' | 'upgradeTo'>,
  look: Pick<CheckLook, 'shows' | 'cluster'>,
): string {
  const { shows } = look;
  const found = amounts(files, shows).map(({ text }) => text);
  const none = frame.upgradeTo === undefined ? 'No problems found' : 'no new problems';
  const counts = `${found.length === 0 ? none : found.join(', ')} ${extent(files, look)}`;
  return `${upgradeHead(frame)}${counts}${improvementsText(files, shows)}.`;
}

/** Where findings are: "in 2 of 4 files (7 objects)", or "in 7 objects" of a cluster. */
export function extent(
  files: readonly FileSummary[],
  { shows, cluster }: Pick<CheckLook, 'shows' | 'cluster'>,
): string {
  const affected = files.filter(({ findings }) => findings.some(({ severity }) => shows.includes(severity))).length;
  const isPart = files.length > 1 && affected > 0;
  const objects = files.reduce((sum, file) => sum + file.objects, 0);
  if (cluster !== undefined) return `in ${amount(objects, 'object')}`;
  return `in ${isPart ? `${affected} of ` : ''}${amount(files.length, 'file')} (${amount(objects, 'object')})`;
}

/** "1 fix", "2 fixes". */
export function amount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : word.endsWith('x') ? 'es' : 's'}`;
}

/** How many fixes of a kind can be applied to all files. */
export function fixCount(files: readonly Pick<FileSummary, 'fixes'>[], kind: AutomaticSafety): number {
  return files.reduce((sum, { fixes }) => sum + fixes[kind], 0);
}

/** What a summary says if no file contains an object. */
export const NOTHING_CHECKED = '0 objects checked';

/** What a summary begins with if two releases are compared: "Kubernetes 1.33 to 1.37: ". */
export function upgradeHead({ kubernetesVersion, upgradeTo }: Pick<Frame, 'kubernetesVersion' | 'upgradeTo'>): string {
  return upgradeTo === undefined ? '' : `Kubernetes ${kubernetesVersion} to ${upgradeTo}: `;
}

/** What is better after an upgrade, to follow the counts; empty without improvements. */
export function improvementsText(files: readonly FileSummary[], shows: readonly Severity[]): string {
  const all = files.flatMap(({ improvements }) => improvements);
  const count = all.filter(({ severity }) => shows.includes(severity)).length;
  return count === 0 ? '' : `, ${amount(count, 'improvement')}`;
}

/** How many workloads an upgrade changes, as a sentence. */
export function changedWorkloads(frame: Frame, files: readonly { readonly workloads: readonly unknown[] }[]): string {
  const count = files.reduce((sum, { workloads }) => sum + workloads.length, 0);
  return `${upgradeHead(frame)}${amount(count, 'workload')} changed in ${amount(files.length, 'file')}.`;
}
