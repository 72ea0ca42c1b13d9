import type { Field } from '../yaml/read/field.ts';
import { placeholdersIn } from '../yaml/read/placeholder.ts';

/**
 * Whether a value is still to be filled in (`$OS`, `{{ .Values.os }}`, `<os>`, `__OS__`, `#OS#`, or nothing at all), so
 * that it says nothing. For values that are labels or names: none of these characters is allowed in one.
 */
export function isPlaceholder(value: string): boolean {
  return (
    value === '' || /[${}<>%@[\]]/.test(value) || /^(?:__.*__|#.*#)$/.test(value) || placeholdersIn(value).length > 0
  );
}

/** Whether a field is not a string, or a placeholder. To the API server, an empty string is set. */
export function isUnfilled({ string }: Pick<Field, 'string'>): boolean {
  return string === undefined || (string !== '' && isPlaceholder(string));
}
