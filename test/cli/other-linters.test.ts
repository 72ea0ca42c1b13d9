import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { OTHER_LINTERS } from '../../server/src/lint/other-linters/linters.ts';
import { folderWith, kubewin, shell } from './kubewin.ts';

const NAMES = OTHER_LINTERS.map(({ name }) => name.toLowerCase());

/** A Pod that is written as people do. */
function pod(name: string, os: string): string {
  return `apiVersion: v1
kind: Pod
metadata:
  name: ${name} # of the shop
spec:
  ${os}
  # One container
  containers: [{ name: main, image: "registry.example/${name}:1.0" }]
`;
}

const WINDOWS = pod('web', 'os: { name: windows }');
const LINUX = pod('proxy', 'os: { name: linux }');
const SELECTED = pod('agent', 'nodeSelector: { kubernetes.io/os: windows }');
const FILES = {
  'deploy/web.yaml': WINDOWS,
  'deploy/all.yaml': `${LINUX}---\n${pod('job', 'os: { name: windows }')}`,
  'linux.yaml': LINUX,
  'selected.yaml': SELECTED,
};

function textIn(cwd: string, path: string): string {
  return readFileSync(join(cwd, path), 'utf8');
}

/** The lines that a text has beside those of another one, which must all be in it. */
function addedLines(before: string, after: string): string[] {
  const left = before.split('\n');
  const added = after.split('\n').filter((line) => {
    if (line !== left[0]) return true;
    left.shift();
    return false;
  });
  expect(left).toEqual([]);
  return added;
}

const KEYS: Readonly<Record<string, RegExp>> = {
  checkov: /^checkov\.io\/skip\d$/,
  'kube-linter': /^ignore-check\.kube-linter\.io\//,
  'kube-score': /^kube-score\/ignore$/,
  kubescape: /^kubescape\.io\/skip-/,
  polaris: /^polaris\.fairwinds\.com\/\w+-exempt$/,
};

test.each(Object.keys(KEYS))('adds the annotations of %s to Windows pods alone', async (name) => {
  const cwd = folderWith(FILES);
  const args = ['other-linters', '--write', name];
  expect(await kubewin(args, { cwd })).toEqual({
    code: 0,
    stdout: 'deploy/all.yaml: changed\ndeploy/web.yaml: changed\n2 files changed.\n',
    stderr: '',
  });
  expect([textIn(cwd, 'linux.yaml'), textIn(cwd, 'selected.yaml')]).toEqual([LINUX, SELECTED]);
  const web = textIn(cwd, 'deploy/web.yaml');
  expect(addedLines(WINDOWS, web)[0]).toBe('  annotations:');
  const keys = Object.keys(parse(web).metadata.annotations);
  for (const key of keys) expect(key).toMatch(KEYS[name] ?? /^$/);
  const all = textIn(cwd, 'deploy/all.yaml');
  expect(all).toBe(FILES['deploy/all.yaml'].replace(/(?<=name: job.*\n)/, `${addedLines(WINDOWS, web).join('\n')}\n`));
  // Nothing is missing now.
  expect(await kubewin(args, { cwd })).toEqual({ code: 0, stdout: '0 files changed.\n', stderr: '' });
  expect(textIn(cwd, 'deploy/web.yaml')).toBe(web);
});

test('writes for several linters at once, and its diff is the same', async () => {
  const cwd = folderWith({ ...FILES, 'deploy/all.yaml': LINUX });
  const all = NAMES.map((name) => `--write=${name}`);
  const same = folderWith({ ...FILES, 'deploy/all.yaml': LINUX });
  const { code, stdout } = await kubewin(['other-linters', ...all], { cwd });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'deploy/web.yaml: changed\n.trivyignore.yaml: changed\n2 files changed.\n',
  });
  const shown = await kubewin(['other-linters', ...all, '--dry-run'], { cwd: same });
  expect(shown.stdout).toMatch(/^--- a\/deploy\/web\.yaml\n\+\+\+ b\/deploy\/web\.yaml\n/);
  expect(shown.stdout).toContain('\n--- /dev/null\n+++ b/.trivyignore.yaml\n');
  expect(textIn(same, 'deploy/web.yaml')).toBe(WINDOWS);
  await shell(`$kubewin other-linters ${all.join(' ')} --dry-run 2>/dev/null | git apply`, { cwd: same });
  for (const path of ['deploy/web.yaml', '.trivyignore.yaml']) expect(textIn(same, path)).toBe(textIn(cwd, path));
  expect((await kubewin(['other-linters', ...all], { cwd })).stdout).toBe('0 files changed.\n');
});

