import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { encode } from '../../server/src/workspace/reading.ts';
import { runOnFiles } from './in-process.ts';
import { folderWith, kubewin, only } from './kubewin.ts';
import { DECLARED, MANIFEST_RULES, SCHEDULED } from './manifests.ts';

// Options that select files, findings to report, and findings that count for the exit code.

const RULES = only(...MANIFEST_RULES);
const check = (files: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runOnFiles(files, 'check', ...RULES, ...args);

describe('--fail-on', () => {
  test.each([
    ['error', 'error', 1],
    ['error', 'warning', 0],
    ['warning', 'warning', 1],
    ['warning', 'information', 0],
    ['information', 'information', 1],
    ['information', 'hint', 0],
    ['never', 'error', 0],
  ])('%s with a finding of severity %s: %d', async (failOn, severity, code) => {
    const rule = `--rule=pod/host-pid=${severity}`;
    expect((await check({ 'a.yaml': SCHEDULED }, rule, `--fail-on=${failOn}`)).code).toBe(code);
  });

  test('rejects other values', async () => {
    expect(await check({ 'a.yaml': SCHEDULED }, '--fail-on=hint')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('It must be `error`, `warning`, `information` or `never`.'),
    });
  });

  test('determines the failures in JUnit', async () => {
    const { stdout } = await check({ 'a.yaml': SCHEDULED }, '--fail-on=error', '--format=junit');
    expect(stdout).toContain('tests="1" failures="0"');
  });
});

describe('--quiet', () => {
  test('shows only errors and warnings, without a summary', async () => {
    const files = { 'a.yaml': SCHEDULED };
    const loud = await check(files);
    const quiet = await check(files, '-q');
    expect(loud.stdout.startsWith(quiet.stdout)).toBe(true);
    expect(loud.stdout.slice(quiet.stdout.length)).toBe(
      '1 warning in 1 file (1 object).\n0 fixes with --fix, 1 more with --fix-ineffective.\n',
    );
    expect((await check(files, '--quiet', '--rule=pod/host-pid=information')).stdout).toBe('');
  });

  test('shows findings that determine the exit code', async () => {
    const args = ['--quiet', '--rule=pod/host-pid=information', '--format=compact', '--fail-on=information'];
    const { code, stdout } = await check({ 'a.yaml': SCHEDULED }, ...args);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^a\.yaml:9:3: note: .* \[pod\/host-pid\]\n$/);
  });

  test('excludes --hints', async () => {
    expect((await check({}, '--quiet', '--hints')).stderr).toContain('Use either `--quiet` or `--hints`, not both.');
  });
});

test('lists the worst finding of an object first, and names the object once', async () => {
  const { stdout } = await check({ 'a.yaml': `${DECLARED}---\n${SCHEDULED}` }, '--rule=pod/host-pid=warning');
  expect(stdout.match(/^(?:Pod|error|warning).*?(?=: |$)/gm)).toEqual([
    'Pod declared · Windows (os.name)',
    'error[security-context/privileged]',
    'warning[pod/host-pid]',
    'Pod shop/scheduled · Windows (node selector)',
    'warning[pod/host-pid]',
  ]);
});

test('--statistics counts findings by rule, with those that --fix solves', async () => {
  const { code, stdout } = await check({ 'a.yaml': DECLARED, 'b.yaml': SCHEDULED }, '--statistics');
  expect(code).toBe(1);
  expect(stdout).toBe(`2  pod/host-pid                 ignored, rejected  1 with --fix, 1 with --fix-ineffective
1  security-context/privileged  rejected           1 with --fix

2 errors, 1 warning in 2 of 2 files (2 objects).
2 fixes with --fix, 1 more with --fix-ineffective.
`);
  expect((await check({}, '--statistics')).stdout).not.toMatch(/^\n/);
});

test.each(['text', 'azure', 'compact', 'github', 'teamcity'])(
  '--max-findings shows the worst findings first, in %s',
  async (format) => {
    const files = { 'a.yaml': SCHEDULED, 'b.yaml': DECLARED };
    const shown = async (count: number) => {
      const args = [`--max-findings=${count}`, `--format=${format}`];
      const { code, stdout, stderr } = await check(files, ...args);
      expect(code).toBe(1);
      return { paths: stdout.match(/\b[ab]\.yaml/g), stderr };
    };
    expect(await shown(1)).toEqual({
      paths: ['b.yaml'],
      stderr: '2 findings are left out because of --max-findings.\n',
    });
    expect(await shown(3)).toEqual({ paths: ['b.yaml', 'b.yaml', 'a.yaml'], stderr: '' });
  },
);

