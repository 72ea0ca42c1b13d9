import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Task } from './cli/scan/threads.ts';

// What belongs to the command line, as files beside its bundle. In the executable, own-assets.ts stands for it.

/** The text of a file that is installed with the command line; undefined where it is missing. */
export function beside(name: string): string | undefined {
  try {
    return readFileSync(join(__dirname, name), 'utf8');
  } catch {
    return undefined;
  }
}

/** Starts the language server, in this process and with its arguments. A file of its own is only loaded for this. */
export function startServer(): void {
  // Named by a variable, which the compiler and the bundler leave as it is.
  const file = './server.js';
  void import(file);
}

/** Starts a thread that does a share of the work. */
export function startThread(task: Task): Worker {
  return new Worker(__filename, { workerData: task });
}
