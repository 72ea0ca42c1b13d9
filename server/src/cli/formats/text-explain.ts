import { moreInWords } from '../../lint/pages/workload.ts';
import type { ExplainedFile, ExplainedWorkload } from '../files/explain-file.ts';
import { nameWithHook } from '../files/file-summary.ts';
import { locationText } from '../files/message.ts';
import { escapeControls, type Paint, painter } from '../terminal/style.ts';
import { amount, changedWorkloads, NOTHING_CHECKED } from './totals.ts';
import type { Frame, Look } from './writer.ts';

/** The verdicts of workloads with their evidence, for people. */
export function explainText(files: readonly ExplainedFile[], frame: Frame, { color }: Look): string {
  const paint = painter(color);
  const blocks = files.flatMap(({ path, workloads }) =>
    workloads.map((workload) => workloadText(path, workload, paint)),
  );
  if (frame.upgradeTo !== undefined) return `${[...blocks, changedWorkloads(frame, files)].join('\n\n')}\n`;
  const all = files.flatMap(({ workloads }) => workloads);
  if (all.length === 0) {
    return `${files.some(({ objects }) => objects > 0) ? 'No workloads' : NOTHING_CHECKED} in ${amount(files.length, 'file')}.\n`;
  }
  const verdicts = (['windows', 'linux', 'either', 'none', 'unknown'] as const).flatMap((os) => {
    const count = all.filter(({ verdict }) => verdict.os === os).length;
    return count === 0 ? [] : [`${count} ${os}`];
  });
  const line = `${amount(all.length, 'workload')} in ${amount(files.length, 'file')}: ${verdicts.join(', ')}.`;
  return `${[...blocks, line].join('\n\n')}\n`;
}

function workloadText(
  path: string,
  { object, hook, at, verdict, evidence, moreOnWindows, change }: ExplainedWorkload,
  paint: Paint,
): string {
  const head = [
    paint('bold', escapeControls(locationText({ path, at }))),
    escapeControls(nameWithHook({ object, hook })),
    paint('bold', verdictText(verdict)) + (evidence.length === 0 ? ': no evidence' : ''),
  ].join('  ');
  const lines = evidence.map(({ says, text, range }) => {
    const where = paint('dim', escapeControls(locationText({ path: range.path, at: range.start })));
    return `  ${says.padEnd('windows'.length)}  ${escapeControls(text)}  ${where}`;
  });
  const more = moreOnWindows === 0 ? [] : [`  ${moreInWords(moreOnWindows)} (show with check --assume-windows).`];
  return [head, ...lines, ...more, ...(change === undefined ? [] : [changeText(change)])].join('\n');
}

function verdictText({ os, certainty }: ExplainedWorkload['verdict']): string {
  return [os, certainty === 'image' ? 'by its image' : certainty].filter((part) => part !== null).join(', ');
}

function changeText({ since, before }: NonNullable<ExplainedWorkload['change']>): string {
  const more = before.moreOnWindows === 0 ? '' : `; ${moreInWords(before.moreOnWindows)}`;
  return `  Changed since ${since}. Today: ${verdictText(before.verdict)}${more}.`;
}
