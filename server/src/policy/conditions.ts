import { parsePattern } from '../lint/pattern.ts';
import type { FieldPattern } from '../lint/rule.ts';
import { choose, matches, text } from './cel.ts';

/** A CEL test that decides whether a rule applies to the pod, or to each container, volume or image of a container. */
export interface Condition {
  readonly of: 'pod' | 'container' | 'volume' | 'image';
  /** The list of containers, volumes or images as CEL; empty for the pod. */
  readonly list: string;
  readonly test: string;
}

/** The variables of a policy that contain several lists of containers. */
const LISTS: Readonly<Record<string, string>> = {
  'containers,ephemeralContainers,initContainers': 'variables.containers',
  'containers,initContainers': 'variables.lasting',
};

/**
 * The patterns of a rule as conditions. `when` is a condition on the watched field, `value`; without it, the field only has
 * to be set. In `when`, `container`, `volume`, `mount` and `item` refer to the objects that contain the field.
 */
export function conditionsOn(patterns: readonly FieldPattern[], when: string | undefined): Condition[] {
  const byRest = new Map<string, string[]>();
  const conditions: Condition[] = [];
  for (const pattern of patterns) {
    const [, list, rest = ''] = /^spec\.(\w+)\[\*\](?:\.(.*))?$/.exec(pattern) ?? [];
    if (list === 'volumes') {
      conditions.push({ of: 'volume', list: 'variables.volumes', test: fieldTest('volume', steps(rest), when) });
    } else if (list?.toLowerCase().endsWith('containers')) {
      byRest.set(rest, [...(byRest.get(rest) ?? []), list]);
    } else {
      const [root = '', ...others] = steps(pattern);
      const base = `variables.${typeof root === 'object' && 'key' in root ? root.key : ''}`;
      conditions.push({ of: 'pod', list: '', test: fieldTest(base, others, when) });
    }
  }
  for (const [rest, lists] of byRest) {
    const ownLists = lists.map((name) =>
      name === 'containers' ? 'variables.regular' : `variables.spec.?${name}.orValue([])`,
    );
    const list = LISTS[lists.sort().join()] ?? (ownLists.length === 1 ? ownLists.join() : `(${ownLists.join(' + ')})`);
    conditions.push({ of: 'container', list, test: fieldTest('container', steps(rest), when) });
  }
  return merged(conditions);
}

/** Combines conditions on the same list. */
export function merged(conditions: readonly Condition[]): Condition[] {
  const byList = new Map<string, Condition>();
  for (const condition of conditions) {
    const { list, test } = condition;
    const other = byList.get(list);
    byList.set(list, other === undefined ? condition : { ...condition, test: `(${other.test}) || (${test})` });
  }
  return [...byList.values()];
}

export type Steps = ReturnType<typeof parsePattern>;
const steps = parsePattern;

/** A test whether some value at the path meets `when`. */
export function fieldTest(base: string, [first, ...rest]: Steps, when: string | undefined, isOptional = false): string {
  if (first === undefined) {
    if (!isOptional) return when === undefined ? 'true' : `[${base}].exists(value, ${when})`;
    if (when === undefined) return `${base}.hasValue()`;
    return when === 'value' ? `${base}.orValue(false)` : `${base}.optMap(value, ${when}).orValue(false)`;
  }
  if (first === 'items') {
    const list = isOptional ? `${base}.orValue([])` : base;
    const item = itemName(base);
    return `${list}.exists(${item}, ${fieldTest(item, rest, when)})`;
  }
  if ('keys' in first || !/^[A-Za-z_]\w*$/.test(first.key)) {
    const map = isOptional ? `${base}.orValue({})` : base;
    return `${map}.exists(key, ${choose(keyTest(first), fieldTest(`${map}[key]`, rest, when), 'false')})`;
  }
  return fieldTest(`${base}.${isOptional ? '' : '?'}${first.key}`, rest, when, true);
}

/** The name of an item of a list in conditions, by the end of the path of the list. */
export function itemName(list: string): string {
  if (list.endsWith('volumeMounts')) return 'mount';
  return list.endsWith('volumes') ? 'volume' : /ontainers$/.test(list) ? 'container' : 'item';
}

/** A test of `key`. */
export function keyTest(step: Exclude<Steps[number], 'items'>): string {
  if ('key' in step) return `key == ${text(step.key)}`;
  return matches('key', `^${step.keys.split('*').map(escaped).join('.*')}$`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
