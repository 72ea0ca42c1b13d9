import { chmodSync, linkSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectFresh } from '../generated.ts';
import { KUSTOMIZE } from '../lsp/manifests.ts';
import { folderWith, IS_WINDOWS, kubewin, only, shell, textOf, withoutVersion } from './kubewin.ts';
import { BROKEN, BY_CLASS, CLEAN, DECLARED, FIXED, MANIFEST_RULES, RUNTIME_CLASS, SCHEDULED } from './manifests.ts';
import { recording } from './recordings.ts';
import { expectSchema } from './schema.ts';

const RULES = only(...MANIFEST_RULES);
const RELEASE = '--kubernetes-version=1.36';

describe('findings', () => {
  test('are written as the recorded text', async () => {
    const { files, args } = recording('check.txt');
    const { code, stdout, stderr } = await kubewin(args, { cwd: folderWith(files) });
    expectFresh('test/cli/expected/check.txt', stdout);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });

  test('are written as the recorded JSON, which matches its schema', async () => {
    const { files, args } = recording('check.json');
    const { code, stdout, stderr } = await kubewin(args, { cwd: folderWith(files) });
    expectFresh('test/cli/expected/check.json', withoutVersion(stdout));
    expectSchema('check', stdout);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });

  test('are written in the recorded colors', async () => {
    const { files, args } = recording('check-color.txt');
    const { stdout } = await kubewin(args, { cwd: folderWith(files) });
    expectFresh('test/cli/expected/check-color.txt', stdout);
  });

  test('of directives have no object', async () => {
    const input = `# kubewin: allow no/such-rule -- why\n${SCHEDULED}`;
    const { stdout } = await kubewin(['check', '-', '--format=json', ...RULES], { input });
    expectSchema('check', stdout);
    const {
      files: [file],
    } = JSON.parse(stdout);
    expect(file.findings[0]).toMatchObject({
      rule: 'directive/unknown-rule',
      effect: 'ignored',
      object: null,
      field: null,
    });
  });

  test('hints are shown only with --hints', async () => {
    const input = SCHEDULED;
    const args = ['check', '-', '--rule=pod/host-pid=hint', ...RULES];
    const without = await kubewin(args, { input });
    expect(without).toMatchObject({
      code: 0,
      stdout:
        'No problems found in 1 file (1 object), and 1 hint (show with --hints).\n0 fixes with --fix, 1 more with --fix-ineffective.\n',
    });
    const with_ = await kubewin([...args, '--hints'], { input });
    expect(with_.code).toBe(0);
    expect(with_.stdout).toMatch(/^hint\[pod\/host-pid\]: .*\n *--> -:9:3$/m);
    expect(with_.stdout).toContain('\n1 hint in 1 file (1 object).\n');
  });
});

describe('standard input with a name', () => {
  test('has this path in results and diffs, and replaces the file of this path', async () => {
    const cwd = folderWith({ 'a/b.yaml': SCHEDULED });
    const args = ['check', 'a', '-', '--stdin-filename', 'a/b.yaml', ...RULES];
    const { stdout } = await kubewin([...args, '--format=json'], { cwd, input: DECLARED });
    const { files } = JSON.parse(stdout);
    expect(files).toMatchObject([{ path: 'a/b.yaml', findings: [{ certainty: 'declared' }, {}] }]);
    const diff = await kubewin([...args, '--fix-dry-run'], { cwd, input: DECLARED });
    expect(diff.stdout).toMatch(/^--- a\/a\/b\.yaml\n/);
    const fixed = await kubewin([...args, '--fix'], { cwd, input: DECLARED });
    expect(fixed.stdout).toBe(FIXED);
    expect(textOf(cwd, 'a/b.yaml')).toBe(SCHEDULED);
  });

  test('is rejected if the file of this name is also an argument of its own', async () => {
    const result = await kubewin(['check', '-', '--stdin-filename=x/a.yaml'], { input: '\0' });
    expect(result).toMatchObject({ code: 2, stderr: expect.stringMatching(/^x\/a\.yaml:1:1: /) });
  });
});

