import { WORST_FIRST } from '../lint/rule-set/rule-list.ts';
import { ruleSet } from '../lint/rule-set/rule-set.ts';
import { mergeSettings } from '../lint/settings/config.ts';
import { nodeSettings } from '../lint/settings/node-settings.ts';
import type { Severity } from '../lint/settings/settings.ts';
import { RULES } from '../rules/index.ts';
import { shiftEdit } from '../text/edit.ts';
import type { Disk } from '../workspace/disk.ts';
import { PLATFORM } from '../workspace/node-disk.ts';
import { BYTE_ORDER_MARK, encode, isUtf16 } from '../workspace/reading.ts';
import { pathOfUri } from '../workspace/uri.ts';
import { Workspace } from '../workspace/workspace.ts';
import { help } from './commands/help.ts';
import { writePolicies } from './commands/policy.ts';
import { use } from './commands/use.ts';
import { baselineText, goneFrom } from './files/baseline.ts';
import { type Baseline, type CheckContext, type FixedFile, fixFile, type Outline } from './files/check-file.ts';
import { explain } from './files/explain-file.ts';
import { configNote, NO_OBJECT, type Note, placeText, type Recognized, recognize } from './files/file-summary.ts';
import { migrate } from './files/migrate-file.ts';
import { unifiedDiff } from './files/unified-diff.ts';
import { CHECK_WRITERS, EXPLAIN_WRITERS, REPORT_WRITERS } from './formats/formats.ts';
import type { Frame, Look } from './formats/writer.ts';
import { Configs } from './inputs/configs.ts';
import { type ExitCode, type Prepared, start } from './inputs/prepare.ts';
import {
  type Input,
  pathFromHere,
  readInputs,
  setSettings,
  settingsOfFiles,
  urisOf,
  withNodeSettings,
} from './inputs/read-inputs.ts';
import { type Format, type Invocation, type Run, readArguments, STDIN_PATH } from './options/arguments.ts';
import { Result } from './scan/result.ts';
import { scan } from './scan/scan.ts';
import { threadStarter } from './scan/threads.ts';
import { notWritten, OutputFile, realPath } from './terminal/output-file.ts';
import { Progress } from './terminal/progress.ts';
import { escapeControls, wantsColor } from './terminal/style.ts';
import type { Output, Terminal } from './terminal/terminal.ts';

declare const KUBEWIN_VERSION: string;

