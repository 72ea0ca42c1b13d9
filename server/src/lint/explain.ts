import type { Place } from '../kubernetes/facts.ts';
import { isWithin, type KubernetesVersion } from '../kubernetes/version.ts';
import { type Span, touches } from '../text/span.ts';
import type { Certainty, Evidence, Verdict } from '../windows/verdict.ts';
import type { Field } from '../yaml/field.ts';
import { fieldAt } from '../yaml/locate.ts';
import { startsWith } from '../yaml/path.ts';
import { forKind, isOff, outcomeOf, sentenceOf } from './effect.ts';
import { type RuleSet, speaks } from './engine.ts';
import type { Report, Workload } from './finding.ts';
import type { Outcome, Rule } from './rule.ts';
import type { Settings } from './settings.ts';

/** Markdown on a stretch of a document. */
export interface Explanation {
  readonly at: Span;
  readonly markdown: string;
}

export interface ExplainContext {
  readonly rules: RuleSet;
  readonly settings: Settings;
  /** Markdown that names a place in the document or in another one: a link, or words such as `line 12`. */
  readonly where: (at: Span | Place) => string;
}

/** Rules that are explained at length in one text; of the others only what becomes of the pod. */
const AT_LENGTH = 2;
const MOST_EVIDENCE = 8;

/**
 * What is to be said of the place at an offset, with or without a finding there: the verdict at a pod's `kind` and
 * `spec`, what the rules know at other fields of a Windows pod. Undefined where there is nothing to say.
 */
export function explain(report: Report, offset: number, context: ExplainContext): Explanation | undefined {
  const field = fieldAt(report.document, offset);
  if (field === undefined) return undefined;
  const at = touches(field.span, offset) ? field.span : field.valueSpan;
  for (const workload of report.workloads) {
    const { pod } = workload;
    if (field === pod.object.field.get('kind') || (field === pod.spec && at === field.span)) {
      return { at, markdown: explainVerdict(workload, context.where) };
    }
  }
  if (at !== field.span && !field.isScalar) return undefined;
  for (const workload of report.workloads) {
    const markdown = explainField(workload, field, report, context);
    if (markdown !== undefined) return { at, markdown };
  }
  return undefined;
}

/** What a pod is taken for, and why. */
export function explainVerdict({ verdict }: Workload, where: ExplainContext['where']): string {
  const evidence = verdict.evidence.slice(0, MOST_EVIDENCE).map((one) => `- ${evidenceLine(one, verdict, where)}`);
  return [headline(verdict), evidence.join('\n')].filter((part) => part !== '').join('\n\n');
}

/** A row of what becomes of a pod or object, in words. */
export interface OutcomeLine {
  readonly outcome: Outcome;
  /** `From 1.24 on, with os.name: windows`; empty where it holds always. */
  readonly when: string;
  /** A sentence. */
  readonly result: string;
  /** Whether it holds in the release and with the runtime that are set. */
  readonly holds: boolean;
}

/** The rows of a rule in words, in their order: the first that fits decides. */
export function outcomeLines(rule: Rule, settings: Settings, kind?: string): OutcomeLine[] {
  return rule.outcomes.map((row, i) => {
    const outcome = kind === undefined ? row : forKind(row, kind, settings);
    const conditions = conditionsOf(row);
    return {
      outcome: row,
      when: conditions === '' && i > 0 ? 'Otherwise' : conditions,
      result:
        sentenceOf(outcome, kind ?? (rule.gate === 'object' ? 'object' : 'pod')) ||
        'It is better changed, but breaks nothing.',
      holds:
        isWithin(settings.kubernetesVersion, row.since, row.until) &&
        (row.runtime === undefined || row.runtime === settings.containerRuntime),
    };
  });
}

function explainField(
  workload: Workload,
  field: Field,
  report: Report,
  { rules, settings }: ExplainContext,
): string | undefined {
  const { pod, verdict } = workload;
  const path = pathInPod(workload, field);
  if (verdict.os !== 'windows' || path === undefined || path.length < 2) return undefined;
  const watching = new Set(rules.pods.match(path).map(({ rule }) => rule));
  const found = new Set(report.findings.filter((one) => one.at.start === field.span.start).map((one) => one.rule));
  const speaking = [...watching]
    .filter((rule) => rule.gate !== 'linux' && speaks(rule, verdict) && !isOff(rule, settings))
    .sort((a, b) => Number(found.has(b.id)) - Number(found.has(a.id)));
  if (speaking.length === 0) {
    // An item of a list says what its list says.
    const { parent } = field;
    return typeof field.key === 'number' && parent
      ? explainField(workload, parent, report, { rules, settings, where: () => '' })
      : undefined;
  }
  const kind = pod.object.kind;
  const atLength = speaking.slice(0, AT_LENGTH).map((rule) => ruleText(rule, verdict, settings, kind));
  const others = speaking.slice(AT_LENGTH).map((rule) => `- ${rule.title}${linkTo(rule)}`);
  return [...atLength, ...(others.length > 0 ? [others.join('\n')] : [])].join('\n\n---\n\n');
}