describe('--select and --ignore', () => {
  const files = {
    '.kubewin.yaml': 'rules: { pod: off, security-context/privileged: information }\n',
    'a.yaml': DECLARED,
  };
  const found = async (...args: readonly string[]) => {
    const { stdout } = await kubewin(['check', '--format=compact', '--no-color', ...args], { cwd: folderWith(files) });
    return [...stdout.matchAll(/: (\w+): .*\[(.*)\]$/gm)].map(([, severity, rule]) => `${severity} ${rule}`);
  };

  test.each([
    [['--select=security-context'], ['note security-context/privileged']],
    [['--select=pod'], []],
    [['--select=pod/host-pid'], ['error pod/host-pid']],
    [['--select=kw1103,security-context/privileged'], ['error pod/host-pid', 'note security-context/privileged']],
    [['--select=pod/host-pid', '--ignore=pod'], ['error pod/host-pid']],
    [['--select=pod/host-pid', '--ignore=KW1103'], []],
    [['--ignore=security-context'], []],
    [['--select=pod/host-pid', '--rule=pod/host-pid=warning'], ['warning pod/host-pid']],
    [['--rule=pod/host-pid=on', '--ignore=security-context'], ['error pod/host-pid']],
  ])('%j', async (args, expected) => {
    expect((await found(...args)).filter((finding) => /host-pid|privileged/.test(finding))).toEqual(expected);
    if (args[0]?.startsWith('--select')) expect(await found(...args)).toEqual(expected);
  });

  test.each([
    [[], []],
    [['--select=own/named'], ['warning own/named']],
    [['--rule=own/named=on'], ['warning own/named']],
    [['--select=own'], []],
  ])('a rule of the user that is off, with %j', async (args, expected) => {
    const config = 'rules: { own/named: { message: Named., fields: metadata.name, severity: off } }\n';
    const cwd = folderWith({ ...files, '.kubewin.yaml': config });
    const { stdout } = await kubewin(['check', '--format=compact', '--no-color', ...args], { cwd });
    expect([...stdout.matchAll(/: (\w+): Named\. \[(.*)\]$/gm)].map(([, ...found]) => found.join(' '))).toEqual(
      expected,
    );
  });

  test('unknown names are faults', async () => {
    const { code, stderr } = await kubewin(['explain', '--select=pod/host-pit', '--ignore=image,']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `kubewin: There is no rule and no category \`pod/host-pit\`. Did you mean \`pod/host-pid\`?
kubewin: There is no rule and no category \`\`.
Run \`kubewin explain --help\` for help.
`,
    });
  });
});

describe('--files-from', () => {
  const files = { 'a.yaml': SCHEDULED, 'b c.yaml': SCHEDULED, 'd.yaml': SCHEDULED };
  const pathsOf = (stdout: string) => [...stdout.matchAll(/^(.+?):\d+:\d+:/gm)].map(([, path]) => path);

  test.each([
    ['lines', 'a.yaml\r\n\nb c.yaml\n'],
    ['NUL characters', 'a.yaml\0b c.yaml\0'],
  ])('reads %s', async (_, list) => {
    const cwd = folderWith({ ...files, list });
    const args = ['check', '--format=compact', ...RULES];
    const fromFile = await kubewin([...args, '--files-from=list'], { cwd });
    expect(pathsOf(fromFile.stdout)).toEqual(['a.yaml', 'b c.yaml']);
    const fromStdin = await kubewin([...args, '--files-from', '-', 'd.yaml'], { cwd, input: list });
    writeFileSync(join(cwd, 'marked'), Buffer.from(`\uFEFF${list}`, 'utf16le'));
    const marked = await kubewin([...args, '--files-from=marked'], { cwd });
    expect(marked).toEqual(fromFile);
    expect(pathsOf(fromStdin.stdout)).toEqual(['a.yaml', 'b c.yaml', 'd.yaml']);
  });

  test.each(['utf-8', 'utf-16le', 'utf-16be'] as const)(
    'reads a list in %s with a byte order mark',
    async (encoding) => {
      const cwd = folderWith({ ...files, list: encode('a.yaml\r\nb c.yaml\r\n', encoding) });
      const { stdout, stderr } = await kubewin(['check', '--format=compact', '--files-from=list', ...RULES], { cwd });
      expect({ paths: pathsOf(stdout), stderr }).toEqual({ paths: ['a.yaml', 'b c.yaml'], stderr: '' });
    },
  );

  test('an empty list means no files, not the current folder', async () => {
    const cwd = folderWith(files);
    const { stdout } = await kubewin(['check', '--files-from=-'], { cwd, input: '' });
    expect(stdout).toBe('0 objects checked in 0 files.\n');
  });

  test('reports a missing list, and one that is given as a manifest', async () => {
    expect((await check({}, '--files-from=no-such-list')).stderr).toBe(
      'kubewin: `no-such-list` cannot be read: there is no such file.\n',
    );
    expect((await check({}, '--files-from=.')).stderr).toBe('kubewin: `.` cannot be read: it is a folder.\n');
    expect((await check({}, '--files-from=-', '-')).stderr).toContain(
      'Standard input is either a manifest or the list of `--files-from`, not both.',
    );
  });
});

test('--report-unused-suppressions reports them as warnings', async () => {
  const text = DECLARED.replace('  hostPID: true\n', '  # kubewin: allow pod/host-ipc -- x\n  hostPID: true\n');
  const args = only();
  const files = { 'a.yaml': text };
  expect((await runOnFiles(files, 'check', ...args)).code).toBe(0);
  const { code, stdout } = await runOnFiles(files, 'check', ...args, '--report-unused-suppressions');
  expect(code).toBe(1);
  expect(stdout).toContain('warning[directive/unused]: This suppression of `pod/host-ipc` is unused');
  const off = ['--report-unused-suppressions', '--rule=directive/unused=off'];
  expect((await runOnFiles(files, 'check', ...args, ...off)).code).toBe(0);
});

test.each([
  ['--watch --fix-dry-run', 'Use either `--watch` or `--fix-dry-run`, not both.'],
  ['--watch --write-baseline=x', 'Use either `--watch` or `--write-baseline`, not both.'],
  ['--watch -', '`--watch` needs files: standard input is read only once.'],
  ['--max-findings=-1', 'Invalid value for `--max-findings`: `-1`. It must be a number.'],
  ['--baseline=', 'Invalid value for `--baseline`: ``. It must be a path.'],
  ['--format=json=x --write-baseline=x', 'A format and the baseline cannot be written to the same file: `x`.'],
])('%s is rejected: %s', async (args, message) => {
  const { code, stdout, stderr } = await check({}, ...args.split(' '));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});