/** Does what the arguments say. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { invocation, faults } = readArguments(args);
  const { stderr } = terminal;
  for (const fault of faults) stderr.write(`kubewin: ${escapeControls(fault)}\n`);
  if (faults.length > 0) stderr.write('Run `kubewin --help` for help.\n');
  if (faults.length === 0) return execute(invocation, terminal);
  // What is meant is not certain: nothing is checked.
  const { kind } = invocation;
  if (kind !== 'run' && kind !== 'use' && kind !== 'policy') await execute(invocation, terminal);
  return 2;
}

async function execute(invocation: Invocation, terminal: Terminal): Promise<ExitCode> {
  switch (invocation.kind) {
    case 'help':
      terminal.stdout.write(help(invocation.command));
      return 0;
    case 'version':
      terminal.stdout.write(`${KUBEWIN_VERSION}\n`);
      return 0;
    case 'nothing':
      return 2;
    case 'use':
      return use(invocation, terminal);
    case 'run':
      return start(invocation, terminal, (prepared) => runCommand(prepared, terminal));
    case 'policy':
      return writePolicies(invocation, terminal);
  }
}

async function runCommand(prepared: Prepared, terminal: Terminal): Promise<ExitCode | undefined> {
  const { run } = prepared;
  const progress = new Progress(terminal);
  const problems = new Problems(terminal.stderr, progress);
  // All files in one scope, so that the facts of each hold for all.
  const workspace = new Workspace(ruleSet(RULES), (rule, error) => problems.ruleError(rule.id, error), {
    onNote: (uri, message) => problems.note({ path: pathFromHere(uri) ?? uri, at: undefined, message }),
    rereader: terminal.disk.rereader,
  });
  const addSettings = settingsOfFiles(workspace);
  const configs = new Configs(run, terminal.disk);
  let [count, length] = [0, 0];
  const { files: read, faults } = await readInputs(run, terminal.disk, configs, terminal.stdin, (file, text, skips) => {
    addSettings(file.uri, file.settings);
    workspace.setOnDisk(file.uri, text, skips);
    // What stands in the place of a named file may be a pipe.
    if (!file.isNamed) workspace.setReadable(file.uri);
    length += text.length;
    count++;
    progress.tell(() => `Reading: ${count} files`);
  });
  progress.clear();
  const configFaults = [...configs.used].flatMap((config) => config.faults.map((fault) => configNote(config, fault)));
  for (const fault of configFaults) problems.fault(fault);
  if (configFaults.length > 0 && (run.fix === 'make' || run.writeBaseline !== undefined)) {
    terminal.stderr.write('kubewin: Nothing is written, because a configuration file is not valid.\n');
    return undefined;
  }
  const lost = overwritten(read, prepared.files, workspace);
  for (const { path } of lost) {
    terminal.stderr.write(
      `kubewin: ${escapeControls(notWritten(path, new Error('it is one of the files to check')))}\n`,
    );
  }
  if (lost.length > 0) return undefined;
  const files = usingNodes(read, workspace, problems);
  for (const { path, fault } of faults) problems.fault({ path, at: fault.at, message: fault.message });
  const stdin = files.find(({ isStdin }) => isStdin);
  const isNothing = stdin?.cut === undefined && workspace.file(stdin?.uri ?? '')?.text.trim() === '';
  if (stdin && isNothing) problems.note({ path: stdin.path, at: undefined, message: 'Standard input is empty.' });
  const context: CheckContext = {
    workspace,
    paths: new Map(files.flatMap((input) => urisOf(input).map((uri) => [uri, input.path] as const))),
    thorough: length <= MAX_THOROUGH,
  };
  if (run.command === 'check') return runCheck(prepared, files, context, problems, progress, terminal);
  const rest = [prepared, files, context, problems, progress, terminal] as const;
  return run.command === 'explain'
    ? runReport({ of: explain, writers: EXPLAIN_WRITERS, doing: 'Explaining' }, ...rest)
    : runReport({ of: migrate, writers: REPORT_WRITERS, doing: 'Assessing' }, ...rest);
}

/** Files to write in whose place a manifest is read; the result of an earlier run may be replaced. */
function overwritten(read: readonly Input[], files: Prepared['files'], workspace: Workspace): readonly OutputFile[] {
  if (files.size === 0) return [];
  const inputs = new Map(read.map((input) => [realPath(pathOfUri(input.uri, PLATFORM) ?? input.uri), input]));
  return [...files.values()].filter(({ target }) => {
    const input = inputs.get(target);
    const found = input && recognize(input, workspace, true);
    return (
      found !== undefined &&
      (input?.cut !== undefined || found.hasObjects || found.broken.some(({ isError }) => isError))
    );
  });
}

/** The files with what Nodes among them say of the cluster, which is told. */
function usingNodes(read: readonly Input[], workspace: Workspace, problems: Problems): readonly Input[] {
  // All are one cluster.
  const found = nodeSettings(workspace.factsFor(''));
  const { files, used } = withNodeSettings(read, found);
  if (used.length === 0) return read;
  setSettings(workspace, files);
  const list = new Intl.ListFormat('en').format(used.map((key) => `\`${key}\` ${found[key]}`));
  problems.note({ path: undefined, at: undefined, message: `Settings from the Nodes in the input: ${list}.` });
  return files;
}

/** In more text than this, in characters, only files that are named are parsed to the last document. */
const MAX_THOROUGH = 2_000_000;

