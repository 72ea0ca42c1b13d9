/** Matching takes time in a power of the length of a path that grows with the number of wildcards. */
const MAX_STARS = 3;
const MAX_LENGTH = 1_000;

/** The limit in words, for a sentence with "can have". */
export const FAST_GLOB = 'three `**`, and three `*` in a name';

/** Whether a glob can be matched fast: it has few `*` in each file or folder name, and few `**`. */
export function isFastGlob(glob: string): boolean {
  const names = glob.split('/');
  const stars = (name: string) => name.replace(/\*\*+/g, '*').split('*').length - 1;
  return (
    glob.length <= MAX_LENGTH &&
    names.every((name) => stars(name) <= MAX_STARS) &&
    names.filter((name) => name.includes('**')).length <= MAX_STARS
  );
}

/** Whether a text matches a pattern in which `*` stands for any text, slashes included. */
export function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
