/**
 * Whether a value is still to be filled in (`$OS`, `{{ .Values.os }}`, `<os>`, `__OS__`, `#OS#`, or nothing at all), so
 * that it says nothing. For values that are labels or names: none of these characters is allowed in one.
 */
export function isPlaceholder(value: string): boolean {
  return value === '' || /[${}<>%@[\]]/.test(value) || /^(?:__.*__|#.*#)$/.test(value);
}
