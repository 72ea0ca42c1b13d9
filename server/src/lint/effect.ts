import { isWithin } from '../kubernetes/version.ts';
import type { Certainty, Verdict } from '../windows/verdict.ts';
import type { Effect, Outcome, Rule } from './rule.ts';
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
export function userSeverity(rule: { readonly id: string }, settings: Settings): Severity | 'off' | undefined {
  const { rules } = settings;
  const category = rule.id.slice(0, rule.id.indexOf('/'));
  return own(rules, rule.id) ?? own(rules, category);
}

export function isOff(rule: Rule, settings: Settings): boolean {
  const set = userSeverity(rule, settings);
  return set === undefined ? rule.offByDefault === true : set === 'off';
}

/** The row that decides what becomes of a problem; undefined where none fits and the rule is silent. */
export function outcomeOf(
  rule: Rule,
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

const RANK: Readonly<Record<Certainty, number>> = { declared: 3, scheduled: 2, guessed: 1 };

function isAtLeast(certainty: Verdict['certainty'], wanted: Certainty): boolean {
  return certainty !== null && RANK[certainty] >= RANK[wanted];
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
