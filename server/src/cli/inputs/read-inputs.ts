import { resolve } from 'node:path';
import { relevantWords } from '../../lint/rule-set/relevance.ts';
import { mergeSettings } from '../../lint/settings/config.ts';
import { RULES } from '../../rules/index.ts';
import type { LineSkip } from '../../text/line-index.ts';
import { isSettingsFile } from '../../workspace/config-files.ts';
import { type Disk, pathMatcher } from '../../workspace/disk.ts';
import type { LargeReadResult, RelevanceCriteria } from '../../workspace/large-input.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import type { Fault, ReadResult } from '../../workspace/reading.ts';
import { folderOf, keyOfUri, pathOfUri, uriOfPath } from '../../workspace/uri.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type Input, shownPath, slashed } from '../files/input.ts';
import { type ManifestOptions, STDIN_PATH } from '../options/manifests.ts';
import { type Configs, type Configured, folderUri } from './configs.ts';
import { readStream } from './stream.ts';

/** A file that was read, or the reason why it could not be read. */
export type ReadInput =
  | {
      readonly input: Input;
      /** Undefined for a known file. */
      readonly texts: readonly InputText[] | undefined;
    }
  | { readonly path: string; readonly fault: Fault };

/** A text of an input, without a byte order mark. Of a large list, each part is one, and lines outside of it are skipped. */
export interface InputText {
  readonly uri: string;
  readonly text: string;
  readonly skips?: readonly LineSkip[];
}

/**
 * Reads everything that the arguments name, each file once: standard input, files with any ending, and the manifests in
 * folders. The texts of files in folders are left out if they are known.
 */
export async function* readInputs(
  { command, paths, filesFrom, stdinFilename, settings: optionSettings }: ManifestOptions,
  disk: Disk,
  configs: Configs,
  stdin: () => AsyncIterable<Uint8Array>,
  isKnown: (uri: string) => boolean = () => false,
): AsyncGenerator<ReadInput> {
  const seen = new Set<string>();
  const isNew = (uri: string) => {
    // The URIs of paths are normalized.
    const key = PLATFORM === 'win32' ? keyOfUri(uri, PLATFORM) : uri;
    return !seen.has(key) && seen.add(key);
  };
  const criteria = criteriaOf(command);
  // Standard input comes first: it replaces the file that it is named after.
  if (paths.includes(STDIN_PATH)) {
    const uri = stdinFilename === undefined ? STDIN_URI : uriOfPath(resolve(stdinFilename), PLATFORM);
    const path = stdinFilename === undefined ? STDIN_PATH : slashed(stdinFilename);
    isNew(uri);
    // Without a name, it could be any file of the current folder.
    const configUri = stdinFilename === undefined ? `${folderUri('.')}/-` : uri;
    const configured = await configs.of(configUri, folderOf(configUri));
    const reading = await readStream(stdin(), 'Standard input', { ...criteria, settings: configured.settings });
    yield readInput({ path, uri, isStdin: true, isNamed: true }, configured, reading);
  }
  const { exclude } = mergeSettings(optionSettings);
  const isDefault = paths.length === 0 && filesFrom === undefined;
  for (const path of isDefault ? [CURRENT_FOLDER] : paths) {
    if (path === STDIN_PATH) continue;
    if (path === '' && paths.length > 0) {
      yield { path: "''", fault: { kind: 'missing', message: 'The path is empty.' } };
      continue;
    }
    const named = uriOfPath(resolve(path), PLATFORM);
    const first = await disk.read(named);
    const kind = 'fault' in first ? first.fault.kind : undefined;
    const parent = kind === 'missing' ? folderOfGlob(path) : undefined;
    const uri = parent === undefined ? named : uriOfPath(resolve(parent), PLATFORM);
    const continued = continuedPaths(parent ?? path, uri);
    if (parent === undefined && kind !== 'folder') {
      const configured = await configs.of(uri, folderOf(uri));
      const reading = await orStream(first, uri, disk, { ...criteria, settings: configured.settings });
      const file = { path: continued(uri), uri, isStdin: false, isNamed: true };
      if (isNew(uri)) yield readInput(file, configured, reading);
      continue;
    }
    const folder = folderUri(parent ?? path);
    const glob = parent === undefined ? undefined : slashed(path).slice(parent.length);
    const isMeant = glob === undefined ? () => true : pathMatcher(uri.replace(/\/$/, ''), [glob]);
    let isFound = false;
    for await (const each of disk.manifests(uri, exclude)) {
      if (isSettingsFile(each) || !isMeant(each)) continue;
      isFound = true;
      const configured = await configs.of(each, folder);
      const file = { path: continued(each), uri: each, isStdin: false, isNamed: false };
      if (configured.isExcluded || !isNew(each)) continue;
      yield isKnown(each) ? knownInput(file, configured) : readInput(file, configured, await disk.read(each));
    }
    if (glob !== undefined && !isFound) yield { path: slashed(path), fault: NO_MATCH };
  }
}

