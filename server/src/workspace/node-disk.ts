import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  promises,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type DirectoryEntry, type Disk, type IgnoreFile, ignoreFile, manifestsIn, rulesBelow } from './disk.ts';
import { decode, encode, type Fault, fault, MAX_BYTES, tooLarge } from './reading.ts';
import { encodePath, type Platform, pathOfUri, uriOfPath } from './uri.ts';

/** The platform whose paths this process uses. */
export const PLATFORM: Platform = process.platform === 'win32' ? 'win32' : 'posix';

/** The disk as Node sees it. */
export const nodeDisk: Disk = {
  async read(uri, within) {
    const bytes = bytesOf(uri, within);
    return 'fault' in bytes ? bytes : decode(bytes);
  },

  async bytes(uri, within) {
    const bytes = bytesOf(uri, within);
    return 'fault' in bytes ? undefined : new Uint8Array(bytes);
  },

  rereader: {
    read(uri) {
      try {
        const bytes = readUpTo(pathOfUri(uri, PLATFORM) ?? '', MAX_BYTES + 1);
        const reading = typeof bytes === 'string' ? undefined : decode(bytes);
        return reading !== undefined && 'text' in reading ? reading.text : undefined;
      } catch {
        return undefined;
      }
    },
    digest: digestOf,
    digestOfFile(uri) {
      const bytes = bytesOf(uri, undefined);
      return 'fault' in bytes ? undefined : digestOf(bytes);
    },
  },

  async isReadOnly(uri) {
    const path = pathOfUri(uri, PLATFORM) ?? '';
    try {
      // Checked first, since an administrator can write read-only files, too.
      if (((await promises.stat(path)).mode & 0o222) === 0) return true;
      await promises.access(path, constants.W_OK);
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
    const tree = {
      entries: (path: string) => entriesOf(join(root, path), root),
      ignoreText: (path: string) => textOf(join(root, path)),
    };
    const rootUri = uriOfPath(join(root), PLATFORM);
    const start = rootUri.replace(/\/?$/, '/');
    for await (const path of manifestsIn(tree, exclude, await ignoresAbove(root), signal)) {
      yield path === '' ? rootUri : start + encodePath(path);
    }
  },
};

/** A hash of a text or of bytes, which can be a part of a file name. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url');
}

/** The digest of a file by its path; undefined if it cannot be read. */
export function digestOfPath(path: string): string | undefined {
  try {
    return digestOf(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** The bytes of a file, which are valid until the next file is read, or why there are none. */
function bytesOf(uri: string, within: string | undefined): Uint8Array | { readonly fault: Fault } {
  const path = pathOfUri(uri, PLATFORM);
  if (path === undefined) return fault('missing', 'This is not a file on disk.');
  try {
    // Most of these files do not exist, and an exception takes ten times as long.
    if (within !== undefined && statSync(path, { throwIfNoEntry: false }) === undefined) return missing();
    if (within !== undefined && !isReallyWithin(path, pathOfUri(within, PLATFORM) ?? '')) {
      return fault('missing', 'A link leads out of the folder.');
    }
    const bytes = readUpTo(path, MAX_BYTES + 1);
    if (bytes === 'folder') return fault('folder', 'This is a folder.');
    if (bytes === 'special') return fault('special', 'This is not a regular file.');
    return bytes.length > MAX_BYTES ? tooLarge() : bytes;
  } catch (error) {
    return { fault: faultOf(error, 'read') };
  }
}

const NOT_THERE: readonly string[] = ['ENOENT', 'ENOTDIR'];

async function entriesOf(folder: string, root: string): Promise<readonly DirectoryEntry[] | undefined> {
  try {
    const found: DirectoryEntry[] = [];
    // Synchronous, like reading: the folders of a repository are many and small.
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const isLinked = entry.isSymbolicLink() && (await isFileWithin(join(folder, entry.name), root));
      if (isLinked || entry.isFile() || entry.isDirectory()) {
        found.push({ name: entry.name, isFolder: entry.isDirectory() });
      }
    }
    return found;
  } catch {
    return undefined;
  }
}

/** Whether a link leads to a file of a folder. Links to folders are not followed: their files are read in place. */
async function isFileWithin(link: string, folder: string): Promise<boolean> {
  try {
    return (await promises.stat(link)).isFile() && isReallyWithin(link, folder);
  } catch {
    return false;
  }
}

/** Whether a path is in a folder once all links are resolved. Throws if a link is broken. */
function isReallyWithin(path: string, folder: string): boolean {
  return isWithin(realpathSync.native(path), realpathSync.native(folder));
}

/** The rules of the parent folders, up to the root of the repository; none outside of a repository. */
async function ignoresAbove(folder: string): Promise<readonly IgnoreFile[]> {
  if (await exists(join(folder, '.git'))) return [];
  const found: IgnoreFile[] = [];
  for (let parent = dirname(folder), last = folder; parent !== last; last = parent, parent = dirname(parent)) {
    const way = relative(parent, folder).replaceAll(sep, '/');
    const nameOf = (path: string) => (path === '' ? way : `${way}/${path}`);
    found.unshift(...(await ignoreFile(textOf(join(parent, '.gitignore')), nameOf)));
    if (!(await exists(join(parent, '.git')))) continue;
    found.unshift(...(await ignoreFile(textOf(join(parent, '.git/info/exclude')), nameOf)));
    return rulesBelow('', found);
  }
  return [];
}

/** Larger than any ignore file that is written by hand, in bytes. */
const MAX_IGNORE_FILE = 1_000_000;

/** Empty if there is no such file, or if it cannot be read or is too large. */
function textOf(path: string): string {
  try {
    // Like git, do not follow a link: it could lead anywhere.
    const bytes = readUpTo(path, MAX_IGNORE_FILE + 1, constants.O_NOFOLLOW);
    return typeof bytes === 'string' || bytes.length > MAX_IGNORE_FILE ? '' : new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}

/**
 * At most `limit` bytes of a regular file, or what else it is. The bytes are valid until the next file is read. It never
 * waits for the writer of a pipe. Synchronous: that takes a tenth of the time of the asynchronous calls.
 */
function readUpTo(path: string, limit: number, flag = 0): Uint8Array | 'folder' | 'special' {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flag);
  try {
    const status = fstatSync(file);
    if (status.isDirectory()) return 'folder';
    if (!status.isFile()) return 'special';
    // One more shows whether the file has grown.
    const size = Math.min(status.size + 1, limit);
    let bytes: Buffer = SHARED.subarray(0, size);
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

/** What most files are read into: new memory for each takes longer than to read it. */
const SHARED = Buffer.allocUnsafeSlow(1_000_000);

/** Writes a temporary file and renames it, so that neither a reader nor a crash sees half of the text. */
async function replace(link: string, before: string, text: string): Promise<Fault | undefined> {
  const path = await promises.realpath(link);
  const status = await promises.stat(path);
  if (!status.isFile()) return unwritten('it is not a regular file');
  if (status.nlink > 1) return unwritten('it has hard links, which would keep the old text');
  // Whoever may write to the folder could do it all the same, and so could an administrator.
  if ((status.mode & 0o222) === 0) return unwritten('it is read-only');
  await promises.access(path, constants.W_OK);
  const bytes = readUpTo(path, MAX_BYTES + 1);
  const reading = typeof bytes === 'string' ? tooLarge() : decode(bytes);
  if ('text' in reading && reading.text === text) return undefined;
  if (!('text' in reading) || reading.text !== before) return unwritten('it has changed since it was read');
  const permissions = status.mode & 0o7777;
  const temporary = join(dirname(path), `.kubewin-${randomUUID()}.tmp`);
  const handle = await promises.open(temporary, 'wx', permissions);
  try {
    try {
      await handle.writeFile(encode(text, reading.encoding));
      // Without the permission to change the owner, the file belongs to the user.
      await handle.chown(status.uid, status.gid).catch(() => {});
      await handle.chmod(permissions);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await promises.rename(temporary, path);
    return undefined;
  } catch (error) {
    await promises.unlink(temporary).catch(() => {});
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
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'it would become too large',
  EBUSY: 'it is in use',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'the name is too long',
};

function faultOf(error: unknown, verb: 'read' | 'written'): Fault {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return missing().fault;
  return { kind: 'unreadable', message: `The file cannot be ${verb}: ${reasonOf(error)}.` };
}

function missing(): { readonly fault: Fault } {
  return fault('missing', 'No such file or folder.');
}

/** The reason of a failure, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}

function exists(path: string): Promise<boolean> {
  return promises.stat(path).then(
    () => true,
    () => false,
  );
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
