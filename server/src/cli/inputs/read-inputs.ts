import { isAbsolute, relative, resolve } from 'node:path';
import { relevantWords } from '../../lint/rule-set/relevance.ts';
import { isConfig, mergeSettings, type RawSettings } from '../../lint/settings/config.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../lint/settings/settings.ts';
import { RULES } from '../../rules/index.ts';
import type { LineSkip } from '../../text/line-index.ts';
import type { Disk } from '../../workspace/disk.ts';
import { type LargeReadResult, type RelevanceCriteria, readLarge } from '../../workspace/large-input.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import {
  decode,
  type Encoding,
  encodingOf,
  type Fault,
  fault,
  MAX_BYTES,
  type ReadResult,
} from '../../workspace/reading.ts';
import { keyOfUri, pathOfUri, uriOfPath } from '../../workspace/uri.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type Run, STDIN_PATH } from '../options/arguments.ts';
import { type Configs, folderUri } from './configs.ts';

/** A file to look at. */
export interface Input {
  /** As the user named it, and on from there with `/`; `-` for standard input without a name. */
  readonly path: string;
  readonly isStdin: boolean;
  /** Whether an argument names this file itself, and not a folder. */
  readonly isNamed: boolean;
  readonly uri: string;
  /** Undefined for UTF-8 without a byte order mark. */
  readonly encoding: Encoding | undefined;
  /** Of a large list: the URIs of the parts in which it is checked, and how many objects are in none of them. */
  readonly cut: { readonly uris: readonly string[]; readonly leftOut: number } | undefined;
  readonly settings: Settings;
  /** The names of the settings that someone set for it. */
  readonly given: readonly string[];
}

/** The URIs of what is to be checked of a file. */
export function urisOf({ uri, cut }: Pick<Input, 'uri' | 'cut'>): readonly string[] {
  return cut?.uris ?? [uri];
}

/** What was read, and what could not be. */
export interface Inputs {
  /** By path, each file once. */
  readonly files: readonly Input[];
  readonly faults: readonly { readonly path: string; readonly fault: Fault }[];
}

/**
 * Reads all that the arguments name: files whatever their ending, the manifests in folders, standard input. `onRead` is
 * given each text, without a byte order mark; of a large list each part, with the lines that are not in it.
 */
export async function readInputs(
  { command, paths, filesFrom, stdinFilename, given }: Run,
  disk: Disk,
  configs: Configs,
  stdin: () => AsyncIterable<Uint8Array>,
  onRead: (file: Pick<Input, 'uri' | 'isNamed' | 'settings'>, text: string, skips?: readonly LineSkip[]) => void,
): Promise<Inputs> {
  const files: Input[] = [];
  const faults: { path: string; fault: Fault }[] = [];
  const seen = new Set<string>();
  const take = (file: Omit<Input, 'encoding' | 'cut'>, reading: ReadResult | LargeReadResult) => {
    if ('fault' in reading) {
      faults.push({ path: file.path, fault: reading.fault });
      return;
    }
    const { encoding } = reading;
    if ('text' in reading) {
      files.push({ ...file, encoding, cut: undefined });
      onRead(file, reading.text);
      return;
    }
    const uris = reading.parts.map(({ text, skips }, i) => {
      const uri = i === 0 ? file.uri : `${file.uri}#${i}`;
      onRead({ ...file, uri }, text, skips);
      return uri;
    });
    files.push({ ...file, encoding, cut: { uris, leftOut: reading.leftOut } });
  };
  // What is said of a workload is said of those for Linux as well.
  const criteria = { words: relevantWords(RULES), all: command !== 'check' };
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
    const { settings, given: own } = await configs.of(place, folderOf(place));
    take(
      { path, uri, isStdin: true, isNamed: true, settings, given: own },
      await readAll(stdin(), 'Standard input', { ...criteria, settings }),
    );
  }
  const { exclude } = mergeSettings(given);
  const isHere = paths.length === 0 && filesFrom === undefined;
  for (const named of isHere ? [CURRENT_FOLDER] : paths) {
    if (named === STDIN_PATH) continue;
    if (named === '' && paths.length > 0) {
      faults.push({ path: "''", fault: { kind: 'missing', message: 'The path is empty.' } });
      continue;
    }
    const uri = uriOfPath(resolve(named), PLATFORM);
    let reading: ReadResult | LargeReadResult = await disk.read(uri);
    if (!('fault' in reading) || reading.fault.kind !== 'folder') {
      const { settings, given: own } = await configs.of(uri, folderOf(uri));
      // What a pipe gives that stands in its place (`kubewin check <(helm template .)`), or a large list.
      const isStream = 'fault' in reading && ['special', 'too large'].includes(reading.fault.kind);
      if (isStream) reading = await readAll(disk.stream(uri), 'The file', { ...criteria, settings });
      if (isNew(uri))
        take({ path: shown(named, uri, uri), uri, isStdin: false, isNamed: true, settings, given: own }, reading);
      continue;
    }
    for await (const each of disk.manifests(uri, exclude)) {
      if (isConfig(each)) continue;
      const { settings, isExcluded, given: own } = await configs.of(each, folderUri(named));
      const file = { path: shown(named, uri, each), uri: each, isStdin: false, isNamed: false, settings, given: own };
      if (!isExcluded && isNew(each)) take(file, await disk.read(each));
    }
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), faults };
}

