import { type Taint, taintText } from '../kubernetes/toleration.ts';
import type { KubernetesVersion } from '../kubernetes/version.ts';
import { isOff, outcomeOf, userSeverity } from '../lint/effect.ts';
import { parsePattern } from '../lint/pattern.ts';
import type { Rule } from '../lint/rule.ts';
import { categoryOf, namesOf } from '../lint/settings/rule-names.ts';
import { type Settings, taintOf } from '../lint/settings/settings.ts';
import { OS_LABEL } from '../windows/node-constraint.ts';
import { providerOf } from '../windows/providers.ts';
import { choose, text } from './cel.ts';
import { fieldTest, itemName, keyTest, type Steps } from './conditions.ts';
import { expressionOf } from './expressions/index.ts';
import { HAS_RUNTIME_CLASS } from './fields.ts';
import { leaves, podSpecOf, requirementLists } from './pod-system.ts';
import {
  FOR_WINDOWS,
  HAS_NO_CONTROLLER,
  IS_NEW,
  isExemptFrom,
  type PolicyHead,
  type PolicyOptions,
} from './policies.ts';
import { whereApplicable } from './validation.ts';
import { type NamedExpression, variablesReadBy } from './variables.ts';

/** The first release whose API has `MutatingAdmissionPolicy`, in version 1beta1; 1.36 has version 1. */
export const OLDEST_MUTATING: KubernetesVersion = '1.34';

/** A MutatingAdmissionPolicy. */
export interface MutatingPolicy extends PolicyHead {
  readonly rules: readonly Rule[];
  /** Lists of JSON patches. */
  readonly mutations: readonly string[];
}

