import type { Location } from '../../kubernetes/facts.ts';
import { t } from '../../text/localize.ts';
import type { Span } from '../../text/span.ts';
import { combinedVerdict, type Verdict } from '../../windows/verdict.ts';
import { ONE_LOWER, userSeverity } from '../effect.ts';
import type { JudgedDocument } from '../engine/pod-verdict.ts';
import type { DocumentReport, RenderedWorkload, Workload } from '../engine/report.ts';
import type { Finding } from '../finding.ts';
import type { FailedOwnRule } from '../settings/own-rules.ts';
import type { Settings } from '../settings/settings.ts';
import { type PlacedFinding, type PlacedPod, placeKey } from './placed.ts';
import type { ProvedFixes } from './source-fixes.ts';

/** A document of a file. */
interface DocumentPlace {
  readonly uri: string;
  readonly index: number;
}

/** What is known of a file or a document of a chart because templates are rendered. */
export interface RenderedKnowledge {
  readonly findings: readonly PlacedFinding[];
  readonly pods: readonly PlacedPod[];
  /** The rules of users that cannot be evaluated in what the file itself renders. */
  readonly failedOwnRules: readonly FailedOwnRule[];
  /** The fixes for findings in one document that are proved by rendering. */
  fixesFor(findings: readonly PlacedFinding[]): ProvedFixes;
  readonly settings: Settings;
  /** Whether the file is a template that is rendered, so that what is not rendered in it is closed by the values. */
  readonly isRendered: boolean;
  /** Whether any text in a span is rendered. */
  covers(span: Span): boolean;
  /** The condition of the outermost branch around an offset in which nothing is rendered; undefined if it has none. */
  closedBy(offset: number): string | undefined;
}

/**
 * The report on a document of a chart. Where its text is rendered, the findings are those in the rendered text. What the
 * values of the chart close is one severity lower.
 */
export function withRendered(
  report: DocumentReport,
  { uri, index }: DocumentPlace,
  known: RenderedKnowledge,
): DocumentReport {
  const isHere = (at: Location) => at.uri === uri && at.document === index;
  const own = report.findings.filter((finding) => !known.covers(finding.at));
  const findings = [
    ...(known.isRendered ? own.map((finding) => closedFinding(finding, known)) : own),
    ...placedHere(
      known.findings.filter(({ at }) => isHere(at)),
      report,
      known,
    ),
  ];
  findings.sort((a, b) => a.at.start - b.at.start || (a.rule < b.rule ? -1 : Number(a.rule > b.rule)));
  const verdicts = renderedVerdicts({ uri, index }, known.pods);
  const workloads = report.workloads.map((workload): Workload => {
    const verdict = verdicts.get(workload.pod.spec.span.start);
    return verdict === undefined ? workload : { ...workload, verdict };
  });
  return { ...report, findings, workloads, renderedWorkloads: renderedOnly(report, isHere, known.pods) };
}

/** The workloads in rendered text that the document does not show as it is written; one if it is written several times. */
function renderedOnly(
  { workloads }: DocumentReport,
  isHere: (at: Location) => boolean,
  pods: readonly PlacedPod[],
): RenderedWorkload[] {
  const found = new Map<number, RenderedWorkload>();
  for (const { at, object, hook, verdict, extent } of pods) {
    if (extent === undefined || !isHere(extent)) continue;
    if (isHere(at) && workloads.some(({ pod }) => pod.spec.span.start === at.span.start)) continue;
    const { start } = extent.span;
    if (!found.has(start)) found.set(start, { object, hook, verdict, extent: extent.span });
  }
  return [...found.values()];
}

/**
 * The verdicts of the pods of a document by rendered text, by the offsets at which their pod specs start. If a chart has several
 * sets of values, those with which a pod runs on Windows count.
 */
export function renderedVerdicts(
  { uri, index }: DocumentPlace,
  pods: readonly PlacedPod[],
): ReadonlyMap<number, Verdict> {
  const byStart = new Map<number, Map<string, Verdict>>();
  for (const { at, verdict, template } of pods) {
    if (at.uri !== uri || at.document !== index) continue;
    const isHere = (place: Span | Location): place is Location =>
      'uri' in place && place.uri === uri && place.document === index;
    const evidence = verdict.evidence.map((own) => (isHere(own.at) ? { ...own, at: own.at.span } : own));
    const bySet = byStart.get(at.span.start) ?? new Map<string, Verdict>();
    byStart.set(at.span.start, bySet);
    const set = template.set === undefined ? '' : `${template.set.chart} ${template.set.name}`;
    const other = bySet.get(set);
    const here = { ...verdict, evidence };
    bySet.set(set, other === undefined ? here : combinedVerdict(other, [here]));
  }
  return new Map(
    [...byStart].flatMap(([start, bySet]) => verdictOfSets([...bySet.values()]).map((own) => [start, own])),
  );
}

