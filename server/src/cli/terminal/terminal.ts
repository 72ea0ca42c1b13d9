import type { Worker } from 'node:worker_threads';
import type { Disk } from '../../workspace/disk.ts';
import { type Syntax, withoutCommands } from './agent-commands.ts';

/** 0: nothing found; 1: findings that count; 2: something could not be read or done. */
export type ExitCode = 0 | 1 | 2;

/** The environment of the command line. */
export interface Terminal {
  readonly disk: Disk;
  readonly stdin: () => AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** The text of a file that is installed beside the command line; undefined where it is missing. */
  readonly beside: (name: string) => string | undefined;
  /** Starts the language server, in this process and with its arguments. */
  readonly startServer: () => void;
  /** Starts a thread of the command line with data that can be sent to it. */
  readonly startThread: (workerData: object) => Worker;
  /** Registers a function for when the process is stopped (Ctrl+C), and returns a function that removes it. */
  readonly onStop: (cleanUp: () => void) => () => void;
  /** Called with each line of progress, for a process that shows it by itself. */
  readonly onProgress?: (text: string) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A stream of the process. */
export interface Stream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string | Uint8Array): unknown;
}

/** A stream of which CI agents get no commands from manifests. */
export interface Output extends Stream {
  /** The syntax is `text` by default. Bytes are written as they are. */
  write(text: string | Uint8Array, syntax?: Syntax): unknown;
}

/** A stream to which no command is written that Kubewin does not give itself. */
export function guarded(stream: Stream): Output {
  return {
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns;
    },
    write: (text, syntax) => stream.write(typeof text === 'string' ? withoutCommands(text, syntax) : text),
  };
}
