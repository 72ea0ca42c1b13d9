import { isObjectName } from './object.ts';

// What labels may be like, as the API server and the scheduler check it: `validation.IsQualifiedName` and
// `IsValidLabelValue` of k8s.io/apimachinery.

/** In characters, of a value and of the name in a key. */
export const MAX_LABEL_LENGTH = 63;

const PART = /^[A-Za-z0-9](?:[-\w.]*[A-Za-z0-9])?$/;

/** Whether it is a name of at most 63 characters, behind the prefix `example.com/` if it has one. */
export function isLabelKey(text: string): boolean {
  const [name = '', prefix, ...more] = text.split('/').reverse();
  const isPrefix = prefix === undefined || isObjectName(prefix);
  return more.length === 0 && isPrefix && name.length <= MAX_LABEL_LENGTH && PART.test(name);
}

/** Whether it is empty or at most 63 letters, digits, `-`, `_` and `.` that begin and end with a letter or digit. */
export function isLabelValue(text: string): boolean {
  return text === '' || (text.length <= MAX_LABEL_LENGTH && PART.test(text));
}
