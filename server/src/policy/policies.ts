import type { KubernetesVersion } from '../kubernetes/version.ts';
import type { Rule } from '../lint/rule.ts';
import { categoryOf, namesOf } from '../lint/settings/rule-names.ts';
import type { Settings } from '../lint/settings/settings.ts';
import { IS_FOR_WINDOWS, podSpecOf } from './pod-system.ts';
import { type Validation, validationOf } from './validation.ts';
import { type NamedExpression, variablesReadBy } from './variables.ts';

/** What the API server does with an object that violates a rule. */
export const ACTIONS = ['warn', 'deny', 'audit'] as const;
export type Action = (typeof ACTIONS)[number];

/** The first release whose API has `ValidatingAdmissionPolicy` in version 1. */
export const OLDEST: KubernetesVersion = '1.30';

/** The settings on which policies depend. */
export const POLICY_SETTINGS: readonly (keyof Settings)[] = [
  'containerRuntime',
  'date',
  'kubernetesVersion',
  'linuxImages',
  'linuxOnlyCsiDrivers',
  'provider',
  'rules',
  'strictImageMatching',
  'strictOsSupport',
  'taint',
  'windowsImages',
];

export interface PolicyOptions {
  readonly actions: readonly Action[];
  /** IDs and categories, each with policies of its own; undefined for all categories. */
  readonly rules: readonly string[] | undefined;
  /** Whether policies apply to the namespaces of the system. */
  readonly systemNamespaces: boolean;
  /** The ConfigMap with exceptions, if policies read one. */
  readonly params: ObjectName | undefined;
  readonly settings: Settings;
  /** The version of Kubewin. */
  readonly kubewin: string;
}

/** The name of an object in a namespace. */
export interface ObjectName {
  readonly namespace: string;
  readonly name: string;
}

/** What validating and mutating policies have in common; a binding has the name of its policy. */
export interface PolicyHead {
  readonly name: string;
  /** The ID or category of its rules. */
  readonly chosen: string;
  readonly matchConditions: readonly NamedExpression[];
  readonly variables: readonly NamedExpression[];
}

/** A ValidatingAdmissionPolicy. */
export interface Policy extends PolicyHead {
  /** The actions of its binding: `deny`, or one or both of the others. */
  readonly actions: readonly Action[];
  readonly validations: readonly Validation[];
}

/** The policies for rules, in the order of their names. */
export function policiesFor(rules: readonly Rule[], options: PolicyOptions): Policy[] {
  const isDeny = (action: Action) => action === 'deny';
  // What is denied has conditions of its own, so it cannot be in one policy with what is reported.
  const groups = [options.actions.filter(isDeny), options.actions.filter((action) => !isDeny(action))];
  const chosen = new Set(options.rules ?? rules.map(({ id }) => categoryOf(id)));
  return groups
    .filter((actions) => actions.length > 0)
    .flatMap((actions) => [...chosen].flatMap((name) => policiesOf(rules, actions, name, options)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The policy for Windows pods, and the one for rules that apply to every pod. `chosen` is an ID or a category. A policy for
 * all rules would be smaller, but the control plane checks the types of all variables anew for each validation and kind.
 */
function policiesOf(
  rules: readonly Rule[],
  actions: readonly Action[],
  chosen: string,
  { params, settings }: PolicyOptions,
): Policy[] {
  const denies = actions.includes('deny');
  return [false, true].flatMap((everyPod) => {
    const validations = rules
      .filter(({ gate }) => (gate === 'any' || gate === 'linux') === everyPod)
      .flatMap((rule) => {
        const validation = validationOf(rule, settings, { chosen, denies });
        if (validation === undefined) return [];
        if (params === undefined) return validation;
        return { ...validation, expression: `${isExemptFrom(rule)} || (${validation.expression})` };
      });
    if (validations.length === 0) return [];
    return {
      // Other actions and other rules have other names, so that policies do not replace each other in a cluster.
      name: ['kubewin', ...actions, chosen.replace('/', '-'), ...(everyPod ? ['every-pod'] : [])].join('-'),
      chosen,
      actions,
      matchConditions: [IS_NEW, ...(denies ? [HAS_NO_CONTROLLER] : []), ...(everyPod ? [] : [FOR_WINDOWS])],
      variables: variablesOf(validations, settings),
      validations,
    };
  });
}

/** Existing objects are evaluated only when their pods change, so that they can still be scaled and deleted. */
export const IS_NEW: NamedExpression = {
  name: 'the-pod-is-new-or-changed',
  expression: `request.operation == "CREATE" || ${podSpecOf('object')} != ${podSpecOf('oldObject')}`,
};

export const FOR_WINDOWS: NamedExpression = {
  name: 'the-pod-is-for-windows',
  expression: `[${podSpecOf('object')}].exists(spec, ${IS_FOR_WINDOWS})`,
};

/** A controller cannot react to a denial: a workload that is older than the policy would be left without pods. */
export const HAS_NO_CONTROLLER: NamedExpression = {
  name: 'no-controller-owns-the-object',
  expression: '!dyn(object).metadata.?ownerReferences.orValue([]).exists(owner, owner.?controller.orValue(false))',
};

/** A test whether the ConfigMap exempts the namespace from the rule by any of its names. */
export function isExemptFrom(rule: Rule): string {
  const keys = ['all', ...namesOf(rule).map((name) => name.replace('/', '.'))];
  return `${JSON.stringify([...new Set(keys)])}.exists(key, key in variables.exempt)`;
}

/** The variables that the validations of a policy read. */
function variablesOf(validations: readonly Validation[], settings: Settings): NamedExpression[] {
  const names = validations.flatMap((validation) => validation.names ?? []);
  const expressions = [...names, ...validations].map(({ expression }) => expression);
  return [...variablesReadBy(expressions, settings), ...names];
}
