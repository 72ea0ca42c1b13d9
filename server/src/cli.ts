#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { run } from './cli/run.ts';
import { checkShare, type Task } from './cli/scan/threads.ts';
import type { Terminal } from './cli/terminal/terminal.ts';
import { beside, startServer, startThread } from './own-files.ts';
import { nodeDisk, reasonOf } from './workspace/node-disk.ts';

// The heap grows by less than half at a time: a large scan takes two thirds of the memory, and hardly more time.
setFlagsFromString('--heap-growing-percent=40');
// What is made of a file is gone with it. V8 may come to think otherwise and take it for old at once, together with all that
// hangs on it: that took a third more time in one scan of three, and a tenth more memory.
setFlagsFromString('--no-allocation-site-pretenuring');
// Less is optimized: the compiler takes a fourth of the time of a scan, and most scans are over before that pays.
setFlagsFromString('--interrupt-budget=200000');

const { stdout, stderr, env: environment, argv } = process;

/** What is written after the first error fails as well. */
let isTold = false;

// Whoever reads may have seen enough (`kubewin check | head`); a full disk is another matter.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    if (stream === stdout && !isTold) stderr.write(`kubewin: The result cannot be written: ${reasonOf(error)}.\n`);
    isTold ||= stream === stdout;
    process.exitCode = 2;
  });
}

const terminal: Terminal = {
  disk: nodeDisk,
  // Not opened before it is read.
  stdin: () => process.stdin,
  stdout,
  stderr,
  environment,
  beside,
  onStop,
  startServer,
  startThread,
};

/** What a shell expects of a process that a signal ended: 128 and its number. */
const STOPPED = { SIGINT: 130, SIGTERM: 143 } as const;

const cleanUps = new Set<() => void>();

function onStop(cleanUp: () => void): () => void {
  if (cleanUps.size === 0) process.on('SIGINT', stop).on('SIGTERM', stop);
  cleanUps.add(cleanUp);
  return () => {
    cleanUps.delete(cleanUp);
    if (cleanUps.size === 0) process.off('SIGINT', stop).off('SIGTERM', stop);
  };
}

function stop(signal: keyof typeof STOPPED): void {
  for (const cleanUp of cleanUps) cleanUp();
  process.exit(STOPPED[signal]);
}

if (isMainThread || parentPort === null) main();
else checkShare(workerData as Task, parentPort);

function main(): void {
  run(argv.slice(2), terminal)
    .catch((error: unknown) => {
      stderr.write(`kubewin: Something went wrong because of a bug in Kubewin: ${String(error)}\n`);
      return 2;
    })
    .then((code) => {
      process.exitCode ??= code;
    });
}
