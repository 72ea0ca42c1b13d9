import { WORST_FIRST } from '../../lint/rule-set/rule-list.ts';
import type { Severity } from '../../lint/settings/settings.ts';
import {
  type CheckedFile,
  type CheckedFinding,
  nameOf,
  type Outline,
  type ReportedFinding,
} from '../files/check-file.ts';
import type { ExplainedFile, ExplainedWorkload } from '../files/explain-file.ts';
import { placeText } from '../files/file-summary.ts';
import { escapeControls, type Paint, painter } from '../terminal/style.ts';
import { codeFrame } from './code-frame.ts';
import { amount, amounts, countOf, extent } from './totals.ts';
import type { CheckWriter, Frame, Look } from './writer.ts';

/** The findings for people, file by file and object by object, and counts at the end. */
export function checkText(look: Look): CheckWriter {
  const paint = painter(look.color);
  return {
    fixes: 'titles',
    isList: true,
    start: () => '',
    file: (file) =>
      look.statistics ? [] : groups(file.findings).flatMap((one) => groupTexts(file, one, look.width, paint)),
    between: '',
    end: (files, frame) => (look.statistics ? statistics(files, look, paint) : '') + summary(files, frame, look, paint),
  };
}

/** What is found in each object, the worst first. */
function groups(findings: readonly CheckedFinding[]): readonly (readonly CheckedFinding[])[] {
  const byObject = new Map<string, CheckedFinding[]>();
  for (const one of findings) {
    const key = JSON.stringify([one.document, one.finding.object]);
    const group = byObject.get(key) ?? [];
    byObject.set(key, group);
    group.push(one);
  }
  const rank = ({ finding }: CheckedFinding) => WORST_FIRST.indexOf(finding.severity);
  return [...byObject.values()].map((group) =>
    withEvidenceOnce(group.toSorted((one, other) => rank(one) - rank(other))),
  );
}

/** A text for each finding; the object is named above the first. */
function groupTexts(file: CheckedFile, group: readonly CheckedFinding[], width: number, paint: Paint): string[] {
  const system = group.find((one) => one.system !== undefined)?.system;
  return group.map((found, i) => {
    const head = i === 0 ? headOf(found, system) : '';
    return `${head === '' ? '' : `${paint('bold', escapeControls(head))}\n`}${findingText(file, found, width, paint)}\n\n`;
  });
}

/** The object, its operating system, and the template of a chart that it is from. */
function headOf({ finding: { object }, source }: CheckedFinding, system: string | undefined): string {
  if (object === undefined) return '';
  return [nameOf(object), system, source && `from ${source}`].filter((part) => part !== undefined).join(' · ');
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

function findingText({ path }: CheckedFile, found: CheckedFinding, width: number, paint: Paint): string {
  const { rule, severity, message } = found.finding;
  const color = COLORS[severity];
  const gutter = ' '.repeat(String(found.start.line + 1).length);
  const arrow = paint('dim', `${gutter}-->`);
  const add = (word: string, what: string) =>
    `${paint('dim', `${gutter} =`)} ${paint('bold', word)}: ${escapeControls(what)}`;
  return [
    `${paint(color, `${severity}[${rule}]`)}: ${paint('bold', escapeControls(message))}`,
    `${arrow} ${escapeControls(placeText({ path, at: found.start }))}`,
    paint('dim', `${gutter} |`),
    ...codeFrame(found.text, found.span, found.start, { width, paint, color }),
    ...helpOf(found).map((help) => add('help', help)),
    ...found.related.map((one) => add('note', `${one.message} (${placeText({ path: one.path, at: one.start })})`)),
  ].join('\n');
}

/** What its fixes do, as far as there are any. */
function helpOf({ fixes, isFixable }: CheckedFinding): readonly string[] {
  const safe = isFixable ? fixes.find(({ safety }) => safety === 'safe') : undefined;
  const titles = fixes.slice(0, MOST_FIXES).map((fix) => {
    const title = fix.title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
    return fix === safe ? `${title} (with --fix)` : title;
  });
  return titles.length === 0 ? [] : [titles.join(', or ')];
}

const MOST_FIXES = 3;

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

/** How often each rule reports something, the most frequent first. */
function statistics(files: readonly Outline[], { shows }: Look, paint: Paint): string {
  const byRule = new Map<string, ReportedFinding[]>();
  for (const one of files.flatMap(({ findings }) => findings)) {
    if (!shows.includes(one.severity)) continue;
    const same = byRule.get(one.rule) ?? [];
    byRule.set(one.rule, same);
    same.push(one);
  }
  const rows = [...byRule]
    .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .map(([rule, all]) => {
      const fixable = all.filter(({ isFixable }) => isFixable).length;
      return {
        count: String(all.length),
        rule,
        effects: [...new Set(all.map(({ effect }) => effect))].sort().join(', '),
        fixes: fixable === 0 ? '' : `  ${fixable} with --fix`,
      };
    });
  const width = (key: 'count' | 'rule' | 'effects') => Math.max(0, ...rows.map((row) => row[key].length));
  const [counts, rules, effects] = [width('count'), width('rule'), width('effects')];
  const lines = rows.map((row) => {
    const cells = `${row.rule.padEnd(rules)}  ${row.effects.padEnd(effects)}${row.fixes}`.trimEnd();
    return `${paint('bold', row.count.padStart(counts))}  ${cells}\n`;
  });
  return lines.length === 0 ? '' : `${lines.join('')}\n`;
}

function summary(files: readonly Outline[], { fixed, writtenBaseline }: Frame, look: Look, paint: Paint): string {
  if (look.quiet) return '';
  const { shows } = look;
  const safe = files.reduce((sum, file) => sum + file.safeFixes, 0);
  const broken = files.reduce((sum, file) => sum + file.broken.length, 0);
  const known = files.reduce((sum, file) => sum + file.known.length, 0);
  const lines = [
    ...(writtenBaseline === undefined
      ? [foundLine(files, shows, paint)]
      : [`${known === 1 ? '1 finding was' : `${known} findings were`} written to ${writtenBaseline}.`]),
    ...(broken === 0 ? [] : [`${amount(broken, 'document')} could not be parsed.`]),
    ...(known === 0 || writtenBaseline !== undefined
      ? []
      : [`${known === 1 ? '1 finding is' : `${known} findings are`} in the baseline.`]),
    ...(fixed === undefined || (fixed.files === 0 && safe > 0) ? [] : [fixedLine(fixed)]),
    ...(safe === 0 ? [] : [`${safe === 1 ? '1 fix is' : `${safe} fixes are`} available with --fix.`]),
  ];
  return `${lines.join('\n')}\n`;
}

function foundLine(files: readonly Outline[], shows: readonly Severity[], paint: Paint): string {
  const counts = amounts(files, shows).map(({ severity, text }) => paint(COLORS[severity], text));
  const hidden = shows.includes('hint') ? 0 : countOf(files, 'hint');
  const left = hidden === 0 ? '.' : `, and ${amount(hidden, 'hint')} (show with --hints).`;
  if (counts.length === 0 && !hasObjects(files)) return `${NOTHING} in ${amount(files.length, 'file')}${left}`;
  return `${counts.length === 0 ? 'No problems found' : counts.join(', ')} ${extent(files, shows)}${left}`;
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
