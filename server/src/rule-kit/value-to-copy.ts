import type { Field } from '../lint/rule.ts';
import type { Value } from '../yaml/edit/change.ts';

/** A copy of the field's value; undefined if a part of it cannot be copied. */
export function valueToCopy(field: Field): Value | undefined {
  if (field.isScalar) return field.string ?? field.number ?? field.boolean;
  if (field.isSequence) {
    const items = field.items().map(valueToCopy);
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  const entries = field.entries().map(([key, value]) => [key, valueToCopy(value)] as const);
  return entries.every(([, value]) => value !== undefined) ? (Object.fromEntries(entries) as Value) : undefined;
}

/** Whether two fields have the same value; false if a part of one cannot be copied. */
export function equalValues(a: Field, b: Field): boolean {
  const value = valueToCopy(a);
  return value !== undefined && JSON.stringify(value) === JSON.stringify(valueToCopy(b));
}
