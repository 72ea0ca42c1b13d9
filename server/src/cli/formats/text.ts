import { AUTOMATIC, type AutomaticSafety } from '../../lint/rule.ts';
import { WORST_FIRST } from '../../lint/rule-set/rule-list.ts';
import type { CheckedFile, CheckedFinding } from '../files/check-file.ts';
import { changeText } from '../files/check-upgrade.ts';
import { type FileSummary, type FindingSummary, nameOf } from '../files/file-summary.ts';
import { locationText } from '../files/message.ts';
import { escapeControls, type Paint, painter } from '../terminal/style.ts';
import { codeFrame } from './code-frame.ts';
import {
  amount,
  amounts,
  countOf,
  extent,
  fixCount,
  improvementsText,
  NOTHING_CHECKED,
  upgradeHead,
} from './totals.ts';
import type { CheckFrame, CheckLook, CheckWriter } from './writer.ts';

/** The findings for people, file by file and object by object, and counts at the end. */
export function checkText(look: CheckLook): CheckWriter {
  const paint = painter(look.color);
  return {
    fixes: 'titles',
    isList: true,
    namesObjects: true,
    showsChanges: true,
    start: () => '',
    file: (file) =>
      look.statistics
        ? []
        : groups([...file.findings, ...(file.improvements ?? [])]).flatMap((group) =>
            groupTexts(file, group, look, paint),
          ),
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
  const rank = (found: CheckedFinding) =>
    found.change?.isImprovement ? WORST_FIRST.length : WORST_FIRST.indexOf(found.finding.severity);
  return [...byObject.values()].map((group) => withEvidenceOnce(group.toSorted((a, b) => rank(a) - rank(b))));
}

/** A text for each finding; the object is named above the first. */
function groupTexts(file: CheckedFile, group: readonly CheckedFinding[], look: CheckLook, paint: Paint): string[] {
  const system = group.find((finding) => finding.system !== undefined)?.system;
  return group.map((finding, i) => {
    const head = i === 0 ? headOf(finding, system) : '';
    return `${head === '' ? '' : `${paint('bold', escapeControls(head))}\n`}${findingText(file, finding, look, paint)}\n\n`;
  });
}

/** The object, its operating system, and the template of a chart that it is from. */
function headOf({ finding: { object }, source }: CheckedFinding, system: string | undefined): string {
  if (object === undefined) return '';
  return [nameOf(object), system, source && `from ${source}`].filter((part) => part !== undefined).join(' · ');
}

const COLORS = { error: 'red', warning: 'yellow', information: 'blue', hint: 'cyan' } as const;

function findingText({ path }: CheckedFile, found: CheckedFinding, look: CheckLook, paint: Paint): string {
  const { rule, severity, message, field = '' } = found.finding;
  const isCluster = look.cluster !== undefined;
  const color = found.change?.isImprovement ? 'cyan' : COLORS[severity];
  const change = changeText(found);
  const number = isCluster ? ' ' : String(found.start.line + 1);
  const gutter = ' '.repeat(number.length);
  const arrow = paint('dim', `${gutter}-->`);
  const remark = (label: string, text: string) =>
    `${paint('dim', `${gutter} =`)} ${paint('bold', label)}: ${escapeControls(text)}`;
  return [
    `${paint(color, `${found.change?.isImprovement ? 'improvement' : severity}[${rule}]`)}: ${paint('bold', escapeControls(message))}`,
    `${arrow} ${escapeControls(isCluster ? field : locationText({ path, at: found.start }))}`,
    paint('dim', `${gutter} |`),
    ...codeFrame(found.text, found.span, found.start, { width: look.width, paint, color, number }),
    ...(change === '' ? [] : [remark('upgrade', change)]),
    ...helpOf(isCluster ? { ...found, fixedBy: undefined } : found).map((help) => remark('help', help)),
    ...found.related.map((related) =>
      remark(
        'note',
        isCluster ? related.message : `${related.message} (${locationText({ path: related.path, at: related.start })})`,
      ),
    ),
  ].join('\n');
}

/** The titles of its fixes in a line; empty without fixes. */
function helpOf({ fixes, fixedBy }: CheckedFinding): readonly string[] {
  const automatic = fixedBy && fixes.find(({ safety }) => safety === fixedBy);
  const titles = fixes.slice(0, MAX_FIXES).map((fix) => {
    const title = fix.title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
    return fix === automatic && fixedBy ? `${title} (with ${OPTIONS[fixedBy]})` : title;
  });
  return titles.length === 0 ? [] : [titles.join(', or ')];
}

const MAX_FIXES = 3;

/** The option that applies fixes of a kind. */
const OPTIONS: Readonly<Record<AutomaticSafety, string>> = { safe: '--fix', ineffective: '--fix-ineffective' };

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
      const fixable = AUTOMATIC.flatMap((kind) => {
        const count = all.filter(({ fixedBy }) => fixedBy === kind).length;
        return count === 0 ? [] : `${count} with ${OPTIONS[kind]}`;
      });
      return {
        count: String(all.length),
        rule,
        effects: [...new Set(all.map(({ effect }) => effect))].sort().join(', '),
        fixes: fixable.length === 0 ? '' : `  ${fixable.join(', ')}`,
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

function summary(files: readonly FileSummary[], frame: CheckFrame, look: CheckLook, paint: Paint): string {
  if (look.quiet) return '';
  const { fixed, writtenBaseline } = frame;
  const isLeft = look.cluster === undefined && fixCount(files, 'safe') + fixCount(files, 'ineffective') > 0;
  const broken = files.reduce((sum, file) => sum + file.broken.length, 0);
  const known = files.reduce((sum, file) => sum + file.known.length, 0);
  const lines = [
    ...(writtenBaseline === undefined
      ? [foundLine(files, frame, look, paint)]
      : [`${known === 1 ? '1 finding was' : `${known} findings were`} written to ${writtenBaseline}.`]),
    ...(broken === 0 ? [] : [`${amount(broken, 'document')} could not be parsed.`]),
    ...(known === 0 || writtenBaseline !== undefined
      ? []
      : [
          `${known === 1 ? '1 finding is' : `${known} findings are`} in the ${look.cluster?.diff.length ? 'manifests, too' : 'baseline'}.`,
        ]),
    ...(fixed === undefined || (fixed.files === 0 && isLeft) ? [] : [fixedLine(fixed)]),
    ...(isLeft ? [possibleLine(files)] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function foundLine(files: readonly FileSummary[], frame: CheckFrame, look: CheckLook, paint: Paint): string {
  const { shows, cluster } = look;
  const counts = amounts(files, shows).map(({ severity, text }) => paint(COLORS[severity], text));
  const hidden = shows.includes('hint') ? 0 : countOf(files, 'hint');
  const left = hidden === 0 ? '.' : `, and ${amount(hidden, 'hint')} (show with --hints).`;
  if (counts.length === 0 && files.every(({ objects }) => objects === 0)) {
    return `${NOTHING_CHECKED} in ${cluster === undefined ? amount(files.length, 'file') : 'the cluster'}${left}`;
  }
  const none = frame.upgradeTo === undefined ? 'No problems found' : 'no new problems';
  const found = `${counts.length === 0 ? none : counts.join(', ')} ${extent(files, look)}`;
  return `${upgradeHead(frame)}${found}${improvementsText(files, shows)}${left}`;
}

function fixedLine({ fixes, files }: NonNullable<CheckFrame['fixed']>): string {
  return files === 0 ? 'No fixes were applied.' : `Applied ${amount(fixes, 'fix')} in ${amount(files, 'file')}.`;
}

/** What the options for fixes would do. */
function possibleLine(files: readonly FileSummary[]): string {
  const more = fixCount(files, 'ineffective');
  const safe = `${amount(fixCount(files, 'safe'), 'fix')} with ${OPTIONS.safe}`;
  return `${more === 0 ? safe : `${safe}, ${more} more with ${OPTIONS.ineffective}`}.`;
}
