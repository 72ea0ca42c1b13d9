import type { Field } from '../yaml/read/field.ts';
import { isLabelKey, isLabelValue } from './labels.ts';
import { isPlaceholder } from './placeholder.ts';

/** Requirements that labels must all meet to be selected; without requirements, everything is selected. */
export type LabelSelector = readonly LabelRequirement[];

type LabelRequirement = {
  readonly key: string;
  readonly operator: (typeof OPERATORS)[number];
  readonly values: readonly string[];
};

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

/**
 * Reads `matchLabels` and `matchExpressions`. Undefined if something in them cannot be evaluated: the API server rejects
 * it, or it is unknown because of a template or placeholder.
 */
export function labelSelector(field: Field): LabelSelector | undefined {
  const labels = field.get('matchLabels');
  const expressions = field.get('matchExpressions');
  const isRead = field.isMapping && labels?.isMapping !== false && expressions?.isSequence !== false;
  const isIncomplete = [field, labels, expressions].some((part) => part?.isIncomplete);
  if (!isRead || isIncomplete || isHalfTyped(field) || (labels !== undefined && isHalfTyped(labels))) return undefined;
  return complete([
    ...(labels?.entries() ?? []).map(([key, value]) => equality(key, value)),
    ...(expressions?.items() ?? []).map(expression),
  ]);
}

/** Whether the API server rejects what is written in a selector, as `LabelSelectorAsSelector` does. */
export function isRejectedSelector(field: Field): boolean {
  const labels = field.get('matchLabels')?.entries() ?? [];
  const expressions = field.get('matchExpressions')?.items() ?? [];
  const isRejectedLabel = ([key, value]: readonly [string, Field]) =>
    !isLabelKey(key) || (value.string !== undefined && !isLabelValue(value.string));
  return labels.some(isRejectedLabel) || expressions.some(isRejectedExpression);
}

function isRejectedExpression(field: Field): boolean {
  const key = field.get('key')?.string;
  const written = field.get('operator')?.string;
  const list = field.get('values');
  if (field.isIncomplete || list?.isIncomplete || key === undefined || written === undefined) return false;
  const values = list?.strings() ?? [];
  const isKnown = OPERATORS.some((operator) => operator === written);
  const needsValues = written === 'In' || written === 'NotIn';
  const count = list?.items().length ?? 0;
  return !isKnown || !isLabelKey(key) || !values.every(isLabelValue) || needsValues !== count > 0;
}

/** Reads a map of labels, such as the selector of a Service. Undefined for an empty map, which selects nothing. */
export function labelMap(field: Field): LabelSelector | undefined {
  const entries = field.entries();
  return entries.length === 0 || field.isIncomplete
    ? undefined
    : complete(entries.map(([key, value]) => equality(key, value)));
}

/**
 * Whether labels are selected, as `labels.Requirement` evaluates them: an absent label is `NotIn` every list of values.
 * With `hasUnknownLabels`, more labels may be added, so requirements are met by existing labels only.
 */
export function selects(
  selector: LabelSelector,
  labels: Readonly<Record<string, string>>,
  hasUnknownLabels = false,
): boolean {
  return selector.every((requirement) => {
    const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined;
    return (value !== undefined || !hasUnknownLabels) && matchesRequirement(requirement, value);
  });
}

function matchesRequirement({ operator, values }: LabelRequirement, value: string | undefined): boolean {
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

/** Whether there are keys, but none has a value yet. This is not the empty selector, which selects everything. */
function isHalfTyped(field: Field): boolean {
  const { start, end } = field.valueSpan;
  return field.entries().length === 0 && field.document.text.slice(start, end).includes(':');
}

function complete(requirements: readonly (LabelRequirement | undefined)[]): LabelSelector | undefined {
  const read = requirements.filter((requirement) => requirement !== undefined);
  return read.length === requirements.length ? read : undefined;
}

function equality(key: string, field: Field): LabelRequirement | undefined {
  const value = field.string;
  return value === undefined ? undefined : { key, operator: 'In', values: [value] };
}

function expression(field: Field): LabelRequirement | undefined {
  const key = field.get('key')?.string;
  const operator = OPERATORS.find((known) => known === field.get('operator')?.string);
  const list = field.get('values');
  const values = list?.strings() ?? [];
  const isWhole =
    !field.isIncomplete &&
    (list === undefined || (!list.isIncomplete && list.isSequence && list.items().length === values.length));
  if (key === undefined || operator === undefined || !isWhole || values.some(isPlaceholder)) return undefined;
  const needsValues = operator === 'In' || operator === 'NotIn';
  return needsValues === values.length > 0 ? { key, operator, values } : undefined;
}
