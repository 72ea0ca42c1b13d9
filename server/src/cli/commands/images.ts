import { dirname, join, relative } from 'node:path';
import {
  IMAGE_LOCK_NAME,
  type LockedImage,
  platformChanges,
  readImageLock,
  writeImageLock,
} from '../../images/image-lock.ts';
import type { ImageReference } from '../../images/reference.ts';
import type { Settings } from '../../lint/settings/settings.ts';
import type { ImageResult } from '../../registry/registry-client.ts';
import { matchesPattern } from '../../text/glob.ts';
import { ConfigFiles } from '../../workspace/config-files.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import { pathOfUri } from '../../workspace/uri.ts';
import { imagesOfFile, imagesOnce, mayRunOn, referencesIn } from '../files/images-of-file.ts';
import type { MessageLog } from '../files/message-log.ts';
import { IMAGES_WRITERS } from '../formats/formats.ts';
import { amount } from '../formats/totals.ts';
import { Configs, folderUri } from '../inputs/configs.ts';
import { CONFIG_RULES } from '../inputs/own-rules.ts';
import type { Inputs } from '../inputs/read-manifests.ts';
import type { ImagesOptions } from '../options/images.ts';
import { type OutputFiles, writeOutput } from '../terminal/output-file.ts';
import { escapeControls } from '../terminal/style.ts';
import type { ExitCode, Terminal } from '../terminal/terminal.ts';
import { reportFiles, writeReport } from './report.ts';

/** Lists the images of all workloads, or asks their registries for the platforms. */
export async function images(
  options: ImagesOptions,
  { inputs, manifests }: Inputs,
  outputs: OutputFiles,
  terminal: Terminal,
  log: MessageLog,
): Promise<ExitCode> {
  const all = imagesOnce(reportFiles(inputs, 'Listing', log, (input) => imagesOfFile(input, manifests)));
  const files = all.map((file) => ({
    ...file,
    images: file.images.filter((image) => mayRunOn(options.platform, image)),
  }));
  if (options.asks === undefined) return writeReport(options, IMAGES_WRITERS, inputs, files, outputs, terminal, log);
  for (const message of files.flatMap(({ broken }) => broken)) log.add(message);
  log.noObject(files, options.failIfEmpty);
  const path = await lockPath(options, terminal);
  const folder = folderUri(dirname(path));
  const uri = `${folder}/${IMAGE_LOCK_NAME}`;
  const reading = await terminal.disk.read(uri);
  const before = 'text' in reading ? reading.text : undefined;
  const lock = readImageLock(before ?? EMPTY_LOCK);
  const unreadable = 'fault' in reading && reading.fault.kind !== 'missing' ? [reading.fault] : [];
  const faults = [...unreadable, ...lock.faults];
  for (const { message } of faults) log.error({ path, at: undefined, message });
  // What cannot be read would be lost.
  if (faults.length > 0) return 2;
  const locked = new Map(lock.images.map((image) => [image.name, image]));
  const { settings } = await new Configs(options, terminal.disk).of(uri, folder);
  const state = { path, before, locked, used: referencesIn(all), wanted: referencesIn(files), settings };
  return options.asks === 'lock'
    ? lockImages(state, options, terminal, log)
    : checkImages(state, options, terminal, log);
}

const EMPTY_LOCK = writeImageLock([]);

/** The lock, and the images in the manifests. */
interface LockState {
  readonly path: string;
  readonly locked: ReadonlyMap<string, LockedImage>;
  /** The images in the manifests, by their whole names. */
  readonly used: ReadonlyMap<string, ImageReference>;
  /** Those of them that are to be in the lock. */
  readonly wanted: ReadonlyMap<string, ImageReference>;
  /** The settings that apply to the lock. */
  readonly settings: Settings;
  /** The text of the lock; undefined if there is none yet. */
  readonly before: string | undefined;
}

/** The lock that applies in this folder, or a new one beside the configuration file. */
async function lockPath({ config }: ImagesOptions, { disk }: Terminal): Promise<string> {
  if (typeof config === 'object') return join(dirname(config.path), IMAGE_LOCK_NAME);
  const files = new ConfigFiles(disk, CONFIG_RULES);
  const { file, lock } = await files.nearest(folderUri('.'), await files.rootOf(folderUri('.')));
  const beside = lock ?? (config === 'none' ? undefined : file);
  const folder = beside && pathOfUri(beside.uri.slice(0, beside.uri.lastIndexOf('/')), PLATFORM);
  return join(folder === undefined ? '.' : relative('.', folder), IMAGE_LOCK_NAME);
}

