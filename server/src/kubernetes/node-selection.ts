import type { Field } from '../yaml/read/field.ts';
import { isLabelKey, isLabelValue } from './labels.ts';
import { isPlaceholder } from './placeholder.ts';

/** What a pod asks of the labels of its node. All of `every` must hold, and one of `terms` where there are any. */
export interface NodeSelection {
  readonly every: readonly Requirement[];
  /** Required node affinity; undefined where the pod has none. No term at all is no affinity either: it is refused. */
  readonly terms: readonly Term[] | undefined;
}

/** The requirements of one term hold together; a term without any matches no node. */
export interface Term {
  readonly requirements: readonly Requirement[];
  readonly field: Field;
}

/** One thing that is asked of a label or, as `field …`, of a field of the node. */
export interface Requirement {
  readonly key: string;
  readonly operator: Operator | undefined;
  readonly values: readonly string[];
  /** `unknown`: a placeholder or something half-typed decides. `invalid`: the scheduler cannot read it, nothing matches. */
  readonly state: 'valid' | 'unknown' | 'invalid';
  /** The entry of a node selector or the expression; undefined where it comes from another object. */
  readonly field: Field | undefined;
}

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'] as const;
type Operator = (typeof OPERATORS)[number];

/**
 * What a label is on a kind of node: a value that each of them has, null where none has it, which values it may have
 * where it may be absent too, or undefined where it may be anything.
 */
export type NodeLabels = (key: string) => string | null | ((value: string) => boolean) | undefined;

/** Reads `nodeSelector` and required node affinity of a pod spec. */
export function nodeSelection(spec: Field): NodeSelection {
  const every = (spec.get('nodeSelector')?.entries() ?? []).map(([key, field]) => equality(key, field.text, field));
  const required = spec.at('affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution');
  return { every, terms: required && termsIn(required) };
}

/** Reads the node affinity of a PersistentVolume's spec: the nodes that can reach it. */
export function volumeNodeSelection(spec: Field): NodeSelection {
  const required = spec.at('nodeAffinity', 'required');
  return { every: [], terms: required && termsIn(required) };
}

/** The terms of preferred node affinity; they attract a pod and keep it from nothing. */
export function preferredTerms(spec: Field): Term[] {
  const preferred = spec.at('affinity', 'nodeAffinity', 'preferredDuringSchedulingIgnoredDuringExecution');
  return (preferred?.items() ?? []).flatMap((item) => {
    const preference = item.get('preference');
    return preference === undefined ? [] : [term(preference)];
  });
}

/** That a label has exactly this value, as an entry of a node selector says. */
export function equality(key: string, value: string | undefined, field?: Field): Requirement {
  const isUnknown = value === undefined || isToCome(value);
  return {
    key,
    operator: 'In',
    values: value === undefined ? [] : [value],
    state: isUnknown ? 'unknown' : 'valid',
    field,
  };
}

/** Whether the scheduler lets the pod run on some node of that kind. Where placeholders decide, it may. */
export function canRunOn({ every, terms }: NodeSelection, node: NodeLabels): boolean {
  if (terms === undefined) return areMet(every, node);
  return terms.some(({ requirements }) => requirements.length > 0 && areMet([...every, ...requirements], node));
}

/** Whether some node of that kind meets all of these: each alone, and those on one label by one value of it. */
function areMet(requirements: readonly Requirement[], node: NodeLabels): boolean {
  if (!requirements.every((one) => matches(one, node))) return false;
  const byKey = new Map<string, Requirement[]>();
  for (const one of requirements) byKey.set(one.key, [...(byKey.get(one.key) ?? []), one]);
  return [...byKey].every(([key, group]) => {
    const label = node(key);
    if (label === null || typeof label === 'string') return true;
    // A requirement alone is met by some value, but for `Lt`: no label is a negative number.
    if (group.length < 2 && (label !== undefined || group[0]?.operator !== 'Lt')) return true;
    const mayBe = (value: string | null) => value === null || label === undefined || label(value);
    return candidates(group).some((value) => mayBe(value) && group.every((one) => matches(one, () => value)));
  });
}

/** Values of a label that meet all requirements on it if any value does; null stands for no label. */
function candidates(group: readonly Requirement[]): (string | null)[] {
  const named = group.flatMap(({ operator, values }) => (operator === 'In' ? values : []));
  const isBound = ({ operator, state }: Requirement) => (operator === 'Gt' || operator === 'Lt') && state === 'valid';
  const least = group
    .filter((one) => isBound(one) && one.operator === 'Gt')
    .map(({ values }) => integer(values[0] ?? '0') + 1n)
    .reduce((a, b) => (a > b ? a : b), 0n);
  // The same number in as many ways as values can be excluded.
  const excluded = group.reduce((sum, { values }) => sum + values.length, 0);
  const numbers = group.some(isBound) ? Array.from({ length: excluded + 1 }, (_, i) => '0'.repeat(i) + least) : [];
  return [null, UNNAMED, ...named, ...numbers];
}

