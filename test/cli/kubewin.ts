import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { RULES } from '../../server/src/rules/index.ts';

declare const KUBEWIN_VERSION: string;

export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** The Node to run it with: the tests' own, or another one such as the oldest that `engines` names. */
const NODE = process.env['KUBEWIN_NODE'] ?? process.execPath;

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  readonly cwd?: string;
  /** What stands on standard input; nothing by default. */
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs the command line as users do: the bundle, in a process of its own. */
export function kubewin(args: readonly string[], surroundings: Surroundings = {}): Promise<Result> {
  return start(NODE, [CLI, ...args], surroundings);
}

/** Runs it as part of a line of shell, as `$kubewin`. */
export function shell(line: string, surroundings: Surroundings = {}): Promise<Result> {
  return start('bash', ['-c', line.replaceAll('$kubewin', `'${NODE}' '${CLI}'`)], surroundings);
}

function start(command: string, args: readonly string[], { cwd, input, environment }: Surroundings): Promise<Result> {
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
  // It may end before it has read everything.
  child.stdin.on('error', () => {}).end(input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** A folder with these files, gone after the test. */
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

/** Output without the version of Kubewin, so that a new one changes no expected file. */
export function withoutVersion(output: string): string {
  return output
    .replaceAll(`ersion": "${KUBEWIN_VERSION}"`, 'ersion": "0.0.0"')
    .replace(`"kubewin": "${KUBEWIN_VERSION}"`, '"kubewin": "0.0.0"')
    .replace(`Kubewin ${KUBEWIN_VERSION}`, 'Kubewin 0.0.0');
}

/** Options that turn off every other rule, so that a new one changes nothing here. */
export function only(...ids: readonly string[]): string[] {
  return RULES.filter((rule) => !ids.includes(rule.id)).map((rule) => `--rule=${rule.id}=off`);
}
