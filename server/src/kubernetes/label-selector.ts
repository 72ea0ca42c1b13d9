import type { Field } from '../yaml/read/field.ts';
import { isLabelKey, isLabelValue } from './labels.ts';
import { isPlaceholder } from './placeholder.ts';

/** What labels must be like to be selected, all of it; nothing asked is everything selected. */
export type LabelSelector = readonly LabelRequirement[];

type LabelRequirement = {
  readonly key: string;
  readonly operator: (typeof OPERATORS)[number];
  readonly values: readonly string[];
};

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

/**
 * Reads `matchLabels` and `matchExpressions`. Undefined where something in it cannot be read: the API server refuses
 * that, or it is still to be filled in, by a template among others.
 */
export function labelSelector(field: Field): LabelSelector | undefined {
  const labels = field.get('matchLabels');
  const expressions = field.get('matchExpressions');
  const isRead = field.isMapping && labels?.isMapping !== false && expressions?.isSequence !== false;
  const isIncomplete = [field, labels, expressions].some((one) => one?.isIncomplete);
  if (!isRead || isIncomplete || isHalfTyped(field) || (labels !== undefined && isHalfTyped(labels))) return undefined;
  return complete([
    ...(labels?.entries() ?? []).map(([key, value]) => equality(key, value)),
    ...(expressions?.items() ?? []).map(expression),
  ]);
}

/** Whether the API server refuses a selector for what is written in it, as `LabelSelectorAsSelector` does. */
export function isRefusedSelector(field: Field): boolean {
  const labels = field.get('matchLabels')?.entries() ?? [];
  const expressions = field.get('matchExpressions')?.items() ?? [];
  const isRefusedLabel = ([key, value]: readonly [string, Field]) =>
    !isLabelKey(key) || (value.string !== undefined && !isLabelValue(value.string));
  return labels.some(isRefusedLabel) || expressions.some(isRefusedExpression);
}

function isRefusedExpression(field: Field): boolean {
  const key = field.get('key')?.string;
  const written = field.get('operator')?.string;
  const list = field.get('values');
  if (field.isIncomplete || list?.isIncomplete || key === undefined || written === undefined) return false;
  const values = list?.strings() ?? [];
  const isKnown = OPERATORS.some((one) => one === written);
  const needsValues = written === 'In' || written === 'NotIn';
  const count = list?.items().length ?? 0;
  return !isKnown || !isLabelKey(key) || !values.every(isLabelValue) || needsValues !== count > 0;
}

/** Reads a map of labels, the selector of a Service; one without labels selects nothing and is undefined. */
export function labelMap(field: Field): LabelSelector | undefined {
  const entries = field.entries();
  return entries.length === 0 || field.isIncomplete
    ? undefined
    : complete(entries.map(([key, value]) => equality(key, value)));
}

/**
 * Whether labels are selected, as `labels.Requirement` decides: a label that is absent is not in any list of values. Of
 * `open` labels, to which others may be added, only what is there speaks for it.
 */
export function selects(
  selector: LabelSelector,
  labels: Readonly<Record<string, string>>,
  hasUnknownLabels = false,
): boolean {
  return selector.every((one) => {
    const value = Object.hasOwn(labels, one.key) ? labels[one.key] : undefined;
    return (value !== undefined || !hasUnknownLabels) && holds(one, value);
  });
}

function holds({ operator, values }: LabelRequirement, value: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
  }
}

/** Whether keys are there, but none has a value yet: that is not the empty selector, which takes everything. */
function isHalfTyped(field: Field): boolean {
  const { start, end } = field.valueSpan;
  return field.entries().length === 0 && field.document.text.slice(start, end).includes(':');
}

function complete(requirements: readonly (LabelRequirement | undefined)[]): LabelSelector | undefined {
  const read = requirements.filter((one) => one !== undefined);
  return read.length === requirements.length ? read : undefined;
}

function equality(key: string, field: Field): LabelRequirement | undefined {
  const value = field.string;
  return value === undefined ? undefined : { key, operator: 'In', values: [value] };
}

function expression(field: Field): LabelRequirement | undefined {
  const key = field.get('key')?.string;
  const operator = OPERATORS.find((one) => one === field.get('operator')?.string);
  const list = field.get('values');
  const values = list?.strings() ?? [];
  const isWhole =
    !field.isIncomplete &&
    (list === undefined || (!list.isIncomplete && list.isSequence && list.items().length === values.length));
  if (key === undefined || operator === undefined || !isWhole || values.some(isPlaceholder)) return undefined;
  const needsValues = operator === 'In' || operator === 'NotIn';
  return needsValues === values.length > 0 ? { key, operator, values } : undefined;
}
