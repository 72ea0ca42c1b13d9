import { SnapshotList } from '../../cache/snapshot-list.ts';
import type { Rereader } from '../../workspace/file-text.ts';
import { contentOf } from '../files/file-summary.ts';
import { type Input, type Manifests, pathFromHere } from '../files/input.ts';
import type { MessageLog } from '../files/message-log.ts';
import { type Checking, type FileResult, resultOf, type ScanResult, Share, shareOf } from './share.ts';
import { startThreads, type ThreadOptions } from './threads.ts';

/** The result of a file that was checked. */
export interface ScannedFile extends FileResult {
  readonly uri: string;
}

/** What is taken from a cache, and what is kept in it. */
export interface ScanCache {
  /** The results of files that did not change, by their URIs. */
  readonly known: ReadonlyMap<string, FileResult>;
  readonly rereader: Rereader;
  /** The snapshots of the files, as JSON. They are complete at the end of the scan. */
  readonly snapshots: string[];
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
  cache?: ScanCache,
): AsyncGenerator<ScannedFile> {
  const results = new Map(idleFiles(files, manifests, checking, cache));
  const left = files.filter((input) => !results.has(input));
  // The parts of a large list are one file, and stay with this thread.
  const cut = left.filter((input) => input.cut !== undefined);
  const whole = left.filter((input) => input.cut === undefined);
  // Threads know only what they read. Of most files, a cache already knows the result.
  const isCached = cache !== undefined && cache.known.size > 0;
  const threads = isCached ? [] : startThreads(whole, manifests, checking, threadOptions, log, cache !== undefined);
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
      if (result.summary !== undefined) {
        const { summary, texts, others } = result;
        yield { uri: input.uri, summary, texts, others };
      }
      results.set(input, WRITTEN);
    }
  };

  const share = new Share([...cut, ...shareOf(whole, 0, threads.length + 1)], manifests, checking, log, cache?.known);
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
  if (cache !== undefined) {
    cache.snapshots.push(share.snapshots(cache.rereader), ...(await Promise.all(threads.map((one) => one.snapshots))));
  }
  yield* ready();
}

/** The longest time for which the scan may block events, in milliseconds. */
const MAX_TURN = 50;

/** Replaces results that were written, so that their texts are not kept. */
const WRITTEN: ScanResult = { summary: undefined, texts: [], others: [], isFinal: true };

/** The results of files in which nothing can be found. The workspace forgets these files. */
function* idleFiles(
  files: readonly Input[],
  { workspace, thorough }: Manifests,
  checking: Checking,
  cache: ScanCache | undefined,
): Generator<[Input, ScanResult]> {
  if (thorough) return;
  const list = cache && new SnapshotList(workspace, '', cache.rereader);
  for (const input of files) {
    if (input.isNamed) continue;
    const known = cache?.known.get(input.uri);
    const content = known === undefined ? contentOf(input, workspace, false) : known.summary;
    if (!workspace.forgetIdle(input.uri, () => list?.add(input.uri))) continue;
    if (known !== undefined) {
      yield [input, { ...known, isFinal: true }];
      continue;
    }
    const { path } = input;
    const relativePath = pathFromHere(input.uri) ?? path;
    yield [input, { ...resultOf({ path, relativePath, ...NO_FINDINGS, ...content }, checking), isFinal: true }];
  }
  if (list !== undefined) cache?.snapshots.push(String(list));
}

const NO_FINDINGS = { findings: [], suppressed: [], known: [], failedRules: [], fixes: { safe: 0, ineffective: 0 } };