async function runCheck(
  { run, files: outputFiles, baseline: entries }: Prepared,
  files: readonly Input[],
  context: CheckContext,
  problems: Problems,
  progress: Progress,
  { disk, stdout, stderr, environment, startThread }: Terminal,
): Promise<ExitCode> {
  const { workspace } = context;
  const fixed = run.fix === undefined ? [] : fixFiles(files, workspace, problems, progress);
  const made = run.fix === 'make' ? await writeFiles(fixed, workspace, problems, disk) : [];
  if (run.fix === 'show') for (const file of fixed) stdout.write(diffOf(file, problems));
  const stdin = files.find(({ isStdin }) => isStdin);
  // With fixed text or a diff on standard output there is no room for anything else.
  const asFilter = run.fix === 'make' && run.paths.includes(STDIN_PATH);
  if (asFilter && stdin !== undefined && stdin.cut === undefined)
    stdout.write(encode(workspace.file(stdin.uri)?.text ?? '', stdin.encoding));
  const output = asFilter || run.fix === 'show' ? stderr : stdout;
  const frame = frameOf(run, files, problems, made);
  const asked = run.outputs.map(({ format, file }) => {
    const sink = outputFiles.get(file ?? '') ?? output;
    const look = lookOf(run, sink, environment);
    const own = format as Format;
    return { task: { format: own, look }, result: new Result(CHECK_WRITERS[own](look), sink, run.maxFindings) };
  });
  const results = asked.map(({ result }) => result);
  const writers = results.map(({ writer }) => writer);
  const shows = severitiesOf(run);
  const baseline: Baseline =
    run.writeBaseline === undefined ? new Set(entries?.map(({ fingerprint }) => fingerprint)) : 'all';
  const checked = scan(
    files,
    context,
    { writers, shows, baseline, onCrash: (input, error) => problems.crash(input, error) },
    (done) => progress.tell(() => `Checking: ${done} of ${files.length} files`),
    threadStarter(
      { results: asked.map(({ task }) => task), shows, baseline },
      run.threads,
      context,
      problems,
      startThread,
    ),
  );
  const outlines: Outline[] = [];
  for (const one of results) one.start(frame);
  for await (const { texts, outline } of checked) {
    progress.clear();
    problems.broken(outline.broken);
    results.forEach((one, i) => {
      one.add(texts[i] ?? []);
    });
    outlines.push(outline);
  }
  progress.clear();
  problems.recognized(outlines, run.failIfEmpty);
  const gone = goneFrom(entries ?? [], outlines);
  if (gone > 0 && run.writeBaseline === undefined) {
    const what = gone === 1 ? '1 entry of the baseline is gone' : `${gone} entries of the baseline are gone`;
    const message = `${what}; write it again with --write-baseline`;
    problems.note({ path: run.baseline, at: undefined, message });
  }
  for (const one of results) one.end(outlines, frame);
  const leftOut = Math.max(0, ...results.map((one) => one.leftOut));
  if (leftOut > 0) {
    stderr.write(`${leftOut === 1 ? '1 finding is' : `${leftOut} findings are`} left out because of --max-findings.\n`);
  }
  if (run.writeBaseline !== undefined) outputFiles.get(run.writeBaseline)?.write(baselineText(outlines));
  if (problems.any) return 2;
  const fails = failingOf(run);
  return outlines.some(({ findings }) => findings.some(({ severity }) => fails.includes(severity))) ? 1 : 0;
}

/** What the safe fixes make of the files; each by itself, and as all files are now. */
function fixFiles(files: readonly Input[], workspace: Workspace, problems: Problems, progress: Progress): FixedFile[] {
  return files.flatMap((input, index) => {
    progress.tell(() => `Looking for fixes: ${index} of ${files.length} files`);
    if (input.cut !== undefined) {
      problems.fault({
        path: input.path,
        at: undefined,
        message: 'The list is too large to be changed. Check it without --fix.',
      });
      return [];
    }
    const fixed = problems.guard(input, () => fixFile(input, workspace));
    workspace.release(input.uri);
    return fixed ?? [];
  });
}

/** Writes the fixed files, and gives those that could be; the others are checked as they were. */
async function writeFiles(
  fixed: readonly FixedFile[],
  workspace: Workspace,
  problems: Problems,
  disk: Disk,
): Promise<FixedFile[]> {
  const made: FixedFile[] = [];
  for (const file of fixed) {
    const { path, uri, isStdin } = file.input;
    const fault = isStdin ? undefined : await disk.write(uri, file.before, file.text);
    if (fault !== undefined) problems.fault({ path, at: undefined, message: fault.message });
    else {
      workspace.setOnDisk(uri, file.text);
      made.push(file);
    }
  }
  return made;
}

/** With the path from the current folder, which is where a diff is applied. */
function diffOf({ input, before, edits }: FixedFile, problems: Problems): string {
  const below = pathFromHere(input.uri);
  const note = (message: string) => problems.note({ path: input.path, at: undefined, message });
  if (isUtf16(input.encoding)) {
    note('the file is encoded in UTF-16, which git apply and patch cannot change; use --fix');
    return '';
  }
  if (below === undefined && !input.isStdin) {
    note(
      'the file is outside the current folder, so git apply and patch reject its diff; run kubewin in a folder above it',
    );
  }
  const text = (input.encoding === undefined ? '' : BYTE_ORDER_MARK) + before;
  const moved = text.length - before.length;
  return unifiedDiff(
    below ?? input.path,
    text,
    edits.map((edit) => shiftEdit(edit, moved)),
  );
}

/** How a report is made of each file, and written in each format. */
interface Report<T, F extends string> {
  readonly of: (input: Input, context: CheckContext) => T | undefined;
  readonly writers: Readonly<Record<F, (files: readonly T[], frame: Frame, look: Look) => string>>;
  /** What is done with a file while it is made. */
  readonly doing: string;
}

