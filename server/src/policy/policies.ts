import type { KubernetesVersion } from '../kubernetes/version.ts';
import type { Rule } from '../lint/rule.ts';
import { categoryOf } from '../lint/settings/rule-names.ts';
import type { Settings } from '../lint/settings/settings.ts';
import { IS_FOR_WINDOWS, podSpecOf } from './pod-system.ts';
import { type Validation, validationOf } from './validation.ts';
import { type NamedExpression, variablesReadBy } from './variables.ts';

/** What the API server does with an object that violates a rule. */
export const ACTIONS = ['warn', 'deny', 'audit'] as const;
export type Action = (typeof ACTIONS)[number];

/** The first release whose API has `ValidatingAdmissionPolicy` in version 1. */
export const OLDEST: KubernetesVersion = '1.30';

export interface PolicyOptions {
  readonly action: Action;
  /** IDs and categories; undefined for all rules whose severity is error or warning. */
  readonly rules: readonly string[] | undefined;
  readonly settings: Settings;
  /** The version of Kubewin. */
  readonly kubewin: string;
}

/** A ValidatingAdmissionPolicy; its binding has the same name. */
export interface Policy {
  readonly name: string;
  readonly matchConditions: readonly NamedExpression[];
  readonly variables: readonly NamedExpression[];
  readonly validations: readonly Validation[];
}

/** The policies for rules, in the order of their names. */
export function policiesFor(rules: readonly Rule[], options: PolicyOptions): Policy[] {
  const byName = new Map<string, Validation[]>();
  for (const rule of rules) {
    const validation = validationOf(rule, options.settings, options.rules);
    if (validation === undefined) continue;
    const name = policyName(rule);
    byName.set(name, [...(byName.get(name) ?? []), validation]);
  }
  return [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, validations]) => ({
      name,
      matchConditions: [
        { name: 'the-pod-is-new-or-changed', expression: IS_NEW },
        ...(name.endsWith(EVERY_POD) ? [] : [{ name: 'the-pod-is-for-windows', expression: FOR_WINDOWS }]),
      ],
      variables: variablesOf(validations, options.settings),
      validations,
    }));
}

/** Each category has a policy for Windows pods, and another one for rules that apply to every pod. */
function policyName({ id, gate }: Rule): string {
  return `kubewin-${categoryOf(id)}${gate === 'any' || gate === 'linux' ? EVERY_POD : ''}`;
}

const EVERY_POD = '-every-pod';

/** Existing objects are evaluated only when their pods change, so that they can still be scaled and deleted. */
const IS_NEW = `request.operation == "CREATE" || (${podSpecOf('object')}) != (${podSpecOf('oldObject')})`;
const FOR_WINDOWS = `[${podSpecOf('object')}].exists(spec, ${IS_FOR_WINDOWS})`;

/** The variables that the validations of a policy read. */
function variablesOf(validations: readonly Validation[], settings: Settings): NamedExpression[] {
  const names = validations.flatMap((validation) => validation.names ?? []);
  const expressions = [...names, ...validations].map(({ expression }) => expression);
  return [...variablesReadBy(expressions, settings), ...names];
}