test('checks the manifests of a chart and ignores its other files', async () => {
  const cwd = folderWith({
    'templates/_pod.tpl': `{{- define "pod" -}}\n${SCHEDULED}{{- end -}}\n`,
    'templates/_parts.tpl':
      '{{- define "name" -}}\n{{ .a }}\n{{- end -}}\n{{- define "more" -}}\napiVersion: v1\nkind: [\n{{- end -}}\n',
  });
  const { code, stdout, stderr } = await kubewin(['check', RELEASE, ...RULES], { cwd });
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toContain('templates/_pod.tpl:');
  expect((await kubewin(['check', 'templates/_parts.tpl'], { cwd })).stderr).toContain('cannot be read as YAML');
});

test('names the template of the chart that an object is from', async () => {
  const input = `---
# Source: shop/templates/config.yaml
apiVersion: v1
kind: ConfigMap
---
# Source: shop/charts/web/templates/pod.yaml
${SCHEDULED}`;
  const text = await kubewin(['check', '-', ...RULES], { input });
  expect(text.stdout).toContain(
    'Pod shop/scheduled · Windows (node selector) · from shop/charts/web/templates/pod.yaml\n',
  );
  const json = await kubewin(['check', '-', '--format=json', ...RULES], { input });
  expectSchema('check', json.stdout);
  expect(JSON.parse(json.stdout).files[0].findings).toMatchObject([
    { source: 'shop/charts/web/templates/pod.yaml', object: { name: 'scheduled' } },
  ]);
});

describe('exit code', () => {
  test.each([
    [0, 'nothing found', 'kind: ConfigMap\napiVersion: v1\n', []],
    [0, 'information', SCHEDULED, ['--rule', 'pod/host-pid=information']],
    [1, 'a warning', SCHEDULED, []],
    [1, 'an error', DECLARED, []],
    [0, 'the rule is off', SCHEDULED, ['--rule', 'pod/host-pid=off']],
    [0, 'its category is off', SCHEDULED, ['--rule=pod=off']],
    [1, 'the rule wins over its category', SCHEDULED, ['--rule=pod=off', '--rule=pod/host-pid=error']],
    [
      0,
      'a release without the field',
      DECLARED,
      ['--kubernetes-version=1.14', '--rule=pod=off', '--rule=security-context=off'],
    ],
  ])('%d: %s', async (code, _, input, args) => {
    expect(
      await kubewin(['check', '-', ...RULES.filter((option) => !args.includes(option)), ...args], { input }),
    ).toMatchObject({ code, stderr: '' });
  });
});

