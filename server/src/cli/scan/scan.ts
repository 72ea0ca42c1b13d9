import type { FileSummary } from '../files/file-summary.ts';
import { contentOf } from '../files/file-summary.ts';
import { type Input, type Manifests, pathFromHere } from '../files/input.ts';
import type { MessageLog } from '../files/message-log.ts';
import { type Checking, resultOf, type ScanResult, Share, shareOf } from './share.ts';
import { startThreads, type ThreadOptions } from './threads.ts';

/** A file that was checked, with its texts for each writer. */
export interface ScannedFile {
  readonly summary: FileSummary;
  readonly texts: readonly (readonly string[])[];
}

/**
 * Checks files, each of them parsed once, and yields the results in their order: each as soon as no other file can change it.
 * Files in which nothing can be found are done first.
 */
export async function* scan(
  files: readonly Input[],
  manifests: Manifests,
  checking: Checking,
  threadOptions: ThreadOptions,
  log: MessageLog,
): AsyncGenerator<ScannedFile> {
  const results = new Map(idleFiles(files, manifests, checking));
  const left = files.filter((input) => !results.has(input));
  // The parts of a large list are one file, and stay with this thread.
  const cut = left.filter((input) => input.cut !== undefined);
  const whole = left.filter((input) => input.cut === undefined);
  const threads = startThreads(whole, manifests, checking, threadOptions, log);
  const receive = () => {
    for (const thread of threads) {
      for (const { index, result } of thread.received()) {
        const input = whole[index];
        if (input !== undefined) results.set(input, result);
      }
    }
  };
  let next = 0;
  const ready = function* () {
    for (let input = files[next]; input !== undefined; input = files[++next]) {
      const result = results.get(input);
      if (!result?.isFinal) return;
      if (result.summary !== undefined) yield { summary: result.summary, texts: result.texts };
      results.set(input, WRITTEN);
    }
  };

  const share = new Share([...cut, ...shareOf(whole, 0, threads.length + 1)], manifests, checking, log);
  let since = performance.now();
  for (const [input, result] of share.first()) {
    results.set(input, result);
    log.progress.show(() => `Checking: ${results.size} of ${files.length} files`);
    // Results of other threads arrive meanwhile, and so does Ctrl+C. After each file, this would take a tenth of the time.
    if (performance.now() - since > MAX_TURN) {
      await new Promise(setImmediate);
      since = performance.now();
      receive();
    }
    yield* ready();
  }

  const pods = [share.pods(), ...(await Promise.all(threads.map((thread) => thread.pods)))];
  const podsOfOthers = (own: number) => pods.filter((_, thread) => thread !== own).flat();
  const finished = threads.map((thread, i) => thread.finish(podsOfOthers(i + 1)));
  receive();
  for (const [input, result] of share.last(podsOfOthers(0))) results.set(input, result);
  await Promise.all(finished);
  receive();
  yield* ready();
}

/** The longest time for which the scan may block events, in milliseconds. */
const MAX_TURN = 50;

/** Replaces results that were written, so that their texts are not kept. */
const WRITTEN: ScanResult = { summary: undefined, texts: [], isFinal: true };

/** The results of files in which nothing can be found. The workspace forgets these files. */
function* idleFiles(
  files: readonly Input[],
  { workspace, thorough }: Manifests,
  checking: Checking,
): Generator<[Input, ScanResult]> {
  if (thorough) return;
  for (const input of files) {
    if (input.isNamed) continue;
    const content = contentOf(input, workspace, false);
    if (!workspace.forgetIdle(input.uri)) continue;
    const { path } = input;
    const relativePath = pathFromHere(input.uri) ?? path;
    yield [input, { ...resultOf({ path, relativePath, ...NO_FINDINGS, ...content }, checking), isFinal: true }];
  }
}

const NO_FINDINGS = { findings: [], suppressed: [], known: [], fixes: { safe: 0, ineffective: 0 } };
