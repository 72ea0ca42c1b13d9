// What the text of a document shows before it is parsed.

/** Whether a text has the keys that every manifest has, as they are written in YAML and JSON. */
export function looksLikeManifest(text: string): boolean {
  return KEYS.every((key) => key.test(text));
}

const KEYS = [/\bapiVersion["']?\s*:/, /\bkind["']?\s*:/];

/**
 * Whether a text is an object that the API server does not accept because of its size. Clients send JSON, which has neither
 * comments nor indentation, and the items of a List one by one.
 */
export function isTooLargeObject(text: string): boolean {
  return (
    text.length > MAX_OBJECT_LENGTH &&
    looksLikeManifest(text) &&
    !LIST.test(text) &&
    sentLength(text) > MAX_OBJECT_LENGTH
  );
}

/**
 * In bytes: MaxRequestBodyBytes in
 * https://github.com/kubernetes/apiserver/blob/master/pkg/server/config.go
 */
const MAX_OBJECT_LENGTH = 3_145_728;

const LIST = /\bkind["']?\s*:\s*["']?\w*List\b/;

/** At least so many characters are sent. */
function sentLength(text: string): number {
  return text.replace(/#.*|\s+/g, '').length;
}
