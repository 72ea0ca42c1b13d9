import { parseAllDocuments } from 'yaml';
import { workloadKind } from '../../server/src/kubernetes/workloads.ts';
import { userSeverity } from '../../server/src/lint/effect.ts';
import type { Rule } from '../../server/src/lint/rule.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { EXPRESSIONS } from '../../server/src/policy/expressions/index.ts';
import { mutatingPoliciesFor } from '../../server/src/policy/mutations.ts';
import { type Policy, type PolicyOptions, policiesFor } from '../../server/src/policy/policies.ts';
import { mutatingPolicyYaml, policyYaml } from '../../server/src/policy/yaml.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { lintText } from '../lint-text.ts';
import { asReturned, type Data } from '../rules/server-values.ts';

/** The IDs of the rules that policies express. */
export const EXPRESSED: readonly string[] = Object.keys(EXPRESSIONS).sort();

/** Settings with which policies contain all rules that they express, except those that the settings turn off. */
export function withEveryRule(settings: Settings): Settings {
  const severities = RULES.filter(({ id }) => EXPRESSED.includes(id)).map(
    (rule) => [rule.id, userSeverity(rule, settings) === 'off' ? 'off' : 'error'] as const,
  );
  return { ...settings, rules: { ...settings.rules, ...Object.fromEntries(severities) } };
}

export const OPTIONS: PolicyOptions = {
  actions: ['warn'],
  rules: undefined,
  systemNamespaces: false,
  params: undefined,
  settings: DEFAULT_SETTINGS,
  kubewin: '0.0.0',
};

/** Mutating policies as the command writes them, and their rules. */
export function writtenMutating(options: Partial<PolicyOptions>) {
  const all = { ...OPTIONS, ...options };
  const policies = mutatingPoliciesFor(RULES, all);
  return {
    yaml: mutatingPolicyYaml(policies, all, []),
    rules: policies.flatMap(({ rules }) => rules.map(({ id }) => id)),
  };
}

/** Policies as the command writes them, and the rule of each validation. */
export function written(options: Partial<PolicyOptions>, rules: readonly Rule[] = RULES) {
  const all = { ...OPTIONS, ...options };
  const policies = policiesFor(rules, all);
  return {
    yaml: policyYaml(policies, all, []),
    evaluated: JSON.stringify(policies.flatMap(evaluatedIn).sort()),
    rules: policies.flatMap(({ validations }) => validations.map(({ rule }) => rule)),
    ruleOf: (policy: string, index: number) =>
      policies.find(({ name }) => name === policy)?.validations[index]?.rule ?? '?',
  };
}

/**
 * What the API server evaluates for each rule: without the messages, and without the names of policies and variables, which
 * contain IDs of rules. A renamed rule therefore keeps its recorded answers.
 */
function evaluatedIn({ matchConditions, variables, validations }: Policy): string[] {
  const expressions = new Map(variables.map(({ name, expression }) => [name, expression]));
  const names = validations.flatMap((validation) => validation.names?.name ?? []);
  return validations.map(({ expression, names: own }) => {
    const shared = variablesIn([expression, own?.expression ?? ''], expressions).filter(
      (name) => !names.includes(name),
    );
    return JSON.stringify([
      matchConditions.map((condition) => condition.expression),
      shared.map((name) => [name, expressions.get(name)]),
      own?.expression ?? '',
      own === undefined ? expression : expression.replaceAll(`variables.${own.name}`, 'variables.names'),
    ]);
  });
}

/** The variables that expressions read, directly or through other variables, in the order of their names. */
function variablesIn(expressions: readonly string[], all: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  const search = (expression: string) => {
    for (const [, name = ''] of expression.matchAll(/variables\.(\w+)/g)) {
      if (found.has(name)) continue;
      found.add(name);
      search(all.get(name) ?? '');
    }
  };
  expressions.forEach(search);
  return [...found].sort();
}

/**
 * The rules with findings in a single object, of those that policies express: `all`, and those with severity error or
 * warning. Policies do not read images for the operating system and do not guess, so findings that need either are left out.
 */
export function findings(object: unknown, settings: Settings): { all: string[]; counted: string[] } {
  const rules = Object.fromEntries(
    RULES.filter(({ id, offByDefault }) => offByDefault && settings.rules[id] === undefined).map(({ id }) => [
      id,
      'hint' as const,
    ]),
  );
  const found = lintText(JSON.stringify(object), { ...settings, rules: { ...rules, ...settings.rules } }).filter(
    ({ rule, certainty }) =>
      EXPRESSED.includes(rule) &&
      !(GUESSED.has(rule) && certainty === 'guessed') &&
      !(certainty === 'image' && !ANY.has(rule)),
  );
  const ids = (some: typeof found) => [...new Set(some.map(({ rule }) => rule))].sort();
  return {
    all: ids(found),
    counted: ids(found.filter(({ severity }) => severity === 'error' || severity === 'warning')),
  };
}

const ANY: ReadonlySet<string> = new Set(RULES.filter(({ gate }) => gate === 'any').map(({ id }) => id));
const GUESSED: ReadonlySet<string> = new Set(RULES.filter(({ gate }) => gate === 'guessed').map(({ id }) => id));

/** The workloads in a YAML text, as they are written; pods also as the API server returns them. */
export function workloadsIn(text: string): Data[] {
  const objects = parseAllDocuments(text, { version: '1.1', uniqueKeys: false }).flatMap((document): Data[] => {
    const object = document.errors.length === 0 ? (document.toJS() as Data | null) : null;
    const all = object?.['kind'] === 'List' && Array.isArray(object['items']) ? (object['items'] as Data[]) : [object];
    return all.flatMap((each) => {
      const kind = each?.['kind'];
      return each !== null && typeof kind === 'string' && workloadKind(kind) !== undefined ? [each] : [];
    });
  });
  return objects.flatMap((object) => (object['kind'] === 'Pod' ? [object, asReturned(object)] : [object]));
}

/** The pod spec of a workload as plain data. */
export function podSpecIn(object: Data): Data | undefined {
  const path = [...(workloadKind(String(object['kind']))?.template ?? []), 'spec'];
  const spec = path.reduce<unknown>((value, key) => (value as Data | null | undefined)?.[String(key)], object);
  return typeof spec === 'object' && spec !== null ? (spec as Data) : undefined;
}

/** Whether policies evaluate an object: the API server rejects pods without containers or images first. */
export function reachesPolicies(object: Data): boolean {
  const spec = podSpecIn(object);
  const containers = spec?.['containers'];
  const all = [containers, spec?.['initContainers'] ?? [], spec?.['ephemeralContainers'] ?? []].flat() as Data[];
  return (
    Array.isArray(containers) &&
    containers.length > 0 &&
    all.every((container) => container['name'] && container['image'])
  );
}

/** Whether Kubewin may treat a part of the value as a placeholder and report nothing. In a cluster, it is plain text. */
export function mayBeOpen(value: unknown): boolean {
  if (typeof value === 'string') return /[${}<>%@[\]]|^__.*__$/.test(value.replace(/@sha256:[0-9a-f]+$/, ''));
  return typeof value === 'object' && value !== null && Object.values(value).some(mayBeOpen);
}
