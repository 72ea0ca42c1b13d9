import { randomUUID } from 'node:crypto';
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../workspace/node-disk.ts';

/** What a cache may take on disk. The entries that were used longest ago are removed first. */
export const MAX_CACHE_BYTES = 50_000_000;

/** Files that other programs look for: git ignores the folder, and backups leave it out (https://bford.info/cachedir/). */
const MARKERS: Readonly<Record<string, string>> = {
  '.gitignore': '*\n',
  'CACHEDIR.TAG':
    'Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of Kubewin. It can be deleted.\n',
};

/** Entries, and files that a process has not finished. Others are never removed, whatever folder a repository names. */
const OWN_FILE = /^kubewin-.*\.(?:entry|tmp)$/;

/**
 * A folder with the results of earlier runs, each in a file of its own. Several processes may use it at once: a file is
 * replaced as a whole, and its first line shows whether it is complete.
 */
export class CacheFolder {
  readonly path: string;
  readonly #maxBytes: number;
  readonly #followsLink: boolean;

  constructor(path: string, { maxBytes = MAX_CACHE_BYTES, followsLink = false } = {}) {
    this.path = path;
    this.#maxBytes = maxBytes;
    this.#followsLink = followsLink;
  }

  /** The entry of this name; undefined if there is none that can be read. */
  read(name: string): CacheEntry | undefined {
    try {
      this.#rejectLink();
      return CacheEntry.of(readFileSync(this.#pathOf(name)));
    } catch {
      return undefined;
    }
  }

  /** Notes that an entry was used: it is removed last. */
  touch(name: string): void {
    try {
      const now = new Date();
      utimesSync(this.#pathOf(name), now, now);
    } catch {
      // Another process has removed it, or the folder is read-only.
    }
  }

  /**
   * Writes an entry, and removes others if the folder becomes too large. Returns whether the entry itself is not too large.
   * Throws if the folder cannot be written.
   */
  write(name: string, parts: readonly Part[]): boolean {
    const pieces = CacheEntry.piecesOf(parts);
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (length > this.#maxBytes) return false;
    mkdirSync(this.path, { recursive: true });
    this.#rejectLink();
    for (const [marker, text] of Object.entries(MARKERS)) writeNew(join(this.path, marker), text);
    this.#makeRoom(name, this.#maxBytes - length);
    const temporary = join(this.path, `kubewin-${randomUUID()}.tmp`);
    try {
      writeNewFile(temporary, pieces);
      renameSync(temporary, this.#pathOf(name));
      return true;
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  #rejectLink(): void {
    if (!this.#followsLink && lstatSync(this.path).isSymbolicLink()) throw new Error('it is a symbolic link');
  }

  #pathOf(name: string): string {
    return join(this.path, `kubewin-${name}.entry`);
  }

  /** Removes the entries that were used longest ago, until those that stay beside a new one have at most so many bytes. */
  #makeRoom(replaced: string, maxBytes: number): void {
    const files = readdirSync(this.path).flatMap((name) => {
      const path = join(this.path, name);
      const status = OWN_FILE.test(name) ? statSync(path, { throwIfNoEntry: false }) : undefined;
      return status === undefined || path === this.#pathOf(replaced) ? [] : [{ path, status }];
    });
    let left = maxBytes;
    for (const { path, status } of files.sort((a, b) => b.status.mtimeMs - a.status.mtimeMs)) {
      left -= status.size;
      if (left < 0) rmSync(path, { force: true });
    }
  }
}

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** One after the other: together, they would take the memory twice. */
function writeNewFile(path: string, pieces: readonly Uint8Array[]): void {
  const file = openSync(path, 'wx');
  try {
    for (const piece of pieces) writeFileSync(file, piece);
  } finally {
    closeSync(file);
  }
}

/** A text of an entry. */
export interface Part {
  readonly bytes: Uint8Array;
  readonly digest: string;
}

export function partOf(text: string): Part {
  const bytes = Buffer.from(text);
  return { bytes, digest: digestOf(bytes) };
}

/** Several texts in one file. The first line has the length and digest of each, so that each can be read by itself. */
export class CacheEntry {
  readonly #parts: readonly Part[];

  private constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  static piecesOf(parts: readonly Part[]): readonly Uint8Array[] {
    const head: Head = parts.map(({ bytes, digest }) => [bytes.length, digest]);
    return [Buffer.from(`${JSON.stringify(head)}\n`), ...parts.map(({ bytes }) => bytes)];
  }

  static of(bytes: Uint8Array): CacheEntry {
    let start = bytes.indexOf(0x0a) + 1;
    const head: Head = JSON.parse(textOf(bytes.subarray(0, start)));
    const parts = head.map(([length, digest]) => {
      const content = bytes.subarray(start, start + length);
      start += length;
      return { bytes: content, digest };
    });
    return new CacheEntry(parts);
  }

  /** Undefined if it is not as it was written. */
  part(index: number): string | undefined {
    const part = this.#parts[index];
    return part !== undefined && digestOf(part.bytes) === part.digest ? textOf(part.bytes) : undefined;
  }
}

type Head = readonly (readonly [length: number, digest: string])[];

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
