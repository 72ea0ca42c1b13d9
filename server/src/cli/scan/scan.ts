import { WORST_FIRST } from '../../lint/rule-set/rule-list.ts';
import type { Severity } from '../../lint/settings/settings.ts';
import type { PodsOfFile } from '../../workspace/workspace.ts';
import {
  type Baseline,
  type CheckContext,
  type CheckedFile,
  type CheckedFinding,
  check,
  type Outline,
  outlineOf,
  type Wanted,
} from '../files/check-file.ts';
import { recognize } from '../files/file-summary.ts';
import type { CheckWriter } from '../formats/writer.ts';
import { type Input, pathFromHere, urisOf } from '../inputs/read-inputs.ts';

/** How files are checked. */
export interface Checking {
  /** Each of them writes all files. */
  readonly writers: readonly CheckWriter[];
  /** Which severities of findings are told. */
  readonly shows: readonly Severity[];
  readonly baseline: Baseline;
  /** Told of a bug in one file, which must not lose the findings of the others. */
  readonly onCrash: (input: Input, error: unknown) => void;
}

/** What is kept of a file that was checked. */
interface Written {
  /** One for each writer. */
  readonly texts: readonly (readonly string[])[];
  readonly outline: Outline;
}

/** What is kept of a file: nothing if it could not be checked. */
export interface Outcome {
  readonly results: readonly Written[];
  /** Whether the pods of other files cannot change it. */
  readonly isFinal: boolean;
}

/** Another thread that checks a share of the files. */
export interface Thread {
  /** What the pods of its files tell others, when all of them were looked at. */
  readonly pods: Promise<readonly PodsOfFile[]>;
  /** Gives it the pods of all other files; settled when every outcome of its files is final. */
  finish(others: readonly PodsOfFile[]): Promise<void>;
}

/**
 * Starts threads for files, where it is worth it. Of so many threads in all, each takes the files at the places that leave
 * its number; those that leave 0 are for the thread that starts them. `onOutcome` is called with the place of a file.
 */
export type StartThreads = (
  files: readonly Input[],
  onOutcome: (place: number, outcome: Outcome) => void,
) => readonly Thread[];

/**
 * Checks files, each of them parsed once, and gives what is kept of them in their order: each as soon as nothing that
 * another file holds can change it. Files in which nothing can be found are forgotten first.
 */
export async function* scan(
  files: readonly Input[],
  context: CheckContext,
  checking: Checking,
  onProgress: (done: number) => void,
  startThreads: StartThreads,
): AsyncGenerator<Written> {
  const outcomes = new Map(idleFiles(files, context, checking));
  const left = files.filter((input) => !outcomes.has(input));
  // The parts of a large list are one file, and stay with this thread.
  const whole = left.filter(({ cut }) => cut === undefined);
  const threads = startThreads(whole, (place, outcome) => {
    const input = whole[place];
    if (input !== undefined) outcomes.set(input, outcome);
  });
  let next = 0;
  const ready = function* () {
    for (let input = files[next]; input !== undefined; input = files[++next]) {
      const outcome = outcomes.get(input);
      if (!outcome?.isFinal) return;
      yield* outcome.results;
      outcomes.set(input, { ...outcome, results: [] });
    }
  };
  const cut = left.filter((input) => input.cut !== undefined);
  const share = new Share([...cut, ...shareOf(whole, 0, threads.length + 1)], context, checking);
  let since = performance.now();
  for (const [input, outcome] of share.first()) {
    outcomes.set(input, outcome);
    onProgress(outcomes.size);
    // What other threads found arrives in between, and so does Ctrl+C. After each file, that would take a tenth of the time.
    if (performance.now() - since > TURN) {
      await new Promise(setImmediate);
      since = performance.now();
    }
    yield* ready();
  }
  const pods = [share.pods(), ...(await Promise.all(threads.map((thread) => thread.pods)))];
  const others = (own: number) => pods.filter((_, thread) => thread !== own).flat();
  const finished = threads.map((thread, i) => thread.finish(others(i + 1)));
  for (const [input, outcome] of share.last(others(0))) outcomes.set(input, outcome);
  await Promise.all(finished);
  yield* ready();
}

