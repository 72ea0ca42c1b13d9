import { afterEach, expect, test, vi } from 'vitest';
import hostPid from '../../server/src/rules/pod/host-pid.ts';
import { uriOfPath } from '../../server/src/workspace/uri.ts';
import { Workspace } from '../../server/src/workspace/workspace.ts';
import { runOnFiles } from './in-process.ts';

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  hostPID: true
  containers:
    - name: web
      image: registry.example/web:1.0
`;

const NAMES = ['bad.yaml', 'good.yaml'];
const uriOf = (name: string) => uriOfPath(`${process.cwd()}/${name}`, 'posix');

afterEach(() => {
  vi.restoreAllMocks();
});

/** Two files with the same contents. */
const FILES = Object.fromEntries(NAMES.map((name) => [name, POD]));

/** No input is known that crashes the program, so a mock fails for one of the files. */
function crashIn(name: string): void {
  const report = Workspace.prototype.report;
  vi.spyOn(Workspace.prototype, 'report').mockImplementation(function (this: Workspace, uri, ...rest) {
    if (uri === uriOf(name)) throw new Error('out of order');
    return report.call(this, uri, ...rest);
  });
}

test('runs without a simulated crash', async () => {
  const { code, stdout, stderr } = await runOnFiles(FILES, 'check');
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain('bad.yaml:7:3');
  expect(stdout).toContain('good.yaml:7:3');
});

test.each(['check', 'explain'])(
  '%s: a crash in one file gives exit code 2 and a message, and the other files are processed',
  async (command) => {
    crashIn('bad.yaml');
    const { code, stdout, stderr } = await runOnFiles(FILES, command);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^bad\.yaml: .*Kubewin: Error: out of order\n$/);
    expect(stdout).not.toContain('bad.yaml');
    expect(stdout).toContain('good.yaml');
  },
);

test('a crash while one file is fixed leaves it unchanged, and the others are fixed', async () => {
  crashIn('bad.yaml');
  const { code, stderr, files } = await runOnFiles(FILES, 'check', '--fix');
  expect(code).toBe(2);
  expect(stderr).toContain('bad.yaml: ');
  expect(files).toEqual([POD, POD.replace('  hostPID: true\n', '')]);
});

test('a rule that throws is reported once, and the findings of the others remain', async () => {
  const check = hostPid.pod;
  if (check === undefined) throw new Error('the rule looks at pods');
  vi.spyOn(check, 'check').mockImplementation(() => {
    throw new Error('out of order');
  });
  const { code, stdout, stderr } = await runOnFiles(FILES, 'check', '--hints');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^kubewin: .*pod\/host-pid.*Kubewin: Error: out of order\n$/);
  expect(stdout).not.toContain('pod/host-pid');
});
