import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { withArchives } from '../../server/src/workspace/archive.ts';
import type { Disk } from '../../server/src/workspace/disk.ts';
import { packed } from '../archives.ts';
import { MemoryDisk } from '../lsp/memory-disk.ts';
import { randomFrom } from '../policy/random.ts';

const FOLDER = 'file:///work';

function diskWith(archives: Readonly<Record<string, Uint8Array>>): { disk: Disk; memory: MemoryDisk } {
  const memory = new MemoryDisk({ [`${FOLDER}/chart/values.yaml`]: 'a: 1\n' });
  for (const [path, bytes] of Object.entries(archives)) memory.archives.set(`${FOLDER}/${path}`, bytes);
  return { disk: withArchives(memory), memory };
}

async function listed(disk: Disk, folder = FOLDER): Promise<string[]> {
  const found: string[] = [];
  for await (const uri of disk.manifests(folder, [])) found.push(uri.slice(FOLDER.length + 1));
  return found;
}

async function textAt(disk: Disk, path: string): Promise<string | undefined> {
  const reading = await disk.read(`${FOLDER}/${path}`);
  return 'text' in reading ? reading.text : undefined;
}

const COMMON = {
  'common/Chart.yaml': 'name: common\n',
  'common/templates/_a b.tpl': 'ü\n',
  'common/README.md': '# A\n',
};

test('the files of an archive in charts/ are listed and read', async () => {
  const { disk } = diskWith({ 'chart/charts/common-1.0.0.tgz': await packed(COMMON) });
  const archive = 'chart/charts/common-1.0.0.tgz';
  expect(await listed(disk)).toEqual([`${archive}/Chart.yaml`, `${archive}/templates/_a%20b.tpl`, 'chart/values.yaml']);
  expect(await textAt(disk, `${archive}/templates/_a%20b.tpl`)).toBe('ü\n');
  expect(await textAt(disk, `${archive}/templates/b.yaml`)).toBeUndefined();
});

test('an archive is read where it is named, and elsewhere only in charts/', async () => {
  const { disk } = diskWith({ 'common.tgz': await packed(COMMON) });
  expect(await listed(disk)).toEqual(['chart/values.yaml']);
  expect(await disk.read(`${FOLDER}/common.tgz`)).toMatchObject({ fault: { kind: 'folder' } });
  expect(await listed(disk, `${FOLDER}/common.tgz`)).toEqual([
    'common.tgz/Chart.yaml',
    'common.tgz/templates/_a%20b.tpl',
  ]);
});

test('archives in an archive are read', async () => {
  const inner = await packed({ 'inner/Chart.yaml': 'name: inner\n' });
  const { disk } = diskWith({ 'outer.tgz': await packed({ 'outer/Chart.yaml': '', 'outer/charts/inner.tgz': inner }) });
  expect(await textAt(disk, 'outer.tgz/charts/inner.tgz/Chart.yaml')).toBe('name: inner\n');
});

test('an archive that has changed is read again', async () => {
  const { disk, memory } = diskWith({ 'chart/charts/a.tgz': await packed({ 'a/Chart.yaml': 'name: a\n' }) });
  expect(await textAt(disk, 'chart/charts/a.tgz/Chart.yaml')).toBe('name: a\n');
  memory.archives.set(`${FOLDER}/chart/charts/a.tgz`, await packed({ 'a/Chart.yaml': 'name: b\n' }));
  expect(await textAt(disk, 'chart/charts/a.tgz/Chart.yaml')).toBe('name: b\n');
});

test('the files of an archive cannot be written', async () => {
  const { disk } = diskWith({ 'a.tgz': await packed(COMMON) });
  const uri = `${FOLDER}/a.tgz/Chart.yaml`;
  expect(await disk.isReadOnly(uri)).toBe(true);
  expect(await disk.isReadOnly(`${FOLDER}/chart/values.yaml`)).toBe(false);
  expect(await disk.write(uri, 'name: common\n', 'name: other\n')).toEqual({
    kind: 'unreadable',
    message: 'The file cannot be written: it is in an archive.',
  });
});

test('a folder with the name of an archive is a folder', async () => {
  const { disk, memory } = diskWith({});
  const uri = `${FOLDER}/a.tgz/values.yaml`;
  memory.files.set(uri, 'a: 1\n');
  expect(await disk.isReadOnly(uri)).toBe(false);
  expect(await disk.write(uri, 'a: 1\n', 'a: 2\n')).toBeUndefined();
  expect(await textAt(disk, 'a.tgz/values.yaml')).toBe('a: 2\n');
});

test('names that lead out of the archive are left out', async () => {
  const { disk } = diskWith({ 'a.tgz': await packed({ ...COMMON, 'common/../../chart/values.yaml': 'b: 2\n' }) });
  expect(await listed(disk, `${FOLDER}/a.tgz`)).toEqual(['a.tgz/Chart.yaml', 'a.tgz/templates/_a%20b.tpl']);
});

test.each([
  ['is no archive', async () => new TextEncoder().encode('a: 1\n')],
  ['is cut', async () => (await packed(COMMON)).subarray(0, -20)],
  ['has no chart', () => packed({ 'a/values.yaml': '' })],
  ['has a subchart that is no archive', () => packed({ ...COMMON, 'common/charts/a.tgz': 'text' })],
  ['is not a tar file', async () => new Uint8Array(gzipSync('text'.repeat(1000)))],
])('a file is not read as an archive that %s', async (_, bytes) => {
  const { disk } = diskWith({ 'a.tgz': await bytes() });
  expect(await disk.read(`${FOLDER}/a.tgz`)).toMatchObject({ fault: { kind: 'binary' } });
  expect(await textAt(disk, 'a.tgz/Chart.yaml')).toBeUndefined();
});

test('does not read more than 50 MB, in archives within archives either', async () => {
  const half = await packed({ 'a/Chart.yaml': '', 'a/values.yaml': ' '.repeat(26_000_000) });
  expect(await textAt(diskWith({ 'a.tgz': half }).disk, 'a.tgz/Chart.yaml')).toBe('');
  const both = await packed({ 'a/Chart.yaml': '', 'a/charts/b.tgz': half, 'a/charts/c.tgz': half });
  expect(await textAt(diskWith({ 'a.tgz': both }).disk, 'a.tgz/Chart.yaml')).toBeUndefined();
});

test('random changes of an archive never throw', async () => {
  const random = randomFrom(5);
  const bytes = await packed(COMMON);
  for (let i = 0; i < 200; i++) {
    const changed = bytes.slice(0, random.pick([bytes.length, Math.floor((bytes.length * i) / 200)]));
    for (let n = 0; n < 3; n++)
      changed[Math.floor((changed.length * ((i * 7 + n * 31) % 100)) / 100)] = (i * 37 + n) % 256;
    const { disk } = diskWith({ 'a.tgz': changed });
    await expect(listed(disk, `${FOLDER}/a.tgz`)).resolves.toBeDefined();
  }
});
