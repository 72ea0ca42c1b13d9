import type { Facts, Place } from '../../kubernetes/facts.ts';
import { type KubeObject, objects } from '../../kubernetes/object.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { isWithin, type KubernetesVersion } from '../../kubernetes/version.ts';
import { codeSpan } from '../../text/markdown.ts';
import { contains, type Span, touches } from '../../text/span.ts';
import type { Evidence, Verdict } from '../../windows/verdict.ts';
import type { Document } from '../../yaml/document.ts';
import type { Field } from '../../yaml/field.ts';
import { fieldAt } from '../../yaml/locate.ts';
import { samePath, startsWith } from '../../yaml/path.ts';
import { forPod, isOff, sentenceOf } from '../effect.ts';
import { apiPath, type Finding } from '../finding.ts';
import { applicableFixes } from '../fixes/applicable-fixes.ts';
import type { Note } from '../note.ts';
import type { PatternTree } from '../pattern.ts';
import type { Report, Workload } from '../report.ts';
import type { Outcome, PodView, Rule } from '../rule.ts';
import type { RuleSet } from '../rule-set.ts';
import type { Settings } from '../settings.ts';

/** Markdown on a stretch of a document. */
export interface Explanation {
  readonly at: Span;
  readonly markdown: string;
}

/** What hovers are made with. */
export interface ExplainContext {
  readonly rules: RuleSet;
  readonly settings: Settings;
  readonly facts: Facts;
  /** Markdown that names a place in the document or in another one: a link, or words such as `line 12`. */
  readonly where: (at: Span | Place) => string;
}

/** The most rules without a finding that are explained in full; more than that are listed by title. */
const AT_LENGTH = 3;
const MOST_EVIDENCE = 8;

/**
 * What a hover shows at an offset, with or without a finding there: the verdict at a pod's `kind` and `spec`; what rules
 * and notes know at other fields of a Windows pod and of objects that such pods use. Undefined where nothing is known.
 */
export function explain(report: Report, offset: number, context: ExplainContext): Explanation | undefined {
  const field = fieldAt(report.document, offset);
  if (field === undefined) return undefined;
  const isOnKey = touches(field.span, offset);
  const at = isOnKey ? field.span : field.valueSpan;
  const meant = report.workloads.filter(
    ({ pod }) => field === pod.object.field.get('kind') || (isOnKey && samePath(field.path, pod.spec.path)),
  );
  if (meant.length > 0) return { at, markdown: explainVerdicts(meant, context.where) };
  if (!isOnKey && !field.isScalar) return undefined;
  for (const workload of report.workloads) {
    const markdown = explainField(workload, field, report, context);
    if (markdown !== undefined) return { at, markdown };
  }
  const markdown = explainObjectField(field, report, context);
  return markdown === undefined ? undefined : { at, markdown };
}

/** The verdicts of pods with their evidence; several pods of one object with their paths in it. */
function explainVerdicts(workloads: readonly Workload[], where: ExplainContext['where']): string {
  const [first] = workloads;
  if (first !== undefined && workloads.length === 1) return explainVerdict(first, where);
  const texts = workloads.map((one) => {
    const { object, spec } = one.pod;
    return `${codeSpan(apiPath(spec.path.slice(object.field.path.length)))}: ${explainVerdict(one, where)}`;
  });
  return texts.join('\n\n');
}

/** The verdict of a pod with its evidence. */
function explainVerdict({ verdict }: Workload, where: ExplainContext['where']): string {
  const evidence = verdict.evidence.slice(0, MOST_EVIDENCE).map((one) => `- ${evidenceLine(one, verdict, where)}`);
  return [headline(verdict), evidence.join('\n')].filter((part) => part !== '').join('\n\n');
}

function explainField(workload: Workload, field: Field, report: Report, context: ExplainContext): string | undefined {
  if (workload.verdict.os !== 'windows') return undefined;
  const rules = rulesText(workload, field, report, context);
  return inParts(
    rules,
    distinctTexts(field, (one) => podNotes(workload, one, context)),
  );
}

/** What is known of a field outside of Windows pods: the rules that found something there, and notes. */
function explainObjectField(field: Field, report: Report, context: ExplainContext): string | undefined {
  const object = objects(report.document).find((one) => startsWith(field.path, one.field.path));
  if (object === undefined) return undefined;
  const pods = report.workloads.filter(({ pod }) => pod.object.field === object.field);
  // Nothing is shown for Linux pods and unknown pods.
  const isInPod = pods.some(({ pod: { spec, metadata } }) =>
    [spec, metadata].some((part) => part && startsWith(field.path, part.path)),
  );
  const found = isInPod ? new Map<string, Finding>() : foundAround(field, report);
  const rules = context.rules.rules.flatMap((rule) => {
    const finding = found.get(rule.id);
    return finding === undefined
      ? []
      : ruleText(rule, finding, report.document, context.settings, (row) => sentenceOf(row, object.kind));
  });
  return inParts(
    rules,
    distinctTexts(field, (one) => objectNotes(one, object, pods, context)),
  );
}

