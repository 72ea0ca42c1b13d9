import type { Field } from '../yaml/field.ts';

/**
 * Whether a value is still to be filled in (`$OS`, `{{ .Values.os }}`, `<os>`, `__OS__`, `#OS#`, or nothing at all), so
 * that it says nothing. For values that are labels or names: none of these characters is allowed in one.
 */
export function isPlaceholder(value: string): boolean {
  return value === '' || /[${}<>%@[\]]/.test(value) || /^(?:__.*__|#.*#)$/.test(value);
}

/** Whether a field is no string, or one that is still to be filled in. An empty one is there to the API server. */
export function isUnfilled({ string }: Pick<Field, 'string'>): boolean {
  return string === undefined || (string !== '' && isPlaceholder(string));
}