describe('paths', () => {
  const files = { 'a.yaml': SCHEDULED, 'b/c.yaml': SCHEDULED, 'b/d.txt': SCHEDULED, 'e-e.yaml': SCHEDULED };

  test.each([
    [[], ['a.yaml', 'b/c.yaml', 'e-e.yaml']],
    [['.'], ['./a.yaml', './b/c.yaml', './e-e.yaml']],
    [['b'], ['b/c.yaml']],
    [['b//'], ['b/c.yaml']],
    [['./b/../b'], ['./b/../b/c.yaml']],
    [['b/d.txt'], ['b/d.txt']],
    [
      ['e-e.yaml', 'b', 'a.yaml', 'b/c.yaml', '.'],
      ['a.yaml', 'b/c.yaml', 'e-e.yaml'],
    ],
    [['--exclude', 'b', '--exclude=e*.yaml'], ['a.yaml']],
    [['--', 'a.yaml'], ['a.yaml']],
  ])('%j', async (args, paths) => {
    const cwd = folderWith(files);
    const { stdout, stderr } = await kubewin(['check', '--format=json', ...RULES, ...args], { cwd });
    expect(JSON.parse(stdout).files.map((file: { path: string }) => file.path)).toEqual(paths);
    expect(stderr).toBe('');
  });

  test('absolute paths stay absolute', async () => {
    const folder = folderWith(files);
    const { stdout } = await kubewin(['check', '--format=json', join(folder, 'b')]);
    expect(JSON.parse(stdout).files[0].path).toBe(`${join(folder, 'b')}/c.yaml`.replaceAll('\\', '/'));
  });

  test('files that git ignores are left out unless they are named', async () => {
    const cwd = folderWith({ ...files, '.gitignore': 'b\n' });
    expect((await kubewin(['check', ...RULES], { cwd })).stdout).toContain('2 warnings in 2 of 2 files (2 objects).');
    expect((await kubewin(['check', 'b', ...RULES], { cwd })).stdout).toContain('1 warning in 1 file (1 object).');
  });

  test('an empty folder contains no objects', async () => {
    expect(await kubewin(['check'], { cwd: folderWith({}) })).toEqual({
      code: 0,
      stdout: '0 objects checked in 0 files.\n',
      stderr: '',
    });
  });

  test('`-` is standard input', async () => {
    const { code, stdout, stderr } = await kubewin(['check', '-', ...RULES], { input: `\uFEFF${SCHEDULED}` });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/^ *--> -:9:3$/m);
  });

  test('facts of one file apply to all', async () => {
    const cwd = folderWith({ 'pod/a.yaml': BY_CLASS });
    expect((await kubewin(['check', 'pod', ...RULES], { cwd })).code).toBe(0);
    const { code, stdout } = await kubewin(['check', 'pod', '-', ...RULES], { cwd, input: RUNTIME_CLASS });
    expect(code).toBe(1);
    expect(stdout).toContain('= note: Windows pod (RuntimeClass win selects kubernetes.io/os: windows) (-:4:9)');
  });

  test('the evidence of each workload is shown once', async () => {
    const pod = BY_CLASS.replace('hostPID: true', 'hostPID: true\n  hostIPC: true');
    const cwd = folderWith({
      'a.yaml': `${pod}---\n${pod.replace('name: by-class', 'name: other')}---\n${RUNTIME_CLASS}`,
    });
    const { stdout } = await kubewin(['check', ...only('pod/host-pid', 'pod/host-ipc')], { cwd });
    const why = '= note: Windows pod (RuntimeClass win selects kubernetes.io/os: windows) (a.yaml:28:9)';
    expect(stdout.match(/^Pod .*|= Windows.*|= note.*/gm)).toEqual(
      ['by-class', 'other'].flatMap((name) => [`Pod ${name} · Windows (RuntimeClass)`, why]),
    );
  });
});

test('Kustomize files connect only files that the arguments name', async () => {
  const cwd = folderWith({ ...KUSTOMIZE, 'overlay/binary.yaml': '\0' });
  const patch = 'Windows pod (kubernetes.io/os: windows) (overlay/patch.yaml:7:5)';
  for (const paths of [['--exclude=**/binary.yaml'], ['overlay/patch.yaml', 'overlay/kustomization.yaml', 'base/']]) {
    const { code, stdout } = await kubewin(['check', ...paths, ...RULES], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/^ *--> base\/pod.yaml:6:3$/m) });
    expect(stdout).toContain(`= note: ${patch}`);
  }
  expect((await kubewin(['check', 'base', ...RULES], { cwd })).code).toBe(0);
  const { stdout } = await kubewin(['explain', 'base', 'overlay/kustomization.yaml', 'overlay/patch.yaml'], { cwd });
  expect(stdout).toContain(
    'base/pod.yaml:4:9  Pod linux  windows, scheduled\n  windows  kubernetes.io/os: windows  overlay/patch.yaml:7:5\n',
  );
});

