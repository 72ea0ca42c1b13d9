/** A string literal in CEL. */
export const text = (value: string): string => JSON.stringify(value);

/** `test ? yes : no`, of booleans in CEL, without the literals `true` and `false`. */
export function choose(test: string, yes: string, no: string): string {
  if (yes === no || test === 'true') return yes;
  if (yes === 'true') return no === 'false' ? grouped(test) : `(${grouped(test)} || ${no})`;
  if (yes === 'false') return no === 'true' ? not(test) : `(${not(test)} && ${no})`;
  if (no === 'true') return `(${not(test)} || ${yes})`;
  return no === 'false' ? `(${grouped(test)} && ${yes})` : `(${test} ? ${yes} : ${no})`;
}

/** The negation of a test in CEL. */
export function not(test: string): string {
  return /^!\w+$/.test(test) ? test.slice(1) : `!${test.startsWith('!') ? `(${test})` : grouped(test)}`;
}

/** A test in parentheses if it may have operators. */
function grouped(test: string): string {
  return test.includes(' ') ? `(${test})` : test;
}

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
