import { parsePattern } from '../lint/pattern.ts';
import type { FieldPattern } from '../lint/rule.ts';

/** The CEL that says whether a rule applies, for the pod itself, for each container or for each volume. */
export interface Condition {
  readonly of: 'pod' | 'container' | 'volume';
  /** The list of containers or volumes. */
  readonly list: string;
  readonly test: string;
}

/** The variables of a policy that stand for lists of containers; what a rule watches decides which of them it reads. */
const LISTS: Readonly<Record<string, string>> = {
  'containers,ephemeralContainers,initContainers': 'variables.containers',
  'containers,initContainers': 'variables.lasting',
};

/**
 * What the patterns of a rule are in CEL. `when` is a condition on the watched field, `value`; without one it is enough
 * that the field is set. In `when`, `container`, `volume`, `mount` and `item` are what the field is in.
 */
export function conditionsOn(patterns: readonly FieldPattern[], when: string | undefined): Condition[] {
  const byRest = new Map<string, string[]>();
  const conditions: Condition[] = [];
  for (const pattern of patterns) {
    const [, list, rest] = /^spec\.(containers|initContainers|ephemeralContainers)\[\*\]\.(.*)$/.exec(pattern) ?? [];
    if (list !== undefined && rest !== undefined) byRest.set(rest, [...(byRest.get(rest) ?? []), list]);
    else if (pattern.startsWith('spec.volumes[*].')) {
      const test = fieldTest('volume', pattern.slice('spec.volumes[*].'.length), when);
      conditions.push({ of: 'volume', list: 'variables.volumes', test });
    } else {
      const [root = '', ...keys] = pattern.split(/\.(?![^[]*\])|(?=\[)/);
      const rest = pattern.slice(root.length).replace(/^\./, '');
      conditions.push({
        of: 'pod',
        list: '',
        test: keys.length === 0 ? 'true' : fieldTest(`variables.${root}`, rest, when),
      });
    }
  }
  for (const [rest, lists] of byRest) {
    const list = LISTS[lists.sort().join()] ?? `variables.spec.?${lists[0]}.orValue([])`;
    conditions.push({ of: 'container', list, test: fieldTest('container', rest, when) });
  }
  return merged(conditions);
}

/** One condition for each list. */
export function merged(conditions: readonly Condition[]): Condition[] {
  const byList = new Map<string, Condition>();
  for (const one of conditions) {
    const other = byList.get(one.list);
    byList.set(one.list, other === undefined ? one : { ...one, test: `${other.test} || ${one.test}` });
  }
  return [...byList.values()];
}

/** Whether the value below `base` fulfils `when`. */
function fieldTest(base: string, pattern: string, when: string | undefined): string {
  const steps = parsePattern(pattern);
  let path = base;
  let isOptional = false;
  for (const [i, step] of steps.entries()) {
    const rest = steps.slice(i + 1);
    if (step === 'items') {
      const item = pattern.includes('volumeMounts') ? 'mount' : 'item';
      return `${isOptional ? `${path}.orValue([])` : path}.exists(${item}, ${stepsTest(item, rest, when)})`;
    }
    if ('keys' in step) {
      const [start = '', end = ''] = step.keys.split('*');
      const tests = [
        ...(start === '' ? [] : [`key.startsWith(${JSON.stringify(start)})`]),
        ...(end === '' ? [] : [`key.endsWith(${JSON.stringify(end)})`]),
        ...(when === undefined ? [] : [`[${path}[key]].exists(value, ${when})`]),
      ];
      const keys = isOptional ? `${path}.orValue({})` : path;
      const test = tests.join(' && ').replaceAll(`[${path}[key]]`, `[${keys}[key]]`);
      return `${keys}.exists(key, ${test})`;
    }
    const isName = /^[A-Za-z_]\w*$/.test(step.key);
    path += isName ? (isOptional ? `.${step.key}` : `.?${step.key}`) : `[?${JSON.stringify(step.key)}]`;
    isOptional = true;
  }
  return when === undefined ? `${path}.hasValue()` : `${path}.optMap(value, ${when}).orValue(false)`;
}

function stepsTest(base: string, steps: ReturnType<typeof parsePattern>, when: string | undefined): string {
  if (steps.length === 0) return when === undefined ? 'true' : `[${base}].exists(value, ${when})`;
  const pattern = steps
    .map((step) => (step === 'items' ? '[*]' : 'keys' in step ? `[${step.keys}]` : `[${step.key}]`))
    .join('');
  return fieldTest(base, pattern, when);
}
