import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CONFIG_NAME } from '../../lint/settings/config.ts';
import { archiveOf } from '../../workspace/chart-files.ts';
import type { Disk } from '../../workspace/disk.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import { pathOfUri, uriOfPath } from '../../workspace/uri.ts';
import type { CheckOptions } from '../options/check.ts';
import { pathsIn } from './files-from.ts';
import { folderOfGlob } from './read-inputs.ts';

/** How often the state of files is read, in milliseconds. */
const INTERVAL = 500;
/** How long files have to stay unchanged before they are checked, in milliseconds. */
const QUIET = 200;
/** Reading the state takes at most this fraction of the time. */
const SHARE = 1 / 10;

/** The states of files by their paths. */
export type FileStates = Map<string, string>;

/** A disk that remembers the states of the files that are read. */
export function recording({ outputs }: CheckOptions, disk: Disk, states: FileStates): Disk {
  const written = pathsOf(outputs);
  return {
    ...disk,
    read(uri, within) {
      const path = pathOfUri(uri, PLATFORM);
      if (path !== undefined && !states.has(path) && !written.has(path)) states.set(path, stateOfFile(path));
      return disk.read(uri, within);
    },
  };
}

/** The states of all files that a result depends on. `others` are files that earlier checks read, such as values files. */
export async function stateOf(options: CheckOptions, disk: Disk, others: Iterable<string>): Promise<FileStates> {
  const states: FileStates = new Map();
  const written = pathsOf(options.outputs);
  const add = (path: string) => {
    if (!written.has(path) && !states.has(path)) states.set(path, stateOfFile(path));
  };
  const paths = [...options.paths, ...listed(options)];
  for (const path of [...paths, ...otherFiles(options, paths)]) add(resolve(path));
  for (const path of paths.length === 0 && options.filesFrom === undefined ? ['.'] : paths) {
    const uri = uriOfPath(resolve(folderOfGlob(path) ?? path), PLATFORM);
    for await (const each of disk.manifests(uri, [])) add(pathOfUri(each, PLATFORM) ?? each);
  }
  for (const path of others) add(path);
  return states;
}

/** The files with results: what is written after a check must not start the next one. */
function pathsOf(outputs: CheckOptions['outputs']): ReadonlySet<string> {
  return new Set(outputs.flatMap(({ file }) => (file === undefined ? [] : resolve(file))));
}

function isSame(before: FileStates, after: FileStates): boolean {
  return before.size === after.size && [...before].every(([path, state]) => after.get(path) === state);
}

/**
 * Waits until the state differs and no longer changes. It is polled: the change events of operating systems do not reach
 * containers and network drives, and have limits for large trees.
 */
export async function untilChanged(before: FileStates, readState: () => Promise<FileStates>): Promise<FileStates> {
  let state = before;
  let duration = 0;
  while (isSame(state, before)) {
    await pause(Math.max(INTERVAL, duration / SHARE));
    const start = performance.now();
    state = await readState();
    duration = performance.now() - start;
  }
  for (let last: FileStates = new Map(); !isSame(last, state); ) {
    last = state;
    await pause(QUIET);
    state = await readState();
  }
  return state;
}

function listed({ filesFrom }: CheckOptions): readonly string[] {
  try {
    return filesFrom === undefined ? [] : pathsIn(readFileSync(filesFrom));
  } catch {
    // It may exist again in a moment. Otherwise, the check reports it.
    return [];
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The configuration files that can apply, values files, the baseline, and the list of files. */
function otherFiles(options: CheckOptions, paths: readonly string[]): readonly string[] {
  const { config, baseline, filesFrom, values } = options;
  const named = [...values, baseline, filesFrom, typeof config === 'object' ? config.path : undefined];
  const folders = new Set<string>();
  for (const start of ['.', ...paths]) {
    for (let folder = resolve(start); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  return [...named.flatMap((path) => path ?? []), ...[...folders].map((folder) => join(folder, CONFIG_NAME))];
}

function stateOfFile(path: string): string {
  try {
    const status = statSync(archiveOf(path) ?? path, { throwIfNoEntry: false });
    // A folder changes when a result is written into it.
    return status?.isDirectory() ? 'folder' : `${status?.mtimeMs} ${status?.size}`;
  } catch (error) {
    // A file that cannot be read may become readable.
    return String((error as NodeJS.ErrnoException).code);
  }
}
