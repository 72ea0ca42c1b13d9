import { grouped } from '../text/grouped.ts';
import type { Field } from '../yaml/read/field.ts';
import { isLabelKey, isLabelValue } from './labels.ts';
import { isPlaceholder } from './placeholder.ts';

/** What a pod requires of the labels of its node: all of `every`, and one of `terms` if there are any. */
export interface NodeSelection {
  readonly every: readonly Requirement[];
  /** Required node affinity; undefined if there is none, or no term, which the API server rejects. */
  readonly terms: readonly Term[] | undefined;
}

/** A node must meet all requirements of a term. A term without requirements matches no node. */
export interface Term {
  readonly requirements: readonly Requirement[];
  readonly field: Field;
}

/** A requirement on a label or, with the key `field …`, on a field of the node. */
export interface Requirement extends PlainRequirement {
  /** The entry of a node selector or the expression; undefined if it is from another object. */
  readonly field: Field | undefined;
}

/** A requirement as plain data. */
type PlainRequirement = {
  readonly key: string;
  readonly operator: Operator | undefined;
  readonly values: readonly string[];
  /** `unknown`: it has a placeholder or is half-typed. `invalid`: the scheduler cannot parse it, and no node matches. */
  readonly state: 'valid' | 'unknown' | 'invalid';
};

/** A node selection as plain data: many pods have the same. */
export type PlainSelection = {
  readonly every: readonly PlainRequirement[];
  readonly terms: readonly { readonly requirements: readonly PlainRequirement[] }[] | undefined;
};

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'] as const;
type Operator = (typeof OPERATORS)[number];

/**
 * The labels of a kind of node. For a key: the value on all such nodes, null if none has the label, a predicate if the
 * label may be absent or have one of several values, or undefined if it may have any value.
 */
export type NodeLabels = (key: string) => string | null | ((value: string) => boolean) | undefined;

/** The `nodeSelector` and the required node affinity of a pod spec. */
export function nodeSelection(spec: Field): NodeSelection {
  const every = (spec.get('nodeSelector')?.entries() ?? []).map(([key, field]) => equality(key, field.text, field));
  const required = spec.at('affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution');
  return { every, terms: required && termsIn(required) };
}

/** The node affinity in the spec of a PersistentVolume. */
export function volumeNodeSelection(spec: Field): NodeSelection {
  const required = spec.at('nodeAffinity', 'required');
  return { every: [], terms: required && termsIn(required) };
}

/** The terms of preferred node affinity, which do not restrict the nodes of a pod. */
export function preferredTerms(spec: Field): Term[] {
  const preferred = spec.at('affinity', 'nodeAffinity', 'preferredDuringSchedulingIgnoredDuringExecution');
  return (preferred?.items() ?? []).flatMap((item) => {
    const preference = item.get('preference');
    return preference === undefined ? [] : [term(preference)];
  });
}

/** The requirement that a label has this value, as in a node selector. */
export function equality(key: string, value: string | undefined, field?: Field): Requirement {
  const isUnknown = value === undefined || isUnfilledValue(value);
  return {
    key,
    operator: 'In',
    values: value === undefined ? [] : [value],
    state: isUnknown ? 'unknown' : 'valid',
    field,
  };
}

/** A node selection without the fields that it is from. */
export function plainSelection({ every, terms }: NodeSelection): PlainSelection {
  const plain = ({ key, operator, values, state }: Requirement) => ({ key, operator, values, state });
  return {
    every: every.map(plain),
    terms: terms?.map(({ requirements }) => ({ requirements: requirements.map(plain) })),
  };
}

/** Whether the scheduler can place the pod on some node of this kind. Unknown requirements are assumed to be met. */
export function canRunOn({ every, terms }: PlainSelection, node: NodeLabels): boolean {
  if (terms === undefined) return canMeetAll(every, node);
  return terms.some(({ requirements }) => requirements.length > 0 && canMeetAll([...every, ...requirements], node));
}

/** Whether some node of this kind meets all requirements: those on the same label must be met by one value. */
function canMeetAll(requirements: readonly PlainRequirement[], node: NodeLabels): boolean {
  if (!requirements.every((requirement) => matches(requirement, node))) return false;
  const byKey = grouped(requirements, ({ key }) => key);
  return [...byKey].every(([key, group]) => {
    const label = node(key);
    if (label === null || typeof label === 'string') return true;
    // Some value meets a single requirement, except for `Lt`: labels cannot be negative numbers.
    if (group.length < 2 && (label !== undefined || group[0]?.operator !== 'Lt')) return true;
    const mayBe = (value: string | null) => value === null || label === undefined || label(value);
    return candidates(group).some(
      (value) => mayBe(value) && group.every((requirement) => matches(requirement, () => value)),
    );
  });
}

/** Values of a label of which one meets all requirements if any value does; null stands for a missing label. */
function candidates(group: readonly PlainRequirement[]): (string | null)[] {
  const named = group.flatMap(({ operator, values }) => (operator === 'In' ? values : []));
  const isBound = ({ operator, state }: PlainRequirement) =>
    (operator === 'Gt' || operator === 'Lt') && state === 'valid';
  const least = group
    .filter((requirement) => isBound(requirement) && requirement.operator === 'Gt')
    .map(({ values }) => integer(values[0] ?? '0') + 1n)
    .reduce((a, b) => (a > b ? a : b), 0n);
  // Spellings of the same number with leading zeros, one more than values are excluded.
  const excluded = group.reduce((sum, { values }) => sum + values.length, 0);
  const numbers = group.some(isBound) ? Array.from({ length: excluded + 1 }, (_, i) => '0'.repeat(i) + least) : [];
  return [null, UNNAMED, ...named, ...numbers];
}

/** Stands for all values that no requirement names. */
const UNNAMED = '\0';

/**
 * Whether some node of this kind meets a single requirement, as `nodeaffinity.Match` and `labels.Requirement` evaluate it:
 * https://github.com/kubernetes/component-helpers/blob/master/scheduling/corev1/nodeaffinity/nodeaffinity.go
 */
function matches({ key, operator, values, state }: PlainRequirement, node: NodeLabels): boolean {
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

/** Undefined if there are none, and if a template may write more. */
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

/** Every node meets it. */
const UNKNOWN_REQUIREMENT: Requirement = {
  key: '',
  operator: undefined,
  values: [],
  state: 'unknown',
  field: undefined,
};

/** Whether a key of the term has no value yet, or one that a template writes. Such a term is not empty. */
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

/** A requirement on `metadata.name`, the only field that `matchFields` supports. Any name may exist. */
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
  const operator = OPERATORS.find((known) => known === written);
  const list = field.get('values');
  const values = list?.items().flatMap((item) => item.text ?? []) ?? [];
  const needsValues = operator !== 'Exists' && operator !== 'DoesNotExist';
  const isUnknown =
    isPlaceholder(key) ||
    written === undefined ||
    (operator === undefined && isPlaceholder(written)) ||
    (needsValues && list === undefined) ||
    field.isIncomplete ||
    list?.isIncomplete ||
    (list !== undefined && (!list.isSequence || list.items().length !== values.length)) ||
    values.some(isUnfilledValue);
  return { key, operator, values, state: isUnknown ? 'unknown' : operator === undefined ? 'invalid' : 'valid', field };
}

/** Whether a value is a placeholder; an empty value is valid for a label. */
function isUnfilledValue(value: string): boolean {
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

/** Whether `strconv.ParseInt` accepts it as a 64-bit integer. */
function isInteger(text: string): boolean {
  return /^[+-]?\d+$/.test(text) && BigInt.asIntN(64, integer(text)) === integer(text);
}
