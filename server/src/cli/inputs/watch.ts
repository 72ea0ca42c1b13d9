import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CONFIG_NAME } from '../../lint/settings/config.ts';
import type { Disk } from '../../workspace/disk.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import { pathOfUri, uriOfPath } from '../../workspace/uri.ts';
import type { CheckOptions } from '../options/check.ts';
import { pathsIn } from './files-from.ts';

/** How often the state of files is read, in milliseconds. */
const INTERVAL = 500;
/** How long files have to stay unchanged before they are checked, in milliseconds. */
const QUIET = 200;
/** Reading the state takes at most this fraction of the time. */
const SHARE = 1 / 10;

/** The state of all files that a result depends on. It differs if one of them has changed. */
export async function stateOf(options: CheckOptions, disk: Disk): Promise<string> {
  const states: string[] = [];
  // A result that is written after a check must not start the next one.
  const written = new Set(options.outputs.flatMap(({ file }) => (file === undefined ? [] : resolve(file))));
  const add = (path: string) => {
    if (written.has(path)) return;
    states.push(`${path}\n${stateOfFile(path)}`);
  };
  const paths = [...options.paths, ...listed(options)];
  for (const path of [...paths, ...otherFiles(options, paths)]) add(resolve(path));
  for (const path of paths.length === 0 && options.filesFrom === undefined ? ['.'] : paths) {
    const uri = uriOfPath(resolve(path), PLATFORM);
    for await (const each of disk.manifests(uri, [])) add(pathOfUri(each, PLATFORM) ?? each);
  }
  return states.join('\n');
}

/**
 * Waits until the state differs and no longer changes. It is polled: the change events of operating systems do not reach
 * containers and network drives, and have limits for large trees.
 */
export async function untilChanged(before: string, readState: () => Promise<string>): Promise<string> {
  let state = before;
  let duration = 0;
  while (state === before) {
    await pause(Math.max(INTERVAL, duration / SHARE));
    const start = performance.now();
    state = await readState();
    duration = performance.now() - start;
  }
  for (let last = ''; last !== state; ) {
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
    const status = statSync(path, { throwIfNoEntry: false });
    return `${status?.mtimeMs} ${status?.size}`;
  } catch (error) {
    // A file that cannot be read may become readable.
    return String((error as NodeJS.ErrnoException).code);
  }
}
