import { resolve } from 'node:path';
import { CacheFolder } from '../../cache/cache-folder.ts';
import type { BaselineEntry } from '../../results.ts';
import { digestOf, reasonOf } from '../../workspace/node-disk.ts';
import { RunCache } from '../cache/run-cache.ts';
import type { MessageLog } from '../files/message-log.ts';
import type { Frame } from '../formats/writer.ts';
import { Configs } from '../inputs/configs.ts';
import type { Inputs } from '../inputs/read-manifests.ts';
import type { ReaderOptions } from '../options/arguments.ts';
import { CACHE_FOLDER, type CheckOptions } from '../options/check.ts';
import { STDIN_PATH } from '../options/manifests.ts';
import type { ScannedFile } from '../scan/scan.ts';
import type { OutputFiles } from '../terminal/output-file.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { formatsOf } from './check-formats.ts';

declare const KUBEWIN_VERSION: string;

/** Opens the cache for a run, if the options ask for one and its result can be kept. */
export async function openCache(
  options: ReaderOptions,
  outputs: OutputFiles,
  baseline: readonly BaselineEntry[],
  terminal: Terminal,
): Promise<RunCache | undefined> {
  if (options.command !== 'check') return undefined;
  const { cache, color: _, threads: __, ...others } = options;
  if (options.fix !== undefined || options.upgradeTo !== undefined || options.watch) return undefined;
  if (options.paths.includes(STDIN_PATH) || options.cluster !== undefined) return undefined;
  const folder = cache === undefined ? await new Configs(options, terminal.disk).cacheFolder() : folderOf(cache);
  if (folder === undefined || terminal.disk.rereader === undefined) return undefined;
  const formats = formatsOf(options, outputs, terminal).map(({ format, look }) => ({ format, look }));
  const program = [KUBEWIN_VERSION, digestOf(terminal.beside('cli.js') ?? '')];
  const fingerprints = baseline.map(({ fingerprint }) => fingerprint);
  const name = digestOf(JSON.stringify([program, resolve('.'), others, formats, fingerprints]));
  // Of a folder that the user did not name, a repository may decide what it is.
  return new RunCache(new CacheFolder(folder, { followsLink: typeof cache === 'object' }), name);
}

function folderOf(cache: NonNullable<CheckOptions['cache']>): string | undefined {
  return typeof cache === 'object' ? cache.path : cache ? CACHE_FOLDER : undefined;
}

/** Keeps the result of a run, unless there were other messages than those that are kept: they are about bugs or limits. */
export function saveRun(
  cache: RunCache | undefined,
  { inputs, read }: Inputs,
  frame: Pick<Frame, 'kubernetesVersion' | 'ownRules'>,
  scanned: readonly ScannedFile[],
  snapshots: readonly string[],
  log: MessageLog,
): void {
  if (cache === undefined || read === undefined) return;
  const broken = scanned.reduce((sum, { summary }) => sum + summary.broken.length, 0);
  if (log.messages.length !== read.messages.length + broken) return;
  const { keyOf, ...record } = read;
  const keys = new Map(inputs.map(({ uri, settings }) => [uri, keyOf(settings)]));
  const files = scanned.map((file) => ({ ...file, settings: keys.get(file.uri) ?? '' }));
  try {
    cache.save({ ...record, ...frame, files }, snapshots);
  } catch (error) {
    log.note({ path: cache.path, at: undefined, message: `The cache cannot be written: ${reasonOf(error)}.` });
  }
}
