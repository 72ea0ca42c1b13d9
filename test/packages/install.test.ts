import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { NAMED, PINNED, setVersion } from '../../packaging/new-version.mjs';
import { buildNpm, packNpm } from '../../packaging/npm.mjs';
import { folderWith, type Result, shell } from '../cli/kubewin.ts';
import { DECLARED, SCHEDULED } from '../cli/manifests.ts';
import { registry } from './registry.ts';

declare const KUBEWIN_VERSION: string;

const ROOT = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const HERE = (name: string) => spawnSync(name, ['--version']).error === undefined;

test.each(PINNED)('%s contains the version of package.json and no other', (path) => {
  expect([...new Set(textOf(path).match(NAMED))]).toEqual([KUBEWIN_VERSION]);
});

test('a new version is set in all files', () => {
  const OTHERS = ['package.json', 'package-lock.json'];
  const files = Object.fromEntries([...PINNED, ...OTHERS].map((path) => [path, textOf(path)]));
  const root = folderWith({ ...files, 'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n- a\n\n## 0.1.0\n' });
  setVersion('9.8.7', root);
  for (const path of PINNED) {
    const changed = readFileSync(join(root, path), 'utf8');
    expect(changed.replaceAll('9.8.7', KUBEWIN_VERSION), path).toBe(textOf(path));
    expect(
      changed.match(NAMED)?.every((version) => version === '9.8.7'),
      path,
    ).toBe(true);
  }
  for (const path of OTHERS) {
    const { version, ...others } = JSON.parse(textOf(path));
    const changed = JSON.parse(readFileSync(join(root, path), 'utf8'));
    if (others.packages) others.packages[''].version = '9.8.7';
    expect([version, changed], path).toEqual([KUBEWIN_VERSION, { version: '9.8.7', ...others }]);
  }
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toBe('# Changelog\n\n## 9.8.7\n\n- a\n\n## 0.1.0\n');
  expect(() => setVersion('9.8.8', root)).toThrow('CHANGELOG.md has no section "## Unreleased".');
  expect(() => setVersion('1.0', root)).toThrow('Usage: npm run new-version 0.2.0');
});

const REPOSITORY = { 'web/a.yaml': DECLARED, 'web/with blank.yaml': SCHEDULED };

describe('the GitHub action', () => {
  const action = parse(textOf('action.yml'));
  interface Step {
    readonly run: string;
    readonly shell: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly 'working-directory'?: string;
  }

  /** Runs its steps like a GitHub runner. */
  async function act(inputs: Readonly<Record<string, string>>, environment: Readonly<Record<string, string>>) {
    const cwd = folderWith(REPOSITORY);
    const fill = (text: string) =>
      text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => inputs[name] ?? action.inputs[name].default);
    let all: Result = { code: 0, stdout: '', stderr: '' };
    for (const { run, env = {}, 'working-directory': folder = '.', ...step } of action.runs.steps as Step[]) {
      expect(step.shell).toBe('bash');
      // An expression in a script would allow script injection.
      expect(run).not.toContain('${{');
      const filled = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, fill(text)]));
      const result = await shell(`set -eo pipefail\n${run}`, {
        cwd: join(cwd, fill(folder)),
        environment: { ...environment, ...filled },
      });
      all = { code: result.code, stdout: all.stdout + result.stdout, stderr: all.stderr + result.stderr };
      if (result.code !== 0) break;
    }
    return all;
  }

  test('checks the repository by default, or the paths of its inputs', async () => {
    const npm = await registry();
    const all = await act({}, npm);
    expect(all).toMatchObject({ code: 1, stdout: expect.stringMatching(/^::error file=web\/a\.yaml,/m) });
    expect(all.stdout).toContain('file=web/with blank.yaml,');
    const args = '--kubernetes-version=1.29\n';
    const result = await act(
      { paths: 'with blank.yaml', args, format: 'json\nsarif=x.sarif\n', 'working-directory': 'web' },
      npm,
    );
    const { kubernetesVersion, files } = JSON.parse(result.stdout);
    expect([result.code, kubernetesVersion, files.map(({ path }: { path: string }) => path)]).toEqual([
      1,
      '1.29',
      ['with blank.yaml'],
    ]);
    // Inputs are arguments and never run by the shell.
    expect(await act({ paths: '$(echo x)' }, npm)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('$(echo x)'),
    });
    expect(await act({ paths: '--fix' }, npm)).toMatchObject({ code: 2, stderr: expect.stringContaining('--fix: ') });
  });

  test('reports that Node.js is missing', async () => {
    const path = folderWith({});
    symlinkSync('/bin/bash', join(path, 'bash'));
    const { code, stdout } = await act({}, { PATH: path });
    expect([code, stdout]).toEqual([2, expect.stringMatching(/^::error::Kubewin needs Node\.js 20\.9 or later/)]);
  });

  test('has the required metadata', () => {
    expect(action).toMatchObject({ name: 'Kubewin', runs: { using: 'composite' } });
    for (const input of Object.values<{ description: string }>(action.inputs)) expect(input.description).toMatch(/\.$/);
  });
});

