import type { KubeObject } from '../../kubernetes/object.ts';
import { objectSpan, type Pod } from '../../kubernetes/pod.ts';
import { t } from '../../text/localize.ts';
import type { Span } from '../../text/span.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { intendedOs, isCertainlyWindows, type Verdict } from '../../windows/verdict.ts';
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
  type Reporter,
  type Rule,
  type Safety,
} from '../rule.ts';
import { fitsPod } from './fits-pod.ts';
import { OwnRuleFailure } from './own-rules.ts';
import { type LintContext, objectKey, type PodRules } from './rule-set.ts';

/** What the API server would reject if the pod declared Windows, also by rules that the user turned off. */
export function rejectedOnceDeclared(pod: Pod, context: LintContext): Finding[] {
  return changedOnceDeclared(pod, context).filter(({ outcome }) => outcome?.effect === 'rejected');
}

/** What the API server would reject or ignore if the pod declared Windows, also by rules that the user turned off. */
export function changedOnceDeclared(pod: Pod, context: LintContext): Finding[] {
  const verdict: Verdict = { os: 'windows', certainty: 'declared', evidence: [] };
  const settings = { ...context.settings, rules: {} };
  const isChanged = ({ certainty, effect }: Outcome) =>
    certainty === 'declared' && (effect === 'rejected' || effect === 'ignored');
  return findingsOf(context.rules.declared(), { pod, verdict }, { ...context, settings }, () => [], isChanged);
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
  isReported?: (outcome: Outcome) => boolean,
): Finding[] {
  const findings: Finding[] = [];
  const { settings, facts } = context;
  const view: PodView = { object: pod.object, settings, facts, pod, verdict };
  const once = memoize(() => podContext);
  const problems: Problem[] = [];
  const podContext: PodContext & Reporter = {
    ...view,
    rejectedOnceDeclared: () => once(pod.spec, rejections),
    once,
    report: (problem) => problems.push(problem),
  };
  const run: Run<PodContext & Reporter> = {
    context: podContext,
    problems,
    verdict,
    lintContext: context,
    isReported,
    findings,
  };
  const roots = [
    ['spec', pod.spec],
    ['metadata', pod.metadata],
  ] as const;
  for (const [key, root] of roots) {
    if (root === undefined) continue;
    rules.under(key)?.walk(root, (field, checks) => {
      for (const { rule, check } of checks) {
        runRule(rule, check, field, run);
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
  const problems: Problem[] = [];
  const checkContext: CheckContext & Reporter = {
    object,
    settings: context.settings,
    facts: context.facts,
    report: (problem) => problems.push(problem),
  };
  const run: Run<CheckContext & Reporter> = { context: checkContext, problems, lintContext: context, findings };
  context.rules.objects.get(objectKey(object.group, object.kind))?.walk(object.field, (field, checks) => {
    for (const { rule, check } of checks) {
      runRule(rule, check, field, run);
    }
  });
  return findings;
}

/** What all rules share that run on a pod, or on an object outside of its pods. */
interface Run<Context extends CheckContext> {
  readonly context: Context;
  /** What the current call of a rule has reported. All calls use one list, so that a silent rule allocates nothing. */
  readonly problems: Problem[];
  /** Undefined outside of pods. */
  readonly verdict?: Verdict;
  readonly lintContext: LintContext;
  /** Which outcomes become findings; by default, all. */
  readonly isReported?: ((outcome: Outcome) => boolean) | undefined;
  readonly findings: Finding[];
}

function runRule<Context extends CheckContext>(
  rule: Rule,
  { check }: { readonly check: (field: Field, context: Context) => void },
  field: Field,
  run: Run<Context>,
): void {
  const { context, problems, lintContext, findings } = run;
  if (isOff(rule, context.settings)) return;
  try {
    const { doubts } = field.document;
    const before = doubts.count;
    check(field, context);
    // Problems that depend on a doubt are not reported.
    if (problems.length > 0 && doubts.count === before) {
      findings.push(...problems.flatMap((problem) => findingOf(rule, field, problem, run) ?? []));
    }
  } catch (error) {
    if (!(error instanceof OwnRuleFailure) || rule.own === undefined) lintContext.onRuleError(rule, error);
    else lintContext.onFailedOwnRule?.({ rule: rule.own, message: error.message, span: error.span });
  }
  if (problems.length > 0) problems.length = 0;
}

function findingOf(
  rule: Rule,
  field: Field,
  problem: Problem,
  { context, verdict, lintContext: { fixable }, isReported }: Run<CheckContext | PodContext>,
): Finding | undefined {
  const { object, settings } = context;
  const certainty = verdict?.certainty ?? null;
  const row = outcomeOf(rule, problem.case, certainty, settings);
  if (row === undefined || isReported?.(row) === false) return undefined;
  const outcome = 'pod' in context ? outcomeForPod(row, context.pod, settings) : row;
  const configured = userSeverity(rule, settings);
  const severity =
    configured === undefined || configured === 'off' ? severityOnPod(outcome, rule, certainty) : configured;
  const removal = safetyOfRemoval(row, verdict, context);
  const isKeptOnLinux = certainty === 'assumed' && rule.gate !== 'any' && 'pod' in context && isForLinux(context);
  const path = (problem.field ?? field.path).slice(object.field.path.length);
  return {
    rule: rule.id,
    code: rule.code,
    url: rule.sources.find((source) => source.url !== undefined)?.url,
    effect: outcome.effect,
    severity,
    message: messageOf(problem, outcome, row, object.kind),
    at: problem.at,
    part: problem.part,
    cause: problem.cause,
    object: { kind: object.kind, name: object.name, namespace: object.namespace },
    field: apiPath(path),
    namedField: object.field.document.doubts.aside(() => namedPath(object.field, path)).value,
    certainty,
    related: [...(problem.related ?? []), ...evidenceFor(rule, verdict, problem.at, object)],
    fixes:
      !isKeptOnLinux && (removal !== 'review' || (fixable?.includes(severity) ?? true))
        ? fixesOf(problem, removal, context)
        : [],
    outcome: row,
  };
}

/**
 * Whether a pod declares Linux, or cannot be scheduled on Windows. Fixes for Windows would be rejected there, or contradict
 * the selector: a refactoring changes all of it together.
 */
function isForLinux({ pod, facts }: PodContext): boolean {
  return intendedOs(pod)?.os === 'linux' || ['linux', 'none'].includes(nodeConstraint(pod, facts).nodes);
}

/** The fixes of a problem, without those that depend on a doubt. */
function fixesOf({ fixes = [] }: Problem, removal: Safety, context: CheckContext | PodContext): readonly Fix[] {
  const { doubts } = context.object.field.document;
  const certain = [fixes].flat().flatMap((fix) => {
    if (typeof fix !== 'function') return fix;
    const before = doubts.count;
    const made = fix();
    return doubts.count === before ? made : [];
  });
  return certain
    .filter((fix) => !('pod' in context) || fitsPod(fix, context.pod))
    .map((fix) => (fix.safety === 'review' ? fix : { ...fix, safety: isRemoval(fix) ? removal : 'review' }));
}

/** The whole message: the sentence of the rule, and one on the outcome if there is something to add. */
function messageOf({ message }: Problem, outcome: Outcome, row: Outcome, kind: string): string {
  const second = namesEffect(message) ? t(row.result ?? '') : sentenceOf(outcome, kind);
  return `${format(message, phraseOf(outcome, kind))} ${second}`.trim();
}

/** The evidence that decided that this is a Windows pod, unless the finding is at the same location. */
function evidenceFor(rule: Rule, verdict: Verdict | undefined, at: Span, object: KubeObject): Finding['related'] {
  if (verdict?.os !== 'windows' || rule.gate === 'any') return [];
  if (verdict.certainty === 'assumed') {
    return [{ at: objectSpan(object), message: t('Checked as a Windows pod on request'), isEvidence: true }];
  }
  const [first] = verdict.evidence;
  if (first === undefined || (!('uri' in first.at) && first.at.start === at.start)) return [];
  return [{ at: first.at, message: t`Windows pod (${first.text})`, isEvidence: true }];
}

/**
 * What it means to remove the field of a problem: `safe` if the API server rejects it on this pod, and `ineffective` if it
 * certainly has no effect. An image that exists only for Windows is not enough: without a selector, nothing in the manifest
 * keeps the pod on Windows nodes. If the node constraints contradict, the operating system may be wrong.
 */
function safetyOfRemoval(
  { effect, doubtful }: Outcome,
  verdict: Verdict | undefined,
  context: CheckContext | PodContext,
): Safety {
  if (!('pod' in context) || verdict === undefined || !isCertainlyWindows(verdict)) return 'review';
  const isRejected = effect === 'rejected' && verdict.certainty === 'declared';
  if (!isRejected && (effect !== 'ignored' || doubtful)) return 'review';
  if (isForLinux(context)) return 'review';
  return isRejected ? 'safe' : 'ineffective';
}

function isRemoval({ changes }: Fix): boolean {
  return changes.every(({ kind }) => kind === 'remove');
}
