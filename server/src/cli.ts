#!/usr/bin/env node
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { runAs } from './cli/run.ts';
import { checkShare } from './cli/scan/thread-main.ts';
import type { Task } from './cli/scan/threads.ts';
import { guarded, type Terminal } from './cli/terminal/terminal.ts';
import { setToday } from './lint/settings/today.ts';
import { beside, startServer, startThread } from './own-files.ts';
import './v8-flags.ts';
import { withArchives } from './workspace/archive.ts';
import { nodeDisk, reasonOf } from './workspace/node-disk.ts';

const { env: environment, argv } = process;
const stdout = guarded(process.stdout);
const stderr = guarded(process.stderr);

/** Every write after the first error fails too. Only the first one is reported. */
let isReported = false;

// A reader that ends early is not an error (`kubewin check | head`); a full disk is one.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    if (stream === process.stdout && !isReported)
      stderr.write(`kubewin: The result cannot be written: ${reasonOf(error)}.\n`);
    isReported ||= stream === process.stdout;
    process.exitCode = 2;
  });
}

const terminal: Terminal = {
  disk: withArchives(nodeDisk),
  // A function, because the stream must not be opened before it is read.
  stdin: () => process.stdin,
  stdout,
  stderr,
  environment,
  beside,
  onStop,
  startServer,
  startThread,
  // An editor that runs the command line in a process of its own shows its progress.
  ...(process.connected ? { onProgress: (text: string) => void process.send?.(text) } : {}),
};

/** The exit codes of a process that a signal stopped: 128 plus the number of the signal. */
const STOPPED = { SIGINT: 130, SIGTERM: 143 } as const;

const cleanUps = new Set<() => void>();

function onStop(cleanUp: () => void): () => void {
  // Windows has no signals: a parent process disconnects.
  if (cleanUps.size === 0) process.on('SIGINT', stop).on('SIGTERM', stop).on('disconnect', stop);
  cleanUps.add(cleanUp);
  return () => {
    cleanUps.delete(cleanUp);
    if (cleanUps.size === 0) process.off('SIGINT', stop).off('SIGTERM', stop).off('disconnect', stop);
  };
}

function stop(signal: keyof typeof STOPPED = 'SIGTERM'): void {
  for (const cleanUp of cleanUps) cleanUp();
  process.exit(STOPPED[signal]);
}

setToday(new Date());
if (isMainThread || parentPort === null) main();
else void checkShare(workerData as Task, parentPort);

function main(): void {
  runAs(argv[1] ?? '', argv.slice(2), terminal)
    .catch((error: unknown) => {
      stderr.write(`kubewin: Something went wrong because of a bug in Kubewin: ${String(error)}\n`);
      return 2;
    })
    .then((code) => {
      process.exitCode ??= code;
    });
}
