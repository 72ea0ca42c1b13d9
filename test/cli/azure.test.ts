import { existsSync } from 'node:fs';
import { isAbsolute, join, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentCommand } from '../../server/src/cli/formats/agent-command.ts';
import { runOnFiles } from './in-process.ts';
import { folderWith, kubewin, only, textOf } from './kubewin.ts';
import { BROKEN, DECLARED, MANIFEST_RULES, SCHEDULED } from './manifests.ts';

const RULES = only(...MANIFEST_RULES);
const azure = (files: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runOnFiles(files, 'check', '--format=azure', ...RULES, ...args);

/** A logging command as the agent reads it: `Command.cs` and `CommandStringConvertor.cs`. */
function parsed(line: string) {
  const start = line.indexOf('##vso[');
  const end = line.indexOf(']', start);
  const [name = '', ...rest] = line.slice(start + '##vso['.length, end).split(' ');
  const pairs = rest
    .join(' ')
    .split(';')
    .filter((pair) => pair !== '');
  const properties = pairs.map((pair) => {
    const [key = '', ...value] = pair.split('=');
    return [key, unescaped(value.join('='))];
  });
  return { name, properties: Object.fromEntries(properties), data: unescaped(line.slice(end + 1)) };
}

function unescaped(text: string): string {
  const escapes = { '%3B': ';', '%0D': '\r', '%0A': '\n', '%5D': ']', '%AZP25': '%' };
  return Object.entries(escapes).reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

test('errors and warnings are issues with their place and rule', async () => {
  const { stdout } = await azure({ 'a.yaml': SCHEDULED, 'b c/100%;x].yaml': DECLARED });
  expect(stdout.trimEnd().split('\n').map(parsed)).toMatchObject([
    {
      name: 'task.logissue',
      properties: { type: 'warning', sourcepath: 'a.yaml', linenumber: '9', columnnumber: '3', code: 'pod/host-pid' },
      data: expect.stringContaining('`hostPID` has no effect'),
    },
    { properties: { type: 'error', sourcepath: 'b c/100%;x].yaml', code: 'pod/host-pid' } },
    { properties: { type: 'error', sourcepath: 'b c/100%;x].yaml', code: 'security-context/privileged' } },
  ]);
});

test('findings of other severities are lines of the log', async () => {
  const { stdout } = await azure({ 'a.yaml': SCHEDULED }, '--rule=pod/host-pid=information');
  expect(stdout).toMatch(/^a\.yaml:9:3: information: [^\n]* \[pod\/host-pid\]\n$/);
});

test.each(['100%; a=b ]', '%3B %AZP25 %AZP253B', 'two\r\nlines', 'a:b,c'])('the agent reads %j unchanged', (text) => {
  const line = agentCommand('azure', 'task.logissue', { type: 'error', sourcepath: text, code: 'x' }, text);
  expect(line.trimEnd().split(/[\r\n]/)).toHaveLength(1);
  const expected = { name: 'task.logissue', properties: { type: 'error', sourcepath: text, code: 'x' }, data: text };
  expect(parsed(line.slice(0, -1))).toEqual(expected);
});

describe('--task-result', () => {
  test.each([
    ['an error', DECLARED, ['--fail-on=error'], 'Failed', 1],
    ['a warning', SCHEDULED, [], 'Failed', 1],
    ['a warning that does not count', SCHEDULED, ['--fail-on=error'], 'SucceededWithIssues', 0],
    ['information', SCHEDULED, ['--rule=pod/host-pid=information'], 'Succeeded', 0],
    ['no finding', 'a: 1\n', [], 'Succeeded', 0],
    ['a file that cannot be read', BROKEN, ['--fail-on=never'], 'Failed', 2],
  ] as const)('with %s', async (_, text, args, result, code) => {
    const checked = await azure({ 'a.yaml': text }, '--task-result', ...args);
    expect(checked.code).toBe(code);
    const last = parsed(checked.stdout.trimEnd().split('\n').at(-1) ?? '');
    expect(last).toMatchObject({ name: 'task.complete', properties: { result } });
    expect(last.data).toMatch(/ in 1 file \(\d objects?\)\.$/);
  });

  test('is the only one that completes a task', async () => {
    expect((await azure({ 'a.yaml': DECLARED }, '--fail-on=error')).stdout).not.toContain('task.complete');
  });
});

describe('--task-summary', () => {
  test('names the report once it is complete', async () => {
    const cwd = folderWith({ 'a.yaml': SCHEDULED });
    const args = ['check', '--no-config', '--format=azure', '--format=markdown=report.md', '--task-summary', 'a.yaml'];
    const { code, stdout } = await kubewin([...args, ...RULES], { cwd });
    expect(code).toBe(1);
    const last = parsed(stdout.trimEnd().split('\n').at(-1) ?? '');
    expect(last).toEqual({
      name: 'task.uploadsummary',
      properties: {},
      data: expect.stringMatching(/[\\/]report\.md$/),
    });
    expect(isAbsolute(last.data) || win32.isAbsolute(last.data)).toBe(true);
    expect(textOf(cwd, 'report.md')).toContain('### Kubewin\n\n1 warning in 1 file');
    expect(existsSync(join(cwd, 'none.md'))).toBe(false);
  });

  test('names nothing that could not be written', async () => {
    const { code, stdout } = await azure({ 'a.yaml': SCHEDULED }, '--format=markdown=none/report.md', '--task-summary');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

test.each([
  [['--task-result'], '`--task-result` needs `--format azure` without a file.'],
  [['--task-result', '--format=azure=a.log'], '`--task-result` needs `--format azure` without a file.'],
  [['--task-summary', '--format=markdown=a.md'], '`--task-summary` needs `--format azure` without a file.'],
  [['--task-summary', '--format=azure'], '`--task-summary` needs `--format markdown=file`.'],
])('%j is a fault', async (args, message) => {
  const { code, stderr } = await runOnFiles({ 'a.yaml': SCHEDULED }, 'check', ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