test('the template for Azure Pipelines checks the repository by default, or the paths of its parameters', async () => {
  const { parameters, steps } = parse(textOf('templates/azure-pipelines.yml'));
  const { bash, env } = steps.find((step: { readonly bash?: string }) => step.bash !== undefined);
  const defaults = parameters.map((parameter: { name: string; default: string }) => [
    parameter.name,
    parameter.default,
  ]);
  const npm = await registry();
  const run = (given: Readonly<Record<string, string>>) => {
    const values: Readonly<Record<string, string>> = { ...Object.fromEntries(defaults), ...given };
    const cwd = folderWith(REPOSITORY);
    const filled = Object.entries<string>(env).map(([name, text]) => {
      const value = text.replace(/\$\{\{ parameters\.(\w+) \}\}/g, (_, key) => values[key] ?? '');
      return [name, value.replace('$(Agent.TempDirectory)', cwd)];
    });
    return shell(bash, { cwd, environment: { ...npm, ...Object.fromEntries(filled) } });
  };
  const { code, stdout } = await run({});
  expect(code).toBe(1);
  expect(stdout).toContain('sourcepath=web/with blank.yaml;');
  expect(stdout).toMatch(/^##vso\[task\.complete result=Failed;\]/m);
  expect(stdout).toMatch(/^##vso\[task\.uploadsummary\]\/.*\/kubewin\.md$/m);
  const one = await run({ paths: 'web/a.yaml\n', args: '--fail-on=never\n--rule=pod/host-pid=information\n' });
  expect(one.code).toBe(0);
  expect(one.stdout).toMatch(/^web\/a\.yaml:\d+:\d+: information: /m);
  expect(one.stdout).not.toContain('with blank');
});

test('the GitLab component checks the repository by default, or the paths of its inputs', async () => {
  const [head, body] = parseAllDocuments(textOf('templates/check.yml')).map((document) => document.toJS());
  const run = async (inputs: Readonly<Record<string, string>>, environment: Readonly<Record<string, string>>) => {
    const fill = (text: string) =>
      text.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name) => inputs[name] ?? head.spec.inputs[name].default);
    const script = (body.kubewin.script as string[]).map(fill).join('\n');
    expect(fill(`${body.kubewin.stage} ${body.kubewin.image}`)).toBe('test node:24-alpine');
    const cwd = folderWith(REPOSITORY);
    const { code, stdout } = await shell(`set -e\n${script}`, { cwd, environment });
    const { artifacts } = body.kubewin;
    const report: { location: { path: string } }[] = JSON.parse(
      readFileSync(join(cwd, artifacts.reports.codequality), 'utf8'),
    );
    expect(artifacts.when).toBe('always');
    return { code, stdout, reported: [...new Set(report.map(({ location }) => location.path))] };
  };
  const npm = await registry();
  expect(await run({}, npm)).toEqual({
    code: 1,
    stdout: expect.stringContaining('./web/a.yaml'),
    reported: ['web/a.yaml', 'web/with blank.yaml'],
  });
  const result = await run({ paths: 'web/a.yaml', args: '--rule=pod/host-pid=hint --hints' }, npm);
  expect(result).toMatchObject({ reported: ['web/a.yaml'], stdout: expect.stringMatching(/^hint\[pod\/host-pid\]/m) });
});

