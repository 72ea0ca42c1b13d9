import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  createReadStream,
  type Dirent,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { access, open, readdir, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import picomatch from 'picomatch';
import { isFastGlob } from '../text/glob.ts';
import { BYTE_ORDER_MARK, decode, type Fault, fault, MAX_BYTES, type Reading, tooLarge } from './reading.ts';
import { type Platform, pathOfUri, uriOfPath } from './uri.ts';

/** The files that are not open in an editor. Nothing here throws: what cannot be done is a fault. */
export interface Disk {
  /** With a folder, a file that really is elsewhere, because of a link, is missing. */
  read(uri: string, within?: string): Promise<Reading>;

  /** Whether a file is there and may not be written. */
  isReadOnly(uri: string): Promise<boolean>;

  /** What a pipe or device gives; it may throw, and never end. */
  stream(uri: string): AsyncIterable<Uint8Array>;

  /**
   * Puts another text into a file that still holds the one that was read, all of it or nothing; it keeps its mode and
   * its byte order mark. Where the file holds that text already, through a link to it for one, there is nothing to do. A
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

/** The platform this process runs on, as far as paths go. */
export const PLATFORM: Platform = process.platform === 'win32' ? 'win32' : 'posix';

/** The disk as Node sees it. */
export const nodeDisk: Disk = {
  async read(uri, within) {
    const path = pathOfUri(uri, PLATFORM);
    if (path === undefined) return fault('missing', 'This is not a file on disk.');
    try {
      if (within !== undefined && !isReallyWithin(path, pathOfUri(within, PLATFORM) ?? '')) {
        return fault('missing', 'A link leads out of the folder.');
      }
      const bytes = readUpTo(path, MAX_BYTES + 1);
      if (bytes === 'folder') return fault('folder', 'This is a folder.');
      if (bytes === 'special') return fault('special', 'This is not a regular file.');
      return bytes.length > MAX_BYTES ? tooLarge() : decode(bytes);
    } catch (error) {
      return { fault: faultOf(error, 'read') };
    }
  },

  async isReadOnly(uri) {
    const path = pathOfUri(uri, PLATFORM) ?? '';
    try {
      // An administrator could write what nobody may.
      if (((await stat(path)).mode & 0o222) === 0) return true;
      await access(path, constants.W_OK);
      return false;
    } catch (error) {
      return !NOT_THERE.includes((error as NodeJS.ErrnoException).code ?? '');
    }
  },

  stream: (uri) => createReadStream(pathOfUri(uri, PLATFORM) ?? ''),

  async write(uri, before, text) {
    const path = pathOfUri(uri, PLATFORM) ?? '';
    try {
      return await replace(path, before, text);
    } catch (error) {
      return faultOf(error, 'written');
    }
  },

  async *manifests(folder, exclude, signal) {
    const root = pathOfUri(folder, PLATFORM);
    if (root === undefined) return;
    const walk: Walk = { root, isExcluded: globs(exclude), signal };
    for await (const path of filesIn(root, await ignoresAbove(root), walk)) yield uriOfPath(path, PLATFORM);
  },
};

const NOT_THERE: readonly string[] = ['ENOENT', 'ENOTDIR'];

/** Tests whether a glob matches a file of a folder, or a folder on the way to it; git has no say in it. */
export function pathMatcher(folder: string, patterns: readonly string[]): (uri: string) => boolean {
  if (patterns.length === 0) return () => false;
  const matches = globs(patterns);
  const start = (pathOfUri(folder, 'posix')?.length ?? 0) + 1;
  return (uri) => {
    if (!uri.startsWith(`${folder}/`)) return false;
    const steps = (pathOfUri(uri, 'posix')?.slice(start) ?? '').split('/');
    return steps.some((_, i) => matches(steps.slice(0, i + 1).join('/')));
  };
}

/** Whether a glob excludes a file of a folder, or a folder on the way to it. */
export function isExcluded(folder: string, exclude: readonly string[], uri: string): boolean {
  return pathMatcher(folder, exclude)(uri);
}

/** Helm reads whole manifests of a chart from `_*.tpl`, too. */
const MANIFEST = /\.(?:ya?ml|json)$|(?:^|[\\/])_[^\\/]*\.tpl$/i;
const NEVER_ENTERED: readonly string[] = ['.git', 'node_modules'];
/** As git does by default on file systems that do. */
const IGNORE_CASE = process.platform === 'win32' || process.platform === 'darwin';

/** The rules of one `.gitignore`, for what is below its folder. */
interface IgnoreFile {
  readonly folder: string;
  readonly rules: Ignore;
}

interface Walk {
  readonly root: string;
  readonly isExcluded: (path: string) => boolean;
  readonly signal: AbortSignal | undefined;
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

async function* filesIn(folder: string, above: readonly IgnoreFile[], walk: Walk): AsyncGenerator<string> {
  if (walk.signal?.aborted) return;
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch {
    yield folder;
    return;
  }
  const ignores = ignoresIn(folder, entries, above);
  for (const { path, isFolder } of await sorted(folder, entries, walk)) {
    if (walk.signal?.aborted) return;
    if (isFolder ? NEVER_ENTERED.includes(basename(path)) : !MANIFEST.test(path)) continue;
    if (walk.isExcluded(slashed(relative(walk.root, path))) || isIgnored(path, isFolder, ignores)) continue;
    if (isFolder) yield* filesIn(path, stillHolding(path, ignores), walk);
    else yield path;
  }
}

/** Files and folders in the order of the paths below them; what is neither, also behind a link, is left out. */
async function sorted(folder: string, entries: readonly Dirent[], walk: Walk) {
  const found: { path: string; isFolder: boolean; key: string }[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const isFile = entry.isFile() || (entry.isSymbolicLink() && (await isFileWithin(path, walk.root)));
    if (isFile) found.push({ path, isFolder: false, key: entry.name });
    if (entry.isDirectory()) found.push({ path, isFolder: true, key: `${entry.name}/` });
  }
  return found.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Whether a link leads to a file of a folder. One to a folder is not followed: what is in the folder is read there. */
async function isFileWithin(link: string, folder: string): Promise<boolean> {
  try {
    return (await stat(link)).isFile() && isReallyWithin(link, folder);
  } catch {
    return false;
  }
}

/** Whether a path leads to something in a folder when all links are followed; throws where one is broken. */
function isReallyWithin(path: string, folder: string): boolean {
  return isWithin(realpathSync.native(path), realpathSync.native(folder));
}

/** The rules that hold in a folder, the strongest last. A repository of its own begins anew. */
function ignoresIn(folder: string, entries: readonly Dirent[], above: readonly IgnoreFile[]): readonly IgnoreFile[] {
  const has = (name: string) => entries.some((entry) => entry.name === name);
  const own = has('.gitignore') ? ignoreFile(folder, '.gitignore') : [];
  return has('.git') ? [...ignoreFile(folder, '.git/info/exclude'), ...own] : [...above, ...own];
}

/** The rules for a folder from those above it, up to the root of its repository; none where it is in no repository. */
async function ignoresAbove(folder: string): Promise<readonly IgnoreFile[]> {
  if (await exists(join(folder, '.git'))) return [];
  const found: IgnoreFile[][] = [];
  for (let parent = dirname(folder), last = folder; parent !== last; last = parent, parent = dirname(parent)) {
    found.unshift(ignoreFile(parent, '.gitignore'));
    if (!(await exists(join(parent, '.git')))) continue;
    found.unshift(ignoreFile(parent, '.git/info/exclude'));
    return stillHolding(folder, found.flat());
  }
  return [];
}

/** More than anyone writes by hand, in bytes. */
const MAX_IGNORE_FILE = 1_000_000;

function ignoreFile(folder: string, name: string): IgnoreFile[] {
  const text = textOf(join(folder, name));
  if (text === '') return [];
  return [{ folder, rules: ignore({ ignorecase: IGNORE_CASE }).add(text.replace(BYTE_ORDER_MARK, '')) }];
}

/** Empty where there is no such file, or one that cannot be read or is too long. */
function textOf(path: string): string {
  try {
    // As git does: a link could lead anywhere.
    const bytes = readUpTo(path, MAX_IGNORE_FILE + 1, constants.O_NOFOLLOW);
    return typeof bytes === 'string' || bytes.length > MAX_IGNORE_FILE ? '' : new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}

/** Whether the strongest rule that speaks of a path ignores it. */
function isIgnored(path: string, isFolder: boolean, ignores: readonly IgnoreFile[]): boolean {
  const said = ignores.map((one) => test(path, isFolder, one)).findLast((one) => one.ignored || one.unignored);
  return said?.ignored === true;
}

/** The rules that say something below a folder that is read: not those that ignore all of it and were overruled. */
function stillHolding(folder: string, ignores: readonly IgnoreFile[]): readonly IgnoreFile[] {
  return ignores.filter((one) => !test(folder, true, one).ignored);
}

function test(path: string, isFolder: boolean, { folder, rules }: IgnoreFile) {
  return rules.test(`${slashed(relative(folder, path))}${isFolder ? '/' : ''}`);
}

/**
 * At most so many bytes of a regular file, or what else it is. It never waits for a writer. All at once: that takes a
 * tenth of the time of the same calls one by one without blocking.
 */
function readUpTo(path: string, limit: number, flag = 0): Uint8Array | 'folder' | 'special' {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flag);
  try {
    const status = fstatSync(file);
    if (status.isDirectory()) return 'folder';
    if (!status.isFile()) return 'special';
    // One more shows whether the file has grown.
    let bytes = Buffer.allocUnsafe(Math.min(status.size + 1, limit));
    for (let length = 0; ; ) {
      const count = readSync(file, bytes, length, bytes.length - length, null);
      length += count;
      if (count === 0 || length === limit) return bytes.subarray(0, length);
      if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length, limit));
    }
  } finally {
    closeSync(file);
  }
}

/** Writes beside the file and then puts that in its place, so that no reader and no crash sees half of it. */
async function replace(link: string, before: string, text: string): Promise<Fault | undefined> {
  const path = await realpath(link);
  const status = await stat(path);
  if (!status.isFile()) return unwritten('it is not a regular file');
  if (status.nlink > 1) return unwritten('it has hard links, which would keep the old text');
  // Whoever may write to the folder could do it all the same, and so could an administrator.
  if ((status.mode & 0o222) === 0) return unwritten('it is read-only');
  await access(path, constants.W_OK);
  const bytes = readUpTo(path, MAX_BYTES + 1);
  const reading = typeof bytes === 'string' ? tooLarge() : decode(bytes);
  if ('text' in reading && reading.text === text) return undefined;
  if (!('text' in reading) || reading.text !== before) return unwritten('it has changed since it was read');
  const permissions = status.mode & 0o7777;
  const temporary = join(dirname(path), `.kubewin-${randomUUID()}.tmp`);
  const handle = await open(temporary, 'wx', permissions);
  try {
    try {
      await handle.writeFile((reading.hasMark ? BYTE_ORDER_MARK : '') + text);
      // Whoever may not give a file away keeps it.
      await handle.chown(status.uid, status.gid).catch(() => {});
      await handle.chmod(permissions);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
    return undefined;
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

function unwritten(why: string): Fault {
  return { kind: 'unreadable', message: `The file cannot be written: ${why}.` };
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'it would become too large',
  EBUSY: 'it is in use',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'the name is too long',
};

function faultOf(error: unknown, verb: 'read' | 'written'): Fault {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return { kind: 'missing', message: 'No such file or folder.' };
  }
  return { kind: 'unreadable', message: `The file cannot be ${verb}: ${REASONS[code] ?? message}.` };
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function slashed(path: string): string {
  return path.replaceAll(sep, '/');
}
