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
