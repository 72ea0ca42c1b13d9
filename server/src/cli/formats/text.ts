import { WORST_FIRST } from '../../lint/rule-set/rule-list.ts';
import type { Severity } from '../../lint/settings/settings.ts';
import type { CheckedFile, CheckedFinding } from '../files/check-file.ts';
import { type FileSummary, type FindingSummary, nameOf } from '../files/file-summary.ts';
import { locationText } from '../files/message.ts';
import { escapeControls, type Paint, painter } from '../terminal/style.ts';
import { codeFrame } from './code-frame.ts';
import { amount, amounts, countOf, extent, NOTHING_CHECKED } from './totals.ts';
import type { CheckFrame, CheckLook, CheckWriter } from './writer.ts';

/** The findings for people, file by file and object by object, and counts at the end. */
export function checkText(look: CheckLook): CheckWriter {
  const paint = painter(look.color);
  return {
    fixes: 'titles',
    isList: true,
    start: () => '',
    file: (file) =>
      look.statistics ? [] : groups(file.findings).flatMap((group) => groupTexts(file, group, look.width, paint)),
    between: '',
    end: (files, frame) => (look.statistics ? statistics(files, look, paint) : '') + summary(files, frame, look, paint),
  };
}

/** The findings of each object, the worst first. */
function groups(findings: readonly CheckedFinding[]): readonly (readonly CheckedFinding[])[] {
  const byObject = new Map<string, CheckedFinding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.document, finding.finding.object]);
    const group = byObject.get(key) ?? [];
    byObject.set(key, group);
    group.push(finding);
  }
  const rank = ({ finding }: CheckedFinding) => WORST_FIRST.indexOf(finding.severity);
  return [...byObject.values()].map((group) => withEvidenceOnce(group.toSorted((a, b) => rank(a) - rank(b))));
}

/** A text for each finding; the object is named above the first. */
function groupTexts(file: CheckedFile, group: readonly CheckedFinding[], width: number, paint: Paint): string[] {
  const system = group.find((finding) => finding.system !== undefined)?.system;
  return group.map((finding, i) => {
    const head = i === 0 ? headOf(finding, system) : '';
    return `${head === '' ? '' : `${paint('bold', escapeControls(head))}\n`}${findingText(file, finding, width, paint)}\n\n`;
  });
}

/** The object, its operating system, and the template of a chart that it is from. */
function headOf({ finding: { object }, source }: CheckedFinding, system: string | undefined): string {
  if (object === undefined) return '';
  return [nameOf(object), system, source && `from ${source}`].filter((part) => part !== undefined).join(' · ');
}

const COLORS = { error: 'red', warning: 'yellow', information: 'blue', hint: 'cyan' } as const;

function findingText({ path }: CheckedFile, found: CheckedFinding, width: number, paint: Paint): string {
  const { rule, severity, message } = found.finding;
  const color = COLORS[severity];
  const gutter = ' '.repeat(String(found.start.line + 1).length);
  const arrow = paint('dim', `${gutter}-->`);
  const remark = (label: string, text: string) =>
    `${paint('dim', `${gutter} =`)} ${paint('bold', label)}: ${escapeControls(text)}`;
  return [
    `${paint(color, `${severity}[${rule}]`)}: ${paint('bold', escapeControls(message))}`,
    `${arrow} ${escapeControls(locationText({ path, at: found.start }))}`,
    paint('dim', `${gutter} |`),
    ...codeFrame(found.text, found.span, found.start, { width, paint, color }),
    ...helpOf(found).map((help) => remark('help', help)),
    ...found.related.map((related) =>
      remark('note', `${related.message} (${locationText({ path: related.path, at: related.start })})`),
    ),
  ].join('\n');
}

/** The titles of its fixes in a line; empty without fixes. */
function helpOf({ fixes, isFixable }: CheckedFinding): readonly string[] {
  const safe = isFixable ? fixes.find(({ safety }) => safety === 'safe') : undefined;
  const titles = fixes.slice(0, MAX_FIXES).map((fix) => {
    const title = fix.title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
    return fix === safe ? `${title} (with --fix)` : title;
  });
  return titles.length === 0 ? [] : [titles.join(', or ')];
}

const MAX_FIXES = 3;

/** Keeps the evidence of a workload only at the first of its findings. */
function withEvidenceOnce(findings: readonly CheckedFinding[]): CheckedFinding[] {
  const shown = new Set<string>();
  return findings.map((found) => {
    const related = found.related.filter(({ isEvidence, message, path, start }) => {
      const key = JSON.stringify([found.finding.object, message, path, start]);
      return !isEvidence || (!shown.has(key) && shown.add(key));
    });
    return { ...found, related };
  });
}

/** How often each rule reports something, the most frequent first. */
function statistics(files: readonly FileSummary[], { shows }: CheckLook, paint: Paint): string {
  const byRule = new Map<string, FindingSummary[]>();
  for (const finding of files.flatMap(({ findings }) => findings)) {
    if (!shows.includes(finding.severity)) continue;
    const sameRule = byRule.get(finding.rule) ?? [];
    byRule.set(finding.rule, sameRule);
    sameRule.push(finding);
  }
  const rows = [...byRule]
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1))
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

function summary(
  files: readonly FileSummary[],
  { fixed, writtenBaseline }: CheckFrame,
  look: CheckLook,
  paint: Paint,
): string {
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

function foundLine(files: readonly FileSummary[], shows: readonly Severity[], paint: Paint): string {
  const counts = amounts(files, shows).map(({ severity, text }) => paint(COLORS[severity], text));
  const hidden = shows.includes('hint') ? 0 : countOf(files, 'hint');
  const left = hidden === 0 ? '.' : `, and ${amount(hidden, 'hint')} (show with --hints).`;
  if (counts.length === 0 && files.every(({ objects }) => objects === 0)) {
    return `${NOTHING_CHECKED} in ${amount(files.length, 'file')}${left}`;
  }
  return `${counts.length === 0 ? 'No problems found' : counts.join(', ')} ${extent(files, shows)}${left}`;
}

function fixedLine({ fixes, files }: NonNullable<CheckFrame['fixed']>): string {
  return files === 0 ? 'No safe fixes were available.' : `Applied ${amount(fixes, 'fix')} in ${amount(files, 'file')}.`;
}
