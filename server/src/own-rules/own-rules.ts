import { containerAround, containerSpan, objectSpan } from '../kubernetes/pod.ts';
import { type Field, message, type PodContext, type Problem, type Rule } from '../lint/rule.ts';
import { OwnRuleFailure, type OwnRuleTools } from '../lint/rule-set/own-rules.ts';
import type { OwnRule } from '../lint/settings/own-rules.ts';
import { t } from '../text/localize.ts';
import { Budget, CelFault, CostFault, type Expression, parseCel } from './cel.ts';
import { readOwnRules } from './read.ts';
import { itemName } from './types.ts';
import { celValue, UnknownValue } from './value.ts';
import { MAX_STEPS, variablesOf } from './variables.ts';

/** What makes rules of definitions in `.kubewin.yaml`. */
export const ownRuleTools: OwnRuleTools = { read: readOwnRules, ruleOf };

function ruleOf(own: OwnRule): Rule {
  const { id, fields, when, gate, severity, description, docs } = own;
  const condition = when === undefined ? undefined : parseCel(when);
  const newBudget = () => new Budget(MAX_STEPS);
  return {
    id,
    own,
    title: own.message,
    gate,
    pod: {
      watches: fields,
      check(field, context) {
        const budget = context.once(context.pod.spec, newBudget);
        if (condition !== undefined && !isTrue(condition, field, context, budget)) return;
        context.report(problemAt(field, own, context));
      },
    },
    // What turns it on may not set another severity.
    outcomes: [{ effect: 'advice', severity: severity === 'off' ? 'warning' : severity }],
    ...(severity === 'off' ? { offByDefault: true } : {}),
    why: description,
    sources: [docs === undefined ? { title: id } : { title: docs, url: docs }],
  };
}

/** Whether the condition is true of a field. Throws an `OwnRuleFailure` if it cannot be evaluated. */
function isTrue(condition: Expression, field: Field, context: PodContext, budget: Budget): boolean {
  const { ast } = condition;
  try {
    const value = condition.evaluate(scopeOf(field, context), budget);
    if (typeof value === 'boolean') return value;
    throw new CelFault(t('The condition must be a boolean.'), ast);
  } catch (error) {
    // It depends on a doubt, so nothing is reported.
    if (error instanceof UnknownValue) return false;
    const { kind, name } = context.object;
    const object = `${kind} ${name ?? ''}`.trim();
    if (error instanceof CelFault) throw new OwnRuleFailure(`${object}: ${error.message}`, error.span);
    if (!(error instanceof CostFault)) throw error;
    const steps = MAX_STEPS.toLocaleString('en-US');
    throw new OwnRuleFailure(`${object}: ${t`The condition takes more than ${steps} steps.`}`, ast);
  }
}

/** The field, its key, the items of lists that contain it, the innermost one of each name, and what all conditions read. */
function scopeOf(field: Field, context: PodContext): Record<string, unknown> {
  const { object, pod } = context;
  const scope: Record<string, unknown> = {
    object: celValue(object.field),
    variables: variablesOf(context),
    value: celValue(field),
  };
  if (typeof field.key === 'string') scope['key'] = field.key;
  for (let at: Field | undefined = field; at !== undefined && at !== pod.spec; at = at.parent) {
    const name = typeof at.key === 'number' ? itemName(String(at.parent?.key)) : undefined;
    if (name !== undefined) scope[name] ??= celValue(at);
  }
  const container = containerAround(pod, field);
  return container === undefined ? scope : { ...scope, container: celValue(container.field) };
}

/** The problem at the name of the pod, of its container or of another item, or else at the field. */
function problemAt(field: Field, own: OwnRule, { pod, object }: PodContext): Problem {
  const text = message('{0}', own.message);
  const container = pod.containersByField.get(field);
  if (container !== undefined) return { at: containerSpan(container), message: text };
  if (field === pod.spec || field === pod.metadata) return { at: objectSpan(object), message: text };
  if (typeof field.key === 'number') return { at: field.get('name')?.valueSpan ?? field.span, message: text };
  return { at: field.isScalar && own.when !== undefined ? field.valueSpan : field.span, message: text };
}
