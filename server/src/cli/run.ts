import type { RunCache } from './cache/run-cache.ts';
import { check } from './commands/check.ts';
import { openCache } from './commands/check-cache.ts';
import { pluginCompletion } from './commands/completion.ts';
import { explain } from './commands/explain.ts';
import { help } from './commands/help.ts';
import { images } from './commands/images.ts';
import { migrate } from './commands/migrate.ts';
import { otherLinters } from './commands/other-linters.ts';
import { writePolicies } from './commands/policy.ts';
import { uploadTaskSummary } from './commands/task-summary.ts';
import { runTool } from './commands/tool.ts';
import { upgradeFault } from './commands/upgrade.ts';
import { MessageLog } from './files/message-log.ts';
import { type Prepared, prepare } from './inputs/prepare.ts';
import { type Inputs, readManifests } from './inputs/read-manifests.ts';
import { type FileStates, recording, stateOf, untilChanged } from './inputs/watch.ts';
import { type Invocation, type ReaderOptions, readArguments } from './options/arguments.ts';
import type { CheckOptions } from './options/check.ts';
import type { OutputFiles } from './terminal/output-file.ts';
import { escapeControls } from './terminal/style.ts';
import type { ExitCode, Terminal } from './terminal/terminal.ts';

declare const KUBEWIN_VERSION: string;

/** Runs the command line, or what kubectl starts by the name of the program: a plug-in, and its completion. */
export async function runAs(program: string, args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [, name] = /(kubectl-kubewin|kubectl_complete-kubewin)(?:\.\w+)?$/.exec(program) ?? [];
  if (name === undefined) return run(args, terminal);
  if (name === 'kubectl-kubewin') return run(['cluster', ...args], terminal);
  terminal.stdout.write(pluginCompletion(args));
  return 0;
}

/** Runs the command line. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { invocation, faults } = readArguments(args);
  if (faults.length === 0) return runCommand(invocation, terminal);
  for (const fault of faults) terminal.stderr.write(`kubewin: ${escapeControls(fault)}\n`);
  const { command = '' } = invocation;
  const isTopic = !['', 'help', 'version'].includes(command);
  terminal.stderr.write(`Run \`kubewin ${isTopic ? `${command} ` : ''}--help\` for help.\n`);
  // The arguments are ambiguous, so no command runs. Help and version are shown nevertheless.
  if (invocation.command === 'help' || invocation.command === 'version') await runCommand(invocation, terminal);
  return 2;
}

async function runCommand(invocation: Invocation, terminal: Terminal): Promise<ExitCode> {
  switch (invocation.command) {
    case undefined:
      return 2;
    case 'help':
      terminal.stdout.write(help(invocation.topic));
      return 0;
    case 'version':
      terminal.stdout.write(`${KUBEWIN_VERSION}\n`);
      return 0;
    case 'check':
      return invocation.watch ? watch(invocation, terminal) : ((await runOnManifests(invocation, terminal)) ?? 2);
    case 'explain':
    case 'migrate':
    case 'images':
    case 'other-linters':
      return (await runOnManifests(invocation, terminal)) ?? 2;
    case 'policy':
      return writePolicies(invocation, terminal);
    default:
      return runTool(invocation, terminal);
  }
}

/** Prepares, reads manifests, checks and writes. Undefined if a fault prevents the command from starting. */
async function runOnManifests(given: ReaderOptions, terminal: Terminal): Promise<ExitCode | undefined> {
  const prepared = await prepare(given, terminal);
  if (prepared === undefined) return undefined;
  const { options, outputs, baseline } = prepared;
  try {
    const log = new MessageLog(terminal);
    const cache = await openCache(options, outputs, baseline, terminal);
    const read = await readManifests(options, outputs, terminal, log, cache);
    if (read === undefined) return undefined;
    const fault = options.upgradeTo === undefined ? undefined : upgradeFault(read.inputs, options.upgradeTo);
    if (fault !== undefined) {
      terminal.stderr.write(`kubewin: ${fault}\n`);
      return undefined;
    }
    const exitCode = await report(options, read, baseline, outputs, terminal, log, cache);
    if (!outputs.finish()) return 2;
    uploadTaskSummary(options, terminal);
    return exitCode;
  } finally {
    outputs.discard();
  }
}

/** What the command says of the manifests. */
function report(
  options: ReaderOptions,
  read: Inputs,
  baseline: Prepared['baseline'],
  outputs: OutputFiles,
  terminal: Terminal,
  log: MessageLog,
  cache: RunCache | undefined,
): ExitCode | Promise<ExitCode> {
  switch (options.command) {
    case 'check':
      return check(options, read, baseline, outputs, terminal, log, cache);
    case 'explain':
      return explain(options, read, outputs, terminal, log);
    case 'migrate':
      return migrate(options, read, outputs, terminal, log);
    case 'images':
      return images(options, read, outputs, terminal, log);
    case 'other-linters':
      return otherLinters(options, read, terminal, log);
  }
}

/** Checks again whenever a file changes, until the process is stopped. It ends by itself only if it cannot start. */
async function watch(options: CheckOptions, terminal: Terminal): Promise<ExitCode> {
  // Also between two checks, Ctrl+C ends the process with the exit code of an interrupted process.
  terminal.onStop(() => {});
  const read: FileStates = new Map();
  const recorder = { ...terminal, disk: recording(options, terminal.disk, read) };
  const readState = () => stateOf(options, terminal.disk, read.keys());
  // A change during a check counts as a change after it.
  let state = await readState();
  if ((await runOnManifests(options, recorder)) === undefined) return 2;
  for (;;) {
    terminal.stderr.write('Watching for changes. Press Ctrl+C to stop.\n\n');
    state = await untilChanged(new Map([...read, ...state]), readState);
    read.clear();
    await runOnManifests(options, recorder);
  }
}
