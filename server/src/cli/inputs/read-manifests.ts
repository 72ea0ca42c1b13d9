import { chartTools } from '../../lint/charts/chart-tools.ts';
import { ruleSet } from '../../lint/rule-set/rule-set.ts';
import { clusterOffer } from '../../lint/settings/cluster-offer.ts';
import { nodeSettings } from '../../lint/settings/node-settings.ts';
import type { CheckSettings } from '../../lint/settings/settings.ts';
import { RULES } from '../../rules/index.ts';
import { isHelmIgnore } from '../../workspace/chart-files.ts';
import { ImageLockFile, imageLockFaults } from '../../workspace/config-files.ts';
import type { Disk } from '../../workspace/disk.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import type { Fault } from '../../workspace/reading.ts';
import { pathOfUri } from '../../workspace/uri.ts';
import { Workspace } from '../../workspace/workspace.ts';
import type { KeptFile, KeptRun, RunCache } from '../cache/run-cache.ts';
import { contentOf } from '../files/file-summary.ts';
import { type Input, type Manifests, shownPath, urisOf } from '../files/input.ts';
import { configMessage, type Message } from '../files/message.ts';
import type { MessageLog } from '../files/message-log.ts';
import type { ReaderOptions } from '../options/arguments.ts';
import { notWritten, type OutputFile, type OutputFiles, realPath } from '../terminal/output-file.ts';
import { escapeControls } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ClusterInput } from './cluster.ts';
import { Configs } from './configs.ts';
import { type ReadInput, readInputs, readValues } from './read-inputs.ts';
import { ReadingRecord } from './reading-record.ts';
import { RestoredInputs } from './restored-inputs.ts';
import { setSettings, settingsByUri, withNodeSettings } from './settings.ts';

/** In more text than this, in characters, only files that are named are parsed to the last document. */
const MAX_THOROUGH = 2_000_000;

/** The inputs of a command, in the order of their paths. */
export interface Inputs {
  readonly inputs: readonly Input[];
  readonly manifests: Manifests;
  /** The result of an earlier run that has read the same. There are then no inputs. */
  readonly kept: KeptRun | undefined;
  /** What was read, to keep the results with it; undefined if they cannot be kept. */
  readonly read:
    | (Pick<KeptRun, 'digest' | 'configs' | 'texts' | 'values' | 'thorough' | 'messages'> & {
        /** The digest of settings. */
        readonly keyOf: (settings: CheckSettings) => string;
      })
    | undefined;
  /** What an earlier run has found in files that did not change, by their URIs. It is valid if the workspace says so. */
  readonly known: ReadonlyMap<string, KeptFile>;
  readonly cluster: ClusterInput | undefined;
}

/**
 * Reads all inputs into a workspace. Undefined if the command would overwrite something that it should not, and if a cluster cannot
 * be read. `around` is the cluster in which manifests are checked.
 */
