import type { Ignore } from 'ignore';
import picomatch from 'picomatch';
import { isFastGlob } from '../text/glob.ts';
import type { Rereader } from './file-text.ts';
import { BYTE_ORDER_MARK, type Fault, type ReadResult } from './reading.ts';
import { decodePath } from './uri.ts';

/** The files on disk. Nothing here throws unless it says so: errors are faults. */
export interface Disk {
  /** If `within` is given, a file that a link puts outside of that folder is missing. */
  read(uri: string, within?: string): Promise<ReadResult>;

  /** The bytes of a file; undefined if it cannot be read or is larger than `MAX_BYTES`. `within` is that of `read`. */
  bytes(uri: string, within?: string): Promise<Uint8Array | undefined>;

  /** Reads files again synchronously. Without it, all texts are kept. */
  readonly rereader?: Rereader;

  /** Whether a file exists and may not be written. */
  isReadOnly(uri: string): Promise<boolean>;

  /** The content of a pipe or device. It may throw, and never end. */
  stream(uri: string): AsyncIterable<Uint8Array>;

  /**
   * Replaces the text of a file, all of it or nothing, if the file still has the text `before`. The mode, the encoding and
   * the byte order mark stay. A file that already has the new text, for example because of a link, is left as it is. A fault
   * if this is not possible, or if the file has several hard links, since only one would change. The file is then unchanged.
   */
  write(uri: string, before: string, text: string): Promise<Fault | undefined>;

  /**
   * The `*.yaml`, `*.yml`, `*.json`, `_*.tpl` and `.helmignore` files below a folder, and the archives in `charts/`, in the
   * order of their paths, without those that git ignores or that a glob excludes. Globs are relative to the folder. Links are
   * followed only to files of the folder. A folder that cannot be listed is returned itself: reading it gives the reason.
   * Ends early when the signal is aborted.
   */
  manifests(folder: string, exclude: readonly string[], signal?: AbortSignal): AsyncIterable<string>;
}

/** A folder that can be listed recursively. Paths are relative to it, with `/`; its own path is empty. */
export interface Tree {
  /** Undefined for a folder that cannot be listed. */
  entries(path: string): Promise<readonly DirectoryEntry[] | undefined>;
  /** The text of an ignore file; empty if there is none. */
  ignoreText(path: string): string | Promise<string>;
}

/** A file or folder. Other entries, and links that must not be followed, are left out. */
export interface DirectoryEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** The rules of one ignore file, and how to convert a path of the tree to a path in the rules. */
export interface IgnoreFile {
  readonly rules: Ignore;
  readonly nameOf: (path: string) => string;
}

/** Tests whether a glob matches a file of a folder, or a folder that contains it. Git's rules do not matter here. */
export function pathMatcher(folder: string, patterns: readonly string[]): (uri: string) => boolean {
  if (patterns.length === 0) return () => false;
  const matches = globs(patterns);
  return (uri) => {
    if (!uri.startsWith(`${folder}/`)) return false;
    const steps = decodePath(uri.slice(folder.length + 1)).split('/');
    return steps.some((_, i) => matches(steps.slice(0, i + 1).join('/')));
  };
}

/** Whether a glob excludes a file of a folder, or a folder that contains it. */
export function isExcluded(folder: string, exclude: readonly string[], uri: string): boolean {
  return pathMatcher(folder, exclude)(uri);
}

/** Charts also define whole manifests in `_*.tpl`, and exclude files in `.helmignore`. */
const MANIFEST = /\.(?:ya?ml|json)$|(?:^|\/)(?:_[^/]*\.tpl|\.helmignore)$/i;
/** The archives of subcharts. */
const SUBCHART = /(?:^|\/)charts\/[^/]+\.tgz$/i;

/** Whether a file may be a manifest by its path. */
export function isManifestPath(path: string): boolean {
  return MANIFEST.test(path);
}

const NEVER_ENTERED: readonly string[] = ['.git', 'node_modules'];
/** As git does by default on these systems. */
const IGNORE_CASE = process.platform === 'win32' || process.platform === 'darwin';

/**
 * The manifests of a tree in the order of their paths, without those that git ignores or a glob excludes. `above` are the
 * rules of the parent folders. A folder that cannot be listed is returned itself. Ends early when the signal is aborted.
 */
export async function* manifestsIn(
  tree: Tree,
  exclude: readonly string[],
  above: readonly IgnoreFile[],
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const isExcludedPath = globs(exclude);
  // Not recursive: each generator that a path passes through takes time.
  const pending: { readonly path: string; readonly folder: readonly IgnoreFile[] | undefined }[] = [
    { path: '', folder: above },
  ];
  for (let next = pending.pop(); next !== undefined && !signal?.aborted; next = pending.pop()) {
    const { path: at, folder: outer } = next;
    const entries = outer && (await tree.entries(at));
    if (outer === undefined || entries === undefined) {
      yield at;
      continue;
    }
    const ignores = await ignoresIn(tree, at, entries, outer);
    for (const { name, isFolder } of lastFirst(entries)) {
      const path = at === '' ? name : `${at}/${name}`;
      if (isFolder ? NEVER_ENTERED.includes(name) : !isManifestPath(path) && !SUBCHART.test(path)) continue;
      if (isExcludedPath(path) || isIgnored(path, isFolder, ignores)) continue;
      pending.push({ path, folder: isFolder ? rulesBelow(path, ignores) : undefined });
    }
  }
}

/** In the opposite order of the paths that begin with them. */
function lastFirst(entries: readonly DirectoryEntry[]): readonly DirectoryEntry[] {
  const keyed = entries.map((entry) => ({ entry, key: entry.isFolder ? `${entry.name}/` : entry.name }));
  return keyed.sort((a, b) => (a.key < b.key ? 1 : -1)).map(({ entry }) => entry);
}

/** The rules that apply in a folder, the strongest last. A nested repository has only its own rules. */
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
  // Loaded late: opening the first document does not need it.
  const { default: ignore } = await import('ignore');
  return [{ nameOf, rules: ignore({ ignorecase: IGNORE_CASE }).add(text.replace(BYTE_ORDER_MARK, '')) }];
}

/** Whether the strongest rule that matches a path ignores it. */
function isIgnored(path: string, isFolder: boolean, ignores: readonly IgnoreFile[]): boolean {
  const results = ignores.map((file) => test(path, isFolder, file));
  return results.findLast(({ ignored, unignored }) => ignored || unignored)?.ignored === true;
}

/** The rules that apply below a folder that is read: not those that ignore the folder itself and were overruled. */
export function rulesBelow(folder: string, ignores: readonly IgnoreFile[]): readonly IgnoreFile[] {
  return ignores.filter((file) => !test(folder, true, file).ignored);
}

function test(path: string, isFolder: boolean, { nameOf, rules }: IgnoreFile) {
  return rules.test(`${nameOf(path)}${isFolder ? '/' : ''}`);
}

/** An empty glob and one that would take too long match nothing. */
function globs(patterns: readonly string[]): (path: string) => boolean {
  const usable = patterns
    .map((glob) => glob.replace(/^\.\/|\/$/g, ''))
    .filter((glob) => glob !== '' && isFastGlob(glob));
  if (usable.length === 0) return () => false;
  const fits = picomatch(usable, { dot: true, nocase: IGNORE_CASE, noextglob: true });
  return (path) => path.split('/', MAX_FOLDERS + 1).length <= MAX_FOLDERS && fits(path);
}

/** Maximum number of names in a path that a glob can exclude: the time grows with the third power of it. */
const MAX_FOLDERS = 200;
