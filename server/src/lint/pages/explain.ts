import type { Location } from '../../kubernetes/facts.ts';
import { type KubeObject, objects } from '../../kubernetes/object.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import type { Facts } from '../../kubernetes/questions.ts';
import { isWithin } from '../../kubernetes/version.ts';
import { t } from '../../text/localize.ts';
import { codeSpan } from '../../text/markdown.ts';
import { contains, type Span, touches } from '../../text/span.ts';
import type { Evidence, Verdict } from '../../windows/verdict.ts';
import type { Field } from '../../yaml/read/field.ts';
import { fieldAt } from '../../yaml/read/locate.ts';
import { samePath, startsWith } from '../../yaml/read/path.ts';
import type { DocumentReport, Workload } from '../engine/report.ts';
import { apiPath, type Finding } from '../finding.ts';
import type { Note, NoteSet } from '../note.ts';
import type { PatternTree } from '../pattern.ts';
import type { PodView } from '../rule.ts';
import type { RuleSet } from '../rule-set/rule-set.ts';
import type { Settings, Severity } from '../settings/settings.ts';
import { explainFinding } from './explain-finding.ts';
import { firstParagraph } from './first-paragraph.ts';
import { classFact, platformFact, podFact, selectionFact } from './value-facts.ts';

/** Markdown about a span of a document. */
export interface Explanation {
  readonly at: Span;
  readonly markdown: string;
}

/** What hovers depend on, besides the report. */
export interface ExplainContext {
  readonly rules: RuleSet;
  readonly notes: NoteSet;
  readonly settings: Settings;
  readonly facts: Facts;
  /** Markdown that names a place in the document or in another one: a link, or words such as `line 12`. */
  readonly where: (at: Span | Location) => string;
  /** Whether the client itself shows the message of a finding at an offset. */
  readonly isShown: (finding: Finding, offset: number) => boolean;
  /** The address of the page of a rule; undefined if the client has no pages. */
  readonly pageOf: ((rule: string) => string) | undefined;
}

const MAX_EVIDENCE = 8;
const SEPARATOR = '\n\n---\n\n';

/**
 * The hover at an offset: the findings at the field, and at a pod's `kind` and `spec` the verdict. Elsewhere, without findings, a
 * fact or notes about the field of a Windows pod or of an object that such pods use; and the platforms of an image. Undefined
 * if there is nothing to show.
 */
export function explain(report: DocumentReport, offset: number, context: ExplainContext): Explanation | undefined {
  const field = fieldAt(report.document, offset);
  if (field === undefined) return undefined;
  const isOnKey = touches(field.span, offset);
  const at = isOnKey ? field.span : field.valueSpan;
  const workloads = report.workloads.filter(
    ({ pod }) => field === pod.object.field.get('kind') || (isOnKey && samePath(field.path, pod.spec.path)),
  );
  if (workloads.length === 0 && !isOnKey && !field.isScalar) return undefined;
  const found = explainFindings(field, offset, report, context);
  if (workloads.length > 0) {
    return { at, markdown: [...found, explainVerdicts(workloads, context.where)].join(SEPARATOR) };
  }
  const platforms = platformFact(field, report, context.settings);
  const texts = [...(found.length > 0 ? found : [explainField(field, report, context)]), platforms];
  const markdown = texts.filter((text) => text !== undefined).join(SEPARATOR);
  return markdown === '' ? undefined : { at, markdown };
}

/** The verdicts of pods with their evidence. If an object has several pods, each has its path. */
function explainVerdicts(workloads: readonly Workload[], where: ExplainContext['where']): string {
  const [first] = workloads;
  if (first !== undefined && workloads.length === 1) return explainVerdict(first, where);
  const texts = workloads.map((workload) => {
    const { object, spec } = workload.pod;
    return `${codeSpan(apiPath(spec.path.slice(object.field.path.length)))}: ${explainVerdict(workload, where)}`;
  });
  return texts.join('\n\n');
}

/** The verdict of a pod with its evidence. */
function explainVerdict({ verdict }: Workload, where: ExplainContext['where']): string {
  const evidence = verdict.evidence.slice(0, MAX_EVIDENCE).map((item) => `- ${evidenceLine(item, verdict, where)}`);
  return [headline(verdict), evidence.join('\n')].filter((part) => part !== '').join('\n\n');
}