describe('--fix', () => {
  test('fixes files, reports what remains, and changes nothing the second time', async () => {
    const cwd = folderWith({ 'a.yaml': `${DECLARED}---\n${SCHEDULED}`, 'b.yaml': SCHEDULED, 'c/d.yaml': DECLARED });
    const before = await kubewin(['check', ...RULES], { cwd });
    expect(before.stdout).toContain(
      '\n4 errors, 2 warnings in 3 of 3 files (4 objects).\n4 fixes with --fix, 2 more with --fix-ineffective.\n',
    );
    const first = await kubewin(['check', '--fix', ...RULES], { cwd });
    expect(first).toMatchObject({ code: 1, stderr: '' });
    expect(first.stdout).toContain('\n2 warnings in 2 of 3 files (4 objects).\nApplied 4 fixes in 2 files.\n');
    expect(textOf(cwd, 'a.yaml')).toBe(`${FIXED}---\n${SCHEDULED}`);
    expect(textOf(cwd, 'b.yaml')).toBe(SCHEDULED);
    expect(textOf(cwd, 'c/d.yaml')).toBe(FIXED);
    const times = () => ['a.yaml', 'b.yaml', 'c/d.yaml'].map((path) => statSync(join(cwd, path)).mtimeMs);
    const written = times();
    const second = await kubewin(['check', '--fix', ...RULES], { cwd });
    expect(second.stdout).toContain(
      '\n2 warnings in 2 of 3 files (4 objects).\n0 fixes with --fix, 2 more with --fix-ineffective.\n',
    );
    expect(times()).toEqual(written);
    expect(readdirSync(cwd)).toEqual(['a.yaml', 'b.yaml', 'c']);
  });

  test('exits with 0 when nothing remains', async () => {
    const cwd = folderWith({ 'a.yaml': DECLARED });
    const { code, stdout } = await kubewin(['check', '--fix', '--format=json', ...RULES], { cwd });
    expect({ code, findings: JSON.parse(stdout).files[0].findings }).toEqual({ code: 0, findings: [] });
  });

  test('keeps line ends, byte order mark and mode', async () => {
    const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
    const cwd = folderWith({ 'a.yaml': windows(DECLARED) });
    chmodSync(join(cwd, 'a.yaml'), 0o640);
    expect((await kubewin(['check', '--fix', ...RULES], { cwd })).code).toBe(0);
    expect(textOf(cwd, 'a.yaml')).toBe(windows(FIXED));
    if (process.platform !== 'win32') expect(statSync(join(cwd, 'a.yaml')).mode & 0o777).toBe(0o640);
  });

  test('keeps UTF-16, which PowerShell writes', async () => {
    const bytes = (text: string) => Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`, 'utf16le');
    const cwd = folderWith({ 'a.yaml': bytes(DECLARED), 'b.yaml': bytes(DECLARED).swap16() });
    expect(await kubewin(['check', '--fix-dry-run', ...RULES], { cwd })).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(/^a\.yaml: the file is encoded in UTF-16, which git apply/),
    });
    expect((await kubewin(['check', '--fix', ...RULES], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'a.yaml'))).toEqual(bytes(FIXED));
    expect(readFileSync(join(cwd, 'b.yaml'))).toEqual(bytes(FIXED).swap16());
    writeFileSync(join(cwd, 'c.yaml'), bytes(DECLARED));
    const line = `$kubewin check - --fix ${RULES.join(' ')} <c.yaml 2>/dev/null >d.yaml`;
    expect((await shell(line, { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'd.yaml'))).toEqual(bytes(FIXED));
  });

  test('writes fixed standard input to standard output', async () => {
    const input = `\uFEFF${DECLARED}---\n${SCHEDULED}`;
    const { code, stdout, stderr } = await kubewin(['check', '-', '--fix', ...RULES], { input });
    expect(stdout).toBe(`\uFEFF${FIXED}---\n${SCHEDULED}`);
    expect(stderr).toContain('\n1 warning in 1 file (2 objects).\nApplied 2 fixes in 1 file.\n');
    expect(code).toBe(1);
    const json = await kubewin(['check', '-', '--fix', '--format=json', ...RULES], { input: FIXED });
    expect(json).toMatchObject({ code: 0, stdout: FIXED });
    expectSchema('check', json.stderr);
  });

  test('writes input without fixes unchanged, and nothing if it cannot be read', async () => {
    expect((await kubewin(['check', '-', '--fix'], { input: '{{ broken' })).stdout).toBe('{{ broken');
    expect(await kubewin(['check', '-', '--fix'], { input: '\0' })).toMatchObject({ code: 2, stdout: '' });
  });

  test.skipIf(process.platform === 'win32')('reports files that it cannot write', async () => {
    const cwd = folderWith({ 'a.yaml': DECLARED });
    const { code, stdout, stderr } = await shell(`$kubewin check --fix <(cat a.yaml) ${RULES.join(' ')}`, { cwd });
    expect(stderr).toMatch(/^\/dev\/fd\/\d+: /);
    expect(stdout).toContain('2 errors in 1 file (1 object).\n2 fixes with --fix.\n');
    expect(code).toBe(2);
  });
});

describe('--fix-ineffective', () => {
  test('also removes fields without an effect, and says so', async () => {
    const cwd = folderWith({ 'a.yaml': `${DECLARED}---\n${SCHEDULED}`, 'b.yaml': SCHEDULED });
    const { code, stdout } = await kubewin(['check', '--fix-ineffective', ...RULES], { cwd });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'No problems found in 2 files (3 objects).\nApplied 4 fixes in 2 files.\n',
    });
    expect([textOf(cwd, 'a.yaml'), textOf(cwd, 'b.yaml')]).toEqual([`${FIXED}---\n${CLEAN}`, CLEAN]);
    const again = await kubewin(['check', '--fix-ineffective', ...RULES], { cwd });
    expect(again.stdout).toContain('No fixes were applied.\n');
  });

  test('is counted in JSON', async () => {
    const cwd = folderWith({ 'a.yaml': `${DECLARED}---\n${SCHEDULED}` });
    const { stdout } = await kubewin(['check', '--format=json', ...RULES], { cwd });
    expectSchema('check', stdout);
    const { files, totals } = JSON.parse(stdout);
    expect(totals).toEqual({ safeFixes: 2, ineffectiveFixes: 1 });
    const kinds = files[0].findings.map(({ fixes }: { fixes: { safety: string }[] }) => fixes[0]?.safety);
    expect(kinds).toEqual(['safe', 'safe', 'ineffective']);
  });
});

describe('--fix-rule', () => {
  const RULE = 'scheduling/missing-os-constraint';
  const SELECTOR = '  nodeSelector:\n    kubernetes.io/os: windows\n';
  const selecting = (text: string) => text.replace('  containers', `${SELECTOR}  containers`);

  test('applies the first fix of a rule, even if it needs a review, and no others', async () => {
    const cwd = folderWith({ 'a.yaml': DECLARED });
    const { stdout } = await kubewin(['check', `--fix-rule=${RULE}`, ...RULES, '--rule', `${RULE}=warning`], { cwd });
    expect(stdout).toContain('Applied 1 fix in 1 file.\n2 fixes with --fix.\n');
    expect(textOf(cwd, 'a.yaml')).toBe(selecting(DECLARED));
  });

  test('takes the code of a rule', async () => {
    const cwd = folderWith({ 'a.yaml': DECLARED });
    await kubewin(['check', '--fix-rule=kw1103', ...RULES], { cwd });
    expect(textOf(cwd, 'a.yaml')).not.toContain('hostPID');
  });

  test('can be repeated, and combined with the other fixes', async () => {
    const cwd = folderWith({ 'a.yaml': DECLARED });
    const rules = [`--fix-rule=${RULE}`, '--fix-rule', 'pod/host-pid', ...RULES, '--rule', `${RULE}=hint`];
    await kubewin(['check', '--fix', ...rules], { cwd });
    expect(textOf(cwd, 'a.yaml')).toBe(selecting(FIXED));
  });
});

describe('--fix leaves files unchanged that it cannot write', () => {
  test('a file that is read-only', async () => {
    const cwd = folderWith({ 'a.yaml': DECLARED, 'b.yaml': DECLARED });
    chmodSync(join(cwd, 'a.yaml'), 0o444);
    const { code, stdout, stderr } = await kubewin(['check', '--fix', ...RULES], { cwd });
    expect(stderr).toBe('a.yaml: The file cannot be written: it is read-only.\n');
    expect(stdout).toContain(
      '2 errors in 1 of 2 files (2 objects).\nApplied 2 fixes in 1 file.\n2 fixes with --fix.\n',
    );
    expect(code).toBe(2);
    expect([textOf(cwd, 'a.yaml'), textOf(cwd, 'b.yaml')]).toEqual([DECLARED, FIXED]);
    expect(readdirSync(cwd)).toEqual(['a.yaml', 'b.yaml']);
    const again = await kubewin(['check', '--fix', ...RULES], { cwd });
    expect(again.stdout).toContain('2 errors in 1 of 2 files (2 objects).\n2 fixes with --fix.\n');
  });

  test('a file with several hard links', async () => {
    const cwd = folderWith({ 'a.yaml': DECLARED, 'c.yaml': DECLARED });
    linkSync(join(cwd, 'a.yaml'), join(cwd, 'b.yaml'));
    const { code, stderr } = await kubewin(['check', '--fix', ...RULES], { cwd });
    const why = 'The file cannot be written: it has hard links, which would keep the old text.';
    expect(stderr).toBe(`a.yaml: ${why}\nb.yaml: ${why}\n`);
    expect(code).toBe(2);
    expect(['a.yaml', 'b.yaml', 'c.yaml'].map((path) => textOf(cwd, path))).toEqual([DECLARED, DECLARED, FIXED]);
  });

  test('a file that is too large to be read', async () => {
    const large = `${DECLARED}# ${'x'.repeat(10_000_000)}\n`;
    const cwd = folderWith({ 'a.yaml': large });
    expect(await kubewin(['check', '--fix', ...RULES], { cwd })).toEqual({
      code: 2,
      stdout: '0 objects checked in 0 files.\nNo fixes were applied.\n',
      stderr: 'a.yaml: The file is larger than 10 MB.\n',
    });
    expect(textOf(cwd, 'a.yaml') === large).toBe(true);
  });

  test.skipIf(process.platform === 'win32')(
    'a file whose writing fails halfway, without a temporary file',
    async () => {
      const long = `${DECLARED}# ${'x'.repeat(100_000)}\n`;
      const cwd = folderWith({ 'a.yaml': long });
      // Limits files to a few kilobytes, which simulates a full disk.
      const line = `ulimit -f 8; $kubewin check --fix ${RULES.join(' ')}`;
      const { code, stderr } = await shell(line, { cwd });
      expect(stderr).toBe('a.yaml: The file cannot be written: it would become too large.\n');
      expect(code).toBe(2);
      expect(textOf(cwd, 'a.yaml')).toBe(long);
      expect(readdirSync(cwd)).toEqual(['a.yaml']);
    },
  );
});

