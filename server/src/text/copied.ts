/** V8 copies shorter substrings anyway. */
const SHORT = 13;

/** A copy of a text. In V8, a substring keeps the whole text that it was taken from in memory. */
export function copied(text: string): string {
  return text.length < SHORT ? text : ` ${text}`.slice(1);
}
