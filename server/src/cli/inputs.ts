import { isAbsolute, relative, resolve } from 'node:path';
import { combined, isConfig } from '../lint/config.ts';
import { DEFAULT_SETTINGS, type Settings } from '../lint/settings.ts';
import type { Disk } from '../workspace/disk.ts';
import { PLATFORM } from '../workspace/node-disk.ts';
import { decode, type Fault, fault, MAX_BYTES, type Reading } from '../workspace/reading.ts';
import { keyOfUri, pathOfUri, uriOfPath } from '../workspace/uri.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Configs, folderUri } from './configs.ts';
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
  readonly settings: Settings;
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
  { paths, filesFrom, stdinFilename, given }: Run,
  disk: Disk,
  configs: Configs,
  stdin: () => AsyncIterable<Uint8Array>,
  onRead: (file: Input, text: string) => void,
): Promise<Inputs> {
  const files: Input[] = [];
  const faults: { path: string; fault: Fault }[] = [];
  const seen = new Set<string>();
  const take = (file: Omit<Input, 'hasMark'>, reading: Reading) => {
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
    // Without a name, it could be any file of the current folder.
    const place = stdinFilename === undefined ? `${folderUri('.')}/-` : uri;
    const { settings } = await configs.of(place, folderOf(place));
    take({ path, uri, isStdin: true, isNamed: true, settings }, await readAll(stdin(), 'Standard input'));
  }
  const { exclude } = combined(given);
  const isHere = paths.length === 0 && filesFrom === undefined;
  for (const named of isHere ? [CURRENT_FOLDER] : paths) {
    if (named === STDIN_PATH) continue;
    if (named === '' && paths.length > 0) {
      faults.push({ path: "''", fault: { kind: 'missing', message: 'The path is empty.' } });
      continue;
    }
    const uri = uriOfPath(resolve(named), PLATFORM);
    const reading = await readNamed(uri, disk);
    if (!('fault' in reading) || reading.fault.kind !== 'folder') {
      const { settings } = await configs.of(uri, folderOf(uri));
      if (isNew(uri)) take({ path: shown(named, uri, uri), uri, isStdin: false, isNamed: true, settings }, reading);
      continue;
    }
    for await (const each of disk.manifests(uri, exclude)) {
      if (isConfig(each)) continue;
      const { settings, isExcluded } = await configs.of(each, folderUri(named));
      const file = { path: shown(named, uri, each), uri: each, isStdin: false, isNamed: false, settings };
      if (!isExcluded && isNew(each)) take(file, await disk.read(each));
    }
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), faults };
}

/** The paths in a list: one in each line, or with NUL characters between them. */
export function pathsIn(text: string): string[] {
  return text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((path) => path !== '');
}

/** Lets a workspace have the settings of all files. */
export function setSettings(workspace: Workspace, files: readonly Input[]): void {
  const settings = new Map(files.map((input) => [input.uri, input.settings]));
  workspace.setSettings('', DEFAULT_SETTINGS, (uri) => settings.get(uri));
}

/** The path of a file from the current folder, with `/`; undefined for one that is not below it. */
export function pathFromHere(uri: string): string | undefined {
  const path = pathOfUri(uri, PLATFORM);
  const below = path === undefined ? '..' : slashed(relative('.', path));
  return /^\.\.(?:\/|$)/.test(below) || isAbsolute(below) ? undefined : below;
}

/** The same of a path as a user gives it; the path itself for one that is not below the current folder. */
export function placeOf(path: string): string {
  return pathFromHere(uriOfPath(resolve(path), PLATFORM)) ?? path;
}

const STDIN_URI = 'stdin:-';
const CURRENT_FOLDER = '';

function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}

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
