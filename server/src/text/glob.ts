/** More wildcards than these would take time that grows with a higher power of the length of a path. */
const MOST_STARS = 3;
const MOST_LENGTH = 1_000;

/** The same in words, behind "can have". */
export const FAST_GLOB = 'three `**`, and three `*` in a name';

/** Whether a glob has no more wildcards than can be matched fast: so many in the name of a file or folder, and `**`. */
export function isFastGlob(glob: string): boolean {
  const names = glob.split('/');
  const stars = (name: string) => name.replace(/\*\*+/g, '*').split('*').length - 1;
  return (
    glob.length <= MOST_LENGTH &&
    names.every((name) => stars(name) <= MOST_STARS) &&
    names.filter((name) => name.includes('**')).length <= MOST_STARS
  );
}
