import { availableParallelism } from 'node:os';
import type { MessagePort, Worker } from 'node:worker_threads';
import type { Rule } from '../../lint/rule.ts';
import { ruleSet } from '../../lint/rule-set/rule-set.ts';
import type { Severity } from '../../lint/settings/settings.ts';
import { RULES } from '../../rules/index.ts';
import { nodeDisk } from '../../workspace/node-disk.ts';
import { type PodsOfFile, Workspace } from '../../workspace/workspace.ts';
import type { Baseline, CheckContext } from '../files/check-file.ts';
import { CHECK_WRITERS } from '../formats/formats.ts';
import type { Look } from '../formats/writer.ts';
import { type Input, setSettings } from '../inputs/read-inputs.ts';
import type { Format } from '../options/arguments.ts';
import { type Outcome, Share, type StartThreads, shareOf, type Thread } from './scan.ts';

/** What a thread is given; all of it can be sent. */
export interface Task {
  readonly results: readonly { readonly format: Format; readonly look: Look }[];
  readonly shows: readonly Severity[];
  readonly baseline: Baseline;
  readonly thorough: boolean;
  /** Where there is no text, the thread reads it. */
  readonly files: readonly { readonly input: Input; readonly text: string | undefined }[];
  /** Which one it is, of how many. */
  readonly thread: number;
  readonly threads: number;
}

/** What a thread says. */
type Message =
  | { readonly outcome: Outcome; readonly place: number }
  | { readonly crash: string; readonly input: Input }
  | { readonly failure: string; readonly rule: string }
  | { readonly pods: readonly PodsOfFile[] }
  | { readonly isFinished: true };

/** Who is told of bugs. */
interface Bugs {
  crash(input: Input, error: unknown): void;
  ruleError(rule: string, error: unknown): void;
}

/** Fewer files for each thread take less time than starting it. */
const FILES_PER_THREAD = 400;
const MOST_THREADS = 4;

/** How many threads check so many files. */
export function threadsFor(files: number, wanted: number | undefined): number {
  return Math.max(1, wanted ?? Math.min(availableParallelism(), MOST_THREADS, Math.floor(files / FILES_PER_THREAD)));
}

/** Starts threads beside this one, by `start`. */
export function threadStarter(
  task: Pick<Task, 'results' | 'shows' | 'baseline'>,
  wanted: number | undefined,
  { workspace, thorough }: CheckContext,
  bugs: Bugs,
  start: (task: Task) => Worker,
): StartThreads {
  return (inputs, onOutcome) => {
    const threads = threadsFor(inputs.length, wanted);
    if (threads === 1) return [];
    const files = inputs.map((input) => ({ input, text: workspace.keptText(input.uri) }));
    const all = { ...task, thorough, files, threads };
    return Array.from({ length: threads - 1 }, (_, i) => threadOf(start({ ...all, thread: i + 1 }), onOutcome, bugs));
  };
}

function threadOf(worker: Worker, onOutcome: (place: number, outcome: Outcome) => void, bugs: Bugs): Thread {
  worker.on('message', (message: Message) => {
    if ('outcome' in message) onOutcome(message.place, message.outcome);
    else if ('crash' in message) bugs.crash(message.input, message.crash);
    else if ('failure' in message) bugs.ruleError(message.rule, message.failure);
  });
  const heard = <T>(take: (message: Message) => T | undefined) => {
    const promise = new Promise<T>((resolve, reject) => {
      worker.on('message', (message: Message) => {
        const taken = take(message);
        if (taken !== undefined) resolve(taken);
      });
      worker.on('error', reject);
    });
    // Nobody may be waiting for it yet.
    promise.catch(() => {});
    return promise;
  };
  const finished = heard((message) => ('isFinished' in message ? message.isFinished : undefined));
  return {
    pods: heard((message) => ('pods' in message ? message.pods : undefined)),
    async finish(others) {
      worker.postMessage(others);
      await finished;
    },
  };
}

/** What a thread does: the same as the one that started it, with the files of its share. */
export function checkShare(task: Task, port: MessagePort): void {
  const { results, shows, baseline, thorough, files, thread, threads } = task;
  const say = (message: Message) => port.postMessage(message);
  const { rereader } = nodeDisk;
  const onRuleError = (rule: Rule, error: unknown) => say({ failure: String(error), rule: rule.id });
  const workspace = new Workspace(ruleSet(RULES), onRuleError, { rereader });
  setSettings(
    workspace,
    files.map(({ input }) => input),
  );
  for (const { input, text } of files) {
    workspace.setOnDisk(input.uri, text ?? rereader?.read(input.uri));
    if (text === undefined) workspace.setReadable(input.uri);
  }
  const context = { workspace, thorough, paths: new Map(files.map(({ input: { uri, path } }) => [uri, path])) };
  const writers = results.map(({ format, look }) => CHECK_WRITERS[format](look));
  const onCrash = (input: Input, error: unknown) => say({ crash: String(error), input });
  const inputs = files.map(({ input }) => input);
  const places = new Map(inputs.map((input, place) => [input, place]));
  const share = new Share(shareOf(inputs, thread, threads), context, { writers, shows, baseline, onCrash });
  const sayOutcomes = (outcomes: Iterable<[Input, Outcome]>) => {
    for (const [input, outcome] of outcomes) say({ place: places.get(input) ?? -1, outcome });
  };
  sayOutcomes(share.first());
  say({ pods: share.pods() });
  port.once('message', (others: readonly PodsOfFile[]) => {
    sayOutcomes(share.last(others));
    say({ isFinished: true });
  });
}
