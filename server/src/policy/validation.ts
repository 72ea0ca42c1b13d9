import { isOff, outcomeOf, severityOf, userSeverity } from '../lint/effect.ts';
import type { Rule } from '../lint/rule.ts';
import { namesOf } from '../lint/settings/rule-names.ts';
import type { Settings } from '../lint/settings/settings.ts';
import { type Condition, conditionsOn, merged } from './conditions.ts';
import type { Expression } from './expression.ts';
import { expressionOf } from './expressions/index.ts';
import type { NamedExpression } from './variables.ts';

/** The validation of a policy for one rule. */
export interface Validation {
  readonly rule: string;
  readonly expression: string;
  readonly message: string;
  /** The variable with the names of the containers or volumes that the rule applies to, for the message. */
  readonly names?: NamedExpression;
  readonly messageExpression?: string;
}

/** The validation for a rule; undefined if no policy can express it, or the settings or `chosen` rules exclude it. */
export function validationOf(
  rule: Rule,
  settings: Settings,
  chosen: readonly string[] | undefined,
): Validation | undefined {
  const expression = expressionOf(rule.id, settings);
  const names = namesOf(rule);
  if (expression === undefined || (chosen !== undefined && !names.some((name) => chosen.includes(name)))) {
    return undefined;
  }
  const isChosenById = chosen?.some((name) => names.includes(name) && name.includes('/')) === true;
  if (isOff(rule, settings) && !(isChosenById && userSeverity(rule, settings) === undefined)) return undefined;
  const applies = whereApplicable(rule, expression, settings, isChosenById);
  if (applies === 'false') return undefined;
  return validationFor(rule, conditionsOf(rule, expression, applies));
}

function validationFor(rule: Rule, conditions: readonly Condition[]): Validation {
  const [onPod] = conditions.filter(({ of }) => of === 'pod');
  const lists = conditions.filter(({ of }) => of !== 'pod');
  const message = `${rule.title}. ${firstSentence(rule)} (${rule.id})`;
  if (lists.length === 0) return { rule: rule.id, expression: `!(${onPod?.test ?? ''})`, message };
  const variable = rule.id.replace(/\W/g, '_');
  const isAny = `size(variables.${variable}) > 0`;
  const kinds = new Set(lists.map(({ of }) => (of === 'image' ? 'container' : of)));
  const found = `" (${[...kinds].join(' or ')} " + variables.${variable}.join(", ") + ")"`;
  const [start, end] = [JSON.stringify(rule.title), JSON.stringify(`. ${firstSentence(rule)} (${rule.id})`)];
  return {
    rule: rule.id,
    expression: `!(${onPod === undefined ? isAny : `${onPod.test} || ${isAny}`})`,
    message,
    names: {
      name: variable,
      expression: lists
        .map(({ of, list, test }) => `${list}.filter(${of}, ${test}).map(${of}, ${of}.name)`)
        .join(' + '),
    },
    messageExpression: `${start} + ${onPod === undefined ? found : `(${isAny} ? ${found} : "")`} + ${end}`,
  };
}

/**
 * A test for which cases and pods the severity of a rule is error or warning. With `anySeverity`, for which the rule has an
 * outcome at all.
 */
function whereApplicable(rule: Rule, { cases = [] }: Expression, settings: Settings, anySeverity: boolean): string {
  const user = userSeverity(rule, settings);
  const appliesTo = (name: string | undefined, certainty: 'declared' | 'scheduled') => {
    const outcome = outcomeOf(rule, name, certainty, settings);
    if (outcome === undefined) return false;
    const severity = user === undefined || user === 'off' ? severityOf(outcome) : user;
    return anySeverity || severity === 'error' || severity === 'warning';
  };
  const tests = [...cases, [undefined, 'true'] as const].map(([name, test]) => {
    const [isDeclared, isScheduled] = [appliesTo(name, 'declared'), appliesTo(name, 'scheduled')];
    if (isDeclared === isScheduled) return { test, pods: String(isDeclared) };
    return { test, pods: isDeclared ? 'variables.declared' : '!variables.declared' };
  });
  const [last, ...before] = tests.toReversed();
  return before.reduce(
    (rest, { test, pods }) => (pods === rest ? rest : `(${test} ? ${pods} : ${rest})`),
    last?.pods ?? 'false',
  );
}

const LIST_OF = {
  pod: '',
  container: 'variables.containers',
  volume: 'variables.volumes',
  image: 'variables.images',
} as const;

/** The conditions of a rule; `applies` is a further test. */
function conditionsOf(rule: Rule, { when, instead }: Expression, applies: string): Condition[] {
  const both = [when === undefined ? undefined : `(${when})`, applies === 'true' ? undefined : applies]
    .filter((test) => test !== undefined)
    .join(' && ');
  if (instead === undefined) return conditionsOn(rule.pod?.watches ?? [], both === '' ? undefined : both);
  return merged(
    instead.map(({ of, test, list }) => ({
      of,
      list: list ?? LIST_OF[of],
      test: applies === 'true' ? test : `(${test}) && ${applies}`,
    })),
  );
}

/** The first sentence of the text on why the rule exists. */
function firstSentence({ why }: Rule): string {
  const paragraph = (why.split('\n\n')[0] ?? '').replaceAll('\n', ' ').replaceAll('`', '');
  return /^.*?\.(?= [A-Z]|$)/.exec(paragraph)?.[0] ?? paragraph;
}