export async function readManifests(
  options: ReaderOptions,
  outputs: OutputFiles,
  terminal: Terminal,
  log: MessageLog,
  cache?: RunCache,
  around?: ClusterInput,
): Promise<Inputs | undefined> {
  const { disk, stdin, stderr } = terminal;
  // All files are in one scope, so that the facts of each apply to all.
  const workspace = new Workspace(ruleSet(RULES), (rule, error) => log.ruleError(rule.id, error), {
    onNote: (uri, message) => log.note({ path: shownPath(uri), at: undefined, message }),
    rereader: disk.rereader,
  });
  workspace.charts.tools = chartTools;
  // The others report on workloads for Linux, too.
  workspace.charts.rendersAll = options.command !== 'check';
  const addSettings = settingsByUri(workspace);
  const configs = new Configs(options, disk);
  const found: Input[] = [];
  const faults: { readonly path: string; readonly fault: Fault }[] = [];
  let [count, length] = [0, 0];
  let restored: RestoredInputs | undefined;
  const take = (result: ReadInput) => {
    if ('fault' in result) {
      faults.push(result);
      return;
    }
    const { input, texts } = result;
    // It excludes files of a chart and is not checked itself.
    if (!isHelmIgnore(input.uri)) found.push(input);
    for (const { uri, text, skips } of texts ?? []) {
      addSettings(uri, input.settings);
      workspace.setOnDisk(uri, text, skips);
      // A named file may be a pipe, which cannot be read again.
      if (!input.isNamed) workspace.setReadable(uri);
      length += text.length;
      count++;
      log.progress.show(() => `Reading: ${count} files`);
    }
  };
  const request = options.command === 'check' ? options.cluster : undefined;
  // What starts kubectl is loaded only where it is asked for.
  const cluster = request ? await (await import('./cluster.ts')).readCluster(request, configs, terminal, log) : around;
  if (request !== undefined && cluster === undefined) return undefined;
  for (const { uri, text, skips } of cluster?.others ?? []) workspace.setOnDisk(uri, text, skips);
  const last = cache?.load();
  const record = cache && disk.rereader && new ReadingRecord(disk.rereader, new Map(Object.entries(last?.texts ?? {})));
  const isKnown = record && ((uri: string) => record.isKnown(uri));
  const results = request && cluster ? [cluster.checked] : readInputs(options, disk, configs, stdin, isKnown);
  // What is known of an earlier run cannot be used before everything was compared with it.
  const compared: ReadInput[] = [];
  for await (const result of results) {
    record?.add(result);
    if (last === undefined) take(result);
    else compared.push(result);
  }
  if (last !== undefined && record !== undefined) {
    if (!overwritesInput(compared, outputs) && (await record.isSame(last, configs, disk))) {
      for (const message of last.messages) log.add(message);
      cache?.keep();
      const manifests = { workspace, paths: new Map(), thorough: false };
      return { inputs: [], manifests, kept: last, read: undefined, known: new Map(), cluster };
    }
    restored = new RestoredInputs(last, () => cache?.loadSnapshots() ?? [], compared, workspace, record.rereader);
    for (const result of compared) {
      const known = 'input' in result && result.texts === undefined ? restored.add(result.input) : undefined;
      if (known === undefined || 'fault' in result) {
        take(await withText(result, record, disk));
        continue;
      }
      addSettings(result.input.uri, result.input.settings);
      found.push(result.input);
      length += known;
    }
    restored.addResults(found, (settings) => record.settingsKey(settings));
  }
  const digest = record?.digest(configs) ?? '';
  for await (const result of readValues(workspace, options, record?.recording(disk) ?? disk, configs)) take(result);
  found.sort((a, b) => (a.path < b.path ? -1 : 1));
  log.progress.clear();

  const configFaults = [...configs.used.values()].flatMap((config) =>
    config.faults.map((fault) => configMessage(config, fault)),
  );
  for (const fault of configFaults) log.error(fault);
  if (configFaults.length > 0 && writesManifestsOrBaseline(options)) {
    stderr.write('kubewin: Nothing is written, because a configuration file is not valid.\n');
    return undefined;
  }
  for (const hint of await ageHints(options, configs)) log.note(hint);
  const overwritten = overwrittenManifests(found, outputs, workspace);
  for (const { path } of overwritten) {
    stderr.write(`kubewin: ${escapeControls(notWritten(path, new Error('it is one of the files to check')))}\n`);
  }
  if (overwritten.length > 0) return undefined;

  const inputs = applyNodeSettings(found, workspace, cluster, log);
  for (const { path, fault } of faults) log.error({ path, at: fault.at, message: fault.message });
  for (const { file, isMissing, message } of workspace.charts.valuesFaults()) {
    // Why a file cannot be read was said.
    if (!isMissing) log.error({ path: file && shownPath(file.uri), at: undefined, message });
  }
  noteEmptyStdin(inputs, workspace, log);
  const keyOf = (settings: CheckSettings) => record?.settingsKey(settings) ?? '';
  // The settings are others now.
  if (inputs !== found) restored?.addResults(inputs, keyOf);
  const thorough = length <= MAX_THOROUGH;
  const paths = new Map(inputs.flatMap((input) => urisOf(input).map((uri) => [uri, input.path] as const)));
  const read = record?.isRepeatable
    ? { ...record.kept(digest, configs), thorough, messages: [...log.messages], keyOf }
    : undefined;
  const known = restored?.results(inputs, keyOf, thorough) ?? new Map();
  return { inputs, manifests: { workspace, paths, thorough }, kept: undefined, read, known, cluster };
}