function pathInPod({ pod }: Workload, field: Field): readonly (string | number)[] | undefined {
  const { path } = field;
  for (const [key, root] of [
    ['spec', pod.spec],
    ['metadata', pod.metadata],
  ] as const) {
    if (root !== undefined && startsWith(path, root.path)) return [key, ...path.slice(root.path.length)];
  }
  return undefined;
}

function ruleText(rule: Rule, verdict: Verdict, settings: Settings, kind: string): string {
  const { kubernetesVersion } = settings;
  const decides = outcomeOf(rule, undefined, verdict.certainty, settings);
  const rows = outcomeLines(rule, settings, kind)
    .filter(({ outcome }) => outcome.runtime === undefined || outcome.runtime === settings.containerRuntime)
    .map(({ outcome, when, result, holds }) => {
      const text = outcome === decides ? `**${result}**` : result;
      const seen = outcome.seen === undefined ? '' : ` You see: ${code(outcome.seen)}`;
      return `- ${when === '' ? '' : `${when}: `}${text}${seen}${holds ? '' : ` (Not in ${kubernetesVersion}.)`}`;
    });
  const links = rule.sources.flatMap(({ title, url }) => (url === undefined ? [] : [`[${title}](${url})`]));
  return [`**${rule.title}**`, rows.join('\n'), unwrap(rule.why), links.join(' · ')]
    .filter((part) => part !== '')
    .join('\n\n');
}

function linkTo(rule: Rule): string {
  const url = rule.sources.find((source) => source.url !== undefined)?.url;
  return url === undefined ? '' : ` ([more](${url}))`;
}

const CERTAINTY: Readonly<Record<Certainty, string>> = {
  declared: 'with `os.name` set',
  scheduled: 'where labels keep the pod on such nodes',
  guessed: '',
};

function conditionsOf({ since, until, certainty, case: name, runtime }: Outcome): string {
  const conditions = [
    versions(since, until),
    certainty === undefined ? '' : CERTAINTY[certainty],
    name === undefined ? '' : `if ${name.replaceAll('-', ' ')}`,
    runtime === undefined ? '' : `with ${runtime}`,
  ];
  const text = conditions.filter((one) => one !== '').join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function versions(since: KubernetesVersion | undefined, until: KubernetesVersion | undefined): string {
  if (since === undefined) return until === undefined ? '' : `up to ${until}`;
  return until === undefined ? `from ${since} on` : `from ${since} to ${until}`;
}

function headline({ os, certainty, evidence }: Verdict): string {
  switch (os) {
    case 'windows':
    case 'linux': {
      const name = os === 'windows' ? 'Windows' : 'Linux';
      if (certainty === 'declared') return `**A ${name} pod**: it says so itself.`;
      if (certainty === 'scheduled') return `**A ${name} pod**, because of what stands first here:`;
      return `**Probably a ${name} pod**: nothing keeps it on ${name} nodes, but it looks like one.`;
    }
    case 'either':
      return '**A pod for Windows and Linux nodes alike**: what steers it leaves both open.';
    case 'none':
      return '**A pod that no node can run**: what it asks of its node contradicts itself.';
    case 'unknown':
      return evidence.length > 0
        ? '**Windows or Linux?** The signs contradict each other or say too little.'
        : '**Windows or Linux?** Nothing here tells. A node selector `kubernetes.io/os` would, or the comment `# kubewin: os=windows`.';
  }
}

function evidenceLine(evidence: Evidence, verdict: Verdict, where: ExplainContext['where']): string {
  const against = evidence.says !== verdict.os ? `: ${SAYS[evidence.says]}` : '';
  return `${code(evidence.text)}${against} (${where(evidence.at)})`;
}

const SAYS: Readonly<Record<Evidence['says'], string>> = {
  windows: 'speaks for Windows',
  linux: 'speaks for Linux',
  either: 'leaves both open',
  none: 'leaves no node',
};

/** Text as Markdown code, whatever is in it. */
function code(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``;
}

/** Markdown without the line breaks that only keep the source narrow: clients show each of them. */
function unwrap(markdown: string): string {
  return markdown.replace(/([^\n])\n(?![\n\-*#|>]|\d+\.|```)/g, '$1 ');
}
