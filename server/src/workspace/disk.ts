import type { Ignore } from 'ignore';
import picomatch from 'picomatch';
import { isFastGlob } from '../text/glob.ts';
import type { Rereader } from './file-text.ts';
import { BYTE_ORDER_MARK, type Fault, type ReadResult } from './reading.ts';
import { decodePath } from './uri.ts';

/** The files that are not open in an editor. Nothing here throws: what cannot be done is a fault. */
export interface Disk {
  /** With a folder, a file that really is elsewhere, because of a link, is missing. */
  read(uri: string, within?: string): Promise<ReadResult>;

  /** How files are read again, where that can be done at once: else all texts are kept. */
  readonly rereader?: Rereader;

  /** Whether a file is there and may not be written. */
  isReadOnly(uri: string): Promise<boolean>;

  /** What a pipe or device gives; it may throw, and never end. */
  stream(uri: string): AsyncIterable<Uint8Array>;

  /**
   * Puts another text into a file that still holds the one that was read, all of it or nothing; it keeps its mode,
   * its encoding and its byte order mark. Where the file holds that text already, through a link to it for one, there is nothing to do. A
   * fault where it cannot be done, and for a file with several names, which would part; then the file is as it was.
   */
  write(uri: string, before: string, text: string): Promise<Fault | undefined>;

  /**
   * The `*.yaml`, `*.yml`, `*.json` and `_*.tpl` files below a folder in the order of their paths, without those that git
   * ignores or that a glob excludes; globs are relative to the folder. Of links only those to files of the folder count. A
   * folder that cannot be listed comes as itself, so that reading it tells why. Ends early when the signal is aborted.
   */
  manifests(folder: string, exclude: readonly string[], signal?: AbortSignal): AsyncIterable<string>;
}

/** A folder and what is below it, as a walk reads it. Paths are those below the folder, with `/`; its own is empty. */
export interface Tree {
  /** Undefined for a folder that cannot be listed. */
  entries(path: string): Promise<readonly DirectoryEntry[] | undefined>;
  /** The text of a file with rules of what to ignore; empty where there is none. */
  ignoreText(path: string): string | Promise<string>;
}

/** What is neither a file nor a folder is left out, and so is a link that must not be followed. */
export interface DirectoryEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** The rules of one ignore file, and what they call a path of the tree. */
export interface IgnoreFile {
  readonly rules: Ignore;
  readonly nameOf: (path: string) => string;
}

/** Tests whether a glob matches a file of a folder, or a folder on the way to it; git has no say in it. */
export function pathMatcher(folder: string, patterns: readonly string[]): (uri: string) => boolean {
  if (patterns.length === 0) return () => false;
  const matches = globs(patterns);
  return (uri) => {
    if (!uri.startsWith(`${folder}/`)) return false;
    const steps = decodePath(uri.slice(folder.length + 1)).split('/');
    return steps.some((_, i) => matches(steps.slice(0, i + 1).join('/')));
  };
}

/** Whether a glob excludes a file of a folder, or a folder on the way to it. */
export function isExcluded(folder: string, exclude: readonly string[], uri: string): boolean {
  return pathMatcher(folder, exclude)(uri);
}

/** Helm reads whole manifests of a chart from `_*.tpl`, too. */
const MANIFEST = /\.(?:ya?ml|json)$|(?:^|\/)_[^/]*\.tpl$/i;
const NEVER_ENTERED: readonly string[] = ['.git', 'node_modules'];
/** As git does by default on file systems that do. */
const IGNORE_CASE = process.platform === 'win32' || process.platform === 'darwin';

/**
 * The manifests of a tree in the order of their paths, without what is ignored by git or excluded by a glob; `above` are
 * the rules of the folders around it. A folder that cannot be listed comes as itself. Ends early at the signal.
 */
export async function* manifestsIn(
  tree: Tree,
  exclude: readonly string[],
  above: readonly IgnoreFile[],
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const isExcludedPath = globs(exclude);
  async function* below(folder: string, outer: readonly IgnoreFile[]): AsyncGenerator<string> {
    if (signal?.aborted) return;
    const entries = await tree.entries(folder);
    if (entries === undefined) {
      yield folder;
      return;
    }
    const ignores = await ignoresIn(tree, folder, entries, outer);
    for (const { name, isFolder } of sorted(entries)) {
      if (signal?.aborted) return;
      if (isFolder ? NEVER_ENTERED.includes(name) : !MANIFEST.test(name)) continue;
      const path = folder === '' ? name : `${folder}/${name}`;
      if (isExcludedPath(path) || isIgnored(path, isFolder, ignores)) continue;
      if (isFolder) yield* below(path, stillHolding(path, ignores));
      else yield path;
    }
  }
  yield* below('', above);
}

/** In the order of the paths below them. */
function sorted(entries: readonly DirectoryEntry[]): readonly DirectoryEntry[] {
  const keyed = entries.map((entry) => ({ entry, key: entry.isFolder ? `${entry.name}/` : entry.name }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ entry }) => entry);
}

/** The rules that hold in a folder, the strongest last. A repository of its own begins anew. */
async function ignoresIn(
  tree: Tree,
  folder: string,
  entries: readonly DirectoryEntry[],
  above: readonly IgnoreFile[],
): Promise<readonly IgnoreFile[]> {
  const has = (name: string) => entries.some((entry) => entry.name === name);
  const start = folder === '' ? '' : `${folder}/`;
  const nameOf = (path: string) => path.slice(start.length);
  const own = has('.gitignore') ? await ignoreFile(await tree.ignoreText(`${start}.gitignore`), nameOf) : [];
  if (!has('.git')) return [...above, ...own];
  return [...(await ignoreFile(await tree.ignoreText(`${start}.git/info/exclude`), nameOf)), ...own];
}

/** The rules in a text, if there are any. */
export async function ignoreFile(text: string, nameOf: IgnoreFile['nameOf']): Promise<IgnoreFile[]> {
  if (text === '') return [];
  // No document that is opened first needs it.
  const { default: ignore } = await import('ignore');
  return [{ nameOf, rules: ignore({ ignorecase: IGNORE_CASE }).add(text.replace(BYTE_ORDER_MARK, '')) }];
}

/** Whether the strongest rule that speaks of a path ignores it. */
function isIgnored(path: string, isFolder: boolean, ignores: readonly IgnoreFile[]): boolean {
  const said = ignores.map((one) => test(path, isFolder, one)).findLast((one) => one.ignored || one.unignored);
  return said?.ignored === true;
}

/** The rules that say something below a folder that is read: not those that ignore all of it and were overruled. */
export function stillHolding(folder: string, ignores: readonly IgnoreFile[]): readonly IgnoreFile[] {
  return ignores.filter((one) => !test(folder, true, one).ignored);
}

function test(path: string, isFolder: boolean, { nameOf, rules }: IgnoreFile) {
  return rules.test(`${nameOf(path)}${isFolder ? '/' : ''}`);
}

/** An empty glob and one that would take too long match nothing. */
function globs(patterns: readonly string[]): (path: string) => boolean {
  const usable = patterns
    .map((glob) => glob.replace(/^\.\/|\/$/g, ''))
    .filter((glob) => glob !== '' && isFastGlob(glob));
  const fits = picomatch(usable, { dot: true, nocase: IGNORE_CASE, noextglob: true });
  return (path) => path.split('/', MOST_FOLDERS + 1).length <= MOST_FOLDERS && fits(path);
}

/** How many names a path that a glob excludes may have: the time grows with the third power of it. */
const MOST_FOLDERS = 200;