test.skipIf(process.platform === 'win32')('the image has the packed package and runs it', async () => {
  const lines = textOf('Dockerfile')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    ...['FROM', 'ARG', 'ADD', 'RUN'],
    ...['FROM', 'ARG', 'ARG', 'ARG', 'LABEL', 'COPY', 'USER', 'WORKDIR', 'ENTRYPOINT', 'CMD'],
  ]);
  const of = (word: string) => lines.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? '';
  expect([of('COPY'), of('USER'), of('WORKDIR')]).toEqual(['--from=files /files/ /', 'node', '/work']);
  // Docker unpacks what ADD names. The steps run in another root.
  const home = folderWith({});
  const source = join(home, 'npm');
  await buildNpm(source);
  const [added = '', target = ''] = of('ADD').replace('$VERSION', KUBEWIN_VERSION).split(' ');
  const tarball = packNpm(home, source);
  expect([added, textOf('.dockerignore')]).toEqual([`dist/${basename(tarball)}`, '*\n!dist/kubewin-*.tgz\n']);
  const inHome = (text: string) => text.replace(/(?<= )\/(?:files\/)?(?=opt\/|usr\/)/g, `${home}/`);
  const steps = `mkdir -p ${inHome(` ${target}`)} && tar -xzf ${tarball} -C ${inHome(` ${target}`)} && ${inHome(of('RUN'))}`;
  expect(await shell(steps)).toEqual({ code: 0, stdout: '', stderr: '' });
  const [command, ...args] = [...JSON.parse(of('ENTRYPOINT')), ...JSON.parse(of('CMD'))];
  const result = await shell(`'${home}/usr/local/bin/${command}' ${args.join(' ')}`, { cwd: folderWith(REPOSITORY) });
  expect(result).toMatchObject({ code: 1, stdout: expect.stringContaining('web/a.yaml') });
});

describe('the pre-commit hooks', () => {
  interface Hook {
    readonly id: string;
    readonly entry: string;
  }
  const hooks: readonly Hook[] = parse(textOf('.pre-commit-hooks.yaml'));

  test('check all manifests of the repository', async () => {
    expect(hooks).toMatchObject([
      { id: 'kubewin', language: 'system', pass_filenames: false },
      { id: 'kubewin-system', language: 'system', pass_filenames: false },
    ]);
    const npm = await registry();
    const result = await shell(hooks[0]?.entry ?? '', { cwd: folderWith(REPOSITORY), environment: npm });
    expect(result).toMatchObject({ code: 1, stdout: expect.stringContaining('web/a.yaml') });
  });

  test.skipIf(!HERE('pre-commit') || !HERE('git'))('run in pre-commit', async () => {
    const source = folderWith({ '.pre-commit-hooks.yaml': textOf('.pre-commit-hooks.yaml') });
    const git = 'git -c user.name=a -c user.email=a@b.example -c commit.gpgsign=false';
    const commit = `git init --quiet && git add --all && ${git} commit --quiet --no-verify --message x`;
    expect(await shell(`${commit} && git tag v${KUBEWIN_VERSION}`, { cwd: source })).toMatchObject({ code: 0 });
    const npm = await registry();
    const environment = { ...npm, PRE_COMMIT_HOME: folderWith({}) };
    const run = async (id: string, args: string, files: Readonly<Record<string, string>>, path?: string) => {
      const config = `repos:\n- repo: ${source}\n  rev: v${KUBEWIN_VERSION}\n  hooks:\n  - id: ${id}\n    args: ${args}\n`;
      const cwd = folderWith({ ...files, '.pre-commit-config.yaml': config });
      expect(await shell(commit, { cwd })).toMatchObject({ code: 0 });
      const { code, stdout } = await shell('pre-commit run --all-files', {
        cwd,
        environment: { ...environment, ...(path === undefined ? {} : { PATH: path }) },
      });
      return { code, stdout };
    };
    const failed = await run('kubewin', '[--rule=os=off]', REPOSITORY);
    expect(failed).toEqual({ code: 1, stdout: expect.stringMatching(/^Kubewin\.+Failed$.*web\/a\.yaml/ms) });
    expect(await run('kubewin', '[]', { 'a.yaml': 'a: 1\n' })).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Kubewin\.+Passed$/m),
    });
    // A commit without manifests is not checked.
    expect((await run('kubewin', '[]', { 'readme.md': '' })).stdout).toMatch(/\.\(no files to check\)Skipped|Passed/);
    await shell(`npm install --global kubewin`, { environment: npm });
    const path = `${npm['npm_config_prefix']}/bin:${process.env['PATH']}`;
    const installed = await run('kubewin-system', '[web]', REPOSITORY, path);
    expect(installed).toEqual({ code: 1, stdout: expect.stringMatching(/web\/a\.yaml/) });
  });
});

/** The part of the descriptor schema that Kubewin's descriptor can use. */
const DESCRIPTOR = ['descriptor_id', 'descriptor_type', 'file_extensions', 'linters'];
const LINTER = [
  ...['name', 'linter_name', 'linter_url', 'linter_spdx_license', 'linter_text', 'examples', 'install'],
  ...['cli_lint_mode', 'cli_lint_extra_args', 'cli_lint_fix_arg_name', 'cli_help_arg_name', 'cli_version_arg_name'],
  ...['can_output_sarif', 'cli_sarif_args'],
];

