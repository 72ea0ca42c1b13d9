import type { KubernetesVersion } from '../../kubernetes/version.ts';
import type { DocumentReport, Workload } from '../../lint/engine/report.ts';
import type { Finding } from '../../lint/finding.ts';
import { applicableFixes, possibleFixes, selectedFixes } from '../../lint/fixes/applicable-fixes.ts';
import { extentOf } from '../../lint/pages/workload.ts';
import { AUTOMATIC, type AutomaticSafety, type Fix, type Related } from '../../lint/rule.ts';
import type { Severity } from '../../lint/settings/settings.ts';
import type { TextEdit } from '../../text/edit.ts';
import type { Position } from '../../text/line-index.ts';
import { contains, type Span, shift } from '../../text/span.ts';
import type { FileReport } from '../../workspace/report.ts';
import type { ChangeKind } from './changes.ts';
import { type FileSummary, type FindingSummary, mapReports, nameOf } from './file-summary.ts';
import { Fingerprints } from './fingerprint.ts';
import { type InputFile, type Manifests, pathFromHere } from './input.ts';
import { type FileRange, locate } from './location.ts';
import { systemInWords } from './system.ts';

/** The findings of a file, in the order of the engine. */
export interface CheckedFile extends Omit<FileSummary, 'findings' | 'known' | 'improvements'> {
  /** As the user named it. */
  readonly path: string;
  readonly findings: readonly CheckedFinding[];
  /** The findings that comments in the file suppress. */
  readonly suppressed: readonly SuppressedFinding[];
  /** The findings that the baseline contains, or the manifests with which a cluster is compared. */
  readonly known: readonly CheckedFinding[];
  /** What is better after an upgrade; only if two releases are compared. */
  readonly improvements?: readonly CheckedFinding[];
}

/** What is kept of a file once its findings are written. */
export function summaryOf(file: CheckedFile): FileSummary {
  const { relativePath, objects, broken, findings, known, fixes, failedRules, improvements = [] } = file;
  return {
    relativePath,
    objects,
    broken,
    findings: findings.map(summarized),
    known: known.map(summarized),
    improvements: improvements.map(summarized),
    fixes,
    failedRules,
  };
}

function summarized({ finding, fingerprint, fixedBy }: CheckedFinding): FindingSummary {
  const { rule, effect, severity, object, namedField } = finding;
  return {
    rule,
    effect,
    severity,
    fixedBy,
    object: object ? nameOf(object) : '',
    field: namedField ?? '',
    fingerprint,
  };
}

/** A finding with all that formats show of it, as ranges of files; it keeps no syntax tree in memory. */
export interface CheckedFinding {
  readonly finding: Pick<
    Finding,
    'rule' | 'effect' | 'severity' | 'message' | 'object' | 'field' | 'namedField' | 'certainty'
  >;
  /** The index of its document in the file. */
  readonly document: number;
  /** The text of the file, or of one part of a large list. */
  readonly text: string;
  /** Its offsets in this text. */
  readonly span: Span;
  readonly start: Position;
  readonly end: Position;
  /** Identifies this finding in other versions of the file. */
  readonly fingerprint: string;
  /** The operating system of its pod with the evidence, for people; undefined if it is not in a pod. */
  readonly system: string | undefined;
  /** The template of the chart that the document was rendered from, if `helm template` names it. */
  readonly source: string | undefined;
  readonly related: readonly (FileRange & Omit<Related, 'at'>)[];
  /** The fixes that can be applied; empty if they were not requested, because each of them has to be verified. */
  readonly fixes: readonly CheckedFix[];
  /** The kind of the fix that is applied without a review; undefined if there is none. */
  readonly fixedBy: AutomaticSafety | undefined;
  /** How an upgrade changes it; only if two releases are compared. */
  readonly change?: FindingChange;
}

/** How an upgrade changes a finding. */
export interface FindingChange {
  readonly kind: ChangeKind;
  readonly since: KubernetesVersion;
  /** Undefined if the finding is new. */
  readonly before: Pick<Finding, 'effect' | 'severity'> | undefined;
  /** Whether it is better after the upgrade: gone, or less severe. */
  readonly isImprovement: boolean;
}

/** A finding that a comment suppresses, with the reason that the comment gives. */
export interface SuppressedFinding {
  readonly finding: CheckedFinding;
  readonly reason: string | undefined;
}

export interface CheckedFix extends Pick<Fix, 'title' | 'safety'> {
  /** The text edits of the fix; empty if they were not requested. */
  readonly edits: readonly (Pick<FileRange, 'start' | 'end'> & Pick<TextEdit, 'text'>)[];
}

/** Which details of a file are requested. */
export interface CheckRequest {
  /** Whether fixes are verified, and whether their edits are kept. */
  readonly fixes: 'none' | 'titles' | 'edits';
  /** The severities of the findings whose fixes are requested. */
  readonly fixable: readonly Severity[];
  readonly baseline: Baseline;
  /** Whether the manifests with which a cluster is compared have a finding, too. */
  readonly isInManifests?: ((finding: CheckedFinding['finding']) => boolean) | undefined;
}

/** The fingerprints in a baseline; `all` while a new baseline is written, which contains every finding. */
export type Baseline = ReadonlySet<string> | 'all';

