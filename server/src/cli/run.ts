import type { Rule } from '../lint/rule.ts';
import { ruleSet } from '../lint/rule-set.ts';
import { RULES } from '../rules/index.ts';
import { shiftEdit } from '../text/edit.ts';
import type { Disk } from '../workspace/disk.ts';
import { BYTE_ORDER_MARK } from '../workspace/reading.ts';
import { Workspace } from '../workspace/workspace.ts';
import { type CheckContext, check, type FixedFile, fixFile } from './check.ts';
import { unifiedDiff } from './diff.ts';
import { explain } from './explain.ts';
import type { Frame } from './format-json.ts';
import { WRITERS } from './formats.ts';
import { help } from './help.ts';
import { type Input, type Inputs, pathFromHere, readInputs } from './inputs.ts';
import { type Invocation, type Run, readArguments, STDIN_PATH } from './options.ts';
import { type Note, placeText, type Recognized } from './places.ts';
import { Progress } from './progress.ts';
import { escapeControls, painter, wantsColor } from './style.ts';
import type { Output, Terminal } from './terminal.ts';

declare const KUBEWIN_VERSION: string;

/** 0: nothing found; 1: findings of severity error or warning; 2: something could not be read or done. */
export type ExitCode = 0 | 1 | 2;

/** Does what the arguments say. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { invocation, faults } = readArguments(args);
  const { stderr } = terminal;
  for (const fault of faults) stderr.write(`kubewin: ${escapeControls(fault)}\n`);
  if (faults.length > 0) stderr.write('Run `kubewin --help` for help.\n');
  if (faults.length === 0) return execute(invocation, terminal);
  // What is meant is not certain: nothing is checked.
  if (invocation.kind !== 'run') await execute(invocation, terminal);
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
    case 'run':
      return runCommand(invocation, terminal);
  }
}

async function runCommand(run: Run, terminal: Terminal): Promise<ExitCode> {
  const progress = new Progress(terminal);
  const inputs = await readInputs(run, terminal.disk, terminal.stdin, (count) => {
    progress.tell(() => `Reading: ${count} files`);
  });
  progress.clear();
  const problems = new Problems(terminal.stderr, progress);
  for (const { path, fault } of inputs.faults) problems.fault({ path, at: fault.at, message: fault.message });
  for (const { path, isStdin, text } of inputs.files) {
    if (isStdin && text.trim() === '') problems.note({ path, at: undefined, message: 'Standard input is empty.' });
  }
  const workspace = workspaceOf(inputs.files, run, (rule, error) => problems.ruleError(rule, error));
  return run.command === 'check'
    ? runCheck(run, inputs, workspace, problems, progress, terminal)
    : runExplain(run, inputs, workspace, problems, terminal);
}

async function runCheck(
  run: Run,
  inputs: Inputs,
  workspace: Workspace,
  problems: Problems,
  progress: Progress,
  { disk, stdout, stderr, environment }: Terminal,
): Promise<ExitCode> {
  const fixed = run.fix === undefined ? [] : fixFiles(inputs.files, workspace, problems, progress);
  const made = run.fix === 'make' ? await writeFiles(fixed, workspace, problems, disk) : [];
  const stdin = inputs.files.find(({ isStdin }) => isStdin);
  // With fixed text or a diff on standard output there is no room for anything else.
  const asFilter = run.fix === 'make' && run.paths.includes(STDIN_PATH);
  const output = asFilter || run.fix === 'show' ? stderr : stdout;
  const context = contextOf(inputs.files, workspace);
  const writer = WRITERS[run.format];
  const checkOne = (input: Input) => problems.guard(input, () => check(input, context, writer.hasFixes));
  workspace.startScan();
  const scanned = inputs.files.map((input, index) => {
    progress.tell(() => `Checking: ${index} of ${inputs.files.length} files`);
    return { input, checked: checkOne(input) };
  });
  workspace.endScan();
  const files = scanned.flatMap(({ input, checked }) => {
    // What failed has been told.
    const isFinal = checked === undefined || workspace.isCurrent(input.uri);
    return (isFinal ? checked : checkOne(input)) ?? [];
  });
  progress.clear();
  problems.recognized(files, run.failIfEmpty);
  if (run.fix === 'show') for (const file of fixed) stdout.write(diffOf(file, problems));
  if (asFilter && stdin !== undefined) {
    stdout.write(marked(stdin, made.find(({ input }) => input === stdin)?.text ?? stdin.text));
  }
  output.write(
    writer.check(files, frameOf(run, problems), {
      ...textStyle(run, output, environment),
      hints: run.hints,
      fixed:
        run.fix === 'make' ? { fixes: made.reduce((sum, { fixes }) => sum + fixes, 0), files: made.length } : undefined,
    }),
  );
  if (problems.any) return 2;
  const severities = files.flatMap(({ findings }) => findings.map(({ finding }) => finding.severity));
  return severities.includes('error') || severities.includes('warning') ? 1 : 0;
}

/** What the safe fixes make of the files; each by itself, and as all files are now. */
function fixFiles(files: readonly Input[], workspace: Workspace, problems: Problems, progress: Progress): FixedFile[] {
  return files.flatMap((input, index) => {
    progress.tell(() => `Looking for fixes: ${index} of ${files.length} files`);
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
    const { path, uri, text, isStdin } = file.input;
    const fault = isStdin ? undefined : await disk.write(uri, text, file.text);
    if (fault !== undefined) problems.fault({ path, at: undefined, message: fault.message });
    else {
      workspace.setOnDisk(uri, file.text);
      made.push(file);
    }
  }
  return made;
}

/** With the path from the current folder, which is where a diff is applied. */
function diffOf({ input, edits }: FixedFile, problems: Problems): string {
  const below = pathFromHere(input.uri);
  if (below === undefined && !input.isStdin) {
    const message =
      'the file is outside the current folder, so git apply and patch reject its diff; run kubewin in a folder above it';
    problems.note({ path: input.path, at: undefined, message });
  }
  const text = marked(input, input.text);
  const moved = text.length - input.text.length;
  return unifiedDiff(
    below ?? input.path,
    text,
    edits.map((edit) => shiftEdit(edit, moved)),
  );
}

/** A text with the byte order mark that its file has. */
function marked({ hasMark }: Input, text: string): string {
  return (hasMark ? BYTE_ORDER_MARK : '') + text;
}

function runExplain(
  run: Run,
  inputs: Inputs,
  workspace: Workspace,
  problems: Problems,
  { stdout, environment }: Terminal,
): ExitCode {
  const context = contextOf(inputs.files, workspace);
  const files = inputs.files.flatMap((input) => problems.guard(input, () => explain(input, context)) ?? []);
  problems.recognized(files, run.failIfEmpty);
  stdout.write(WRITERS[run.format].explain(files, frameOf(run, problems), textStyle(run, stdout, environment)));
  return problems.any ? 2 : 0;
}

/** All files in one scope, so that the facts of each hold for all. */
function workspaceOf(
  files: readonly Input[],
  { settings }: Run,
  onRuleError: (rule: Rule, error: unknown) => void,
): Workspace {
  const workspace = new Workspace(ruleSet(RULES), onRuleError);
  workspace.setSettings('', settings);
  for (const { uri, text } of files) workspace.setOnDisk(uri, text);
  return workspace;
}

function contextOf(files: readonly Input[], workspace: Workspace): CheckContext {
  const length = files.reduce((sum, { text }) => sum + text.length, 0);
  return { workspace, paths: new Map(files.map(({ uri, path }) => [uri, path])), thorough: length <= MAX_THOROUGH };
}

/** In more text than this, in characters, only files that are named are parsed to the last document. */
const MAX_THOROUGH = 2_000_000;

function frameOf({ settings: { kubernetesVersion } }: Run, { all }: Problems): Frame {
  return { kubewin: KUBEWIN_VERSION, kubernetesVersion, notes: all };
}

const DEFAULT_WIDTH = 120;

function textStyle(run: Run, output: Output, environment: Terminal['environment']) {
  const color = run.color ?? wantsColor(environment, output.isTTY === true);
  return { paint: painter(color), width: output.columns ?? DEFAULT_WIDTH };
}

/** Messages that are not findings: they go to standard error and into JSON, and errors make the exit code 2. */
class Problems {
  readonly all: Note[] = [];
  readonly #stderr: Output;
  readonly #progress: Progress;
  readonly #failed = new Set<Rule>();

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

  /** What could not be parsed, and whether there is nothing to check. */
  recognized(files: readonly Recognized[], failIfEmpty: boolean): void {
    for (const note of files.flatMap(({ broken }) => broken)) this.#add(note);
    if (files.some(({ hasObjects }) => hasObjects)) return;
    const note = { path: undefined, at: undefined, message: 'No Kubernetes object was found in the input.' };
    if (failIfEmpty) this.fault(note);
    // The summary says it on a terminal.
    else this.all.push({ ...note, isError: false });
  }

  /** Does something with a file; a bug in one must not lose the findings of the others. */
  guard<T>({ path }: Input, act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      const message = `The file could not be checked because of a bug in Kubewin: ${String(error)}`;
      this.fault({ path, at: undefined, message });
      return undefined;
    }
  }

  /** A rule that throws: each is told once. */
  ruleError(rule: Rule, error: unknown): void {
    if (this.#failed.has(rule)) return;
    this.#failed.add(rule);
    const message = `The rule ${rule.id} failed because of a bug in Kubewin: ${String(error)}`;
    this.fault({ path: undefined, at: undefined, message });
  }

  #add(note: Note): void {
    this.all.push(note);
    const { path = 'kubewin', at, message } = note;
    this.#progress.clear();
    this.#stderr.write(`${escapeControls(`${placeText({ path, at })}: ${message}`)}\n`);
  }
}