/** The policies that make fixes of rules, in the order of their names: one for each chosen ID or category. */
export function mutatingPoliciesFor(rules: readonly Rule[], options: PolicyOptions): MutatingPolicy[] {
  const chosen = new Set(options.rules ?? rules.map(({ id }) => categoryOf(id)));
  return [...chosen].flatMap((name) => policyOf(rules, name, options)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function policyOf(rules: readonly Rule[], chosen: string, { params, settings }: PolicyOptions): MutatingPolicy[] {
  const fixes = rules.flatMap((rule) => {
    const isOn = !isOff(rule, settings) || (chosen.includes('/') && userSeverity(rule, settings) === undefined);
    const expression = isOn && namesOf(rule).includes(chosen) ? fixOf(rule, settings) : undefined;
    if (expression === undefined) return [];
    const name = rule.id.replace(/\W/g, '_');
    return { rule, name, expression: params === undefined ? expression : `${isExemptFrom(rule)} ? [] : ${expression}` };
  });
  if (fixes.length === 0) return [];
  const names = fixes.map(({ name, expression }): NamedExpression => ({ name, expression }));
  const removed = fixes.filter(({ rule }) => rule.removesField).map(({ name }) => `variables.${name}`);
  return [
    {
      name: `kubewin-mutate-${chosen.replace('/', '-')}`,
      chosen,
      rules: fixes.map(({ rule }) => rule),
      matchConditions: [IS_NEW, HAS_NO_CONTROLLER, FOR_WINDOWS, CAN_RUN_ON_WINDOWS],
      variables: [
        ...variablesReadBy(['variables.pod', ...names.map(({ expression }) => expression)], settings),
        ...names,
      ],
      mutations: [
        ...(removed.length === 0 ? [] : [`(${removed.join(' + ')}).map(path, JSONPatch{op: "remove", path: path})`]),
        ...fixes
          .filter(({ rule }) => !rule.removesField)
          .map(({ name }) => `variables.${name}.map(toleration, ${ADDED})`),
      ],
    },
  ];
}

/** If a pod declares Windows and selects Linux nodes, one of both is wrong, and nobody knows which. */
const CAN_RUN_ON_WINDOWS: NamedExpression = {
  name: 'the-pod-can-run-on-windows-nodes',
  expression: `[${podSpecOf('object')}].exists(spec, [${requirementLists('spec')}].exists(lists, ${leaves('windows', 'lists')}))`,
};

/** The list of the fields to remove as JSON pointers, or of the tolerations to add; undefined without such a fix. */
function fixOf(rule: Rule, settings: Settings): string | undefined {
  if (rule.id === 'scheduling/missing-toleration') {
    const taint = taintOf(settings.taint);
    return taint === undefined || taint.effect === 'PreferNoSchedule' ? undefined : missingToleration(taint, settings);
  }
  const expression = expressionOf(rule.id, settings);
  if (!rule.removesField || rule.pod === undefined || expression === undefined || expression.instead) return undefined;
  const applies = whereApplicable(expression, (name, certainty) => {
    const outcome = outcomeOf(rule, name, certainty, settings);
    return outcome?.effect === 'ignored' && outcome.doubtful !== true;
  });
  if (applies === 'false') return undefined;
  const test = applies === 'true' ? expression.when : choose(expression.when ?? 'true', applies, 'false');
  return rule.pod.watches
    .map((pattern) => {
      const [root, ...steps] = parsePattern(pattern);
      const name = typeof root === 'object' && 'key' in root ? root.key : '';
      return removed(`variables.${name}`, `variables.pod + "/${name}`, steps, test);
    })
    .join(' + ');
}

/** A list of the JSON pointers of the fields at a path that meet `when`. `pointer` is CEL that ends within a string. */
function removed(base: string, pointer: string, steps: Steps, when: string | undefined): string {
  const at = steps.indexOf('items');
  const keys = (at < 0 ? steps : steps.slice(0, at)).flatMap((step) =>
    step !== 'items' && 'key' in step ? step.key : [],
  );
  if (at >= 0) {
    const path = [base, ...keys].join('.?');
    const list = path === 'variables.spec.?containers' ? 'variables.regular' : `${path}.orValue([])`;
    const item = itemName(path);
    const rest = steps.slice(at + 1);
    const ofItem = `${[pointer, ...keys].join('/')}/" + string(${item}Index) + "`;
    if (rest.includes('items')) {
      return `${list}.transformList(${item}Index, ${item}, ${removed(item, ofItem, rest, when)}).flatten()`;
    }
    const own = rest.map((step) => (step !== 'items' && 'key' in step ? `/${step.key}` : '')).join('');
    return `${list}.transformList(${item}Index, ${item}, ${fieldTest(item, rest, when)}, ${ofItem}${own}")`;
  }
  const last = steps.at(-1);
  if (last !== undefined && last !== 'items' && ('keys' in last || !/^\w+$/.test(last.key))) {
    const parents = keys.slice(0, steps.length - 1);
    const map = `${[base, ...parents].join('.?')}.orValue({})`;
    const isRemoved = choose(
      keyTest(last),
      when === undefined ? 'true' : `[${map}[key]].exists(value, ${when})`,
      'false',
    );
    // Variables cannot call `jsonpatch.escapeKey`.
    const escaped = 'key.replace("~", "~0").replace("/", "~1")';
    return `${map}.filter(key, ${isRemoved}).map(key, ${[pointer, ...parents].join('/')}/" + ${escaped})`;
  }
  return `(${fieldTest(base, steps, when)} ? [${[pointer, ...keys].join('/')}"] : [])`;
}

/** The toleration for a taint in a list, unless the rule does not apply: the list is empty then. */
function missingToleration({ key, value, effect }: Taint, settings: Settings): string {
  const gke = taintOf('gke');
  const isOfGke =
    providerOf(settings) === 'gke' && gke !== undefined && taintText({ key, value, effect }) === taintText(gke);
  const unneeded = [
    HAS_RUNTIME_CLASS,
    ...(effect === 'NoExecute' ? [] : ['variables.spec.?nodeName.orValue("") != ""']),
    ...(isOfGke ? [`variables.spec.?nodeSelector[?"${OS_LABEL}"].orValue("") == "windows"`] : []),
    `variables.spec.?tolerations.orValue([]).exists(t, t.?effect.orValue("") in ["", ${text(effect)}] && ` +
      `(t.?key.orValue("") == "" ? t.?operator.orValue("") == "Exists" : t.key == ${text(key)} && ` +
      `(t.?operator.orValue("") == "Exists" || t.?value.orValue("") == ${text(value)})))`,
  ];
  return `(${unneeded.map((test) => `(${test})`).join(' || ')} ? [] : [${JSON.stringify({ key, operator: 'Equal', value, effect })}])`;
}

const ADDED =
  'size(variables.spec.?tolerations.orValue([])) == 0 ? ' +
  'JSONPatch{op: "add", path: variables.pod + "/spec/tolerations", value: [toleration]} : ' +
  'JSONPatch{op: "add", path: variables.pod + "/spec/tolerations/-", value: toleration}';