test('the MegaLinter plug-in is a valid descriptor, and its commands exist', async () => {
  const folder = 'packaging/mega-linter-plugin-kubewin';
  const descriptor = parse(textOf(`${folder}/kubewin.megalinter-descriptor.yml`));
  const [linter] = descriptor.linters;
  expect(Object.keys(descriptor).filter((key) => !DESCRIPTOR.includes(key))).toEqual([]);
  expect(Object.keys(linter).filter((key) => !LINTER.includes(key))).toEqual([]);
  expect(descriptor).toMatchObject({ descriptor_id: 'KUBEWIN', descriptor_type: 'tooling_format' });
  const environment = await registry();
  await shell(`npm install --global ${linter.install.npm.join(' ')}`, { environment });
  const run = (...args: string[]) =>
    shell(`'${environment['npm_config_prefix']}/bin/${linter.linter_name}' ${args.join(' ')}`, {
      cwd: folderWith(REPOSITORY),
    });
  expect(await run(linter.cli_version_arg_name)).toMatchObject({ code: 0, stdout: `${KUBEWIN_VERSION}\n` });
  expect(await run(linter.cli_help_arg_name)).toMatchObject({ code: 0 });
  expect(await run(...linter.cli_lint_extra_args)).toMatchObject({ code: 1 });
  const file = join(folderWith({}), 'kubewin.sarif');
  const sarif = linter.cli_sarif_args.map((argument: string) => argument.replace('{{SARIF_OUTPUT_FILE}}', file));
  expect([linter.can_output_sarif, await run(...linter.cli_lint_extra_args, ...sarif)]).toMatchObject([
    true,
    { code: 1 },
  ]);
  expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe('2.1.0');
  expect((await run(...linter.cli_lint_extra_args, linter.cli_lint_fix_arg_name)).stdout).toMatch(/fix/i);
});

/** The part of the schema of `trunk.yaml` that the template uses, from https://docs.trunk.io. */
const TRUNK = {
  definition: [
    'name',
    'description',
    'files',
    'runtime',
    'package',
    'known_good_version',
    'direct_configs',
    'commands',
    'version_command',
  ],
  command: ['name', 'target', 'run', 'output', 'read_output_from', 'success_codes', 'cache_results'],
};

test('the template for Trunk has fields that Trunk knows, and its commands exist', async () => {
  const { version, lint } = parse(textOf('templates/trunk.yaml'));
  expect([version, lint.enabled]).toEqual([0.1, [`kubewin@${KUBEWIN_VERSION}`]]);
  const [definition] = lint.definitions;
  const [command] = definition.commands;
  expect(Object.keys(definition)).toEqual(TRUNK.definition);
  expect(Object.keys(command)).toEqual(TRUNK.command);
  expect(definition.known_good_version).toBe(KUBEWIN_VERSION);
  const npm = await registry();
  await shell(`npm install --global ${definition.package}@${definition.known_good_version}`, { environment: npm });
  const environment = { ...npm, PATH: `${npm['npm_config_prefix']}/bin:${process.env['PATH']}` };
  const run = (line: string) => shell(line, { cwd: folderWith(REPOSITORY), environment });
  expect((await run(definition.version_command.run)).stdout).toBe(`${KUBEWIN_VERSION}\n`);
  const result = await run(command.run.replace(/\$\{target\}/, command.target));
  expect(command.success_codes).toContain(result.code);
  expect(JSON.parse(result.stdout)).toMatchObject({ version: '2.1.0' });
});

test('the Renovate preset writes the file with images', async () => {
  const preset = JSON.parse(textOf('packaging/renovate/image-lock.json'));
  expect(Object.keys(preset)).toEqual(['$schema', 'description', 'packageRules']);
  const [rule] = preset.packageRules;
  expect(Object.keys(rule)).toEqual(['description', 'matchDatasources', 'postUpgradeTasks']);
  expect(rule.postUpgradeTasks).toMatchObject({ fileFilters: ['**/.kubewin-images.yaml'], executionMode: 'branch' });
  const [line] = rule.postUpgradeTasks.commands;
  // This pattern is the one that docs/images.md tells people to allow.
  const [, allowed = ''] = /"allowedCommands": \["(.*)"\]/.exec(textOf('docs/images.md')) ?? [];
  expect(line).toMatch(new RegExp(JSON.parse(`"${allowed}"`)));
  const cwd = folderWith({ 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n' });
  expect(await shell(line, { cwd, environment: await registry() })).toMatchObject({ code: 0 });
  expect(readFileSync(join(cwd, '.kubewin-images.yaml'), 'utf8')).toContain('images: {}\n');
});