/** Reads the values files that options and settings name, unless they were read. */
export async function* readValues(
  workspace: Workspace,
  { command, values }: ManifestOptions,
  disk: Disk,
  configs: Configs,
): AsyncGenerator<ReadInput> {
  const files = new Map<string, { readonly path: string; readonly within: string | undefined; isOptional: boolean }>();
  for (const { uri, ...file } of workspace.charts.values.unread()) {
    files.set(uri, { path: shownPath(uri), ...file });
  }
  for (const path of values) {
    const uri = uriOfPath(resolve(path), PLATFORM);
    if (workspace.file(uri) === undefined)
      files.set(uri, { path: slashed(path), within: undefined, isOptional: false });
  }
  for (const [uri, { path, within, isOptional }] of files) {
    const configured = await configs.of(uri, folderOf(uri));
    const criteria = { ...criteriaOf(command), settings: configured.settings };
    const reading = await orStream(await disk.read(uri, within), uri, disk, criteria);
    if ('fault' in reading && isOptional) continue;
    yield readInput({ path, uri, isStdin: false, isNamed: !isOptional }, configured, reading);
  }
}

/** The result of reading a file, which may be a pipe (`kubewin check <(helm template .)`) or a large list. */
async function orStream(
  reading: ReadResult,
  uri: string,
  disk: Disk,
  criteria: RelevanceCriteria,
): Promise<ReadResult | LargeReadResult> {
  const isStream = 'fault' in reading && ['special', 'too large'].includes(reading.fault.kind);
  return isStream ? readStream(disk.stream(uri), 'The file', criteria) : reading;
}

/** `explain` and `migrate` report on workloads for Linux too. */
function criteriaOf(command: ManifestOptions['command']): Omit<RelevanceCriteria, 'settings'> {
  return { words: relevantWords(RULES), all: command !== 'check' };
}

type FoundFile = Pick<Input, 'path' | 'uri' | 'isStdin' | 'isNamed'>;

function knownInput(file: FoundFile, { settings, names }: Configured): ReadInput {
  return { input: { ...file, settings, configured: names, encoding: undefined, cut: undefined }, texts: undefined };
}

function readInput(file: FoundFile, { settings, names }: Configured, reading: ReadResult | LargeReadResult): ReadInput {
  if ('fault' in reading) return { path: file.path, fault: reading.fault };
  const input = { ...file, settings, configured: names, encoding: reading.encoding };
  if ('text' in reading) {
    return { input: { ...input, cut: undefined }, texts: [{ uri: file.uri, text: reading.text }] };
  }
  const texts = reading.parts.map(({ text, skips }, i) => ({
    uri: i === 0 ? file.uri : `${file.uri}#${i}`,
    text,
    skips,
  }));
  return { input: { ...input, cut: { uris: texts.map(({ uri }) => uri), leftOut: reading.leftOut } }, texts };
}

/**
 * The folder of a path with `*` or `?`, up to its `/`; undefined for other paths. Shells of Windows leave it to a program to find
 * the files.
 */
export function folderOfGlob(path: string): string | undefined {
  const [, folder] = /^((?:[^*?]*\/)?)[^/]*[*?]/.exec(slashed(path)) ?? [];
  return folder;
}

const NO_MATCH: Fault = { kind: 'missing', message: 'No file matches.' };

const STDIN_URI = 'stdin:-';
const CURRENT_FOLDER = '';

/** The paths of files by their URIs, as they continue an argument. */
function continuedPaths(argument: string, argumentUri: string): (uri: string) => string {
  const start = slashed(argument).replace(/(?<!\/)\/+$/, '/');
  const { length } = pathOfUri(argumentUri, PLATFORM) ?? '';
  return (uri) => {
    const rest = (pathOfUri(uri, PLATFORM) ?? '').slice(length);
    const onward = slashed(rest.replace(/^[\\/]/, ''));
    if (onward === '') return start;
    return start === '' || start.endsWith('/') ? start + onward : `${start}/${onward}`;
  };
}