describe('--fix-dry-run', () => {
  const crlf = (text: string) => text.replaceAll('\n', '\r\n');
  const pods = `${DECLARED}---\n${SCHEDULED}---\n${DECLARED}`;
  const mended = `${FIXED}---\n${SCHEDULED}---\n${FIXED}`;
  const long = { apiVersion: 'v1', kind: 'Pod', spec: { os: { name: 'windows' }, hostPID: true, containers: [] } };
  const short = { ...long, spec: { os: { name: 'windows' }, containers: [] } };

  test('writes a diff, reports the same findings, and changes nothing', async () => {
    const cwd = folderWith({ 'a.yaml': DECLARED, 'b.yaml': SCHEDULED });
    const before = statSync(join(cwd, 'a.yaml'));
    const plain = await kubewin(['check', ...RULES], { cwd });
    const { code, stdout, stderr } = await kubewin(['check', '--fix-dry-run', ...RULES], { cwd });
    expect(stdout).toBe(`--- a/a.yaml
+++ b/a.yaml
@@ -5,9 +5,6 @@
 spec:
   os:
     name: windows # since 1.25
-  hostPID: true
   containers:
     - name: app
       image: registry.example/app:1
-      securityContext:
-        privileged: true
`);
    expect({ code, stderr }).toEqual({ code: plain.code, stderr: plain.stdout });
    expect([textOf(cwd, 'a.yaml'), statSync(join(cwd, 'a.yaml')).mtimeMs]).toEqual([DECLARED, before.mtimeMs]);
    expect(readdirSync(cwd)).toEqual(['a.yaml', 'b.yaml']);
  });

  test('is empty where there is nothing to fix', async () => {
    const { code, stdout } = await kubewin(['check', '--fix-dry-run', '-', ...RULES], { input: FIXED });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });

  test('findings can be written as JSON', async () => {
    const args = ['check', '--fix-dry-run', '-', '--format=json', ...RULES];
    const { stdout, stderr } = await kubewin(args, { input: DECLARED });
    expect(stdout).toMatch(/^--- a\/-\n\+\+\+ b\/-\n@@ /);
    expectSchema('check', stderr);
  });

  test.each<[options: readonly string[], text: string]>([
    [['--fix'], mended],
    [['--fix-ineffective'], `${FIXED}---\n${CLEAN}---\n${FIXED}`],
    [['--fix-rule=pod/host-pid'], pods.replaceAll(/ {2}hostPID.*\n/g, '')],
    [['--fix', '--fix-rule=pod/host-pid'], `${FIXED}---\n${CLEAN}---\n${FIXED}`],
  ])('shows what %s would change', async (options, text) => {
    const cwd = folderWith({ 'a.yaml': pods });
    await shell(`$kubewin check --fix-dry-run ${[...options, ...RULES].join(' ')} 2>/dev/null | git apply`, { cwd });
    expect(textOf(cwd, 'a.yaml')).toBe(text);
    writeFileSync(join(cwd, 'a.yaml'), pods);
    await kubewin(['check', ...options, ...RULES], { cwd });
    expect(textOf(cwd, 'a.yaml')).toBe(text);
  });

  const files: Readonly<Record<string, readonly [before: string, after: string]>> = {
    'plain.yaml': [pods, mended],
    'crlf.yaml': [crlf(pods), crlf(mended)],
    'mixed.yaml': [`${crlf(DECLARED)}---\n${DECLARED}`, `${crlf(FIXED)}---\n${FIXED}`],
    'open.yaml': [DECLARED.trimEnd(), FIXED.trimEnd()],
    'open-context.yaml': [`${DECLARED}# end`, `${FIXED}# end`],
    'mark.yaml': [`\uFEFF${DECLARED.replace('v1\n', 'v1 \n')}`, `\uFEFF${FIXED.replace('v1\n', 'v1 \n')}`],
    'short.json': [JSON.stringify(long), JSON.stringify(short)],
    'long.json': [`${JSON.stringify(long, null, 2)}\n`, `${JSON.stringify(short, null, 2)}\n`],
    'first.yaml': [
      DECLARED.replace('apiVersion', '# first\napiVersion'),
      FIXED.replace('apiVersion', '# first\napiVersion'),
    ],
    'deep/er/with a blank.yaml': [DECLARED, FIXED],
    'deep/straße.yaml': [DECLARED, FIXED],
  };
  const texts = (side: 0 | 1) => Object.fromEntries(Object.entries(files).map(([path, pair]) => [path, pair[side]]));

  test.skipIf(process.platform === 'win32').each([
    ['git apply', '.'],
    ['git apply', ''],
    ['patch -p1 --binary', '.'],
  ])('%s gives the same bytes as --fix (%s)', async (apply, path) => {
    const byPatch = folderWith(texts(0));
    const { stderr, code } = await shell(
      `$kubewin check --fix-dry-run ${path} ${RULES.join(' ')} 2>/dev/null | ${apply}`,
      { cwd: byPatch },
    );
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    const byFix = folderWith(texts(0));
    await kubewin(['check', '--fix', ...RULES], { cwd: byFix });
    for (const [name, text] of Object.entries(texts(1))) {
      expect(textOf(byPatch, name), name).toBe(text);
      expect(textOf(byFix, name), name).toBe(text);
    }
  });

  test('names files relative to the current folder, whatever their argument', async () => {
    const cwd = realpathSync(folderWith({ 'sub/a.yaml': DECLARED }));
    for (const path of ['sub/a.yaml', './sub', 'sub/../sub', join(cwd, 'sub'), '../']) {
      const at = path === '../' ? join(cwd, 'sub') : cwd;
      const { stdout, stderr } = await kubewin(['check', '--fix-dry-run', path, ...RULES], { cwd: at });
      expect(stdout, path).toMatch(path === '../' ? /^--- a\/a\.yaml\n/ : /^--- a\/sub\/a\.yaml\n/);
      expect(stderr).not.toContain('outside');
    }
  });

  test('warns about diffs of files outside the current folder', async () => {
    const cwd = folderWith({ 'base.yaml': DECLARED, 'sub/a.yaml': DECLARED });
    const args = ['check', '--fix-dry-run', '../base.yaml', 'a.yaml', ...RULES];
    const { stdout, stderr, code } = await kubewin(args, { cwd: join(cwd, 'sub') });
    expect(stdout).toContain('--- a/../base.yaml\n');
    expect(stderr.match(/^.*outside the current folder.*$/gm)).toEqual([
      expect.stringMatching(
        /^\.\.\/base\.yaml: the file is outside the current folder, .*; run kubewin in a folder above it$/,
      ),
    ]);
    expect(code).toBe(1);
  });

  test.skipIf(IS_WINDOWS)('quotes names that require it', async () => {
    const name = 'a "b"\t\\.yaml';
    const cwd = folderWith({ [name]: DECLARED });
    await shell(`$kubewin check --fix-dry-run ${RULES.join(' ')} 2>/dev/null | git apply`, { cwd });
    expect(textOf(cwd, name)).toBe(FIXED);
  });
});