test('adds files to the ignore file of Trivy, and says how it is read', async () => {
  const cwd = folderWith({ 'deploy/web.yaml': WINDOWS, 'linux.yaml': LINUX, '.trivyignore.yaml': '# Ours\n' });
  const { code, stdout, stderr } = await kubewin(['other-linters', '--write', 'trivy'], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '.trivyignore.yaml: changed\n1 file changed.\n' });
  expect(stderr).toBe(
    '.trivyignore.yaml: Trivy reads this file with `trivy config --ignorefile .trivyignore.yaml .` in this folder.\n',
  );
  const text = textIn(cwd, '.trivyignore.yaml');
  expect(text).toMatch(/^# Ours\nmisconfigurations:\n/);
  const { misconfigurations } = parse(text);
  for (const { paths } of misconfigurations) expect(paths).toEqual(['deploy/web.yaml']);
  expect(misconfigurations.length).toBe(OTHER_LINTERS.find(({ name }) => name === 'Trivy')?.checks.length);
  writeFileSync(join(cwd, 'job.yaml'), WINDOWS);
  await kubewin(['other-linters', '--write', 'trivy', 'job.yaml'], { cwd });
  for (const { paths } of parse(textIn(cwd, '.trivyignore.yaml')).misconfigurations) {
    expect(paths).toEqual(['deploy/web.yaml', 'job.yaml']);
  }
});

test('uses the ignore file that is there', async () => {
  const args = ['other-linters', '--write', 'trivy'];
  const named = folderWith({ 'web.yaml': WINDOWS, 'trivy.yaml': 'ignorefile: ci.yaml\n', 'ci.yaml': 'licenses: []\n' });
  expect(await kubewin(args, { cwd: named })).toEqual({
    code: 0,
    stdout: 'ci.yaml: changed\n1 file changed.\n',
    stderr: '',
  });
  const other = folderWith({ 'web.yaml': WINDOWS, '.trivyignore.yml': '', '.trivyignore': 'AVD-DS-0002\n' });
  const { stdout, stderr } = await kubewin(args, { cwd: other });
  expect(stdout).toBe('.trivyignore.yml: changed\n1 file changed.\n');
  expect(stderr).toContain('With this option, Trivy does not read .trivyignore. Add its entries here.');
});

