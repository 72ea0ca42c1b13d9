import { isOff, outcomeOf, severityOf, userSeverity } from '../lint/effect.ts';
import type { Rule } from '../lint/rule.ts';
import type { OwnRule } from '../lint/settings/own-rules.ts';
import { namesOf } from '../lint/settings/rule-names.ts';
import type { Settings, Severity } from '../lint/settings/settings.ts';
import { choose, not, text } from './cel.ts';
import { type Condition, conditionsOn, merged } from './conditions.ts';
import type { Expression } from './expression.ts';
import { expressionOf } from './expressions/index.ts';
import type { NamedExpression } from './variables.ts';

/** The validation of a policy for one rule. */
export interface Validation {
  readonly rule: string;
  /** The address of the first source of the rule, if it has one. */
  readonly link: string | undefined;
  readonly expression: string;
  /** The message; it is an expression if it names containers or volumes. */
  readonly message: string;
  readonly isExpression: boolean;
  /** The variable with the names of the containers or volumes that the rule applies to, for the message. */
  readonly names?: NamedExpression;
}

/** Which rules a policy is about. */
export interface Selection {
  /** An ID or a category. */
  readonly chosen: string;
  readonly denies: boolean;
}

/** The validation for a rule; undefined if no policy can express it, or the settings or the selection exclude it. */
export function validationOf(rule: Rule, settings: Settings, selection: Selection): Validation | undefined {
  const { chosen } = selection;
  const expression = rule.own === undefined ? expressionOf(rule.id, settings) : ownExpression(rule.own);
  if (expression === undefined || !namesOf(rule).includes(chosen)) return undefined;
  const user = userSeverity(rule, settings);
  const isChosenById = chosen.includes('/');
  if (isOff(rule, settings) && !(isChosenById && user === undefined)) return undefined;
  const counted: readonly (Severity | 'off')[] = isChosenById
    ? ['error', 'warning', 'information', 'hint']
    : selection.denies
      ? ['error']
      : ['error', 'warning'];
  const applies = whereApplicable(expression, (name, certainty) => {
    const outcome = outcomeOf(rule, name, certainty, settings);
    return outcome !== undefined && counted.includes(user ?? severityOf(outcome));
  });
  if (applies === 'false') return undefined;
  const onPods = rule.own?.gate === 'linux' ? choose(applies, 'variables.isForLinux', 'false') : applies;
  return validationFor(rule, conditionsOf(rule, expression, onPods));
}

/** The condition of a rule of users. A comment at its end would hide what follows it. */
function ownExpression({ when }: OwnRule): Expression {
  return when === undefined ? {} : { when: when.includes('//') ? `${when}\n` : when.trim() };
}

function validationFor(rule: Rule, conditions: readonly Condition[]): Validation {
  const [onPod] = conditions.filter(({ of }) => of === 'pod');
  const lists = conditions.filter(({ of }) => of !== 'pod');
  const link = rule.sources[0].url;
  const [before, after] = [rule.title.replace(/\.$/, ''), `. ${`${firstSentence(rule)} (${rule.id})`.trim()}`];
  if (lists.length === 0) {
    const message = before + after;
    return { rule: rule.id, link, expression: not(onPod?.test ?? ''), message, isExpression: false };
  }
  const variable = rule.id.replace(/\W/g, '_');
  const kinds = new Set(lists.map(({ of }) => (of === 'image' ? 'container' : of)));
  const kind = ` (${[...kinds].join(' or ')} `;
  const found = `variables.${variable}.join(", ")`;
  return {
    rule: rule.id,
    link,
    expression: `${onPod === undefined ? '' : `${not(onPod.test)} && `}size(variables.${variable}) == 0`,
    message:
      onPod === undefined
        ? `${text(before + kind)} + ${found} + ${text(`)${after}`)}`
        : `${text(before)} + (size(variables.${variable}) > 0 ? ${text(kind)} + ${found} + ")" : "") + ${text(after)}`,
    isExpression: true,
    names: {
      name: variable,
      expression: lists
        .map(({ of, list, test }) => `${list}.filter(${of}, ${test}).map(${of}, ${of}.name)`)
        .join(' + '),
    },
  };
}

/** A test for the cases and pods that count, according to `appliesTo`. */
export function whereApplicable(
  { cases = [] }: Expression,
  appliesTo: (name: string | undefined, certainty: 'declared' | 'scheduled') => boolean,
): string {
  const tests = [...cases, [undefined, 'true'] as const].map(([name, test]) => {
    const [isDeclared, isScheduled] = [appliesTo(name, 'declared'), appliesTo(name, 'scheduled')];
    if (isDeclared === isScheduled) return { test, pods: String(isDeclared) };
    return { test, pods: isDeclared ? 'variables.declared' : '!variables.declared' };
  });
  const [last, ...before] = tests.toReversed();
  return before.reduce((rest, { test, pods }) => choose(test, pods, rest), last?.pods ?? 'false');
}

const LIST_OF = {
  pod: '',
  container: 'variables.containers',
  volume: 'variables.volumes',
  image: 'variables.images',
} as const;

/** The conditions of a rule; `applies` is a further test. */
function conditionsOf(rule: Rule, { when, instead }: Expression, applies: string): Condition[] {
  const both = (test: string) => (applies === 'true' ? test : choose(test, applies, 'false'));
  if (instead === undefined) {
    const test = both(when ?? 'true');
    return conditionsOn(rule.pod?.watches ?? [], test === 'true' ? undefined : test);
  }
  return merged(instead.map(({ of, test, list }) => ({ of, list: list ?? LIST_OF[of], test: both(test) })));
}

/** The first sentence of the text on why the rule exists. */
function firstSentence({ why }: Rule): string {
  const paragraph = (why.split('\n\n')[0] ?? '').replaceAll('\n', ' ').replaceAll('`', '');
  return /^.*?\.(?= [A-Z]|$)/.exec(paragraph)?.[0] ?? paragraph;
}
