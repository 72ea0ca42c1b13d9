import { isAbsolute, relative, resolve } from 'node:path';
import { type Disk, PLATFORM } from '../workspace/disk.ts';
import { decode, type Fault, fault, MAX_BYTES, type Reading } from '../workspace/reading.ts';
import { keyOfUri, pathOfUri, uriOfPath } from '../workspace/uri.ts';
import { type Run, STDIN_PATH } from './options.ts';

/** A file to look at. */
export interface Input {
  /** As the user named it, and on from there with `/`; `-` for standard input without a name. */
  readonly path: string;
  readonly isStdin: boolean;
  /** Whether an argument names this file itself, and not a folder. */
  readonly isNamed: boolean;
  readonly uri: string;
  readonly hasMark: boolean;
}

/** What was read, and what could not be. */
export interface Inputs {
  /** By path, each file once. */
  readonly files: readonly Input[];
  readonly faults: readonly { readonly path: string; readonly fault: Fault }[];
}

/**
 * Reads all that the arguments name: files whatever their ending, the manifests in folders, standard input. `onRead` is
 * given each text, without a byte order mark.
 */
export async function readInputs(
  { paths, stdinFilename, settings: { exclude } }: Run,
  disk: Disk,
  stdin: () => AsyncIterable<Uint8Array>,
  onRead: (file: Input, text: string) => void,
): Promise<Inputs> {
  const files: Input[] = [];
  const faults: { path: string; fault: Fault }[] = [];
  const seen = new Set<string>();
  const take = (file: Pick<Input, 'path' | 'uri' | 'isStdin' | 'isNamed'>, reading: Reading) => {
    if ('fault' in reading) {
      faults.push({ path: file.path, fault: reading.fault });
      return;
    }
    const input = { ...file, hasMark: reading.hasMark === true };
    files.push(input);
    onRead(input, reading.text);
  };
  const isNew = (uri: string) => {
    const key = keyOfUri(uri, PLATFORM);
    return !seen.has(key) && seen.add(key);
  };
  if (paths.includes(STDIN_PATH)) {
    // First: it stands for the file that it is named after.
    const uri = stdinFilename === undefined ? STDIN_URI : uriOfPath(resolve(stdinFilename), PLATFORM);
    const path = stdinFilename === undefined ? STDIN_PATH : slashed(stdinFilename);
    isNew(uri);
    take({ path, uri, isStdin: true, isNamed: true }, await readAll(stdin(), 'Standard input'));
  }
  for (const given of paths.length === 0 ? [CURRENT_FOLDER] : paths) {
    if (given === STDIN_PATH) continue;
    if (given === '' && paths.length > 0) {
      faults.push({ path: "''", fault: { kind: 'missing', message: 'The path is empty.' } });
      continue;
    }
    const uri = uriOfPath(resolve(given), PLATFORM);
    const reading = await readNamed(uri, disk);
    if (!('fault' in reading) || reading.fault.kind !== 'folder') {
      if (isNew(uri)) take({ path: shown(given, uri, uri), uri, isStdin: false, isNamed: true }, reading);
      continue;
    }
    for await (const each of disk.manifests(uri, exclude)) {
      const file = { path: shown(given, uri, each), uri: each, isStdin: false, isNamed: false };
      if (isNew(each)) take(file, await disk.read(each));
    }
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), faults };
}

/** The path of a file from the current folder, with `/`; undefined for one that is not below it. */
export function pathFromHere(uri: string): string | undefined {
  const path = pathOfUri(uri, PLATFORM);
  const below = path === undefined ? '..' : slashed(relative('.', path));
  return /^\.\.(?:\/|$)/.test(below) || isAbsolute(below) ? undefined : below;
}

const STDIN_URI = 'stdin:-';
const CURRENT_FOLDER = '';

/** Where a file is, seen from the path that was given. */
function shown(given: string, from: string, uri: string): string {
  const start = slashed(given).replace(/(?<!\/)\/+$/, '/');
  const rest = (pathOfUri(uri, PLATFORM) ?? '').slice((pathOfUri(from, PLATFORM) ?? '').length);
  const onward = slashed(rest.replace(/^[\\/]/, ''));
  if (onward === '') return start;
  return start === '' || start.endsWith('/') ? start + onward : `${start}/${onward}`;
}

function slashed(path: string): string {
  return PLATFORM === 'win32' ? path.replaceAll('\\', '/') : path;
}

/** A file, or what a pipe gives that stands in its place: `kubewin check <(helm template .)`. */
async function readNamed(uri: string, disk: Disk): Promise<Reading> {
  const reading = await disk.read(uri);
  return 'fault' in reading && reading.fault.kind === 'special' ? readAll(disk.stream(uri), 'The file') : reading;
}

/** Reads to the end, or to where it is too much. `what` begins a sentence about it. */
async function readAll(stream: AsyncIterable<Uint8Array>, what: string): Promise<Reading> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_BYTES) break;
    }
  } catch (error) {
    return fault('unreadable', `${what} cannot be read: ${(error as Error).message}.`);
  }
  return decode(Buffer.concat(chunks));
}