function inParts(rules: readonly string[], notes: readonly string[]): string | undefined {
  const parts = notes.length === 0 ? rules : [...rules, notes.join('\n\n')];
  return parts.length === 0 ? undefined : parts.join('\n\n---\n\n');
}

/**
 * What the rules say of a field: those that found something there, for an item else those that found something in its
 * list, else all that watch it or its list.
 */
function rulesText({ pod }: Workload, field: Field, report: Report, { rules, settings }: ExplainContext): string[] {
  const isInObject = startsWith(field.path, pod.object.field.path);
  const found = isInObject ? foundAround(field, report) : new Map<string, Finding>();
  const watching = withLists(field).flatMap((one) => watchersOf(rules.pods, pod, one).map(({ rule }) => rule));
  const speaking = rules.rules.filter(
    (rule) => found.has(rule.id) || (watching.includes(rule) && concernsWindows(rule) && !isOff(rule, settings)),
  );
  const told = found.size > 0 ? speaking.filter(({ id }) => found.has(id)) : speaking;
  if (found.size === 0 && told.length > AT_LENGTH) {
    const list = told.map((rule) => `- ${rule.title}${linkTo(rule)}`).join('\n');
    return [`No problem found. Rules that check this field:\n\n${list}`];
  }
  return told.map((rule) =>
    ruleText(rule, found.get(rule.id), report.document, settings, (row) =>
      sentenceOf(forPod(row, pod, settings), pod.object.kind),
    ),
  );
}

/** The texts on a field and on the list that it is an item of. */
function distinctTexts(field: Field, textsOn: (field: Field) => readonly string[]): readonly string[] {
  return [...new Set(withLists(field).flatMap(textsOn))];
}

/** A field and, for an item, its list: what holds for a list its items show too. */
function withLists(field: Field): readonly Field[] {
  return typeof field.key === 'number' && field.parent ? [field, ...withLists(field.parent)] : [field];
}

/** The notes on a field of a pod. */
function podNotes({ pod, verdict }: Workload, field: Field, { rules, settings, facts }: ExplainContext): string[] {
  const podContext: PodView = { object: pod.object, settings, facts, pod, verdict };
  return [...new Set(watchersOf(rules.notes.pods, pod, field))].flatMap((note) =>
    noteText(note, note.says === undefined ? note.text : note.says(field, podContext), settings),
  );
}

/** The notes on a field outside of pods, where its object has to do with Windows pods. */
function objectNotes(
  field: Field,
  object: KubeObject,
  pods: readonly Workload[],
  { rules, settings, facts }: ExplainContext,
): string[] {
  const makesWindowsPods = pods.some(({ verdict }) => verdict.os === 'windows');
  const path = [`${object.group}/${object.kind}`, ...field.path.slice(object.field.path.length)];
  return rules.notes.objects
    .match(path)
    .filter(({ where }) => where.concerns?.(field, { object, facts }) ?? makesWindowsPods)
    .flatMap(({ note }) => noteText(note, note.text, settings));
}

function noteText(note: Note, text: string | undefined, settings: Settings): string[] {
  if (text === undefined || !isWithin(settings.kubernetesVersion, note.since, note.until)) return [];
  return [`**${note.title}**: ${unwrap(text)}${linkTo(note)}`];
}

/** The findings at a field, for an item without any those at its list. */
function foundAround(field: Field, report: Report): ReadonlyMap<string, Finding> {
  const findings = withLists(field).map((one) => foundAt(one, report));
  return findings.find(({ size }) => size > 0) ?? new Map();
}

/** The findings that stand on a field's key or value or in its text, allowed ones too. */
function foundAt(field: Field, report: Report): ReadonlyMap<string, Finding> {
  const { span, valueSpan, isScalar } = field;
  const isHere = (at: Span) => at.start === span.start || (isScalar && contains(valueSpan, at));
  return new Map(report.findings.filter(({ at }) => isHere(at)).map((one) => [one.rule, one]));
}

/** Whether a rule has to do with Windows pods. */
function concernsWindows({ gate }: Rule): boolean {
  return gate === 'windows' || gate === 'guessed' || gate === 'any';
}

/** What watches a field of a pod, wherever in its object it stands. */
function watchersOf<T>(tree: PatternTree<T>, { spec, metadata }: Pod, field: Field): readonly T[] {
  const ofSpec = tree.under('spec')?.at(spec, field) ?? [];
  return metadata === undefined ? ofSpec : [...ofSpec, ...(tree.under('metadata')?.at(metadata, field) ?? [])];
}

/** A rule at length, with what it found if it did. */
function ruleText(
  rule: Rule,
  found: Finding | undefined,
  document: Document,
  settings: Settings,
  resultOf: (row: Outcome) => string,
): string {
  const links = rule.sources.flatMap(({ title, url }) => (url === undefined ? [] : [`[${title}](${url})`]));
  return [
    `**${rule.title}**${found === undefined ? ' – no problem found.' : ''}`,
    outcomeLines(rule, found, settings, resultOf).join('\n'),
    unwrap(rule.why),
    links.join(' · '),
    ...(found === undefined ? [] : whyNotFixed(document, found)),
  ].join('\n\n');
}

