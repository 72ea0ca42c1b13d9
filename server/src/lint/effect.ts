import { isRejectedSelector } from '../kubernetes/label-selector.ts';
import type { Pod } from '../kubernetes/pod.ts';
import { isWithin } from '../kubernetes/version.ts';
import { t } from '../text/localize.ts';
import type { Certainty, Verdict } from '../windows/verdict.ts';
import type { Effect, Outcome, Rule } from './rule.ts';
import { type NamedRule, namesOf } from './settings/rule-names.ts';
import type { RuleSetting, Settings, Severity } from './settings/settings.ts';

const SEVERITY: Readonly<Record<Effect, Severity>> = {
  rejected: 'error',
  fails: 'error',
  ignored: 'warning',
  differs: 'information',
  unsupported: 'information',
  advice: 'hint',
};

export const ONE_LOWER: Readonly<Record<Severity, Severity>> = {
  error: 'warning',
  warning: 'information',
  information: 'hint',
  hint: 'hint',
};

/** The severity of an outcome, if no setting overrides it. */
export function severityOf(outcome: Outcome): Severity {
  const severity = outcome.severity ?? SEVERITY[outcome.effect];
  return outcome.doubtful ? ONE_LOWER[severity] : severity;
}

/**
 * The severity of an outcome on a pod, if no setting overrides it. What is known only because of its image is one severity
 * lower in rules for pods that are known to run on Windows.
 */
export function severityOnPod(outcome: Outcome, { gate }: Rule, certainty: Verdict['certainty']): Severity {
  const severity = severityOf(outcome);
  return gate === 'windows' && certainty === 'image' ? ONE_LOWER[severity] : severity;
}

/** What the settings define for a rule: a severity, off, or nothing. The entry of the rule wins over that of its category. */
export function userSeverity(rule: NamedRule, settings: Settings): Severity | 'off' | undefined {
  const entry = entryOf(rule, settings);
  return entry === 'on' ? undefined : entry;
}

function entryOf(rule: NamedRule, { rules }: Settings): RuleSetting | undefined {
  if (isEmpty(rules)) return undefined;
  const name = namesOf(rule).find((candidate) => Object.hasOwn(rules, candidate));
  return name === undefined ? undefined : rules[name];
}

function isEmpty(rules: Settings['rules']): boolean {
  for (const _ in rules) return false;
  return true;
}

/** Whether a rule is off, by the settings or by default. */
export function isOff(rule: NamedRule & { readonly offByDefault?: boolean }, settings: Settings): boolean {
  const entry = entryOf(rule, settings);
  return entry === undefined ? rule.offByDefault === true : entry === 'off';
}

/** The first outcome that matches a problem; undefined if none does and the rule reports nothing. */
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

/** The verb phrase of an outcome for an object of this kind, which replaces `{effect}` in a message. */
export function phraseOf(outcome: Outcome, kind: string): string {
  return outcome.phrase === undefined
    ? WORDS[outcome.effect][outcome.doubtful ? 'doubtful' : 'sure'].phrase(kind)
    : t(outcome.phrase);
}

/** The outcome as a separate sentence; empty if there is nothing to add. */
export function sentenceOf(outcome: Outcome, kind: string): string {
  return outcome.result === undefined
    ? WORDS[outcome.effect][outcome.doubtful ? 'doubtful' : 'sure'].sentence(kind)
    : t(outcome.result);
}

/**
 * The outcome for a specific pod. If the API server does not validate a template, it rejects its pods instead. It
 * validates the template of a StatefulSet from 1.34 on, and those of custom resources never. It does not validate a
 * template whose selector is invalid. It decodes all templates.
 */
export function outcomeForPod(outcome: Outcome, { object, embedded }: Pod, settings: Settings): Outcome {
  const { kind } = object;
  if (outcome.effect !== 'rejected' || (outcome.onDecoding && !embedded)) return outcome;
  const fails = (phrase: string, result: string): Outcome => ({ ...outcome, effect: 'fails', phrase, result });
  const rejectsPodsOnly = outcome.onCreation
    ? kind !== 'Pod'
    : kind === 'StatefulSet' && isWithin(settings.kubernetesVersion, undefined, '1.33');
  if (embedded || rejectsPodsOnly) {
    return fails(
      t`is rejected in the pods of this ${kind}`,
      t`The API server accepts this ${kind} but rejects its pods.`,
    );
  }
  const selector = READS_SELECTOR_FIRST.includes(kind) ? object.field.at('spec', 'selector') : undefined;
  return selector !== undefined && isRejectedSelector(selector)
    ? fails(
        t`is rejected once the selector of this ${kind} is valid`,
        t`The API server rejects this ${kind} because of its selector first, and then because of this.`,
      )
    : outcome;
}

/** `ValidateDeploymentSpec` and similar functions validate the template only if the selector is valid. */
const READS_SELECTOR_FIRST: readonly string[] = ['Deployment', 'ReplicaSet', 'StatefulSet'];

type Words = Readonly<Record<'phrase' | 'sentence', (kind: string) => string>>;

const WORDS: Readonly<Record<Outcome['effect'], Readonly<Record<'sure' | 'doubtful', Words>>>> = {
  rejected: {
    sure: {
      phrase: (kind) => t`is rejected on this ${kind}`,
      sentence: (kind) => t`The API server rejects this ${kind}.`,
    },
    doubtful: {
      phrase: (kind) => t`may be rejected on this ${kind}`,
      sentence: (kind) => t`The API server may reject this ${kind}.`,
    },
  },
  fails: {
    sure: { phrase: () => t('prevents the pod from starting'), sentence: () => t('The pod does not start.') },
    doubtful: { phrase: () => t('may prevent the pod from starting'), sentence: () => t('The pod may not start.') },
  },
  ignored: {
    sure: { phrase: () => t('has no effect'), sentence: () => t('It has no effect on Windows.') },
    doubtful: { phrase: () => t('may have no effect'), sentence: () => t('It may have no effect on Windows.') },
  },
  differs: {
    sure: { phrase: () => t('behaves differently on Windows'), sentence: () => '' },
    doubtful: { phrase: () => t('may behave differently on Windows'), sentence: () => '' },
  },
  unsupported: {
    sure: { phrase: () => t('is not supported'), sentence: () => t('It may work, but nobody supports it.') },
    doubtful: { phrase: () => t('may not be supported'), sentence: () => '' },
  },
  advice: {
    sure: { phrase: () => t('is not needed'), sentence: () => '' },
    doubtful: { phrase: () => t('may not be needed'), sentence: () => '' },
  },
};

const RANK: Readonly<Record<Certainty, number>> = { declared: 4, scheduled: 3, assumed: 3, image: 2, guessed: 1 };

function isAtLeast(certainty: Verdict['certainty'], minimum: Certainty): boolean {
  return certainty !== null && RANK[certainty] >= RANK[minimum];
}
