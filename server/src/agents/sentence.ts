/** A message of another library in one line, which ends with a period. */
export function sentence(text: string): string {
  return `${text.replace(/\s+/g, ' ').trim().replace(/\.$/, '')}.`;
}