/** Asks for the images that are missing or to be updated, and writes the lock. */
async function lockImages(
  state: LockState,
  { update, prune, plainHttp }: ImagesOptions,
  terminal: Terminal,
  log: MessageLog,
): Promise<ExitCode> {
  const { path, before, locked, used, wanted, settings } = state;
  const isUpdated = (name: string) => update.some((pattern) => matchesPattern(name, pattern));
  const asked = [...wanted].filter(([name]) => !locked.has(name) || isUpdated(name));
  const kept = [...locked].filter(([name]) => !prune || used.has(name));
  const found = new Map(kept);
  const take = (name: string, result: ImageResult) => {
    if (!('error' in result)) found.set(name, { name, ...result, updated: settings.date });
  };
  const write = () => {
    const text = writeImageLock(found.values());
    return text === before || writeFile(path, text, terminal);
  };
  // What is known until then is kept.
  const forget = terminal.onStop(() => void write());
  try {
    await ask(asked, state, plainHttp, terminal, log, take);
    if (!write()) return 2;
  } finally {
    forget();
  }
  const added = [...found.keys()].filter((name) => !locked.has(name)).length;
  const removed = locked.size - kept.length;
  const unused = [...found.keys()].filter((name) => !used.has(name)).length;
  const text = [
    `${path}: ${amount(found.size, 'image')}, ${added} added, ${removed} removed.`,
    ...(unused === 0 ? [] : [`${amount(unused, 'image')} no longer used: remove with --prune.`]),
  ].join(' ');
  terminal.stdout.write(`${escapeControls(text)}\n`);
  return log.hasErrors ? 2 : 0;
}

/** Compares the lock with the manifests and with the registries. */
async function checkImages(
  state: LockState,
  { plainHttp }: ImagesOptions,
  terminal: Terminal,
  log: MessageLog,
): Promise<ExitCode> {
  const { path, locked, used, wanted } = state;
  const differences = [
    ...[...wanted.keys()].filter((name) => !locked.has(name)).map((name) => `${name}: missing in ${path}`),
    ...[...locked.keys()].filter((name) => !used.has(name)).map((name) => `${name}: no longer used`),
  ];
  const asked = [...wanted].filter(([name]) => locked.has(name));
  await ask(asked, state, plainHttp, terminal, log, (name, result) => {
    const before = locked.get(name);
    if (before === undefined || 'error' in result || result.digest === before.digest) return;
    const changes = platformChanges(before.platforms, result.platforms).map((change) => `, ${change}`);
    differences.push(`${name}: has moved from ${before.digest} to ${result.digest}${changes.join('')}`);
  });
  const isCurrent = differences.length === 0 && !log.hasErrors;
  const lines = isCurrent ? [`${path} is up to date.`] : differences.sort();
  terminal.stdout.write(lines.map((line) => `${escapeControls(line)}\n`).join(''));
  return log.hasErrors ? 2 : isCurrent ? 0 : 1;
}

/** Asks the registries for images. */
async function ask(
  asked: readonly (readonly [name: string, reference: ImageReference])[],
  { locked: known, settings }: LockState,
  plainHttp: readonly string[],
  { environment }: Terminal,
  log: MessageLog,
  onResult: (name: string, result: ImageResult) => void,
): Promise<void> {
  const warn = (message: string) => log.note({ path: undefined, at: undefined, message });
  // Other commands never load what opens connections.
  const [{ RegistryClient }, { lookUpImages }] = await Promise.all([
    import('../../registry/registry-client.ts'),
    import('../../registry/lookup.ts'),
  ]);
  const client = new RegistryClient({ environment, warn, plainHttp, mirrors: settings['images.mirrors'] });
  try {
    const references = asked.map(([, reference]) => reference);
    await lookUpImages(client, references, {
      known,
      onResult: (name, result, done, all) => {
        log.progress.show(() => `Asking registries: ${done} of ${all} images`);
        if ('error' in result) log.error({ path: undefined, at: undefined, message: result.error });
        onResult(name, result);
      },
    });
  } finally {
    log.progress.clear();
    client.close();
  }
}

function writeFile(path: string, text: string, { stderr }: Terminal): boolean {
  const fault = writeOutput(path, text);
  if (fault !== undefined) stderr.write(`kubewin: ${escapeControls(fault)}\n`);
  return fault === undefined;
}
