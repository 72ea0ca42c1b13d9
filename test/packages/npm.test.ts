import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildNpm, NPM_FOLDER, packNpm } from '../../packaging/npm.mjs';
import { DECLARED } from '../cli/manifests.ts';

declare const KUBEWIN_VERSION: string;

const ROOT = join(import.meta.dirname, '../..');
/** The unpacked size, with the pages. */
const MAX_BYTES = 3_800_000;
/** Building takes seconds, and longer on a busy machine. */
const BUILDING = 300_000;

/** An empty folder in which the tarball is installed as by a user. */
const home = mkdtempSync(join(tmpdir(), 'kubewin-npm-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function run(command: string, ...args: string[]): string {
  // npm writes warnings on its own configuration to standard error.
  return execFileSync(command, args, { cwd: home, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

beforeAll(async () => {
  await buildNpm();
  const tarball = packNpm(home);
  writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(home, 'pod.yaml'), DECLARED);
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', tarball);
}, BUILDING);

test('the package is small and has no dependencies and no scripts', () => {
  const installed = join(home, 'node_modules');
  expect(readdirSync(installed).filter((name) => !name.startsWith('.'))).toEqual(['kubewin']);
  const files = readdirSync(join(installed, 'kubewin'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(join(installed, 'kubewin', name)).isFile());
  const names = new Set(files.map((name) => name.replace(/-[A-Z\d]{8}\.js$/, '.js')));
  expect([...names].sort()).toEqual(
    [
      'LICENSE',
      'README.md',
      'THIRD-PARTY-NOTICES.md',
      ...[
        ...['cache-folder', 'chart-tools', 'chart-uses', 'chunk', 'cli', 'cluster', 'config-bases', 'ignore', 'index'],
        ...['lookup', 'on-demand', 'own-rules', 'registry-client', 'workspace-cache'],
      ].map((name) => `dist/${name}.js`),
      'dist/kubectl-kubewin.js',
      'dist/kubectl_complete-kubewin.js',
      'dist/server.js',
      'dist/web.js',
      ...['index.d.ts', 'pages.json', 'results.d.ts', 'rule-definition.d.ts'].map((name) => `dist/${name}`),
      'man/kubewin.1',
      'package.json',
      ...readdirSync(join(ROOT, 'docs/schemas')).map((name) => `schemas/${name}`),
    ].sort(),
  );
  const bytes = files.reduce((sum, name) => sum + statSync(join(installed, 'kubewin', name)).size, 0);
  expect(bytes).toBeLessThan(MAX_BYTES);
  const manifest = JSON.parse(readFileSync(join(installed, 'kubewin/package.json'), 'utf8'));
  expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining([expect.stringMatching(/scripts|ependencies/)]));
  expect(manifest).toMatchObject({ version: KUBEWIN_VERSION, license: 'MIT', type: 'module' });
});

test('the command line runs in an empty folder, with threads and as a language server', () => {
  expect(run('npm', 'exec', '--offline', '--', 'kubewin', '--version')).toBe(`${KUBEWIN_VERSION}\n`);
  const check = (...args: string[]) => {
    const { status, stdout } = spawnSync(
      'npm',
      ['exec', '--offline', '--', 'kubewin', 'check', '--format=json', ...args],
      {
        cwd: home,
        encoding: 'utf8',
      },
    );
    return { status, files: JSON.parse(stdout).files };
  };
  const found = {
    path: 'pod.yaml',
    findings: expect.arrayContaining([expect.objectContaining({ rule: 'pod/host-pid' })]),
  };
  expect(check('pod.yaml')).toEqual({ status: 1, files: [found] });
  mkdirSync(join(home, 'all'));
  for (const name of ['a', 'b']) writeFileSync(join(home, `all/${name}.yaml`), DECLARED);
  expect(check('all', '--threads=2')).toEqual({
    status: 1,
    files: ['all/a.yaml', 'all/b.yaml'].map((path) => ({ ...found, path })),
  });
  expect(run('npm', 'exec', '--offline', '--', 'kubewin', 'rule', 'pod/host-pid')).toContain(
    'hostPID on a Windows pod',
  );
  expect(run('npm', 'exec', '--offline', '--', 'kubewin', 'lsp', '--version')).toBe(`${KUBEWIN_VERSION}\n`);
});

test('the plug-in of kubectl runs by its name', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['exec', '--offline', '--', 'kubectl-kubewin', '-n', 'shop'], {
    cwd: home,
    encoding: 'utf8',
    // Where there is a kubectl, it has no cluster.
    env: { ...process.env, KUBECONFIG: join(home, 'none') },
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/kubectl was not found in the PATH|The kinds of the cluster are unknown/);
});

/** A program that uses the API. */
const PROGRAM = `import { check, explain, type Finding, rules } from 'kubewin';
import manifest from 'kubewin/package.json' with { type: 'json' };

const text: string = ${JSON.stringify(DECLARED)};
const result = check(text, { path: 'pod.yaml', settings: { kubernetesVersion: '1.33', taint: 'eks' } });
const found: readonly Finding[] = result.files.flatMap((file) => file.findings);
const verdict: 'windows' | 'linux' | 'either' | 'unknown' | 'none' | undefined = explain(text).files[0]?.workloads[0]?.verdict;
console.log(JSON.stringify([found[0]?.rule, verdict, rules.length > 200, result.kubewin === manifest.version]));
// @ts-expect-error a setting that does not exist
if (found.length === 0) check(text, { settings: { taints: 'eks' } });
`;

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('a TypeScript program can use the API with module %s and moduleResolution %s', (module, moduleResolution) => {
  writeFileSync(join(home, 'program.ts'), PROGRAM);
  const compilerOptions = {
    module,
    moduleResolution,
    target: 'es2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    lib: ['es2023', 'dom'],
    types: [],
    resolveJsonModule: true,
    skipLibCheck: false,
    outDir: 'built',
    rootDir: '.',
  };
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  run(process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'));
  const said = run(process.execPath, '--no-warnings', 'built/program.js');
  expect(JSON.parse(said)).toEqual([expect.stringMatching(/^[a-z-]+\/[a-z-]+$/), 'windows', true, true]);
});

test('the example in docs/npm.md runs', () => {
  const [, program = ''] = /^```js\n(.*?)^```/ms.exec(readFileSync(join(NPM_FOLDER, 'README.md'), 'utf8')) ?? [];
  expect(program).toContain("from 'kubewin'");
  writeFileSync(join(home, 'example.js'), `const text = ${JSON.stringify(DECLARED)};\n${program}`);
  expect(run(process.execPath, 'example.js')).toMatch(/^\d+:\d+ error .*\(pod\/host-pid\)$/m);
});

test('publint and attw report no problems', () => {
  const output = execFileSync('npm', ['run', '--silent', 'lint:npm'], { cwd: ROOT, encoding: 'utf8' });
  // In CI, the output has colors.
  const said = stripVTControlCharacters(output);
  expect(said).toContain('All good!');
  expect(said).toContain('node16 (from ESM): 🟢 (ESM)');
});
