import { isObjectName } from './object.ts';

// The syntax of labels, as the API server and the scheduler validate it: `validation.IsQualifiedName` and
// `IsValidLabelValue` of k8s.io/apimachinery.

/** In characters, for values and for the name in a key. */
export const MAX_LABEL_LENGTH = 63;

const PART = /^[A-Za-z0-9](?:[-\w.]*[A-Za-z0-9])?$/;

/** Whether a text is a name of at most 63 characters, with an optional prefix such as `example.com/`. */
export function isLabelKey(text: string): boolean {
  const [name = '', prefix, ...more] = text.split('/').reverse();
  const isPrefix = prefix === undefined || isObjectName(prefix);
  return more.length === 0 && isPrefix && name.length <= MAX_LABEL_LENGTH && PART.test(name);
}

/** Whether a text is empty, or has at most 63 letters, digits, `-`, `_` and `.`, and starts and ends with a letter or digit. */
export function isLabelValue(text: string): boolean {
  return text === '' || (text.length <= MAX_LABEL_LENGTH && PART.test(text));
}
