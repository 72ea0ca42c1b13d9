import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Data } from '../rules/server-values.ts';

const FOLDER = fileURLToPath(new URL('server/', import.meta.url));

/** The releases whose code evaluates the policies, each with its Go module file. */
export const RELEASES = { '1.30': '1.30.mod', '1.33': '1.33.mod', '1.37': 'go.mod' } as const;
export type Release = keyof typeof RELEASES;

export interface Denial {
  readonly policy: string;
  readonly index: number;
  readonly message: string;
  readonly error?: true;
}

/** An object after all mutating policies, and the errors of those that could not be evaluated. */
export interface Mutation {
  readonly object: Data;
  readonly errors: readonly string[];
}

export interface Question {
  readonly object: unknown;
  /** The object before the request, if it is an update. */
  readonly old?: unknown;
  /** The namespace of the request; by default, `default`. */
  readonly namespace?: string;
  /** The ConfigMaps in the cluster. */
  readonly params?: readonly unknown[];
  /** The cost budget of each policy; by default, that of the server. */
  readonly budget?: number;
}

/** The admission code of one release of the API server. */
export interface ApiServer {
  /** Each object with the defaults of the server; undefined if it cannot be read. */
  defaults(objects: readonly unknown[]): (Data | undefined)[];
  /** Only releases from 1.36 on have it. */
  mutated(policies: string, questions: readonly Question[]): Mutation[];
  answers(policies: string, questions: readonly Question[]): Denial[][];
  /** Throws with the errors of the server if it rejects policies or bindings. */
  check(policies: string): number;
  /** The fields of pods, with a line for each type. */
  fields(): string;
  remove(): void;
}

/** Builds the program in `server/` with the code of a release; needs Go and its module proxy. */
export function apiServer(release: Release): ApiServer {
  const folder = mkdtempSync(join(tmpdir(), 'kubewin-policy-'));
  const program = join(folder, 'policy');
  const file = join(folder, 'policies.yaml');
  run(
    'go',
    ['build', `-modfile=${RELEASES[release]}`, ...(release === '1.37' ? ['-tags=mutating'] : []), '-o', program, '.'],
    { cwd: FOLDER },
  );
  const ask = (args: readonly string[], lines: readonly unknown[]) =>
    // The code of older releases creates much garbage: with fewer collections, it takes a third less time.
    run(program, args, {
      input: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
      env: { ...process.env, GOGC: '800' },
    })
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return {
    defaults: (objects) => ask(['defaults'], objects).map((object) => object ?? undefined),
    answers: (policies, questions) => {
      writeFileSync(file, policies);
      return ask(['answers', file], questions);
    },
    mutated: (policies, questions) => {
      writeFileSync(file, policies);
      return ask(['mutated', file], questions);
    },
    check: (policies) => {
      writeFileSync(file, policies);
      return ask(['check', file], [])[0];
    },
    fields: () => run(program, ['fields'], {}).trimEnd(),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; input?: string; env?: NodeJS.ProcessEnv },
): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    ...options,
  });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} failed:\n${stderr.slice(0, 3000)}`);
  return stdout;
}