/** The findings at a field, the most severe first. An item without findings shows those of its list. */
function explainFindings(
  field: Field,
  offset: number,
  report: DocumentReport,
  context: ExplainContext,
): readonly string[] {
  const [own, ...lists] = withLists(field);
  const items = own?.isSequence ? own.items().filter(({ isScalar }) => isScalar) : [];
  const findings = [
    [field, ...items].flatMap((each) => findingsAt(each, report)),
    ...lists.map((list) => findingsAt(list, report)),
  ].find(({ length }) => length > 0);
  return (findings ?? []).toSorted(bySeverity).flatMap((finding) => {
    const rule = context.rules.rules.find(({ id }) => id === finding.rule);
    if (rule === undefined) return [];
    const isMessageShown = context.isShown(finding, offset);
    return explainFinding(rule, finding, { ...context, report, isMessageShown });
  });
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

function bySeverity(a: Finding, b: Finding): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

/** The findings at the key or value of a field or in its text, also suppressed ones; one of each rule. */
function findingsAt({ span, valueSpan, isScalar }: Field, report: DocumentReport): readonly Finding[] {
  const isHere = (at: Span) => at.start === span.start || (isScalar && contains(valueSpan, at));
  return [
    ...new Map(report.findings.filter(({ at }) => isHere(at)).map((finding) => [finding.rule, finding])).values(),
  ];
}

/** The text for a field without findings: a fact, or otherwise notes. */
function explainField(field: Field, report: DocumentReport, context: ExplainContext): string | undefined {
  const object = objects(report.document).find((candidate) => startsWith(field.path, candidate.field.path));
  if (object === undefined) return undefined;
  for (const workload of report.workloads) {
    if (workload.verdict.os !== 'windows') continue;
    const fact = podFact(field, workload, context);
    const notes = fact === undefined ? distinctTexts(field, (each) => podNotes(workload, each, context)) : [fact];
    const text = notes.length > 0 ? notes.join('\n\n') : selectionFact(field, workload);
    if (text !== undefined) return text;
  }
  const pods = report.workloads.filter(({ pod }) => pod.object.field === object.field);
  const fact = classFact(field, object, context);
  const notes = fact === undefined ? distinctTexts(field, (each) => objectNotes(each, object, pods, context)) : [fact];
  return notes.length === 0 ? undefined : notes.join('\n\n');
}

/** The texts about a field and the list that contains it. */
function distinctTexts(field: Field, textsOn: (field: Field) => readonly string[]): readonly string[] {
  return [...new Set(withLists(field).flatMap(textsOn))];
}

/** A field and, for an item, its list: items show the texts of their list, too. */
function withLists(field: Field): readonly Field[] {
  return typeof field.key === 'number' && field.parent ? [field, ...withLists(field.parent)] : [field];
}

/** The notes about a field of a pod. */
function podNotes({ pod, verdict }: Workload, field: Field, { notes, settings, facts }: ExplainContext): string[] {
  const podContext: PodView = { object: pod.object, settings, facts, pod, verdict };
  return [...new Set(watchersOf(notes.pods, pod, field))].flatMap((note) =>
    noteText(note, note.says === undefined ? note.text : note.says(field, podContext), settings),
  );
}

/** The notes about a field outside of pods, if its object is related to Windows pods. */
function objectNotes(
  field: Field,
  object: KubeObject,
  pods: readonly Workload[],
  { notes, settings, facts }: ExplainContext,
): string[] {
  const createsWindowsPods = pods.some(({ verdict }) => verdict.os === 'windows');
  const path = [`${object.group}/${object.kind}`, ...field.path.slice(object.field.path.length)];
  return notes.objects
    .match(path)
    .filter(({ where }) => where.concerns?.(field, { object, facts }) ?? createsWindowsPods)
    .flatMap(({ note }) => noteText(note, note.text, settings));
}

function noteText(note: Note, text: string | undefined, settings: Settings): string[] {
  if (text === undefined || !isWithin(settings.kubernetesVersion, note.since, note.until)) return [];
  return [`**${t(note.title)}**: ${t(firstParagraph(text))}${linkTo(note)}`];
}

/** The values of the patterns that match a field of a pod. */
function watchersOf<T>(tree: PatternTree<T>, { spec, metadata }: Pod, field: Field): readonly T[] {
  const ofSpec = tree.under('spec')?.at(spec, field) ?? [];
  return metadata === undefined ? ofSpec : [...ofSpec, ...(tree.under('metadata')?.at(metadata, field) ?? [])];
}

function linkTo({ sources }: Note): string {
  const url = sources.find((source) => source.url !== undefined)?.url;
  return url === undefined ? '' : ` ([${t('more')}](${url}))`;
}

/** A verdict as a sentence. */
export function headline({ os, certainty, evidence }: Verdict): string {
  switch (os) {
    case 'windows':
    case 'linux': {
      const name = os === 'windows' ? 'Windows' : 'Linux';
      if (certainty === 'guessed' && evidence[0]?.kind === 'chartValues') {
        return t`**Probably a ${name} pod**: the default values of its chart select ${name} nodes.`;
      }
      if (certainty === 'guessed') {
        return t`**Probably a ${name} pod**: it has no node selector or affinity for ${name}, but other fields suggest it.`;
      }
      if (certainty === 'assumed') return t('**Checked as a Windows pod** on request.');
      if (certainty === 'image') {
        return t(
          '**Windows pod, by its image**: its image exists only for Windows, but it has no node selector or affinity for Windows.',
        );
      }
      const sure = DECISIVE[evidence[0]?.kind ?? ''];
      return sure === undefined
        ? t`**${name} pod**: it can only be scheduled on ${name} nodes.`
        : t`**${name} pod**: ${t(sure)}.`;
    }
    case 'either':
      return t('**Windows or Linux pod**: its node selector and affinity match nodes of both.');
    case 'none':
      return t('**Unschedulable pod**: its node selector, affinity and RuntimeClass contradict each other.');
    case 'unknown':
      return evidence.length > 0
        ? t('**Unknown operating system**: the evidence is contradictory or too weak.')
        : t(
            '**Unknown operating system**: there is no evidence. Set the node selector `kubernetes.io/os`, or write the comment `# kubewin: os=windows`.',
          );
  }
}

/** Evidence that determines the verdict without a node constraint. */
const DECISIVE: Readonly<Record<string, string>> = {
  'os.name': '`os.name` is set',
  directive: 'set by a comment',
  hostProcess: 'HostProcess containers exist only on Windows',
};

function evidenceLine(evidence: Evidence, verdict: Verdict, where: ExplainContext['where']): string {
  const against = evidence.says !== verdict.os ? `: ${t(SAYS[evidence.says])}` : '';
  return `${codeSpan(evidence.text)}${against} (${where(evidence.at)})`;
}

/** What evidence indicates, as a verb phrase. */
export const SAYS: Readonly<Record<Evidence['says'], string>> = {
  windows: 'indicates Windows',
  linux: 'indicates Linux',
  either: 'matches both',
  none: 'matches no node',
};
