import type { Location } from '../../kubernetes/facts.ts';
import { t } from '../../text/localize.ts';
import type { Span } from '../../text/span.ts';
import { combinedVerdict, type Verdict } from '../../windows/verdict.ts';
import { ONE_LOWER, userSeverity } from '../effect.ts';
import type { JudgedDocument } from '../engine/pod-verdict.ts';
import type { DocumentReport, RenderedWorkload, Workload } from '../engine/report.ts';
import type { Finding } from '../finding.ts';
import type { Settings } from '../settings/settings.ts';
import type { PlacedFinding, PlacedPod } from './placed.ts';
import { type ProvedFixes, placeKey } from './source-fixes.ts';

/** A document of a file. */
interface DocumentPlace {
  readonly uri: string;
  readonly index: number;
}

/** What is known of a file or a document of a chart because templates are rendered. */
export interface RenderedKnowledge {
  readonly findings: readonly PlacedFinding[];
  readonly pods: readonly PlacedPod[];
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
  for (const { at, object, verdict, extent } of pods) {
    if (extent === undefined || !isHere(extent)) continue;
    if (isHere(at) && workloads.some(({ pod }) => pod.spec.span.start === at.span.start)) continue;
    const { start } = extent.span;
    if (!found.has(start)) found.set(start, { object, verdict, extent: extent.span });
  }
  return [...found.values()];
}

/** The verdicts of the pods of a document by rendered text, by the offsets at which their pod specs start. */
export function renderedVerdicts(
  { uri, index }: DocumentPlace,
  pods: readonly PlacedPod[],
): ReadonlyMap<number, Verdict> {
  const byStart = new Map<number, Verdict>();
  for (const { at, verdict } of pods) {
    if (at.uri !== uri || at.document !== index) continue;
    const isHere = (place: Span | Location): place is Location =>
      'uri' in place && place.uri === uri && place.document === index;
    const evidence = verdict.evidence.map((own) => (isHere(own.at) ? { ...own, at: own.at.span } : own));
    const other = byStart.get(at.span.start);
    const here = { ...verdict, evidence };
    byStart.set(at.span.start, other === undefined ? here : combinedVerdict(other, [here]));
  }
  return byStart;
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
  const written = new Map(findings.map((finding) => [placeKey({ at: { span: finding.at }, finding }), finding.fixes]));
  const missing = placed.filter((own) => own.finding.fixes.length > 0 && !written.get(placeKey(own))?.length);
  const proved = fixesFor(missing);
  return worstByPlace(placed).map((own) => {
    const key = placeKey(own);
    const fixes = written.get(key)?.length ? written.get(key) : proved.get(key);
    return { ...own.finding, at: own.at.span, fixes: fixes ?? [] };
  });
}

/** One finding of each rule at each place: a template may write it several times. */
function worstByPlace(placed: readonly PlacedFinding[]): readonly PlacedFinding[] {
  const found = new Map<string, PlacedFinding>();
  for (const each of placed) {
    const { finding } = each;
    const key = placeKey(each);
    const other = found.get(key);
    if (other === undefined || SEVERITIES.indexOf(finding.severity) < SEVERITIES.indexOf(other.finding.severity)) {
      found.set(key, each);
    }
  }
  return [...found.values()];
}

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