/** Reads the text of a known file. */
async function withText(result: ReadInput, record: ReadingRecord, disk: Disk): Promise<ReadInput> {
  if ('fault' in result || result.texts !== undefined) return result;
  const { input } = result;
  const reading = await disk.read(input.uri);
  // The file has changed since it was compared.
  if ('fault' in reading || !record.isText(input.uri, reading.text)) record.isRepeatable = false;
  return 'fault' in reading
    ? { path: input.path, fault: reading.fault }
    : { input: { ...input, encoding: reading.encoding }, texts: [{ uri: input.uri, text: reading.text }] };
}

/** Whether a result is written to the place of an input. Whether that is allowed depends on what is in it. */
function overwritesInput(results: readonly ReadInput[], outputs: OutputFiles): boolean {
  if (outputs.all.length === 0) return false;
  const read = new Set(
    results.flatMap((result) =>
      'input' in result ? realPath(pathOfUri(result.input.uri, PLATFORM) ?? result.input.uri) : [],
    ),
  );
  return outputs.all.some(({ target }) => read.has(target));
}

/** Hints for locks of images that are old: where images are listed, and where `check` shows hints. */
async function ageHints(options: ReaderOptions, configs: Configs): Promise<Omit<Message, 'isError'>[]> {
  const shows =
    options.command === 'images' ? options.asks === undefined : options.command === 'check' && options.hints;
  const locks = [...configs.used.values()].filter((file) => shows && file instanceof ImageLockFile);
  const hints = locks.map(async (lock) => {
    const { settings } = await configs.of(lock.uri, lock.uri.slice(0, lock.uri.lastIndexOf('/')));
    const faults = imageLockFaults(lock.text ?? '', settings);
    return faults.flatMap((fault) => (fault.isHint ? configMessage(lock, fault) : []));
  });
  return (await Promise.all(hints)).flat();
}

function writesManifestsOrBaseline(options: ReaderOptions): boolean {
  if (options.command === 'other-linters') return !options.isDryRun;
  return options.command === 'check' && (options.fix?.mode === 'apply' || options.writeBaseline !== undefined);
}

/** The output files that would replace a manifest that is read. The result of an earlier run may be replaced. */
function overwrittenManifests(
  inputs: readonly Input[],
  outputs: OutputFiles,
  workspace: Workspace,
): readonly OutputFile[] {
  if (outputs.all.length === 0) return [];
  const byPath = new Map(inputs.map((input) => [realPath(pathOfUri(input.uri, PLATFORM) ?? input.uri), input]));
  return outputs.all.filter(({ target }) => {
    const input = byPath.get(target);
    if (input === undefined) return false;
    const { objects, broken } = contentOf(input, workspace, true);
    return input.cut !== undefined || objects > 0 || broken.some(({ isError }) => isError);
  });
}

/** Applies the settings that follow from Nodes in the input, or from a cluster, and notes which ones. */
function applyNodeSettings(
  read: readonly Input[],
  workspace: Workspace,
  cluster: ClusterInput | undefined,
  log: MessageLog,
): readonly Input[] {
  // All inputs are one cluster.
  const facts = workspace.factsFor('');
  const offer = cluster && clusterOffer(facts, cluster.release);
  const values = offer ? Object.fromEntries(offer.settings.map(({ key, value }) => [key, value])) : nodeSettings(facts);
  for (const message of offer?.notes ?? []) log.note({ path: undefined, at: undefined, message });
  const { inputs, used } = withNodeSettings(read, values);
  if (used.length === 0) return read;
  setSettings(workspace, inputs);
  const list = new Intl.ListFormat('en').format(used.map((key) => `\`${key}\` ${values[key]}`));
  const source = cluster === undefined ? 'the Nodes in the input' : 'the cluster';
  log.note({ path: undefined, at: undefined, message: `Settings from ${source}: ${list}.` });
  return inputs;
}

function noteEmptyStdin(inputs: readonly Input[], workspace: Workspace, log: MessageLog): void {
  const stdin = inputs.find(({ isStdin }) => isStdin);
  if (stdin === undefined || stdin.cut !== undefined || workspace.file(stdin.uri)?.text.trim() !== '') return;
  log.note({ path: stdin.path, at: undefined, message: 'Standard input is empty.' });
}