function runReport<T extends Recognized, F extends string>(
  { of, writers, doing }: Report<T, F>,
  { run, files: outputFiles }: Prepared,
  inputs: readonly Input[],
  context: CheckContext,
  problems: Problems,
  progress: Progress,
  { stdout, environment }: Terminal,
): ExitCode {
  const files = inputs.flatMap((input, index) => {
    progress.tell(() => `${doing}: ${index} of ${inputs.length} files`);
    return problems.guard(input, () => of(input, context)) ?? [];
  });
  progress.clear();
  for (const { broken } of files) problems.broken(broken);
  problems.recognized(files, run.failIfEmpty);
  const frame = frameOf(run, inputs, problems, []);
  for (const { format, file } of run.outputs) {
    const sink = outputFiles.get(file ?? '') ?? stdout;
    sink.write(writers[format as F](files, frame, lookOf(run, sink, environment)));
  }
  return problems.any ? 2 : 0;
}

function frameOf(
  { fix, given, writeBaseline: writtenBaseline }: Run,
  [first]: readonly Input[],
  { all }: Problems,
  made: readonly FixedFile[],
): Frame {
  const { kubernetesVersion } = first?.settings ?? mergeSettings(given);
  const fixed = { fixes: made.reduce((sum, { fixes }) => sum + fixes, 0), files: made.length };
  return {
    kubewin: KUBEWIN_VERSION,
    kubernetesVersion,
    notes: all,
    fixed: fix === 'make' ? fixed : undefined,
    writtenBaseline,
  };
}

const DEFAULT_WIDTH = 120;

/** The severities that are told. */
function severitiesOf(run: Run): readonly Severity[] {
  const { hints, quiet } = run;
  // What makes the exit code 1 is always told.
  return WORST_FIRST.slice(0, hints ? undefined : quiet ? Math.max(2, failingOf(run).length) : 3);
}

/** Those that the exit code counts: a severity and the worse ones. */
function failingOf({ failOn }: Run): readonly Severity[] {
  return failOn === 'never' ? [] : WORST_FIRST.slice(0, WORST_FIRST.indexOf(failOn) + 1);
}

function lookOf(run: Run, output: Output | OutputFile, environment: Terminal['environment']): Look {
  const { color, omitsSuppressed, quiet, statistics } = run;
  const hasBaseline = run.baseline !== undefined || run.writeBaseline !== undefined;
  const same = { shows: severitiesOf(run), fails: failingOf(run), hasBaseline, omitsSuppressed, quiet, statistics };
  if (output instanceof OutputFile) return { color: color ?? false, width: DEFAULT_WIDTH, ...same };
  return {
    color: color ?? wantsColor(environment, output.isTTY === true),
    width: output.columns ?? DEFAULT_WIDTH,
    ...same,
  };
}

/** Messages that are not findings: they go to standard error and into JSON, and errors make the exit code 2. */
class Problems {
  readonly all: Note[] = [];
  readonly #stderr: Output;
  readonly #progress: Progress;
  readonly #failed = new Set<string>();

  constructor(stderr: Output, progress: Progress) {
    this.#stderr = stderr;
    this.#progress = progress;
  }

  get any(): boolean {
    return this.all.some(({ isError }) => isError);
  }

  fault(fault: Omit<Note, 'isError'>): void {
    this.#add({ ...fault, isError: true });
  }

  note(note: Omit<Note, 'isError'>): void {
    this.#add({ ...note, isError: false });
  }

  /** What could not be parsed. */
  broken(notes: readonly Note[]): void {
    for (const note of notes) this.#add(note);
  }

  /** Whether there is nothing to check. */
  recognized(files: readonly Recognized[], failIfEmpty: boolean): void {
    if (files.some(({ hasObjects }) => hasObjects)) return;
    if (failIfEmpty) this.fault(NO_OBJECT);
    // The summary says it on a terminal.
    else this.all.push(NO_OBJECT);
  }

  /** Does something with a file; a bug in one must not lose the findings of the others. */
  guard<T>(input: Input, act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      this.crash(input, error);
      return undefined;
    }
  }

  crash({ path }: Input, error: unknown): void {
    const message = `The file could not be checked because of a bug in Kubewin: ${String(error)}`;
    this.fault({ path, at: undefined, message });
  }

  /** A rule that throws: each is told once. */
  ruleError(id: string, error: unknown): void {
    if (this.#failed.has(id)) return;
    this.#failed.add(id);
    const message = `The rule ${id} failed because of a bug in Kubewin: ${String(error)}`;
    this.fault({ path: undefined, at: undefined, message });
  }

  #add(note: Note): void {
    this.all.push(note);
    const { path = 'kubewin', at, message } = note;
    this.#progress.clear();
    this.#stderr.write(`${escapeControls(`${placeText({ path, at })}: ${message}`)}\n`);
  }
}