/** The paths in a list: one in each line, or with NUL characters between them. PowerShell writes lists in UTF-16. */
export function pathsIn(bytes: Uint8Array): string[] {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((path) => path !== '');
}

/** Lets a workspace have the settings of all files. */
export function setSettings(workspace: Workspace, files: readonly Input[]): void {
  const add = settingsOfFiles(workspace);
  for (const input of files) for (const uri of urisOf(input)) add(uri, input.settings);
}

/** The same for files that come one by one: each has its settings from when they are added. */
export function settingsOfFiles(workspace: Workspace): (uri: string, settings: Settings) => void {
  const known = new Map<string, Settings>();
  workspace.setSettings('', DEFAULT_SETTINGS, (uri) => known.get(uri));
  return (uri, settings) => void known.set(uri, settings);
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

/** Reads to the end, or to where it is too much. `what` begins a sentence about it. */
async function readAll(
  stream: AsyncIterable<Uint8Array>,
  what: string,
  criteria: RelevanceCriteria,
): Promise<ReadResult | LargeReadResult> {
  const iterator = stream[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      chunks.push(next.value);
      length += next.value.length;
      if (length > MAX_BYTES) return await readLarge(followed(chunks, iterator), criteria);
    }
  } catch (error) {
    return fault('unreadable', `${what} cannot be read: ${(error as Error).message}.`);
  }
  const bytes = Buffer.concat(chunks);
  const reading = decode(bytes);
  // The parser would take such a list for one document.
  const isList = 'text' in reading && length > MAX_JSON && /^\s*\{\s*"/.test(reading.text.slice(0, 100));
  return isList ? readLarge(followed([bytes]), criteria) : reading;
}

/** A list in JSON with more bytes is cut into its items. */
const MAX_JSON = 2_000_000;

async function* followed(first: readonly Uint8Array[], rest?: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* first;
  for (let next = await rest?.next(); next?.done === false; next = await rest?.next()) yield next.value;
}

/**
 * The files with settings that Nodes say, where nobody set them, and the names of those. Files with the same settings have
 * the same object before and after.
 */
export function withNodeSettings(
  files: readonly Input[],
  found: RawSettings,
): { readonly files: readonly Input[]; readonly used: readonly string[] } {
  const made = new Map<Settings, Map<string, Settings>>();
  const used = new Set<string>();
  const changed = files.map((file) => {
    const open = Object.entries(found).filter(([key]) => !file.given.includes(key));
    if (open.length === 0) return file;
    for (const [key] of open) used.add(key);
    const bySettings = made.get(file.settings) ?? new Map<string, Settings>();
    made.set(file.settings, bySettings);
    const keys = open.map(([key]) => key).join();
    // By default, the runtime follows from the release.
    const runtime = file.given.includes('containerRuntime') ? {} : { containerRuntime: 'auto' };
    const settings =
      bySettings.get(keys) ?? mergeSettings({ ...file.settings, ...runtime, ...Object.fromEntries(open) });
    bySettings.set(keys, settings);
    return { ...file, settings };
  });
  return { files: changed, used: [...used] };
}
