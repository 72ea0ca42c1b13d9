import type { KubeObject } from '../../kubernetes/object.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { isWithin } from '../../kubernetes/version.ts';
import { t } from '../../text/localize.ts';
import type { Span } from '../../text/span.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import type { Verdict } from '../../windows/verdict.ts';
import type { Field } from '../../yaml/read/field.ts';
import { isOff, outcomeForPod, outcomeOf, phraseOf, sentenceOf, severityOnPod, userSeverity } from '../effect.ts';
import { apiPath, type Finding, namedPath } from '../finding.ts';
import {
  type CheckContext,
  type Fix,
  format,
  type JudgedPod,
  namesEffect,
  type Outcome,
  type PodContext,
  type PodView,
  type Problem,
  type Rule,
} from '../rule.ts';
import { fitsPod } from './fits-pod.ts';
import { type LintContext, objectKey, type PodRules } from './rule-set.ts';

/** What the API server would reject if the pod declared Windows, also by rules that the user turned off. */
export function rejectedOnceDeclared(pod: Pod, context: LintContext): Finding[] {
  return changedOnceDeclared(pod, context).filter(({ outcome }) => outcome?.effect === 'rejected');
}

/** What the API server would reject or ignore if the pod declared Windows, also by rules that the user turned off. */
export function changedOnceDeclared(pod: Pod, context: LintContext): Finding[] {
  const verdict: Verdict = { os: 'windows', certainty: 'declared', evidence: [] };
  const settings = { ...context.settings, rules: {} };
  return findingsOf(context.rules.declared(), { pod, verdict }, { ...context, settings }, () => []).filter(
    ({ outcome }) =>
      outcome?.certainty === 'declared' && (outcome.effect === 'rejected' || outcome.effect === 'ignored'),
  );
}

/** The findings in a pod of the rules that apply to its verdict, in the order of its fields. */
export function podFindings(judged: JudgedPod, context: LintContext): Finding[] {
  return findingsOf(context.rules.pods(judged.verdict), judged, context, () =>
    rejectedOnceDeclared(judged.pod, context),
  );
}

function findingsOf(
  rules: PodRules,
  { pod, verdict }: JudgedPod,
  context: LintContext,
  rejections: PodContext['rejectedOnceDeclared'],
): Finding[] {
  const findings: Finding[] = [];
  const { settings, facts } = context;
  const view: PodView = { object: pod.object, settings, facts, pod, verdict };
  const podContext: PodContext = { ...view, rejectedOnceDeclared: rejections, once: memoize(() => podContext) };
  const roots = [
    ['spec', pod.spec],
    ['metadata', pod.metadata],
  ] as const;
  for (const [key, root] of roots) {
    if (root === undefined) continue;
    rules.under(key)?.walk(root, (field, checks) => {
      for (const { rule, check } of checks) {
        runRule(rule, check, field, podContext, verdict, context, findings);
      }
    });
  }
  return findings;
}

/** Caches what rules compute from fields. If a value depends on a doubt, all rules that use it depend on it. */
function memoize(context: () => PodContext): PodContext['once'] {
  const cache = new Map<unknown, Map<Field, { readonly value: unknown; readonly isKnown: boolean }>>();
  return <T>(of: Field, make: (of: Field, context: PodContext) => T): T => {
    const { doubts } = of.document;
    const byField = cache.get(make) ?? new Map();
    cache.set(make, byField);
    const compute = () => make(of, context());
    const cached = byField.get(of) ?? doubts.aside(compute);
    byField.set(of, cached);
    if (!cached.isKnown) doubts.note();
    return cached.value;
  };
}

/** The findings of all rules in an object, outside of its pods. */
export function objectFindings(object: KubeObject, context: LintContext): Finding[] {
  const findings: Finding[] = [];
  const checkContext: CheckContext = { object, settings: context.settings, facts: context.facts };
  context.rules.objects.get(objectKey(object.group, object.kind))?.walk(object.field, (field, checks) => {
    for (const { rule, check } of checks) {
      runRule(rule, check, field, checkContext, undefined, context, findings);
    }
  });
  return findings;
}

function runRule<Context extends CheckContext>(
  rule: Rule,
  { check }: { readonly check: (field: Field, context: Context) => Iterable<Problem> },
  field: Field,
  context: Context,
  verdict: Verdict | undefined,
  lintContext: LintContext,
  findings: Finding[],
): void {
  if (isOff(rule, context.settings)) return;
  try {
    const { doubts } = field.document;
    const before = doubts.count;
    let problems: Problem[] | undefined;
    for (const problem of check(field, context)) {
      problems ??= [];
      problems.push(problem);
    }
    // Problems that depend on a doubt are not reported.
    if (problems === undefined || doubts.count !== before) return;
    findings.push(
      ...problems.flatMap((problem) => findingOf(rule, field, problem, context, verdict, lintContext.fixable) ?? []),
    );
  } catch (error) {
    lintContext.onRuleError(rule, error);
  }
}

