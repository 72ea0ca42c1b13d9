import { parseAllDocuments } from 'yaml';
import { workloadKind } from '../../server/src/kubernetes/workloads.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings.ts';
import { EXPRESSIONS } from '../../server/src/policy/expressions.ts';
import { type PolicyOptions, policiesFor } from '../../server/src/policy/policies.ts';
import { policyYaml } from '../../server/src/policy/yaml.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { lintText } from '../lint-text.ts';
import { asReturned, type Data } from '../rules/server-values.ts';

/** The ids of the rules that policies express. */
export const EXPRESSED: readonly string[] = Object.keys(EXPRESSIONS).sort();

/** Policies as the command writes them, and the rule of each validation. */
export function written(options: Partial<PolicyOptions>) {
  const all: PolicyOptions = {
    action: 'deny',
    rules: undefined,
    settings: DEFAULT_SETTINGS,
    kubewin: '0.0.0',
    ...options,
  };
  const policies = policiesFor(RULES, all);
  return {
    yaml: policyYaml(policies, all, []),
    rules: policies.flatMap(({ validations }) => validations.map(({ rule }) => rule)),
    ruleOf: (policy: string, index: number) =>
      policies.find(({ name }) => name === policy)?.validations[index]?.rule ?? '?',
  };
}

/**
 * The rules that find something in one object alone, of those that policies express: `all`, and those of severity error or
 * warning. A policy guesses nothing, so what is found in a pod that only probably is for Windows does not count.
 */
export function findings(object: unknown, settings: Settings): { all: string[]; counted: string[] } {
  const rules = Object.fromEntries(
    RULES.filter(({ id, offByDefault }) => offByDefault && settings.rules[id] === undefined).map(({ id }) => [
      id,
      'hint' as const,
    ]),
  );
  const found = lintText(JSON.stringify(object), { ...settings, rules: { ...rules, ...settings.rules } }).filter(
    ({ rule, certainty }) => EXPRESSED.includes(rule) && !(GUESSED.has(rule) && certainty === 'guessed'),
  );
  const ids = (some: typeof found) => [...new Set(some.map(({ rule }) => rule))].sort();
  return {
    all: ids(found),
    counted: ids(found.filter(({ severity }) => severity === 'error' || severity === 'warning')),
  };
}

const GUESSED: ReadonlySet<string> = new Set(RULES.filter(({ gate }) => gate === 'guessed').map(({ id }) => id));

/** The workloads in a YAML text, as they are written and, of pods, as admission changes them. */
export function workloadsIn(text: string): Data[] {
  const objects = parseAllDocuments(text, { version: '1.1', uniqueKeys: false }).flatMap((one): Data[] => {
    const object = one.errors.length === 0 ? (one.toJS() as Data | null) : null;
    const kind = object?.['kind'];
    return object !== null && typeof kind === 'string' && workloadKind(kind) !== undefined ? [object] : [];
  });
  return objects.flatMap((object) => (object['kind'] === 'Pod' ? [object, asReturned(object)] : [object]));
}