/** Checks a file. The result keeps no syntax tree in memory. Undefined for an unknown file. */
export function checkFile(
  input: InputFile,
  manifests: Manifests,
  { fixes, fixable, baseline, isInManifests }: CheckRequest,
): CheckedFile | undefined {
  const { path } = input;
  const relativePath = pathFromHere(input.uri) ?? path;
  const fingerprints = new Fingerprints(relativePath);
  const count = { safe: 0, ineffective: 0 };
  let index = 0;
  const reports = mapReports(input, 'findings', manifests, (report) => {
    const checked = report.documents.flatMap((document) => {
      const tree = document.report.document;
      const candidates = fixes === 'none' ? [] : document.findings.filter(({ severity }) => fixable.includes(severity));
      const applicable =
        fixes === 'edits' ? editsByFix(tree, candidates) : withoutEdits(possibleFixes(tree, candidates));
      const automatic = new Set(selectedFixes(tree, document.findings, { safeties: AUTOMATIC }));
      for (const { safety } of automatic) if (safety !== 'review') count[safety]++;
      const convert = converter(document, index++, report, { applicable, automatic }, fingerprints, manifests);
      const reasons = new Map(document.suppressed.map(({ finding, reason }) => [finding, reason]));
      // All in the order of the text, so that a suppression changes no other fingerprint.
      return [...document.findings, ...reasons.keys()]
        .sort((a, b) => a.at.start - b.at.start)
        .map((finding) => ({
          finding: convert(finding),
          isSuppressed: reasons.has(finding),
          reason: reasons.get(finding),
        }));
    });
    manifests.workspace.forgetFindings(report.file.uri);
    return checked;
  });
  if (reports === undefined) return undefined;
  const checked = reports.mapped.flat();
  const reported = checked.filter(({ isSuppressed }) => !isSuppressed).map(({ finding }) => finding);
  const isKnown = ({ finding, fingerprint }: CheckedFinding) =>
    baseline === 'all' || baseline.has(fingerprint) || isInManifests?.(finding) === true;
  return {
    path,
    relativePath,
    findings: reported.filter((finding) => !isKnown(finding)),
    suppressed: checked.filter(({ isSuppressed }) => isSuppressed),
    known: reported.filter(isKnown),
    fixes: count,
    failedRules: reports.failedRules,
    ...reports.content,
  };
}

/** The fixes that can be applied, each by itself, with their edits if those are requested. */
type EditsByFix = ReadonlyMap<Fix, readonly TextEdit[]>;

function editsByFix(document: DocumentReport['document'], findings: readonly Finding[]): EditsByFix {
  const applicable = findings.flatMap((finding) => applicableFixes(document, finding).applicable);
  return new Map(applicable.map(({ fix, edits }) => [fix, edits]));
}

function withoutEdits(fixes: ReadonlySet<Fix>): EditsByFix {
  return new Map([...fixes].map((fix) => [fix, []]));
}

/** A function that converts the findings of a document. */
function converter(
  { start, report }: FileReport['documents'][number],
  index: number,
  { file }: FileReport,
  { applicable, automatic }: { readonly applicable: EditsByFix; readonly automatic: ReadonlySet<Fix> },
  fingerprints: Fingerprints,
  manifests: Manifests,
): (finding: Finding) => CheckedFinding {
  const { workloads } = report;
  const source = sourceOf(report);
  const systemAt = systemsOf(workloads);
  const located = ({ span, text }: TextEdit) => {
    const { start: from, end: to } = shift(span, start);
    return { start: file.lines.positionAt(from), end: file.lines.positionAt(to), text };
  };
  const checkedFix = (fix: Fix): CheckedFix[] => {
    const edits = applicable.get(fix);
    return edits === undefined ? [] : [{ title: fix.title, safety: fix.safety, edits: edits.map(located) }];
  };
  return (finding) => {
    const span = shift(finding.at, start);
    const { rule, effect, severity, message, object, field, namedField, certainty } = finding;
    return {
      finding: { rule, effect, severity, message, object: object && plainObject(object), field, namedField, certainty },
      document: index,
      text: file.text,
      span,
      start: file.lines.positionAt(span.start),
      end: file.lines.positionAt(span.end),
      fingerprint: fingerprints.of(finding),
      system: systemAt(finding.at),
      source,
      related: finding.related.flatMap(({ at, ...rest }) => {
        const range = locate(at, { file, start }, manifests);
        return range === undefined ? [] : [{ ...range, ...rest }];
      }),
      fixes: finding.fixes.flatMap(checkedFix),
      fixedBy: AUTOMATIC.find((kind) => finding.fixes.some((fix) => fix.safety === kind && automatic.has(fix))),
    };
  };
}

/** Without its syntax tree. */
function plainObject({ kind, name, namespace }: NonNullable<Finding['object']>): NonNullable<Finding['object']> {
  return { kind, name, namespace };
}

/** The operating system of the pod at a span, for people. A document may have many pods: a binary search finds it. */
function systemsOf(workloads: readonly Workload[]): (at: Span) => string | undefined {
  const byObject = new Map<unknown, Workload[]>();
  for (const workload of workloads) {
    const { field } = workload.pod.object;
    const siblings = byObject.get(field) ?? [];
    byObject.set(field, siblings);
    siblings.push(workload);
  }
  const pods = workloads
    .map((workload) => ({
      ...extentOf(workload, byObject.get(workload.pod.object.field) ?? []),
      system: systemInWords(workload),
    }))
    .sort((a, b) => a.start - b.start);
  return (at) => {
    let [low, high] = [0, pods.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pods[middle]?.start ?? 0) <= at.start) low = middle + 1;
      else high = middle;
    }
    const pod = pods[low - 1];
    return pod !== undefined && contains(pod, at) ? pod.system : undefined;
  };
}

/** The template of the chart, which Helm names above each object: `# Source: chart/templates/web.yaml`. */
function sourceOf({ document: { text, root } }: DocumentReport): string | undefined {
  const head = text.slice(0, root?.span.start ?? 0);
  return [...head.matchAll(/^# Source: (.*\S)/gm)].at(-1)?.[1];
}