test('leaves out a file in which Trivy would also ignore other workloads', async () => {
  const cwd = folderWith(FILES);
  const { code, stderr } = await kubewin(['other-linters', '--write', 'trivy', '--dry-run'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain(
    'deploy/all.yaml: Trivy ignores checks for whole files, and Pod proxy in this file can pass them. Move the Windows pods to a file of their own.\n',
  );
});

test('reports an ignore file that cannot be changed, and files outside of the folder', async () => {
  const cwd = folderWith({ 'a/web.yaml': WINDOWS, 'a/.trivyignore.yaml': 'misconfigurations: [', 'b/none.yaml': '' });
  const args = ['other-linters', '--write', 'trivy'];
  const broken = await kubewin(args, { cwd: join(cwd, 'a') });
  expect(broken.code).toBe(2);
  expect(broken.stderr).toContain('.trivyignore.yaml: It is not valid YAML.\n');
  const named = folderWith({ 'a/web.yaml': WINDOWS, 'a/trivy.yaml': 'ignorefile: ../b.yaml\n', 'b.yaml': '' });
  const above = await kubewin(args, { cwd: join(named, 'a') });
  expect([above.code, textIn(named, 'b.yaml')]).toEqual([2, '']);
  expect(above.stderr).toContain('trivy.yaml names this file outside of the current folder, so it is not changed.\n');
  const outside = await kubewin([...args, '../a/web.yaml'], { cwd: join(cwd, 'b') });
  expect(outside.code).toBe(2);
  expect(outside.stderr).toContain('The file is outside the current folder, so that Trivy would not find it.\n');
});

const CHART = {
  'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'values.yaml': 'os: windows\nannotations: { owner: shop }\n',
};
const TEMPLATE = (lines: string) =>
  `apiVersion: v1
kind: Pod
metadata:
  name: web
${lines}  containers: [{ name: main, image: "registry.example/web:1.0" }]
`;

test('annotates the template of a chart if all that it writes is for Windows', async () => {
  const template = TEMPLATE('spec:\n  os:\n    name: {{ .Values.os }}\n');
  const cwd = folderWith({ ...CHART, 'templates/web.yaml': template });
  const args = ['other-linters', '--write', 'kube-linter'];
  expect((await kubewin(args, { cwd })).code).toBe(0);
  expect(addedLines(template, textIn(cwd, 'templates/web.yaml'))).toEqual([
    '  annotations:',
    '    ignore-check.kube-linter.io/no-read-only-root-fs: The API server rejects readOnlyRootFilesystem on Windows pods',
  ]);
  expect((await kubewin(args, { cwd })).stdout).toBe('0 files changed.\n');
});

test.each([
  [
    'the template writes its annotations',
    TEMPLATE('  annotations: {{ toYaml .Values.annotations | nindent 4 }}\nspec:\n  os: { name: windows }\n'),
    'Pod web is not annotated for Checkov, because a template writes its metadata.',
  ],
])('says why nothing is annotated if %s', async (_, template, message) => {
  const cwd = folderWith({ ...CHART, 'templates/web.yaml': template });
  const { code, stderr } = await kubewin(['other-linters', '--write', 'checkov'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(textIn(cwd, 'templates/web.yaml')).toBe(template);
});

test('does not annotate a template that other values make one for Linux', async () => {
  const template = TEMPLATE('spec:\n  os: { name: {{ .Values.os }} }\n');
  const cwd = folderWith({
    ...CHART,
    'linux.yaml': 'os: linux\n',
    'templates/web.yaml': template,
    '.kubewin.yaml': 'helm.values:\n  .:\n    windows: []\n    linux: [linux.yaml]\n',
  });
  const { stderr } = await kubewin(['other-linters', '--write', 'checkov'], { cwd });
  expect(stderr).toContain('Pod web is not annotated, because the template also writes it for other nodes.');
  expect(textIn(cwd, 'templates/web.yaml')).toBe(template);
});

test('faults in arguments', async () => {
  const faults = async (...args: readonly string[]) => (await kubewin(['other-linters', ...args])).stderr;
  expect(await faults()).toContain('Name the linters: `--write` with `checkov`');
  expect(await faults('--write', 'trivvy')).toContain('Invalid value for `--write`: `trivvy`.');
  expect(await faults('--write', 'trivy', '-')).toContain('`other-linters` changes files');
  expect(await faults('--write', 'trivy', '--format', 'json')).toContain('`other-linters` has no option `--format`.');
});

test('changes nothing with a configuration file that is not valid', async () => {
  const cwd = folderWith({ 'web.yaml': WINDOWS, '.kubewin.yaml': 'nodes: 1\n' });
  const { code, stderr } = await kubewin(['other-linters', '--write', 'checkov'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('Nothing is written, because a configuration file is not valid.');
  expect(textIn(cwd, 'web.yaml')).toBe(WINDOWS);
});

test('reads the objects of lists and of other kinds', async () => {
  const list = `apiVersion: v1\nkind: List\nitems:\n  - ${WINDOWS.trimEnd().replaceAll('\n', '\n    ')}\n`;
  const cron = `apiVersion: batch/v1
kind: CronJob
metadata: { name: web }
spec:
  schedule: "0 0 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          os: { name: windows }
          restartPolicy: Never
          containers: [{ name: web, image: "registry.example/web:1.0" }]
`;
  const cwd = folderWith({ 'list.yaml': list, 'cron.yaml': cron });
  await kubewin(['other-linters', '--write', 'kube-score'], { cwd });
  expect(parse(textIn(cwd, 'list.yaml')).items[0].metadata.annotations).toHaveProperty('kube-score/ignore');
  expect(parse(textIn(cwd, 'cron.yaml')).metadata.annotations).toHaveProperty('kube-score/ignore');
});
