import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CONFIG_NAME } from '../../lint/settings/config.ts';
import type { Disk } from '../../workspace/disk.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import { pathOfUri, uriOfPath } from '../../workspace/uri.ts';
import type { Run } from '../options/arguments.ts';
import { pathsIn } from './read-inputs.ts';

/** In milliseconds: how often files are looked at, and how long they have to stay as they are. */
const INTERVAL = 500;
const QUIET = 200;
/** Looking takes at most this part of the time. */
const SHARE = 1 / 10;

/** The state of everything that a result depends on; two that differ mean that something has changed. */
export async function stateOf(run: Run, disk: Disk): Promise<string> {
  const states: string[] = [];
  // What is written after each check must not be the reason for another one.
  const written = new Set(run.outputs.flatMap(({ file }) => (file === undefined ? [] : resolve(file))));
  const add = (path: string) => {
    if (written.has(path)) return;
    states.push(`${path}\n${stateOfFile(path)}`);
  };
  const paths = [...run.paths, ...listed(run)];
  for (const path of [...paths, ...otherFiles(run, paths)]) add(resolve(path));
  for (const path of paths.length === 0 && run.filesFrom === undefined ? ['.'] : paths) {
    const uri = uriOfPath(resolve(path), PLATFORM);
    for await (const each of disk.manifests(uri, [])) add(pathOfUri(each, PLATFORM) ?? each);
  }
  return states.join('\n');
}

/**
 * Waits until that state is another one, and does not change any more. Files are looked at again and again: what operating
 * systems tell of changes does not reach containers and network drives, and has limits for large trees.
 */
export async function untilChanged(before: string, look: () => Promise<string>): Promise<string> {
  let now = before;
  let took = 0;
  while (now === before) {
    await pause(Math.max(INTERVAL, took / SHARE));
    const start = performance.now();
    now = await look();
    took = performance.now() - start;
  }
  for (let last = ''; last !== now; ) {
    last = now;
    await pause(QUIET);
    now = await look();
  }
  return now;
}

function listed({ filesFrom }: Run): readonly string[] {
  try {
    return filesFrom === undefined ? [] : pathsIn(readFileSync(filesFrom));
  } catch {
    // It may be back in a moment, and the check says that it is not there.
    return [];
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The configuration files above what is checked, the baseline, and the list of files. */
function otherFiles({ config, baseline, filesFrom }: Run, paths: readonly string[]): readonly string[] {
  const named = [baseline, filesFrom, typeof config === 'object' ? config.path : undefined];
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
    // What cannot be looked at may become readable.
    return String((error as NodeJS.ErrnoException).code);
  }
}
