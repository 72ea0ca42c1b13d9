import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HelmRelease } from '../../server/src/helm/helm-release.ts';

export type { HelmRelease };

/** The releases of Helm that are compared. */
export const HELM_RELEASES: readonly HelmRelease[] = [3, 4];

const FOLDER = fileURLToPath(new URL('server/', import.meta.url));

/** A chart with everything that its output depends on. */
export interface Question {
  readonly files: Readonly<Record<string, string>>;
  readonly values?: readonly string[];
  /** Assignments of `--set`. */
  readonly assignments?: readonly string[];
  readonly kubernetesVersion?: string;
  readonly apiVersions?: readonly string[];
  readonly release?: { readonly name: string; readonly namespace: string };
}

/** What Helm makes of a chart: the templates by their paths, and the errors of those that fail. */
export interface Answer {
  readonly templates?: Readonly<Record<string, string>>;
  readonly errors?: Readonly<Record<string, string>>;
  readonly error?: string;
}

/** The engine of Helm. */
export interface HelmProgram {
  render(questions: readonly Question[], release: HelmRelease): Answer[];
  /** The files of the chart that `helm create` writes. */
  create(): Record<string, string>;
  remove(): void;
}

/** Builds the program in `server/`; needs Go and its module proxy. */
export function helmProgram(): HelmProgram {
  const folder = mkdtempSync(join(tmpdir(), 'kubewin-helm-'));
  const program = join(folder, 'helm');
  run('go', ['build', '-o', program, '.'], '', FOLDER);
  const ask = (command: string, questions: readonly Question[]) =>
    run(program, [command], questions.map((question) => `${JSON.stringify(question)}\n`).join(''))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return {
    render: (questions, release) => ask(`render${release}`, questions),
    create: () => ask('create', [])[0],
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function run(command: string, args: readonly string[], input: string, cwd?: string): string {
  const options = { encoding: 'utf8', maxBuffer: 2 ** 30, input, ...(cwd === undefined ? {} : { cwd }) } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} failed:\n${stderr.slice(0, 3000)}`);
  return stdout;
}