/** Why no fix of a finding can be made, if it has any. */
function whyNotFixed(document: Document, found: Finding): string[] {
  const { refusal } = applicableFixes(document, found);
  if (refusal === undefined) return [];
  return [`Cannot be fixed here: ${refusal.reason.replace(/^(?:The|A)\b/, (word) => word.toLowerCase())}`];
}

/**
 * The effect in every release and with every runtime; the first row that fits decides. The row that became a finding
 * shows only the effect: clients show the sentence of the diagnostic beside it.
 */
function outcomeLines(
  rule: Rule,
  found: Finding | undefined,
  { kubernetesVersion: version }: Settings,
  resultOf: (row: Outcome) => string,
): string[] {
  return rule.outcomes.map((row, i) => {
    const when = conditionsOf(row, rule.gate) || (i > 0 ? 'Otherwise' : '');
    const result =
      resultOf(row) ||
      (row.effect === 'differs' ? 'Behaves differently on Windows.' : 'Harmless, but should be removed.');
    const parts = [
      when === '' ? '' : `${when}:`,
      found !== undefined && row === found.outcome ? `**${found.effect}${row.doubtful ? '?' : ''}** here.` : result,
      row.seen === undefined ? '' : `The event or error is ${codeSpan(row.seen)}.`,
      isWithin(version, row.since, row.until) ? '' : `(Not in ${version}.)`,
    ];
    return `- ${parts.filter((part) => part !== '').join(' ')}`;
  });
}

function linkTo({ sources }: Pick<Rule | Note, 'sources'>): string {
  const url = sources.find((source) => source.url !== undefined)?.url;
  return url === undefined ? '' : ` ([more](${url}))`;
}

function conditionsOf({ since, until, certainty, case: name, runtime }: Outcome, gate: Rule['gate']): string {
  const conditions = [
    versions(since, until),
    certainty === 'declared' ? `with \`os.name: ${gate === 'linux' ? 'linux' : 'windows'}\`` : '',
    certainty === 'scheduled' ? 'where node selector, affinity or RuntimeClass decide' : '',
    name === undefined ? '' : `if ${name}`,
    runtime === undefined ? '' : `with ${runtime}`,
  ];
  const text = conditions.filter((one) => one !== '').join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function versions(since: KubernetesVersion | undefined, until: KubernetesVersion | undefined): string {
  if (since === undefined) return until === undefined ? '' : `up to ${until}`;
  if (until === undefined) return `${since} and later`;
  return since === until ? `only in ${since}` : `from ${since} to ${until}`;
}

function headline({ os, certainty, evidence }: Verdict): string {
  switch (os) {
    case 'windows':
    case 'linux': {
      const name = os === 'windows' ? 'Windows' : 'Linux';
      if (certainty === 'guessed' && evidence[0]?.signal === 'chartValues') {
        return `**Probably a ${name} pod**: the default values of its chart select ${name} nodes.`;
      }
      if (certainty === 'guessed') {
        return `**Probably a ${name} pod**: it has no node selector or affinity for ${name}, but other fields suggest it.`;
      }
      return `**${name} pod**: ${SURE[evidence[0]?.signal ?? ''] ?? `it can only be scheduled on ${name} nodes`}.`;
    }
    case 'either':
      return '**Windows or Linux pod**: its node selector and affinity match nodes of both.';
    case 'none':
      return '**Unschedulable pod**: its node selector, affinity and RuntimeClass contradict each other.';
    case 'unknown':
      return evidence.length > 0
        ? '**Unknown operating system**: the evidence is contradictory or too weak.'
        : '**Unknown operating system**: there is no evidence. Set the node selector `kubernetes.io/os`, or write the comment `# kubewin: os=windows`.';
  }
}

/** Evidence that is certain without any constraint on the node. */
const SURE: Readonly<Record<string, string>> = {
  'os.name': '`os.name` is set',
  directive: 'set by a comment',
  hostProcess: 'HostProcess containers exist only on Windows',
};

function evidenceLine(evidence: Evidence, verdict: Verdict, where: ExplainContext['where']): string {
  const against = evidence.says !== verdict.os ? `: ${SAYS[evidence.says]}` : '';
  return `${codeSpan(evidence.text)}${against} (${where(evidence.at)})`;
}

const SAYS: Readonly<Record<Evidence['says'], string>> = {
  windows: 'indicates Windows',
  linux: 'indicates Linux',
  either: 'matches both',
  none: 'matches no node',
};

/** Markdown without the line breaks that only keep the source narrow: clients show each of them. */
function unwrap(markdown: string): string {
  return markdown.replace(/([^\n])\n(?![\n\-*#|>]|\d+\.\s|```)/g, '$1 ');
}
