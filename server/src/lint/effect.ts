import { isRefusedSelector } from '../kubernetes/label-selector.ts';
import type { Pod } from '../kubernetes/pod.ts';
import { isWithin } from '../kubernetes/version.ts';
import type { Certainty, Verdict } from '../windows/verdict.ts';
import type { Effect, Outcome, Rule } from './rule.ts';
import { type NamedRule, namesOf } from './rule-names.ts';
import type { Settings, Severity } from './settings.ts';

const SEVERITY: Readonly<Record<Effect, Severity>> = {
  rejected: 'error',
  fails: 'error',
  ignored: 'warning',
  differs: 'information',
  advice: 'hint',
};

const ONE_LOWER: Readonly<Record<Severity, Severity>> = {
  error: 'warning',
  warning: 'information',
  information: 'hint',
  hint: 'hint',
};

/** The severity of an outcome, before the user's own say. */
export function severityOf(outcome: Outcome): Severity {
  const severity = SEVERITY[outcome.effect];
  return outcome.doubtful ? ONE_LOWER[severity] : severity;
}

/** What the user set for a rule: a severity, off, or nothing. The rule's own entry wins over that of its category. */
export function userSeverity(rule: NamedRule, { rules }: Settings): Severity | 'off' | undefined {
  const name = namesOf(rule).find((one) => Object.hasOwn(rules, one));
  return name === undefined ? undefined : rules[name];
}

/** Whether a rule is off: by the settings, else by default. */
export function isOff(rule: Rule, settings: Settings): boolean {
  const set = userSeverity(rule, settings);
  return set === undefined ? rule.offByDefault === true : set === 'off';
}

/** The row that decides what becomes of a problem; undefined where none fits and the rule is silent. */
export function outcomeOf(
  rule: { readonly outcomes: readonly Outcome[] },
  problemCase: string | undefined,
  certainty: Verdict['certainty'],
  settings: Settings,
): Outcome | undefined {
  return rule.outcomes.find(
    (outcome) =>
      (outcome.case === undefined || outcome.case === problemCase) &&
      (outcome.runtime === undefined || outcome.runtime === settings.containerRuntime) &&
      isWithin(settings.kubernetesVersion, outcome.since, outcome.until) &&
      (outcome.certainty === undefined || isAtLeast(certainty, outcome.certainty)),
  );
}

/** What becomes of an object of that kind, in a sentence; empty where nothing does. */
export function sentenceOf(outcome: Outcome, kind: string): string {
  return outcome.result ?? RESULTS[outcome.doubtful ? 'doubtful' : 'sure'][outcome.effect](kind);
}

/**
 * What becomes of a certain pod. Where the server does not look at a template, it refuses the pods one by one; that of a
 * StatefulSet is validated from 1.34 on. Of a custom resource it knows no pod: it refuses what the controller makes of it.
 * It does not come to look at a template whose selector it cannot read.
 */
export function forPod(outcome: Outcome, { object, embedded }: Pod, settings: Settings): Outcome {
  const { kind } = object;
  if (outcome.effect !== 'rejected') return outcome;
  const fails = (result: string): Outcome => ({ ...outcome, effect: 'fails', result });
  if (embedded) return fails(`The API server rejects the pods of this ${kind}.`);
  const isLate = outcome.onCreation
    ? kind !== 'Pod'
    : kind === 'StatefulSet' && isWithin(settings.kubernetesVersion, undefined, '1.33');
  if (isLate) return fails(`The ${kind} is accepted, but the API server rejects each of its pods.`);
  const selector = READS_SELECTOR_FIRST.includes(kind) ? object.field.at('spec', 'selector') : undefined;
  return selector !== undefined && isRefusedSelector(selector)
    ? fails(`The API server rejects this ${kind} for its selector first, and then for this.`)
    : outcome;
}

/** `ValidateDeploymentSpec` and its like validate the template with the selector, if they can read it. */
const READS_SELECTOR_FIRST: readonly string[] = ['Deployment', 'ReplicaSet', 'StatefulSet'];

const RESULTS: Readonly<Record<'sure' | 'doubtful', Readonly<Record<Outcome['effect'], (kind: string) => string>>>> = {
  sure: {
    rejected: (kind) => `The API server rejects this ${kind}.`,
    fails: () => 'The pod does not run.',
    ignored: () => 'It is ignored on Windows.',
    differs: () => 'It works differently on Windows.',
    advice: () => '',
  },
  doubtful: {
    rejected: (kind) => `The API server may reject this ${kind}.`,
    fails: () => 'The pod may not run.',
    ignored: () => 'It may be ignored on Windows.',
    differs: () => 'It may work differently on Windows.',
    advice: () => '',
  },
};

const RANK: Readonly<Record<Certainty, number>> = { declared: 3, scheduled: 2, guessed: 1 };

function isAtLeast(certainty: Verdict['certainty'], wanted: Certainty): boolean {
  return certainty !== null && RANK[certainty] >= RANK[wanted];
}
