import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { RULES } from '../../server/src/rules/index.ts';

declare const KUBEWIN_VERSION: string;

export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** The Node.js that runs the command line: that of the tests, or another release such as the oldest in `engines`. */
const NODE = process.env['KUBEWIN_NODE'] ?? process.execPath;

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  readonly cwd?: string;
  /** Standard input; empty by default. */
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Makes Node.js behave as on Windows. */
const AS_ON_WINDOWS =
  process.platform === 'win32' ? [] : ['--require', fileURLToPath(new URL('windows.cjs', import.meta.url))];

/** With KUBEWIN_WINDOWS=yes, all tests run as on Windows. */
export const IS_WINDOWS = process.platform === 'win32' || process.env['KUBEWIN_WINDOWS'] === 'yes';
const FLAGS = IS_WINDOWS ? AS_ON_WINDOWS : [];

/** Runs the command line as users do: the bundle, in a process of its own. */
export function kubewin(args: readonly string[], surroundings: Surroundings = {}): Promise<Result> {
  return start(NODE, [...FLAGS, CLI, ...args], surroundings);
}

/** Runs the command line as on Windows, where files are in `C:\\…`. */
export function kubewinOnWindows(args: readonly string[], surroundings: Surroundings = {}): Promise<Result> {
  return start(NODE, [...AS_ON_WINDOWS, CLI, ...args], surroundings);
}

/** Runs a shell command in which `$kubewin` is the command line. */
export function shell(line: string, surroundings: Surroundings = {}): Promise<Result> {
  return start(
    'bash',
    ['-c', line.replaceAll('$kubewin', [NODE, ...FLAGS, CLI].map((word) => `'${word}'`).join(' '))],
    surroundings,
  );
}

/** Runs a program. */
export function start(
  command: string,
  args: readonly string[],
  { cwd, input, environment }: Surroundings,
): Promise<Result> {
  const { NO_COLOR: _, FORCE_COLOR: __, ...rest } = process.env;
  const child = spawn(command, args, { cwd, env: { ...rest, ...environment } });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // The process may end before it has read all input.
  child.stdin.on('error', () => {}).end(input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** A temporary folder with these files, removed after the test. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'kubewin-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export function textOf(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** Output without the version of Kubewin, so that a new version does not change recordings. */
export function withoutVersion(output: string): string {
  return output
    .replaceAll(`ersion": "${KUBEWIN_VERSION}"`, 'ersion": "0.0.0"')
    .replace(`"kubewin": "${KUBEWIN_VERSION}"`, '"kubewin": "0.0.0"')
    .replace(`Kubewin ${KUBEWIN_VERSION}`, 'Kubewin 0.0.0');
}

/** Options that turn off every other rule, so that new rules do not change results. */
export function only(...ids: readonly string[]): string[] {
  return RULES.filter((rule) => !ids.includes(rule.id)).map((rule) => `--rule=${rule.id}=off`);
}
