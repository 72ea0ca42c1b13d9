import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PLATFORM, reasonOf } from '../../workspace/node-disk.ts';
import { uriOfPath } from '../../workspace/uri.ts';
import { type Entry, readBaseline } from '../files/baseline.ts';
import { placeText } from '../files/file-summary.ts';
import { type Run, STDIN_PATH } from '../options/arguments.ts';
import { notWritten, type OutputFile, openFiles, realPath } from '../terminal/output-file.ts';
import { escapeControls } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { pathsIn } from './read-inputs.ts';
import { stateOf, untilChanged } from './watch.ts';

/** What is known and open before anything is checked. */
export interface Prepared {
  /** With the paths of `--files-from`. */
  readonly run: Run;
  readonly files: ReadonlyMap<string, OutputFile>;
  readonly baseline: readonly Entry[] | undefined;
}

/** 0: nothing found; 1: findings that count; 2: something could not be read or done. */
export type ExitCode = 0 | 1 | 2;

/** Undefined where it could not begin. */
type Act = (prepared: Prepared) => Promise<ExitCode | undefined>;

/** Does what a command says, again and again with `--watch`, if all that it needs can be read and written. */
export async function start(run: Run, terminal: Terminal, act: Act): Promise<ExitCode> {
  if (!run.watch) return (await once(run, terminal, act)) ?? 2;
  terminal.onStop(() => {});
  const look = () => stateOf(run, terminal.disk);
  let hasBegun = false;
  for (let state = await look(); ; state = await untilChanged(state, look)) {
    // A file that is just being written is whole in a moment.
    hasBegun = (await once(run, terminal, act)) !== undefined || hasBegun;
    if (!hasBegun) return 2;
    terminal.stderr.write('Watching for changes. Press Ctrl+C to stop.\n\n');
  }
}

/** Undefined where it could not begin. */
async function once(run: Run, terminal: Terminal, act: Act): Promise<ExitCode | undefined> {
  const faults: string[] = [];
  const [paths, baseline] = [await listedPaths(run, terminal, faults), await baselineOf(run, terminal, faults)];
  await configOf(run, terminal, faults);
  const opened = openFiles([...run.outputs.map(({ file }) => file), run.writeBaseline].flatMap((path) => path ?? []));
  faults.push(...alsoRead(run, opened.files));
  const { files } = opened;
  const discard = () => {
    for (const file of files.values()) file.discard();
  };
  // Without files, the signal itself ends the process, also within a file that takes long.
  const forget = files.size === 0 ? () => {} : terminal.onStop(discard);
  try {
    for (const fault of [...faults, ...opened.faults]) terminal.stderr.write(`kubewin: ${escapeControls(fault)}\n`);
    if (faults.length + opened.faults.length > 0) return undefined;
    const code = await act({ run: { ...run, paths: [...run.paths, ...paths] }, files, baseline });
    if (code === undefined) return undefined;
    return finish(files, terminal) ? code : 2;
  } finally {
    discard();
    forget();
  }
}

/** A sentence for each file to write that the command reads too. A baseline may be written again. */
function alsoRead({ config, filesFrom, baseline, writeBaseline }: Run, files: Prepared['files']): readonly string[] {
  const named = [filesFrom, baseline, typeof config === 'object' ? config.path : undefined];
  const read = new Set(named.flatMap((path) => (path === undefined ? [] : realPath(resolve(path)))));
  return [...files.values()].flatMap(({ path, target }) =>
    read.has(target) && !(path === writeBaseline && baseline !== undefined && target === realPath(resolve(baseline)))
      ? notWritten(path, new Error('the command also reads it'))
      : [],
  );
}

/** Puts the files in their places; false where one could not be. */
function finish(files: ReadonlyMap<string, OutputFile>, { stderr }: Terminal): boolean {
  let isDone = true;
  for (const [path, file] of files) {
    try {
      file.finish();
    } catch (error) {
      stderr.write(`kubewin: ${escapeControls(notWritten(path, error))}\n`);
      isDone = false;
    }
  }
  return isDone;
}

async function listedPaths({ filesFrom }: Run, { stdin }: Terminal, faults: string[]): Promise<readonly string[]> {
  if (filesFrom === undefined) return [];
  try {
    return pathsIn(filesFrom === STDIN_PATH ? await bytesOf(stdin()) : readFileSync(filesFrom));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    faults.push(`\`${filesFrom}\` cannot be read: ${code === 'ENOENT' ? 'there is no such file' : reasonOf(error)}.`);
    return [];
  }
}

/** A configuration file that is named has to be there; what is wrong in it is told when it is read. */
async function configOf({ config }: Run, { disk }: Terminal, faults: string[]): Promise<void> {
  if (typeof config !== 'object') return;
  const reading = await disk.read(uriOfPath(resolve(config.path), PLATFORM));
  if ('fault' in reading && reading.fault.kind !== 'binary') faults.push(`${config.path}: ${reading.fault.message}`);
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function baselineOf({ baseline: path }: Run, { disk }: Terminal, faults: string[]) {
  if (path === undefined) return undefined;
  const reading = await disk.read(uriOfPath(resolve(path), PLATFORM));
  const read = 'fault' in reading ? reading : readBaseline(reading.text);
  if ('entries' in read) return read.entries;
  const { message, at } = read.fault;
  faults.push(`${placeText({ path, at })}: ${message}${/\.$/.test(message) ? '' : '.'}`);
  return undefined;
}