test('JSON with comments is checked, and --fix does not change it', async () => {
  const spec = '"spec": { "os": { "name": "windows" },\n // why\n "hostPID": true, "containers": [] }';
  const text = `/* A pod */\n{ "apiVersion": "v1", "kind": "Pod", // x\n ${spec} }\n`;
  const cwd = folderWith({ 'a.json': text });
  const { code, stdout, stderr } = await kubewin(['check', '--fix', ...RULES], { cwd });
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toContain('a.json:5:2');
  expect(stdout).toContain('No fixes were applied.');
  expect(textOf(cwd, 'a.json')).toBe(text);
});

describe('YAML that does not parse', () => {
  test('is reported, and the readable part is checked', async () => {
    const cwd = folderWith({ 'a.yaml': BROKEN });
    const { code, stdout, stderr } = await kubewin(['check', '--fix', ...RULES], { cwd });
    expect(stderr).toMatch(/^a\.yaml:\d+:\d+: cannot be read as YAML here: .*; what could be read was checked\n$/);
    expect(stdout).toContain('1 warning in 1 file (1 object).');
    expect(code).toBe(2);
    expect(textOf(cwd, 'a.yaml')).toBe(BROKEN);
  });

  test.each([`# top\n${DECLARED}`, DECLARED])('is reported if lines end in carriage returns only: %#', async (text) => {
    const cwd = folderWith({ 'a.yaml': text.replaceAll('\n', '\r') });
    const { stderr } = await kubewin(['check', ...RULES], { cwd });
    expect(stderr).toBe('a.yaml: has only carriage returns as line breaks and could not be read\n');
  });

  test('is not checked if it is nested too deeply, which is reported', async () => {
    const cwd = folderWith({ 'a.yaml': `${DECLARED}  more: ${'['.repeat(300)}${']'.repeat(300)}\n` });
    expect((await kubewin(['check', ...RULES], { cwd })).stderr).toBe(
      'a.yaml:1:1: cannot be read as YAML here: The document is nested too deeply; it was not checked\n',
    );
  });
});
