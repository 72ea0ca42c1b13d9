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

const WORKFLOWS = readdirSync(join(ROOT, '.github/workflows'));
const workflow = (name: string): Workflow => parse(textOf(`.github/workflows/${name}.yml`));
const stepsOf = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap(({ steps = [] }) => steps);
const commandsOf = (of: Workflow) => stepsOf(of).flatMap(({ run = [] }) => run);

describe('workflows', () => {
  test.each(WORKFLOWS)(
    '%s has read permission only, pins major versions of actions, and runs scripts that exist',
    (name) => {
      const file = workflow(name.replace('.yml', ''));
      expect(file.permissions).toEqual({ contents: 'read' });
      for (const { uses } of [...stepsOf(file), ...Object.values(file.jobs)]) {
        if (uses === undefined) continue;
        if (uses.startsWith('./')) expect(existsSync(join(ROOT, uses)), uses).toBe(true);
        else expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/);
      }
      for (const command of commandsOf(file)) {
        for (const [, script = ''] of command.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(script);
        const files = [...command.matchAll(/(?<![\w/.])(?:packaging|test|\.ci)\/[\w./-]+/g)].map(([path]) => path);
        expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
        // Names of branches and tags are untrusted input.
        expect(command).not.toMatch(/\$\{\{ *github\.(?!token)/);
      }
    },
  );

  test('CI runs the checks that run before a merge', () => {
    expect(commandsOf(workflow('ci'))).toEqual(['.ci/run --without-shared', 'npm run site']);
    expect(textOf('.ci/run')).toContain('--without-shared');
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
