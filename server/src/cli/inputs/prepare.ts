import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BaselineEntry } from '../../results.ts';
import { PLATFORM, reasonOf } from '../../workspace/node-disk.ts';
import { uriOfPath } from '../../workspace/uri.ts';
import { readBaseline } from '../files/baseline.ts';
import { locationText } from '../files/message.ts';
import type { ReaderOptions } from '../options/arguments.ts';
import { type ManifestOptions, STDIN_PATH } from '../options/manifests.ts';
import { notWritten, OutputFiles, realPath } from '../terminal/output-file.ts';
import { escapeControls } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { pathsIn } from './files-from.ts';

/** What a command needs before it reads manifests. */
export interface Prepared {
  /** With the paths of `--files-from`. */
  readonly options: ReaderOptions;
  /** The files that results are written to. They are open. */
  readonly outputs: OutputFiles;
  readonly baseline: readonly BaselineEntry[];
}

/**
 * Reads the files that options name, and opens those that results are written to. If that fails, the result is undefined, and
 * the reasons are on standard error.
 */
export async function prepare(options: ReaderOptions, terminal: Terminal): Promise<Prepared | undefined> {
  const faults: string[] = [];
  const listed = await listedPaths(options, terminal, faults);
  const baseline = await readBaselineOf(options, terminal, faults);
  await checkConfig(options, terminal, faults);
  const baselinePath = options.command === 'check' ? options.writeBaseline : undefined;
  const outputPaths = [...options.outputs.map(({ file }) => file), baselinePath].flatMap((path) => path ?? []);
  const outputs = new OutputFiles(outputPaths, terminal);
  faults.push(...outputsAlsoRead(options, outputs), ...outputs.faults);
  if (faults.length === 0) return { options: { ...options, paths: [...options.paths, ...listed] }, outputs, baseline };
  for (const fault of faults) terminal.stderr.write(`kubewin: ${escapeControls(fault)}\n`);
  outputs.discard();
  return undefined;
}

/** A sentence for each output file that the command also reads. A baseline may be written again. */
function outputsAlsoRead(options: ReaderOptions, outputs: OutputFiles): readonly string[] {
  const { config, filesFrom } = options;
  const { baseline, writeBaseline } =
    options.command === 'check' ? options : { baseline: undefined, writeBaseline: undefined };
  const named = [filesFrom, baseline, typeof config === 'object' ? config.path : undefined];
  const read = new Set(named.flatMap((path) => (path === undefined ? [] : realPath(resolve(path)))));
  return outputs.all.flatMap(({ path, target }) =>
    read.has(target) && !(path === writeBaseline && baseline !== undefined && target === realPath(resolve(baseline)))
      ? notWritten(path, new Error('the command also reads it'))
      : [],
  );
}

async function listedPaths(
  { filesFrom }: ManifestOptions,
  { stdin }: Terminal,
  faults: string[],
): Promise<readonly string[]> {
  if (filesFrom === undefined) return [];
  try {
    return pathsIn(filesFrom === STDIN_PATH ? await bytesOf(stdin()) : readFileSync(filesFrom));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    faults.push(`\`${filesFrom}\` cannot be read: ${code === 'ENOENT' ? 'there is no such file' : reasonOf(error)}.`);
    return [];
  }
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A configuration file that is named must exist. Faults in it are reported when it is used. */
async function checkConfig({ config }: ManifestOptions, { disk }: Terminal, faults: string[]): Promise<void> {
  if (typeof config !== 'object') return;
  const reading = await disk.read(uriOfPath(resolve(config.path), PLATFORM));
  if ('fault' in reading && reading.fault.kind !== 'binary') faults.push(`${config.path}: ${reading.fault.message}`);
}

async function readBaselineOf(
  options: ReaderOptions,
  { disk }: Terminal,
  faults: string[],
): Promise<readonly BaselineEntry[]> {
  if (options.command !== 'check' || options.baseline === undefined) return [];
  const path = options.baseline;
  const reading = await disk.read(uriOfPath(resolve(path), PLATFORM));
  const result = 'fault' in reading ? reading : readBaseline(reading.text);
  if ('entries' in result) return result.entries;
  const { message, at } = result.fault;
  faults.push(`${locationText({ path, at })}: ${message}${/\.$/.test(message) ? '' : '.'}`);
  return [];
}
