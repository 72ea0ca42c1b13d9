/** A string of CEL. */
export const text = (value: string): string => JSON.stringify(value);

/**
 * Whether a value fits a regular expression. Those of CEL cannot look ahead or behind: one character before or behind the
 * rest is matched instead, which is the same where only the fit matters.
 */
export function matches(value: string, pattern: RegExp | string): string {
  const { source, flags } = typeof pattern === 'string' ? { source: pattern, flags: '' } : pattern;
  const plain = source
    .replace(/\(\?<!\[([^\]]{0,50})\]\)/g, '(?:^|[^$1])')
    .replace(/\(\?!\[([^\]]{0,50})\]\)/g, '(?:$|[^$1])');
  return `${value}.matches(${text(`${flags.includes('i') ? '(?i)' : ''}${plain.replaceAll('(?:', '(')}`)})`;
}