function findingOf(
  rule: Rule,
  field: Field,
  problem: Problem,
  context: CheckContext | PodContext,
  verdict: Verdict | undefined,
  fixable: LintContext['fixable'],
): Finding | undefined {
  const { object, settings } = context;
  const certainty = verdict?.certainty ?? null;
  const row = outcomeOf(rule, problem.case, certainty, settings);
  if (row === undefined) return undefined;
  const outcome = 'pod' in context ? outcomeForPod(row, context.pod, settings) : row;
  const configured = userSeverity(rule, settings);
  const severity =
    configured === undefined || configured === 'off' ? severityOnPod(outcome, rule, certainty) : configured;
  const isRejected = row.effect === 'rejected' && verdict?.certainty === 'declared';
  const path = (problem.field ?? field.path).slice(object.field.path.length);
  return {
    rule: rule.id,
    url: rule.sources.find((source) => source.url !== undefined)?.url,
    effect: outcome.effect,
    severity,
    message: messageOf(rule, problem, outcome, row, context, verdict),
    at: problem.at,
    object: { kind: object.kind, name: object.name, namespace: object.namespace },
    field: apiPath(path),
    namedField: object.field.document.doubts.aside(() => namedPath(object.field, path)).value,
    certainty,
    related: [...(problem.related ?? []), ...evidenceFor(rule, verdict, problem.at)],
    fixes: isRejected || (fixable?.includes(severity) ?? true) ? fixesOf(problem, isRejected, context) : [],
    outcome: row,
  };
}

/** The fixes of a problem, without those that depend on a doubt. */
function fixesOf({ fixes = [] }: Problem, isRejected: boolean, context: CheckContext | PodContext): readonly Fix[] {
  const { doubts } = context.object.field.document;
  const certain = [fixes].flat().flatMap((fix) => {
    if (typeof fix !== 'function') return fix;
    const before = doubts.count;
    const made = fix();
    return doubts.count === before ? made : [];
  });
  return certain
    .filter((fix) => !('pod' in context) || fitsPod(fix, context.pod))
    .map((fix) => withSafety(fix, isRejected, context));
}

/** The whole message: the sentence of the rule, and one on the outcome if there is something to add. */
function messageOf(
  rule: Rule,
  problem: Problem,
  outcome: Outcome,
  row: Outcome,
  context: CheckContext | PodContext,
  verdict: Verdict | undefined,
): string {
  const { kind } = context.object;
  const sentence = namesEffect(problem.message) ? t(row.result ?? '') : sentenceOf(outcome, kind);
  const canDeclare = !('pod' in context) || (context.pod.composed?.keys.includes('os') ?? true);
  const isRejectedOnceDeclared =
    canDeclare &&
    verdict?.certainty === 'scheduled' &&
    (row.effect === 'ignored' || row.effect === 'advice') &&
    rule.outcomes.some(
      (other) =>
        other.effect === 'rejected' &&
        (other.case === undefined || other.case === problem.case) &&
        other.certainty === 'declared' &&
        isWithin(context.settings.kubernetesVersion, other.since, other.until),
    );
  const second = sentence || (isRejectedOnceDeclared ? t('With `os.name: windows`, the API server rejects it.') : '');
  return `${format(problem.message, phraseOf(outcome, kind))} ${second}`.trim();
}

/** The evidence that decided that this is a Windows pod, unless the finding is at the same location. */
function evidenceFor(rule: Rule, verdict: Verdict | undefined, at: Span): Finding['related'] {
  if (verdict?.os !== 'windows' || rule.gate === 'any') return [];
  const [first] = verdict.evidence;
  if (first === undefined || (!('uri' in first.at) && first.at.start === at.start)) return [];
  return [{ at: first.at, message: t`Windows pod (${first.text})`, isEvidence: true }];
}

/** A fix stays safe only if the API server rejects the field on this pod and its node constraints do not contradict `os.name`. */
function withSafety(fix: Fix, isRejected: boolean, context: CheckContext | PodContext): Fix {
  if (fix.safety === 'review') return fix;
  const isContradicted =
    'pod' in context && ['linux', 'none'].includes(nodeConstraint(context.pod, context.facts).nodes);
  return isRejected && !isContradicted ? fix : { ...fix, safety: 'review' };
}
