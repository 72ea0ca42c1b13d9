import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { faultsOf } from './words.ts';

const ROOT = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { scripts } = JSON.parse(textOf('package.json'));

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
}
interface Job {
  readonly needs?: string;
  readonly uses?: string;
  readonly steps?: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
}
interface Workflow {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** An action at a commit, which nobody can change, with its release. */
const PINNED = /^ *(?:- )?uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
/** The first releases of actions that run on Node.js 24. */
const NODE_24: Readonly<Record<string, number>> = {
  'actions/attest-build-provenance': 4,
  'actions/checkout': 5,
  'actions/download-artifact': 7,
  'actions/setup-go': 6,
  'actions/setup-node': 5,
  'actions/upload-artifact': 6,
  'azure/login': 3,
  'github/codeql-action': 4,
};

const WORKFLOWS = readdirSync(join(ROOT, '.github/workflows'));
const workflow = (name: string): Workflow => parse(textOf(`.github/workflows/${name}.yml`));
const stepsOf = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap(({ steps = [] }) => steps);
const commandsOf = (of: Workflow) => stepsOf(of).flatMap(({ run = [] }) => run);

describe('workflows', () => {
  test.each(WORKFLOWS)('%s has read permission only, pins actions, and runs scripts that exist', (name) => {
    const file = workflow(name.replace('.yml', ''));
    const lines = textOf(`.github/workflows/${name}`).split('\n');
    expect(lines.filter((line) => /\buses: (?!\.\/)/.test(line) && !PINNED.test(line))).toEqual([]);
    expect(file.permissions).toEqual({ contents: 'read' });
    for (const { uses } of [...stepsOf(file), ...Object.values(file.jobs)]) {
      if (uses === undefined) continue;
      if (uses.startsWith('./')) expect(existsSync(join(ROOT, uses)), uses).toBe(true);
    }
    for (const line of lines) {
      const [, action = '', major] = /uses: ([\w-]+\/[\w-]+).*# v(\d+)/.exec(line) ?? [];
      if (major !== undefined) expect(Number(major), line).toBeGreaterThanOrEqual(NODE_24[action] ?? 0);
    }
    for (const command of commandsOf(file)) {
      for (const [, script = ''] of command.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(script);
      const files = [...command.matchAll(/(?<![\w/.])(?:packaging|test|\.ci)\/[\w./-]+/g)].map(([path]) => path);
      expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
      // Names of branches and tags are untrusted input.
      expect(command).not.toMatch(/\$\{\{ *github\.(?!token)/);
    }
  });

  test('CI runs the checks that run before a merge', () => {
    const commands = commandsOf(workflow('ci'));
    expect(commands).toEqual(
      expect.arrayContaining(['.ci/run --without-shared', 'npm run site', 'npm run pack:image']),
    );
    expect(textOf('.ci/run')).toContain('--without-shared');
  });

  test('CI runs the command line on Windows, macOS and the lowest release of Node.js', () => {
    const text = textOf('.github/workflows/ci.yml');
    expect(text).toContain('os: [windows-latest, macos-latest]');
    const [, lowest] = /^>=(.*)$/.exec(JSON.parse(textOf('package.json')).engines.node) ?? [];
    expect(text).toContain(`node-version: ${lowest}.0\n`);
    expect(text).toContain('run: npx vitest run test/cli\n');
  });

  test('a release is checked, then built for each platform, then published', () => {
    const { on, jobs } = workflow('release');
    expect(on).toEqual({ push: { tags: ['v*'] } });
    expect(jobs['check']?.uses).toBe('./.github/workflows/ci.yml');
    expect([jobs['build']?.needs, jobs['publish']?.needs]).toEqual(['check', 'build']);
    expect(jobs['publish']?.permissions).toMatchObject({ 'id-token': 'write' });
    const publish = jobs['publish']?.steps?.flatMap(({ run = [] }) => run).join('\n');
    expect(publish).toContain('--provenance');
    expect(publish).toContain('sha256sum kubewin-* > SHA256SUMS');
    const text = textOf('.github/workflows/release.yml');
    for (const system of ['ubuntu', 'macos', 'windows']) expect(text.split(`os: ${system}`).length).toBe(3);
  });

  test('Dependabot updates packages, actions and the base of the image', () => {
    const { updates } = parse(textOf('.github/dependabot.yml'));
    const found = updates.map((update: { 'package-ecosystem': string }) => update['package-ecosystem']);
    expect(found).toEqual(['npm', 'github-actions', 'docker']);
    const [{ directories }] = updates;
    for (const folder of directories) expect(existsSync(join(ROOT, folder, 'package-lock.json')), folder).toBe(true);
  });

  test('the base of the image is pinned, and the same for both stages', () => {
    const bases = [...textOf('Dockerfile').matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(([, base]) => base);
    expect(bases).toEqual([bases[0], bases[0]]);
    expect(bases[0]).toMatch(/^node:24\.\d+\.\d+-alpine[\d.]+@sha256:[0-9a-f]{64}$/);
  });

  test.skipIf(spawnSync('actionlint', ['-version']).error !== undefined)('actionlint reports no problems', () => {
    const { stdout } = spawnSync('actionlint', ['-no-color'], { cwd: ROOT, encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});

describe('issue forms', () => {
  const forms = readdirSync(join(ROOT, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml');

  test.each(forms)('%s asks for the required information in plain English', (name) => {
    const form = parse(textOf(`.github/ISSUE_TEMPLATE/${name}`));
    const { body } = form;
    expect(Object.keys(form)).toEqual(['name', 'description', 'labels', 'body']);
    expect(new Set(body.map(({ id }: { id: string }) => id)).size).toBe(body.length);
    expect(body.some((field: { validations?: { required: boolean } }) => field.validations?.required)).toBe(true);
    const texts: string[] = [form.name, form.description];
    for (const { type, attributes } of body) {
      expect(['input', 'textarea']).toContain(type);
      texts.push(attributes.label, attributes.description ?? '');
    }
    expect(texts.flatMap(faultsOf)).toEqual([]);
    for (const text of texts) {
      const [, command] = /"Kubewin - (.*?)"/.exec(text) ?? [];
      if (command !== undefined) expect(textOf('package.nls.json')).toContain(`: "${command}"`);
    }
  });

  test('the template for pull requests names files and scripts that exist', () => {
    const text = textOf('.github/PULL_REQUEST_TEMPLATE.md');
    expect(faultsOf(text)).toEqual([]);
    for (const [path] of text.matchAll(/[A-Z]+\.md/g)) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });
});

test('.editorconfig agrees with the formatter', () => {
  const all = textOf('.editorconfig').split('\n\n')[1]?.split('\n').slice(1) ?? [];
  const config = Object.fromEntries(all.map((line) => line.split(' = ')));
  const { indentStyle, indentWidth, lineWidth } = JSON.parse(textOf('biome.json')).formatter;
  expect([config.indent_style, Number(config.indent_size), Number(config.max_line_length)]).toEqual([
    indentStyle,
    indentWidth,
    lineWidth,
  ]);
});
