import { parsePattern } from '../lint/pattern.ts';
import type { FieldPattern } from '../lint/rule.ts';
import { matches, text } from './cel.ts';

/** The CEL that says whether a rule applies, for the pod itself, or for each container, volume or image of a container. */
export interface Condition {
  readonly of: 'pod' | 'container' | 'volume' | 'image';
  /** The list of containers, volumes or images. */
  readonly list: string;
  readonly test: string;
}

/** The variables of a policy that stand for several lists of containers. */
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
    const [, list, rest = ''] = /^spec\.(\w+)\[\*\]\.(.*)$/.exec(pattern) ?? [];
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
    const list =
      LISTS[lists.sort().join()] ?? `(${lists.map((one) => `variables.spec.?${one}.orValue([])`).join(' + ')})`;
    conditions.push({ of: 'container', list, test: fieldTest('container', steps(rest), when) });
  }
  return merged(conditions);
}

/** One condition for each list. */
export function merged(conditions: readonly Condition[]): Condition[] {
  const byList = new Map<string, Condition>();
  for (const one of conditions) {
    const other = byList.get(one.list);
    byList.set(one.list, other === undefined ? one : { ...one, test: `(${other.test}) || (${one.test})` });
  }
  return [...byList.values()];
}

type Steps = ReturnType<typeof parsePattern>;
const steps = parsePattern;

/** Whether some value that the steps lead to fulfills `when`. */
function fieldTest(base: string, [first, ...rest]: Steps, when: string | undefined, isOptional = false): string {
  if (first === undefined) {
    if (!isOptional) return when === undefined ? 'true' : `[${base}].exists(value, ${when})`;
    return when === undefined ? `${base}.hasValue()` : `${base}.optMap(value, ${when}).orValue(false)`;
  }
  if (first === 'items') {
    const list = isOptional ? `${base}.orValue([])` : base;
    const item = base.endsWith('volumeMounts') ? 'mount' : 'item';
    return `${list}.exists(${item}, ${fieldTest(item, rest, when)})`;
  }
  if ('keys' in first || !/^[A-Za-z_]\w*$/.test(first.key)) {
    const map = isOptional ? `${base}.orValue({})` : base;
    const isKey =
      'keys' in first
        ? matches('key', `^${first.keys.split('*').map(escaped).join('.*')}$`)
        : `key == ${text(first.key)}`;
    return `${map}.exists(key, ${isKey} && ${fieldTest(`${map}[key]`, rest, when)})`;
  }
  return fieldTest(`${base}.${isOptional ? '' : '?'}${first.key}`, rest, when, true);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
