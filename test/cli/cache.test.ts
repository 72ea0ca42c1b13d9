import { chmodSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CacheFolder } from '../../server/src/cache/cache-folder.ts';
import { type KeptRun, RunCache } from '../../server/src/cli/cache/run-cache.ts';
import { setToday } from '../../server/src/lint/settings/today.ts';
import { TABLES_DATE } from '../../server/src/windows/dates.ts';
import type { Disk } from '../../server/src/workspace/disk.ts';
import { nodeDisk } from '../../server/src/workspace/node-disk.ts';
import { pathOfUri } from '../../server/src/workspace/uri.ts';
import { runOnDisk } from './in-process.ts';
import { folderWith, kubewin, textOf } from './kubewin.ts';
import { DECLARED } from './manifests.ts';

/** Runs the command line in this process on a real folder, and collects the manifests whose text is read. */
async function runIn(folder: string, ...args: readonly string[]) {
  const reads: string[] = [];
  const add = (uri: string) => {
    if (/\/[^./][^/]*\.yaml$/.test(uri)) reads.push((pathOfUri(uri, 'posix') ?? uri).slice(folder.length + 1));
  };
  const { rereader } = nodeDisk;
  const disk: Disk = {
    ...nodeDisk,
    read(uri, within) {
      add(uri);
      return nodeDisk.read(uri, within);
    },
    ...(rereader && {
      rereader: {
        ...rereader,
        read(uri) {
          add(uri);
          return rereader.read(uri);
        },
      },
    }),
  };
  const result = await runOnDisk(disk, args);
  return { ...result, reads: [...new Set(reads)] };
}

const FILES = { 'a.yaml': DECLARED, 'b/b.yaml': DECLARED.replace('hostPID', 'hostIPC'), 'c.yaml': 'kind: [' };

test('a second run reads no text again, and says the same', async () => {
  const folder = folderWith(FILES);
  const cached = (...args: readonly string[]) =>
    runIn(folder, 'check', folder, '--cache-dir', join(folder, '.cache'), ...args);
  const { reads: __, ...without } = await runIn(folder, 'check', folder);
  const first = await cached();
  expect(first).toEqual({ ...without, reads: ['a.yaml', 'b/b.yaml', 'c.yaml'] });
  expect(await cached()).toEqual({ ...without, reads: [] });
  // Other options have another result, which is kept beside it.
  const other = await cached('--hints');
  expect(other.reads).toHaveLength(3);
  expect((await cached('--hints', '--threads', '1', '--no-color')).reads).toEqual([]);
  expect(await cached()).toEqual({ ...without, reads: [] });
});

test('what changed in a known folder is read without other threads', async () => {
  const folder = folderWith(FILES);
  const check = (threads: string) =>
    runIn(folder, 'check', folder, '--cache-dir', join(folder, '.cache'), '--threads', threads);
  await check('1');
  writeFileSync(join(folder, 'a.yaml'), `# changed\n${DECLARED}`);
  const { stdout, stderr, reads } = await check('2');
  expect(stdout).toContain('a.yaml:9:3');
  expect(stderr).toContain('c.yaml');
  expect(reads).toEqual(['a.yaml']);
});

test('a change of a file, a configuration file or a values file counts', async () => {
  const chart = 'apiVersion: v2\nname: chart\nversion: 1.0.0\n';
  const template = DECLARED.replace('hostPID: true', 'hostPID: {{ .Values.hostPID }}');
  const folder = folderWith({
    ...FILES,
    'chart/Chart.yaml': chart,
    'chart/values.yaml': 'hostPID: false\n',
    'chart/templates/pod.yaml': template,
    'values/windows.values': '',
    '.kubewin.yaml': '{}',
  });
  const check = (...args: readonly string[]) =>
    runIn(folder, 'check', folder, '--values', join(folder, 'values/windows.values'), ...args);
  const same = async () => {
    const { reads: _, ...without } = await check();
    const { reads, ...cached } = await check('--cache-dir', join(folder, '.cache'));
    expect(cached).toEqual(without);
    return reads.length === 0;
  };
  expect([await same(), await same()]).toEqual([false, true]);
  const changes: (() => void)[] = [
    () => writeFileSync(join(folder, 'a.yaml'), `# changed\n${DECLARED}`),
    () => writeFileSync(join(folder, 'new.yaml'), DECLARED),
    () => renameSync(join(folder, 'new.yaml'), join(folder, 'b/new.yaml')),
    () => writeFileSync(join(folder, '.kubewin.yaml'), 'rules: { pod/host-pid: off }'),
    () => writeFileSync(join(folder, '.kubewin.yaml'), 'rules: { pod/host-pidd: off }'),
    () => writeFileSync(join(folder, 'b/.kubewin.yaml'), 'kubernetesVersion: 1.24'),
    () => writeFileSync(join(folder, 'values/windows.values'), 'hostPID: true\n'),
  ];
  for (const change of changes) {
    change();
    expect([await same(), await same()]).toEqual([false, true]);
  }
  // Of a file that is not UTF-8, the bytes are not those of its text.
  writeFileSync(join(folder, 'a.yaml'), new Uint8Array([0xff, 0xfe, 0x61, 0]));
  expect([await same(), await same()]).toEqual([false, false]);
});

