/** A string literal in CEL. */
export const text = (value: string): string => JSON.stringify(value);

/**
 * A CEL expression that tests whether a value matches a regular expression. CEL has no lookahead or lookbehind: instead, the
 * pattern matches one more character, which makes no difference to the result of a test.
 */
export function matches(value: string, pattern: RegExp | string): string {
  const { source, flags } = typeof pattern === 'string' ? { source: pattern, flags: '' } : pattern;
  const plain = source
    .replace(/\(\?<!\[([^\]]{0,50})\]\)/g, '(?:^|[^$1])')
    .replace(/\(\?!\[([^\]]{0,50})\]\)/g, '(?:$|[^$1])');
  return `${value}.matches(${text(`${flags.includes('i') ? '(?i)' : ''}${plain.replaceAll('(?:', '(')}`)})`;
}
