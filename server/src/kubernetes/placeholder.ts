import type { Field } from '../yaml/read/field.ts';
import { placeholdersIn } from '../yaml/read/placeholder.ts';

/**
 * Whether a value is a placeholder (`$OS`, `{{ .Values.os }}`, `<os>`, `__OS__`, `#OS#`) or empty, so that the actual value
 * is unknown. Only for labels and names, in which these characters are not allowed.
 */
export function isPlaceholder(value: string): boolean {
  return (
    value === '' || /[${}<>%@[\]]/.test(value) || /^(?:__.*__|#.*#)$/.test(value) || placeholdersIn(value).length > 0
  );
}

/** Whether a field is not a string, or a placeholder. For the API server, an empty string is a value. */
export function isUnfilled({ string }: Pick<Field, 'string'>): boolean {
  return string === undefined || (string !== '' && isPlaceholder(string));
}
