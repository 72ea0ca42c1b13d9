import type { Location } from '../../kubernetes/facts.ts';
import { t } from '../../text/localize.ts';
import { contains, type Span } from '../../text/span.ts';
import { combinedVerdict } from '../../windows/verdict.ts';
import type { Branch } from '../../yaml/read/branches.ts';
import type { Document } from '../../yaml/read/document.ts';
import { ONE_LOWER, userSeverity } from '../effect.ts';
import type { DocumentReport, Workload } from '../engine/report.ts';
import type { Finding } from '../finding.ts';
import type { Settings } from '../settings/settings.ts';
import type { PlacedFinding, PlacedPod } from './placed.ts';

/** What is known of a file or a document of a chart because templates are rendered. */
export interface RenderedKnowledge {
  readonly findings: readonly PlacedFinding[];
  readonly pods: readonly PlacedPod[];
  readonly settings: Settings;
  /** Whether the file is a template that is rendered, so that what is not rendered in it is closed by the values. */
  readonly isRendered: boolean;
  /** Whether any text in a span is rendered. */
  covers(span: Span): boolean;
}

/**
 * The report on a document of a chart, of the given index in its file. Where its text is rendered, the findings are those in the rendered text. What the
 * values of the chart close is one severity lower.
 */
export function withRendered(report: DocumentReport, index: number, known: RenderedKnowledge): DocumentReport {
  const isHere = (at: Location) => at.document === index;
  const own = report.findings.filter((finding) => !known.covers(finding.at));
  const findings = [
    ...(known.isRendered ? own.map((finding) => closedFinding(finding, report.document, known)) : own),
    ...worstByPlace(known.findings.filter((placed) => isHere(placed.at))).map((placed) => placedHere(placed, report)),
  ];
  findings.sort((a, b) => a.at.start - b.at.start || (a.rule < b.rule ? -1 : Number(a.rule > b.rule)));
  const pods = known.pods.filter((placed) => isHere(placed.at));
  const workloads = report.workloads.map((workload): Workload => {
    const [first, ...others] = pods.filter(({ at: { span } }) => span.start === workload.pod.spec.span.start);
    if (first === undefined) return workload;
    const verdict = combinedVerdict(
      first.verdict,
      others.map((other) => other.verdict),
    );
    return {
      ...workload,
      verdict: {
        ...verdict,
        evidence: verdict.evidence.map((evidence) =>
          'uri' in evidence.at && evidence.at.uri === first.at.uri && isHere(evidence.at)
            ? { ...evidence, at: evidence.at.span }
            : evidence,
        ),
      },
    };
  });
  return { ...report, findings, workloads };
}

/** A finding in rendered text, with the fixes for the same finding in the text as it is written. */
function placedHere({ at: { span }, finding }: PlacedFinding, { findings }: DocumentReport): Finding {
  const written = findings.find(
    ({ rule, at }) => rule === finding.rule && at.start === span.start && at.end === span.end,
  );
  return { ...finding, at: span, fixes: written?.fixes ?? [] };
}

/** One finding of each rule at each place: a template may write it several times. */
function worstByPlace(placed: readonly PlacedFinding[]): readonly PlacedFinding[] {
  const found = new Map<string, PlacedFinding>();
  for (const each of placed) {
    const {
      at: { span },
      finding,
    } = each;
    const key = `${finding.rule} ${span.start} ${span.end}`;
    const other = found.get(key);
    if (other === undefined || SEVERITIES.indexOf(finding.severity) < SEVERITIES.indexOf(other.finding.severity)) {
      found.set(key, each);
    }
  }
  return [...found.values()];
}

const SEVERITIES = ['error', 'warning', 'information', 'hint'];

/** A finding in a branch that the values close. */
function closedFinding(finding: Finding, document: Document, { settings, covers }: RenderedKnowledge): Finding {
  const condition = closedCondition(finding.at, document, covers);
  const message =
    condition === undefined
      ? t`With other values of the chart: ${finding.message}`
      : t`If ${condition}: ${finding.message}`;
  const isSet = userSeverity({ id: finding.rule }, settings) !== undefined;
  return { ...finding, message, severity: isSet ? finding.severity : ONE_LOWER[finding.severity] };
}

/** The condition of the outermost branch around a span of which nothing is rendered; undefined if it has none of its own. */
function closedCondition(
  span: Span,
  { text, template }: Document,
  covers: RenderedKnowledge['covers'],
): string | undefined {
  let closed: Branch | undefined;
  for (let branch = template?.branchAt(span.start); branch !== undefined; ) {
    if (covers({ start: branch.start, end: Math.min(branch.end, text.length) })) break;
    closed = branch;
    const opening = text.lastIndexOf('{{', branch.choice[0]?.start ?? branch.start);
    const outer = template?.branchAt(opening - 1);
    if (outer === undefined || outer === branch || !contains(outer, branch)) break;
    branch = outer;
  }
  if (closed === undefined) return undefined;
  const action = text.slice(text.lastIndexOf('{{', closed.start - 1), closed.start);
  const [, keyword, condition = ''] = CONDITION.exec(action) ?? [];
  if (keyword === undefined || condition.includes('\n') || condition.length > MAX_CONDITION) return undefined;
  return /^[$.][\w.$]*$/.test(condition) ? t`\`${condition}\` is set` : t`\`${condition}\` is true`;
}

const CONDITION = /^\{\{-?\s*(?:else )?\s*(if|with)\s+(.*?)\s*-?\}\}$/s;
const MAX_CONDITION = 100;
