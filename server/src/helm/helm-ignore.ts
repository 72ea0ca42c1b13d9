/** The file with patterns of the files that a chart does not contain. */
export const HELM_IGNORE = '.helmignore';

/** A line of `.helmignore`. */
interface IgnorePattern {
  /** Whether the pattern is compared with the whole path. Otherwise, it is compared with the last name of the path. */
  readonly isPath: boolean;
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  readonly segments: readonly Segment[];
}

/** What a name in a path has to be. */
type Segment = readonly (typeof STAR | ((character: string) => boolean))[];

/** Any number of characters. */
const STAR = '*';

/**
 * The files of a chart by their paths, without those that its `.helmignore` excludes; undefined if one of its patterns is not
 * valid: Helm then does not load the chart. As `LoadDir` of `pkg/chart/loader/directory.go` and `pkg/ignore/rules.go`.
 */
export function withoutIgnored(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> | undefined {
  const lines = (files.get(HELM_IGNORE) ?? '').split('\n');
  const patterns: IgnorePattern[] = [];
  for (const line of [...lines, DEFAULT]) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    const pattern = patternOf(text);
    if (pattern === undefined) return undefined;
    patterns.push(pattern);
  }
  /** By the paths of folders. */
  const known = new Map<string, boolean>();
  const isFolderIgnored = (path: string): boolean => {
    if (path === '') return false;
    const before = known.get(path);
    if (before !== undefined) return before;
    const isIgnored = isFolderIgnored(parentOf(path)) || ignores(patterns, path, true);
    known.set(path, isIgnored);
    return isIgnored;
  };
  // Charts beside this one are not in its folder.
  return new Map(
    [...files].filter(
      ([path]) => path.startsWith('../') || !(isFolderIgnored(parentOf(path)) || ignores(patterns, path, false)),
    ),
  );
}

/** Hidden files of `templates/`. */
const DEFAULT = 'templates/.?*';

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function patternOf(text: string): IgnorePattern | undefined {
  const isNegated = text.startsWith('!');
  const isForFolders = text.endsWith('/');
  const path = text.replace(/^!/, '').replace(/\/$/, '');
  const segments = path.replace(/^\//, '').split('/').map(segmentOf);
  if (text.includes('**') || !segments.every((segment) => segment !== undefined)) return undefined;
  return { isPath: path.includes('/'), isNegated, isForFolders, segments };
}

function ignores(patterns: readonly IgnorePattern[], path: string, isFolder: boolean): boolean {
  for (const { isPath, isNegated, isForFolders, segments } of patterns) {
    const names = path.split('/').slice(isPath ? 0 : -1);
    const fits = segments.length === names.length && segments.every((segment, i) => matches(segment, names[i] ?? ''));
    // A negated pattern excludes all that it does not match.
    if (isNegated ? (isForFolders && !isFolder) || !fits : fits && (isFolder || !isForFolders)) return true;
  }
  return false;
}

/** A part of a pattern as `Match` of Go's `path/filepath` reads it; undefined if it is not valid. */
function segmentOf(text: string): Segment | undefined {
  const segment: Segment[number][] = [];
  const characters = [...text];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (character === '*') segment.push(STAR);
    else if (character === '?') segment.push(() => true);
    else if (character === '[') {
      const found = classAt(characters, at + 1);
      if (found === undefined) return undefined;
      segment.push(found.fits);
      at = found.end;
    } else {
      const own = character === '\\' ? characters[++at] : character;
      if (own === undefined) return undefined;
      segment.push((other) => other === own);
    }
  }
  return segment;
}

/** The class of characters behind `[`, and the index of its `]`. */
function classAt(characters: readonly string[], start: number) {
  const isNegated = characters[start] === '^';
  const ranges: (readonly [string, string])[] = [];
  let at = isNegated ? start + 1 : start;
  const next = (): string | undefined => {
    const character = characters[at++];
    if (character === '-' || character === ']') return undefined;
    return character === '\\' ? characters[at++] : character;
  };
  while (ranges.length === 0 || characters[at] !== ']') {
    const low = next();
    if (low === undefined) return undefined;
    let high: string | undefined = low;
    if (characters[at] === '-') {
      at++;
      high = next();
    }
    if (high === undefined) return undefined;
    ranges.push([low, high]);
  }
  const isIn = (character: string) => ranges.some(([low, high]) => low <= character && character <= high);
  return { fits: (character: string) => isIn(character) !== isNegated, end: at };
}

/** In a time that grows with the product of both lengths. */
function matches(segment: Segment, name: string): boolean {
  const characters = [...name];
  let [at, index] = [0, 0];
  /** Where to go on after the last star takes one more character. */
  let last: { at: number; index: number } | undefined;
  while (index < characters.length) {
    const part = segment[at];
    if (part === STAR) last = { at: ++at, index };
    else if (part?.(characters[index] ?? '')) [at, index] = [at + 1, index + 1];
    else if (last === undefined) return false;
    else [at, index] = [last.at, ++last.index];
  }
  return segment.slice(at).every((part) => part === STAR);
}
