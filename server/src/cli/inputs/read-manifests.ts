import { chartTools } from '../../lint/charts/chart-tools.ts';
import { ruleSet } from '../../lint/rule-set/rule-set.ts';
import { nodeSettings } from '../../lint/settings/node-settings.ts';
import { RULES } from '../../rules/index.ts';
import { isHelmIgnore } from '../../workspace/chart-files.ts';
import { ImageLockFile, imageLockFaults } from '../../workspace/config-files.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import type { Fault } from '../../workspace/reading.ts';
import { pathOfUri } from '../../workspace/uri.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { contentOf } from '../files/file-summary.ts';
import { type Input, type Manifests, shownPath, urisOf } from '../files/input.ts';
import { configMessage, type Message } from '../files/message.ts';
import type { MessageLog } from '../files/message-log.ts';
import type { ReaderOptions } from '../options/arguments.ts';
import { notWritten, type OutputFile, type OutputFiles, realPath } from '../terminal/output-file.ts';
import { escapeControls } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { Configs } from './configs.ts';
import { type ReadInput, readInputs, readValues } from './read-inputs.ts';
import { setSettings, settingsByUri, withNodeSettings } from './settings.ts';

/** In more text than this, in characters, only files that are named are parsed to the last document. */
const MAX_THOROUGH = 2_000_000;

/** The inputs of a command, in the order of their paths. */
export interface Inputs {
  readonly inputs: readonly Input[];
  readonly manifests: Manifests;
}

/** Reads all inputs into a workspace. Undefined if the command would overwrite something that it should not. */
export async function readManifests(
  options: ReaderOptions,
  outputs: OutputFiles,
  terminal: Terminal,
  log: MessageLog,
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
  const read: Input[] = [];
  const faults: { readonly path: string; readonly fault: Fault }[] = [];
  let [count, length] = [0, 0];
  const take = (result: ReadInput) => {
    if ('fault' in result) {
      faults.push(result);
      return;
    }
    const { input, texts } = result;
    // It excludes files of a chart and is not checked itself.
    if (!isHelmIgnore(input.uri)) read.push(input);
    for (const { uri, text, skips } of texts) {
      addSettings(uri, input.settings);
      workspace.setOnDisk(uri, text, skips);
      // A named file may be a pipe, which cannot be read again.
      if (!input.isNamed) workspace.setReadable(uri);
      length += text.length;
      count++;
      log.progress.show(() => `Reading: ${count} files`);
    }
  };
  for await (const result of readInputs(options, disk, configs, stdin)) take(result);
  for await (const result of readValues(workspace, options, disk, configs)) take(result);
  read.sort((a, b) => (a.path < b.path ? -1 : 1));
  log.progress.clear();

  const configFaults = [...configs.used].flatMap((config) =>
    config.faults.map((fault) => configMessage(config, fault)),
  );
  for (const fault of configFaults) log.error(fault);
  if (configFaults.length > 0 && writesManifestsOrBaseline(options)) {
    stderr.write('kubewin: Nothing is written, because a configuration file is not valid.\n');
    return undefined;
  }
  for (const hint of await ageHints(options, configs)) log.note(hint);
  const overwritten = overwrittenManifests(read, outputs, workspace);
  for (const { path } of overwritten) {
    stderr.write(`kubewin: ${escapeControls(notWritten(path, new Error('it is one of the files to check')))}\n`);
  }
  if (overwritten.length > 0) return undefined;

  const inputs = applyNodeSettings(read, workspace, log);
  for (const { path, fault } of faults) log.error({ path, at: fault.at, message: fault.message });
  for (const { file, isMissing, message } of workspace.charts.valuesFaults()) {
    // Why a file cannot be read was said.
    if (!isMissing) log.error({ path: file && shownPath(file.uri), at: undefined, message });
  }
  noteEmptyStdin(inputs, workspace, log);
  const paths = new Map(inputs.flatMap((input) => urisOf(input).map((uri) => [uri, input.path] as const)));
  return { inputs, manifests: { workspace, paths, thorough: length <= MAX_THOROUGH } };
}

/** Hints for locks of images that are old: where images are listed, and where `check` shows hints. */
async function ageHints(options: ReaderOptions, configs: Configs): Promise<Omit<Message, 'isError'>[]> {
  const shows =
    options.command === 'images' ? options.asks === undefined : options.command === 'check' && options.hints;
  const locks = [...configs.used].filter((file) => shows && file instanceof ImageLockFile);
  const hints = locks.map(async (lock) => {
    const { settings } = await configs.of(lock.uri, lock.uri.slice(0, lock.uri.lastIndexOf('/')));
    const faults = imageLockFaults(lock.text ?? '', settings);
    return faults.flatMap((fault) => (fault.isHint ? configMessage(lock, fault) : []));
  });
  return (await Promise.all(hints)).flat();
}

function writesManifestsOrBaseline(options: ReaderOptions): boolean {
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

/** Applies the settings that follow from Nodes in the input, and notes which ones. */
function applyNodeSettings(read: readonly Input[], workspace: Workspace, log: MessageLog): readonly Input[] {
  // All inputs are one cluster.
  const fromNodes = nodeSettings(workspace.factsFor(''));
  const { inputs, used } = withNodeSettings(read, fromNodes);
  if (used.length === 0) return read;
  setSettings(workspace, inputs);
  const list = new Intl.ListFormat('en').format(used.map((key) => `\`${key}\` ${fromNodes[key]}`));
  log.note({ path: undefined, at: undefined, message: `Settings from the Nodes in the input: ${list}.` });
  return inputs;
}

function noteEmptyStdin(inputs: readonly Input[], workspace: Workspace, log: MessageLog): void {
  const stdin = inputs.find(({ isStdin }) => isStdin);
  if (stdin === undefined || stdin.cut !== undefined || workspace.file(stdin.uri)?.text.trim() !== '') return;
  log.note({ path: stdin.path, at: undefined, message: 'Standard input is empty.' });
}