/** A RuntimeClass in the second document, and a pod in another file that names it. */
const RUNTIME_CLASS = `apiVersion: v1
kind: ConfigMap
metadata: { name: a }
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: windows }
handler: runhcs-wcow-process
scheduling: { nodeSelector: { kubernetes.io/os: windows } }
`;
const NAMING = DECLARED.replace(/^spec:$/m, 'spec:\n  runtimeClassName: windows').replace(
  /^ {2}os:.*\n(?: {4}.*\n)*/m,
  '',
);

test('after a change, only what depends on it is read and checked again', async () => {
  const folder = folderWith({ ...FILES, 'class.yaml': RUNTIME_CLASS, 'pod.yaml': NAMING });
  const check = async () => {
    const { reads: _, ...without } = await runIn(folder, 'check', folder);
    const { reads, ...cached } = await runIn(folder, 'check', folder, '--cache-dir', join(folder, '.cache'));
    expect(cached).toEqual(without);
    return { reads: reads.sort(), stdout: cached.stdout };
  };
  const { stdout } = await check();
  expect(stdout).toContain('class.yaml:7');
  writeFileSync(join(folder, 'a.yaml'), '# changed\n');
  expect((await check()).reads).toEqual(['a.yaml']);
  writeFileSync(join(folder, 'class.yaml'), RUNTIME_CLASS.replaceAll('windows', 'linux'));
  expect((await check()).stdout).not.toContain('pod.yaml');
  writeFileSync(join(folder, 'class.yaml'), RUNTIME_CLASS);
  expect((await check()).stdout).toContain('class.yaml:7');
  // The RuntimeClass is the same, but at another line, which the output names.
  writeFileSync(join(folder, 'class.yaml'), `# a comment\n${RUNTIME_CLASS}`);
  expect((await check()).stdout).toContain('class.yaml:8');
});

test('templates of a chart without metadata depend on its values alone', async () => {
  const spec = `spec:
  nodeSelector: {{- toYaml .Values.nodeSelector | nindent 4 }}
  securityContext: { windowsOptions: { gmsaCredentialSpec: "{}" } }`;
  const template = DECLARED.replace(/^spec:$/m, spec).replace(/^ {2}os:.*\n(?: {4}.*\n)*/m, '');
  const folder = folderWith({ ...FILES, 'chart/templates/pod.yaml': template, 'app/templates/pod.yaml': DECLARED });
  const check = async () => {
    const { reads: _, ...without } = await runIn(folder, 'check', folder);
    const { reads, ...cached } = await runIn(folder, 'check', folder, '--cache-dir', join(folder, '.cache'));
    expect(cached).toEqual(without);
    return { reads, found: cached.stdout.includes('chart/templates/pod.yaml') };
  };
  expect((await check()).found).toBe(true);
  for (const system of ['linux', 'windows']) {
    writeFileSync(join(folder, 'chart/values.yaml'), `nodeSelector: { kubernetes.io/os: ${system} }\n`);
    const { reads, found } = await check();
    expect(found).toBe(system === 'windows');
    expect(reads).not.toContain('app/templates/pod.yaml');
  }
  // With metadata, the template is rendered.
  writeFileSync(join(folder, 'chart/Chart.yaml'), 'apiVersion: v2\nname: chart\nversion: 1.0.0\n');
  await check();
});

test('the day counts only if something has ended since', async () => {
  onTestFinished(() => setToday(new Date(TABLES_DATE)));
  const image = 'mcr.microsoft.com/windows/servercore:ltsc2019';
  const folder = folderWith({ 'a.yaml': DECLARED.replace('registry.example/app:1', image) });
  const reads: number[] = [];
  // The support of Windows Server 2019 ends on the second day.
  for (const day of ['2026-12-01', '2027-01-12', '2027-01-13', '2027-01-14']) {
    setToday(new Date(day));
    reads.push((await runIn(folder, 'check', folder, '--cache-dir', join(folder, '.cache'))).reads.length);
  }
  expect(reads).toEqual([1, 0, 1, 0]);
});

