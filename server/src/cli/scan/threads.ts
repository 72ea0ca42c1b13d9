import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { PodFacts } from '../../workspace/scan.ts';
import type { Input, Manifests } from '../files/input.ts';
import type { CheckLook } from '../formats/writer.ts';
import type { CheckFormat } from '../options/check.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { BugLog, Checking, ScanResult } from './share.ts';

/** What a thread is given. All of it can be sent. */
export interface Task {
  readonly results: readonly { readonly format: CheckFormat; readonly look: CheckLook }[];
  readonly shows: Checking['shows'];
  readonly baseline: Checking['baseline'];
  readonly worstFirst: boolean;
  readonly thorough: boolean;
  /** Whether snapshots of the files are wanted. */
  readonly takesSnapshots: boolean;
  /** All files. If there is no text, the thread reads it from disk. */
  readonly files: readonly { readonly input: Input; readonly text: string | undefined }[];
  /** The number of the thread; the main thread has the number 0. */
  readonly thread: number;
  readonly threads: number;
}

/** What a thread sends. `index` is that of a file in the task. */
export type ThreadMessage =
  | { readonly result: ScanResult; readonly index: number }
  | { readonly crash: string; readonly input: Input }
  | { readonly failure: string; readonly rule: string }
  | { readonly pods: PodFacts }
  | { readonly isFinished: true; readonly snapshots: string };

export interface ThreadOptions extends Pick<Terminal, 'startThread'>, Pick<Task, 'results'> {
  /** The requested number of threads; undefined where the processors and the number of files decide. */
  readonly threads: number | undefined;
}

/** With fewer files per thread, starting the thread takes longer than it saves. */
const FILES_PER_THREAD = 400;
const MAX_THREADS = 4;

/** Each thread keeps a second processor busy, on which V8 compiles its code and collects its garbage. */
const PROCESSORS_PER_THREAD = 2;

/** The number of threads that check so many files on so many processors. */
export function threadsFor(files: number, requested: number | undefined, processors = availableParallelism()): number {
  const worthwhile = Math.min(files / FILES_PER_THREAD, processors / PROCESSORS_PER_THREAD, MAX_THREADS);
  return Math.max(1, requested ?? Math.floor(worthwhile));
}

/** Starts threads that check files together with this one, if that is worth it. */
export function startThreads(
  inputs: readonly Input[],
  { workspace, thorough }: Manifests,
  { shows, baseline, worstFirst }: Checking,
  { results, threads: requested, startThread }: ThreadOptions,
  bugs: BugLog,
  takesSnapshots: boolean,
): readonly ScanThread[] {
  const threads = threadsFor(inputs.length, requested);
  if (threads === 1) return [];
  const files = inputs.map((input) => ({ input, text: workspace.keptText(input.uri) }));
  const task = { results, shows, baseline, worstFirst, thorough, takesSnapshots, files, threads };
  return Array.from({ length: threads - 1 }, (_, i) => {
    const own: Task = { ...task, thread: i + 1 };
    return new ScanThread(startThread(own), bugs);
  });
}

/** Another thread that checks a share of the files. */
export class ScanThread {
  /** The pods of its files, once all of them were checked. */
  readonly pods: Promise<PodFacts>;
  /** The snapshots of its files, once all results are final. */
  readonly snapshots: Promise<string>;
  readonly #worker: Worker;
  #received: { readonly index: number; readonly result: ScanResult }[] = [];

  constructor(worker: Worker, bugs: BugLog) {
    this.#worker = worker;
    worker.on('message', (message: ThreadMessage) => {
      if ('result' in message) this.#received.push(message);
      else if ('crash' in message) bugs.crash(message.input, message.crash);
      else if ('failure' in message) bugs.ruleError(message.rule, message.failure);
    });
    this.pods = this.#first((message) => ('pods' in message ? message.pods : undefined));
    this.snapshots = this.#first((message) => ('isFinished' in message ? message.snapshots : undefined));
  }

  /** The results that arrived since the last call. */
  received(): readonly { readonly index: number; readonly result: ScanResult }[] {
    const received = this.#received;
    this.#received = [];
    return received;
  }

  /** Sends it the pods of all other files, and waits until every result of its files is final. */
  async finish(others: PodFacts): Promise<void> {
    this.#worker.postMessage(others);
    await this.snapshots;
  }

  /** The first message of a kind. */
  #first<T>(select: (message: ThreadMessage) => T | undefined): Promise<T> {
    const promise = new Promise<T>((resolve, reject) => {
      this.#worker.on('message', (message: ThreadMessage) => {
        const selected = select(message);
        if (selected !== undefined) resolve(selected);
      });
      this.#worker.on('error', reject);
    });
    // An error may occur before anything awaits it.
    promise.catch(() => {});
    return promise;
  }
}