function verdictOfSets(verdicts: readonly Verdict[]): Verdict[] {
  const onWindows = verdicts.filter(({ os }) => os === 'windows');
  const [first, ...others] = onWindows.length > 0 ? onWindows : verdicts;
  return first === undefined ? [] : [combinedVerdict(first, others)];
}

/**
 * The pods of a document with the verdicts by rendered text, if they are for Windows: then branches that the values close are
 * checked for Windows, too.
 */
export function withWindowsVerdicts(judged: JudgedDocument, verdicts: ReadonlyMap<number, Verdict>): JudgedDocument {
  if (verdicts.size === 0) return judged;
  const objects = judged.objects.map((object) => {
    const pods = object.pods.map((pod) => {
      const verdict = verdicts.get(pod.pod.spec.span.start);
      return verdict?.os === 'windows' ? { ...pod, verdict } : pod;
    });
    return { ...object, pods };
  });
  return { ...judged, objects };
}

/**
 * The findings in rendered text at their places in a document. They have the fixes for the same findings in the text as it is
 * written, or else those that are proved by rendering.
 */
function placedHere(
  placed: readonly PlacedFinding[],
  { findings }: DocumentReport,
  { fixesFor }: RenderedKnowledge,
): Finding[] {
  const found = foundByPlace(placed);
  const written = new Map(findings.map((finding) => [placeKey({ at: { span: finding.at }, finding }), finding.fixes]));
  // With other values, the text may be right as it is.
  const inAll = found.flatMap(({ same, sets }) => (sets.length === 0 ? same : []));
  const proved = fixesFor(inAll.filter((own) => own.finding.fixes.length > 0 && !written.get(placeKey(own))?.length));
  return found.map(({ worst: { at, finding }, key, sets }) => {
    if (sets.length > 0) {
      return { ...finding, at: at.span, message: t`With the values ${setNames(sets)}: ${finding.message}`, fixes: [] };
    }
    const fixes = written.get(key)?.length ? written.get(key) : proved.get(key);
    return { ...finding, at: at.span, fixes: fixes ?? [] };
  });
}

/** The findings of a rule at a place. */
interface FoundAtPlace {
  readonly key: string;
  readonly same: readonly PlacedFinding[];
  readonly worst: PlacedFinding;
  /** The names of the sets of values with which it is found; none if it does not depend on the set. */
  readonly sets: readonly string[];
}

/** The findings by rule and place: templates may write them several times, and with several sets of values. */
function foundByPlace(placed: readonly PlacedFinding[]): readonly FoundAtPlace[] {
  const found = new Map<string, PlacedFinding[]>();
  for (const each of placed) {
    const key = placeKey(each);
    found.set(key, [...(found.get(key) ?? []), each]);
  }
  return [...found].flatMap(([key, same]) => {
    const severities = same.map(({ finding }) => SEVERITIES.indexOf(finding.severity));
    const worst = same[severities.indexOf(Math.min(...severities))];
    return worst === undefined ? [] : [{ key, same, worst, sets: setsOf(same) }];
  });
}

/** The names of the sets with which something is found; none if it is found with all sets of a chart. */
function setsOf(found: readonly PlacedFinding[]): readonly string[] {
  const byChart = new Map<string, Set<string>>();
  for (const { template } of found) {
    if (template.set === undefined) return [];
    const { chart, name, count } = template.set;
    const names = (byChart.get(chart) ?? new Set()).add(name);
    if (names.size === count) return [];
    byChart.set(chart, names);
  }
  return [...new Set([...byChart.values()].flatMap((names) => [...names]))];
}

/** The names of sets in a message. */
function setNames(sets: readonly string[]): string {
  const shown = sets.slice(0, MAX_SET_NAMES).map((name) => `\`${name}\``);
  return sets.length > shown.length ? t`${shown.join(', ')} and ${sets.length - shown.length} more` : shown.join(', ');
}

const MAX_SET_NAMES = 3;

const SEVERITIES = ['error', 'warning', 'information', 'hint'];

/** A finding in a branch that the values close. */
function closedFinding(finding: Finding, { settings, closedBy }: RenderedKnowledge): Finding {
  const condition = conditionText(closedBy(finding.at.start));
  const message =
    condition === undefined
      ? t`With other values of the chart: ${finding.message}`
      : t`If ${condition}: ${finding.message}`;
  const isSet = userSeverity({ id: finding.rule }, settings) !== undefined;
  return { ...finding, message, severity: isSet ? finding.severity : ONE_LOWER[finding.severity] };
}

/** A condition in a message; undefined if it is not a short one. */
function conditionText(condition: string | undefined): string | undefined {
  if (condition === undefined || condition.includes('\n') || condition.length > MAX_CONDITION) return undefined;
  return /^[$.][\w.$]*$/.test(condition) ? t`\`${condition}\` is set` : t`\`${condition}\` is true`;
}

const MAX_CONDITION = 100;