test('the configuration file asks for a cache, and options win over it', async () => {
  const cwd = folderWith({ ...FILES, '.kubewin.yaml': 'cache: true\n' });
  const first = await kubewin(['check'], { cwd });
  const entries = () => readdirSync(join(cwd, '.kubewin_cache')).filter((name) => name.endsWith('.entry'));
  expect(entries()).toHaveLength(1);
  expect(textOf(cwd, '.kubewin_cache/.gitignore')).toBe('*\n');
  expect(await kubewin(['check', '--no-cache', '--hints'], { cwd })).toMatchObject({ code: first.code });
  expect(await kubewin(['check'], { cwd })).toEqual(first);
  expect(entries()).toHaveLength(1);
  expect(await kubewin(['check', '--cache', '--no-cache'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Use either `--no-cache` or `--cache`, not both.'),
  });
});

test('what changes files or depends on other input is not kept', async () => {
  const cwd = folderWith(FILES);
  for (const args of [['--fix-dry-run'], ['--upgrade-to', '1.37', '--kubernetes-version', '1.33'], ['-']]) {
    await kubewin(['check', '--cache', ...args], { cwd, input: DECLARED });
  }
  expect(readdirSync(cwd)).not.toContain('.kubewin_cache');
});

test('a result that would replace an input is not written from the cache either', async () => {
  const cwd = folderWith({ ...FILES, 'out.json': '' });
  const check = () => kubewin(['check', '--cache', '--format', 'json=out.json'], { cwd });
  const first = await check();
  const text = textOf(cwd, 'out.json');
  expect([await check(), textOf(cwd, 'out.json')]).toEqual([first, text]);
  writeFileSync(join(cwd, 'out.json'), JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }));
  expect(await check()).toMatchObject({ code: 2, stderr: expect.stringContaining('it is one of the files to check') });
});

test('a folder that cannot be written is a note, and a damaged one is as good as none', async () => {
  const folder = folderWith({ ...FILES, file: '' });
  const { reads: _, ...without } = await runIn(folder, 'check', folder);
  const { reads: __, ...noted } = await runIn(folder, 'check', folder, '--cache-dir', join(folder, 'file'));
  expect(noted.stderr.slice(without.stderr.length)).toMatch(/file: The cache cannot be written: .*\.\n$/);
  expect({ ...noted, stderr: without.stderr }).toEqual(without);
  const args = ['check', folder, '--cache-dir', join(folder, '.cache')] as const;
  await runIn(folder, ...args);
  const [entry = ''] = readdirSync(join(folder, '.cache')).filter((name) => name.endsWith('.entry'));
  const bytes = readFileSync(join(folder, '.cache', entry));
  for (const damaged of [bytes.subarray(0, bytes.length / 2), Buffer.from('{}')]) {
    writeFileSync(join(folder, '.cache', entry), damaged);
    const { reads, ...again } = await runIn(folder, ...args);
    expect([again, reads.length]).toEqual([without, 3]);
  }
  chmodSync(join(folder, '.cache', entry), 0o444);
  expect(await runIn(folder, ...args)).toEqual({ ...without, reads: [] });
});

test('a repository cannot have a folder of others written or believed through a link', async () => {
  const cwd = folderWith({ ...FILES, '.kubewin.yaml': 'cache: true\n' });
  const others = folderWith({});
  const without = await kubewin(['check', '--no-cache'], { cwd });
  symlinkSync(others, join(cwd, '.kubewin_cache'));
  const { stderr, ...result } = await kubewin(['check'], { cwd });
  expect({ ...result, stderr: without.stderr }).toEqual(without);
  expect(stderr.slice(without.stderr.length)).toContain('The cache cannot be written: it is a symbolic link.\n');
  expect(readdirSync(others)).toEqual([]);
  // The user may name a link.
  await kubewin(['check', '--cache-dir', '.kubewin_cache'], { cwd });
  expect(readdirSync(others)).toHaveLength(3);
});

test.each(['\u001b]0;title\u0007', '\r', '\u001b[2J', '\u009b2J'])(
  'a text with %j is not believed',
  async (control) => {
    const path = folderWith({});
    const run = { messages: [control], files: [] } as unknown as KeptRun;
    new RunCache(new CacheFolder(path), 'a').save(run, []);
    expect(new RunCache(new CacheFolder(path), 'a').load()).toBeUndefined();
  },
);

test('a text with the colors and line breaks of formats is believed', async () => {
  const path = folderWith({});
  const run = {
    messages: ['\u001b[31ma\u001b[0m\n\t\u00e9', String.raw`{"a":"\r\u001b\b"}`],
    files: [],
  } as unknown as KeptRun;
  new RunCache(new CacheFolder(path), 'a').save(run, []);
  expect(new RunCache(new CacheFolder(path), 'a').load()).toEqual(run);
});
