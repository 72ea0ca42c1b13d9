import type { Worker } from 'node:worker_threads';
import type { Disk } from '../../workspace/disk.ts';
import type { Task } from '../scan/threads.ts';

/** The world around the command line. */
export interface Terminal {
  readonly disk: Disk;
  readonly stdin: () => AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** The text of a file that is installed beside the command line; undefined where it is missing. */
  readonly beside: (name: string) => string | undefined;
  /** Starts the language server, in this process and with its arguments. */
  readonly startServer: () => void;
  /** Starts a thread that does a share of the work. */
  readonly startThread: (task: Task) => Worker;
  /** Has something cleaned up if the process is stopped (Ctrl+C) before what is returned is called. */
  readonly onStop: (cleanUp: () => void) => () => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string | Uint8Array): unknown;
}
