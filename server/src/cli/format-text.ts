import type { Severity } from '../lint/settings.ts';
import { type CheckedFile, type CheckedFinding, nameOf, type Outline } from './check.ts';
import { codeFrame } from './code-frame.ts';
import type { ExplainedFile, ExplainedWorkload } from './explain.ts';
import { placeText } from './places.ts';
import { escapeControls, type Paint, painter } from './style.ts';
import type { CheckWriter, Frame, Look } from './writer.ts';

/** The findings for people: each with its line, and a line of counts at the end. */
export function checkText(look: Look): CheckWriter {
  const paint = painter(look.color);
  return {
    fixes: 'none',
    start: () => '',
    file: (file) =>
      withEvidenceOnce(file.findings)
        .map((finding) => `${findingText(file, finding, look.width, paint)}\n\n`)
        .join(''),
    between: '',
    end: (files, { fixed }) => `${summary(files, look.shows.includes('hint'), fixed, paint)}\n`,
  };
}

/** The verdict of each workload with its evidence. */
export function explainText(files: readonly ExplainedFile[], { color }: Look): string {
  const paint = painter(color);
  const blocks = files.flatMap(({ path, workloads }) =>
    workloads.map((workload) => workloadText(path, workload, paint)),
  );
  const all = files.flatMap(({ workloads }) => workloads);
  if (all.length === 0) {
    return `${hasObjects(files) ? 'No workloads' : NOTHING} in ${amount(files.length, 'file')}.\n`;
  }
  const verdicts = (['windows', 'linux', 'either', 'none', 'unknown'] as const).flatMap((os) => {
    const count = all.filter(({ verdict }) => verdict.os === os).length;
    return count === 0 ? [] : [`${count} ${os}`];
  });
  const line = `${amount(all.length, 'workload')} in ${amount(files.length, 'file')}: ${verdicts.join(', ')}.`;
  return `${[...blocks, line].join('\n\n')}\n`;
}

const COLORS = { error: 'red', warning: 'yellow', information: 'blue', hint: 'cyan' } as const;

function findingText({ path, text }: CheckedFile, found: CheckedFinding, width: number, paint: Paint): string {
  const { rule, severity, message } = found.finding;
  const head = [
    paint('bold', escapeControls(placeText({ path, at: found.start }))),
    paint(COLORS[severity], severity),
    escapeControls(message),
    paint('dim', rule),
  ].join('  ');
  const frame = codeFrame(text, found.span, found.start, { width, paint, color: COLORS[severity] });
  const related = found.related.map((one) =>
    paint('dim', `= ${escapeControls(one.message)} (${escapeControls(placeText({ path: one.path, at: one.start }))})`),
  );
  return [head, ...frame, ...objectLine(found, paint), ...related].join('\n');
}

/** Each workload tells why it is one for Windows in the first of its findings alone. */
function withEvidenceOnce(findings: readonly CheckedFinding[]): CheckedFinding[] {
  const told = new Set<string>();
  return findings.map((found) => {
    const related = found.related.filter(({ isEvidence, message, path, start }) => {
      const key = JSON.stringify([found.finding.object, message, path, start]);
      return !isEvidence || (!told.has(key) && told.add(key));
    });
    return { ...found, related };
  });
}

/** What the finding is in, and which template of a chart it is from. */
function objectLine({ finding: { object }, source }: CheckedFinding, paint: Paint): string[] {
  const parts = [object && nameOf(object), source && `from ${source}`].filter((part) => part !== undefined);
  return parts.length === 0 ? [] : [paint('dim', escapeControls(`= ${parts.join(' ')}`))];
}

function summary(files: readonly Outline[], hints: boolean, fixed: Frame['fixed'], paint: Paint): string {
  const count = (severity: Severity) =>
    files.reduce((sum, { findings }) => sum + findings.filter((one) => one.severity === severity).length, 0);
  const shown = [
    { count: count('error'), word: 'error', color: COLORS.error },
    { count: count('warning'), word: 'warning', color: COLORS.warning },
    { count: count('information'), word: 'information', color: COLORS.information },
    { count: hints ? count('hint') : 0, word: 'hint', color: COLORS.hint },
  ].filter((one) => one.count > 0);
  const counts = shown.map(({ count, word, color }) =>
    paint(color, word === 'information' ? `${count} ${word}` : amount(count, word)),
  );
  const found = hasObjects(files) ? counts : [NOTHING, ...counts];
  const hidden = hints ? 0 : count('hint');
  const left = hidden === 0 ? '.' : `, and ${amount(hidden, 'hint')} (show with --hints).`;
  const safe = files.reduce((sum, file) => sum + file.safeFixes, 0);
  const broken = files.reduce((sum, file) => sum + file.broken.length, 0);
  return [
    `${found.length === 0 ? 'No problems found' : found.join(', ')} in ${amount(files.length, 'file')}${left}`,
    ...(broken === 0 ? [] : [`${amount(broken, 'document')} could not be parsed.`]),
    ...(fixed === undefined || (fixed.files === 0 && safe > 0) ? [] : [fixedLine(fixed)]),
    ...(safe === 0 ? [] : [`${safe === 1 ? '1 fix is' : `${safe} fixes are`} available with --fix.`]),
  ].join('\n');
}

const NOTHING = '0 objects checked';

function hasObjects(files: readonly { readonly hasObjects: boolean }[]): boolean {
  return files.some((file) => file.hasObjects);
}

function fixedLine({ fixes, files }: NonNullable<Frame['fixed']>): string {
  return files === 0 ? 'No safe fixes were available.' : `Applied ${amount(fixes, 'fix')} in ${amount(files, 'file')}.`;
}

function workloadText(path: string, { object, at, verdict, evidence }: ExplainedWorkload, paint: Paint): string {
  const certainty = verdict.certainty === null ? '' : `, ${verdict.certainty}`;
  const head = [
    paint('bold', escapeControls(placeText({ path, at }))),
    escapeControls(nameOf(object)),
    paint('bold', `${verdict.os}${certainty}`) + (evidence.length === 0 ? ': no evidence' : ''),
  ].join('  ');
  const lines = evidence.map(({ says, text, place }) => {
    const where = paint('dim', escapeControls(placeText({ path: place.path, at: place.start })));
    return `  ${says.padEnd('windows'.length)}  ${escapeControls(text)}  ${where}`;
  });
  return [head, ...lines].join('\n');
}

function amount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : word.endsWith('x') ? 'es' : 's'}`;
}