/** As long as the scan may keep anything else waiting, in milliseconds. */
const TURN = 50;

/** The files that one of several threads takes. */
export function shareOf<T>(files: readonly T[], thread: number, threads: number): readonly T[] {
  return files.filter((_, place) => place % threads === thread);
}

/** Files of which only that is kept that there is nothing in them. */
function* idleFiles(files: readonly Input[], context: CheckContext, checking: Checking): Generator<[Input, Outcome]> {
  const { workspace, thorough } = context;
  for (const input of thorough ? [] : files) {
    if (input.isNamed) continue;
    const recognized = recognize(input, workspace, false);
    if (!workspace.forgetIdle(input.uri)) continue;
    const nothing = {
      path: input.path,
      place: pathFromHere(input.uri) ?? input.path,
      ...NOTHING,
      ...recognized,
    };
    yield [input, { results: [written(nothing, checking)], isFinal: true }];
  }
}

/** The files that one thread checks: first by themselves, then with what the pods of all others are. */
export class Share {
  readonly #files: readonly Input[];
  readonly #context: CheckContext;
  readonly #checking: Checking;
  /** Those whose outcome is not final. */
  readonly #open = new Map<Input, Outcome>();

  constructor(files: readonly Input[], context: CheckContext, checking: Checking) {
    this.#files = files;
    this.#context = context;
    this.#checking = checking;
    const { fixes, fixable } = fixesOf(checking);
    context.workspace.setFixable(fixes === 'none' ? [] : fixable);
  }

  *first(): Generator<[Input, Outcome]> {
    const { workspace } = this.#context;
    workspace.startScan();
    for (const input of this.#files) {
      const results = this.#check(input);
      // What failed has been told.
      const isFinal = results.length === 0 || urisOf(input).every((uri) => workspace.isFinal(uri));
      const outcome = { results, isFinal };
      if (!outcome.isFinal) this.#open.set(input, outcome);
      yield [input, outcome];
    }
  }

  pods(): readonly PodsOfFile[] {
    return this.#files.flatMap(urisOf).map((uri) => this.#context.workspace.podsOf(uri));
  }

  /** Those files again whose outcome was not final. */
  *last(others: readonly PodsOfFile[]): Generator<[Input, Outcome]> {
    const { workspace } = this.#context;
    for (const pods of others) workspace.takePods(pods);
    workspace.endScan();
    for (const [input, { results }] of this.#open) {
      const isCurrent = urisOf(input).every((uri) => workspace.isCurrent(uri));
      yield [input, { results: isCurrent ? results : this.#check(input), isFinal: true }];
    }
  }

  #check(input: Input): readonly Written[] {
    const { baseline, onCrash } = this.#checking;
    try {
      const checked = check(input, this.#context, { ...fixesOf(this.#checking), baseline });
      return checked === undefined ? [] : [written(checked, this.#checking)];
    } catch (error) {
      onCrash(input, error);
      return [];
    }
  }
}

const NOTHING = { findings: [], suppressed: [], known: [], safeFixes: 0 };

/** The most that any of the writers needs. */
function fixesOf({ writers, shows }: Checking): Pick<Wanted, 'fixes' | 'fixable'> {
  const fixes = (['edits', 'titles'] as const).find((most) => writers.some((one) => one.fixes === most)) ?? 'none';
  return { fixes, fixable: writers.some(({ hasAll }) => hasAll) ? WORST_FIRST : shows };
}

function written(checked: CheckedFile, { writers, shows }: Checking): Written {
  const isShown = ({ finding }: CheckedFinding) => shows.includes(finding.severity);
  const shown = {
    ...checked,
    findings: checked.findings.filter(isShown),
    suppressed: checked.suppressed.filter(({ found }) => isShown(found)),
    known: checked.known.filter(isShown),
  };
  const texts = writers.map((writer) => [writer.file(writer.hasAll ? checked : shown)].flat());
  return { texts, outline: outlineOf(checked) };
}
