import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

// The files of the command line, which are beside its bundle. In the executable, own-assets.ts replaces this file.

/** The text of a file that is installed with the command line; undefined if it is missing. */
export function beside(name: string): string | undefined {
  try {
    return readFileSync(join(__dirname, name), 'utf8');
  } catch {
    return undefined;
  }
}

/** Starts the language server, in this process and with its arguments. Its file is loaded only for this. */
export function startServer(): void {
  // A variable, so that neither the compiler nor the bundler resolves the import.
  const file = './server.js';
  void import(file);
}

/** Starts a thread of the command line. */
export function startThread(workerData: object): Worker {
  return new Worker(__filename, { workerData });
}