/** Any value that no requirement names. */
const UNNAMED = '\0';

/**
 * Whether the requirement alone matches some node of that kind, as `nodeaffinity.Match` and `labels.Requirement` do:
 * https://github.com/kubernetes/component-helpers/blob/master/scheduling/corev1/nodeaffinity/nodeaffinity.go
 */
function matches({ key, operator, values, state }: Requirement, node: NodeLabels): boolean {
  if (state === 'invalid') return false;
  const label = node(key);
  if (label === undefined || operator === undefined) return true;
  switch (operator) {
    case 'In':
      if (label === null || state === 'unknown') return label !== null;
      return typeof label === 'string' ? values.includes(label) : values.some(label);
    case 'NotIn':
      return typeof label !== 'string' || state === 'unknown' || !values.includes(label);
    case 'Exists':
      return label !== null;
    case 'DoesNotExist':
      return typeof label !== 'string';
    default:
      if (label === null || state === 'unknown') return label !== null;
      return typeof label !== 'string' || compares(label, operator, values[0] ?? '');
  }
}

/** Undefined where there are none, and where a template may write others. */
function termsIn(required: Field): Term[] | undefined {
  const list = required.get('nodeSelectorTerms');
  const terms = list?.items().map(term) ?? [];
  return terms.length === 0 || list?.isIncomplete ? undefined : terms;
}

function term(field: Field): Term {
  const lists = [field.get('matchExpressions'), field.get('matchFields')];
  const [expressions = [], fields = []] = lists.map((list) => list?.items());
  const requirements = [...expressions.map(labelRequirement), ...fields.map(fieldRequirement)];
  const isIncomplete = field.isIncomplete || lists.some((list) => list?.isIncomplete) || isHalfTyped(field);
  return { requirements: requirements.length === 0 && isIncomplete ? [UNKNOWN_REQUIREMENT] : requirements, field };
}

/** Holds on every node. */
const UNKNOWN_REQUIREMENT: Requirement = {
  key: '',
  operator: undefined,
  values: [],
  state: 'unknown',
  field: undefined,
};

/** Whether a key of the term has no value yet, or one that only a template makes: that is not an empty term. */
function isHalfTyped(term: Field): boolean {
  const { start, end } = term.valueSpan;
  return ['matchExpressions', 'matchFields'].some(
    (key) => term.get(key) === undefined && term.document.text.slice(start, end).includes(key),
  );
}

function labelRequirement(field: Field): Requirement {
  const read = readExpression(field);
  if (read.state === 'unknown') return read;
  return { ...read, state: isValid(read) ? 'valid' : 'invalid' };
}

/** A requirement on `metadata.name`, the only field that nodes can be chosen by; any name may exist. */
function fieldRequirement(field: Field): Requirement {
  const read = readExpression(field);
  const key = `field ${read.key}`;
  if (read.state === 'unknown') return { ...read, key };
  const valid =
    (read.operator === 'NotIn' || (read.operator === 'In' && read.key === 'metadata.name')) && read.values.length === 1;
  return { ...read, key, state: valid ? 'valid' : 'invalid' };
}

function readExpression(field: Field): Requirement {
  const key = field.get('key')?.text ?? '';
  const written = field.get('operator')?.text;
  const operator = OPERATORS.find((one) => one === written);
  const list = field.get('values');
  const values = list?.items().flatMap((one) => one.text ?? []) ?? [];
  const needsValues = operator !== 'Exists' && operator !== 'DoesNotExist';
  const isUnknown =
    isPlaceholder(key) ||
    written === undefined ||
    (operator === undefined && isPlaceholder(written)) ||
    (needsValues && list === undefined) ||
    field.isIncomplete ||
    list?.isIncomplete ||
    (list !== undefined && (!list.isSequence || list.items().length !== values.length)) ||
    values.some(isToCome);
  return { key, operator, values, state: isUnknown ? 'unknown' : operator === undefined ? 'invalid' : 'valid', field };
}

/** Whether a value is still to be filled in; an empty one is a value of a label. */
function isToCome(value: string): boolean {
  return value !== '' && isPlaceholder(value);
}

function isValid({ key, operator, values }: Requirement): boolean {
  if (!isLabelKey(key) || !values.every(isLabelValue)) return false;
  switch (operator) {
    case undefined:
      return false;
    case 'In':
    case 'NotIn':
      return values.length > 0;
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0;
    default:
      return values.length === 1 && isInteger(values[0] ?? '');
  }
}

function compares(label: string, operator: 'Gt' | 'Lt', bound: string): boolean {
  if (!isInteger(label)) return false;
  return operator === 'Gt' ? integer(label) > integer(bound) : integer(label) < integer(bound);
}

function integer(text: string): bigint {
  return BigInt(text.replace('+', ''));
}

/** Whether `strconv.ParseInt` reads it as one of 64 bits. */
function isInteger(text: string): boolean {
  return /^[+-]?\d+$/.test(text) && BigInt.asIntN(64, integer(text)) === integer(text);
}
