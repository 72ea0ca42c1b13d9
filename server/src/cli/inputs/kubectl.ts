import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { KubectlOutput } from '../../workspace/kubectl-output.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import { escapeControls } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** How long a command may take, in milliseconds. A login of the cluster may ask the user in a browser. */
const MAX_TIME = 300_000;
/** Of standard error, in characters. */
const MAX_ERRORS = 100_000;

/** Why a command of kubectl cannot be run, or did not end by itself. */
export class KubectlFault extends Error {}

/** What a command prints, and how it ended: it ends after its output was read. */
export interface KubectlRun {
  readonly stdout: AsyncIterable<Uint8Array>;
  /** Rejects with a `KubectlFault`. */
  readonly ended: Promise<Omit<KubectlOutput, 'stdout'>>;
}

/** The kubectl of the PATH: what it is started for is in cluster.ts beside this file. */
export class Kubectl {
  readonly #program: string;
  readonly #terminal: Pick<Terminal, 'environment' | 'stderr'>;
  readonly #stdin: 'inherit' | 'ignore';
  readonly #limit: number;
  readonly #stopping = new AbortController();

  /** A login may read standard input, if it `isFree`. Throws a `KubectlFault` if there is no kubectl. */
  constructor(terminal: Pick<Terminal, 'environment' | 'stderr'>, isFree: boolean, limit = MAX_TIME) {
    const program = programIn(terminal.environment);
    if (program === undefined) throw new KubectlFault('kubectl was not found in the PATH.');
    this.#program = program;
    this.#terminal = terminal;
    this.#stdin = isFree ? 'inherit' : 'ignore';
    this.#limit = limit;
  }

  /** Starts a command without a shell. It uses the environment of the user, for a login. */
  start(args: readonly string[]): KubectlRun {
    const { environment, stderr } = this.#terminal;
    const child = spawn(this.#program, args, {
      env: environment,
      stdio: [this.#stdin, 'pipe', 'pipe'],
      windowsHide: true,
      timeout: this.#limit,
      killSignal: 'SIGKILL',
      signal: this.#stopping.signal,
    });
    child.on('exit', () => {
      if (!child.killed) return;
      // Its own children may still hold the output open.
      child.stdout.destroy();
      child.stderr.destroy();
    });
    let errors = '';
    let line = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(0, MAX_ERRORS);
      const lines = (line + text).split('\n');
      line = lines.pop() ?? '';
      // What a login says cannot wait for the end.
      for (const said of lines) if (!IS_OUTCOME.test(said)) stderr.write(`${escapeControls(said)}\n`);
    });
    const ended = new Promise<Omit<KubectlOutput, 'stdout'>>((resolve, reject) => {
      child.on('error', ({ message }) => reject(new KubectlFault(`kubectl cannot be started: ${message}.`)));
      child.on('close', (code) => {
        if (child.killed)
          reject(new KubectlFault(`\`kubectl ${args[0]}\` did not finish within ${this.#limit / 1_000} seconds.`));
        else resolve({ code, stderr: errors });
      });
    });
    // Whoever reads the output asks for it later.
    ended.catch(() => {});
    return { stdout: child.stdout, ended };
  }

  /** Ends all commands that still run. */
  stop(): void {
    this.#stopping.abort();
  }
}

/** Errors and warnings, which are reported when kubectl has ended, and its log. */
const IS_OUTCOME = /^(?:error\b|warning: |Unable to connect |The connection to |No resources found|[EFIW]\d{4} |\s*$)/i;

/**
 * The program in the folders of the PATH. On Windows, the operating system would look into the current folder first, which may have
 * a program of its own.
 */
function programIn(environment: Terminal['environment']): string | undefined {
  const [, path = ''] = Object.entries(environment).find(([name]) => name.toUpperCase() === 'PATH') ?? [];
  const name = PLATFORM === 'win32' ? 'kubectl.exe' : 'kubectl';
  const files = path.split(delimiter).flatMap((folder) => (isAbsolute(folder) ? [join(folder, name)] : []));
  return files.find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
