import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CacheFolder, partOf } from '../../server/src/cache/cache-folder.ts';
import { folderWith } from '../cli/kubewin.ts';

function entriesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^kubewin-.*\.entry$/.test(name));
}

test('returns what was written', () => {
  const folder = new CacheFolder(join(folderWith({}), 'a/cache'));
  expect(folder.read('run')).toBeUndefined();
  folder.write('run', ['first', '', 'zweiter\näöü \u{1F4A9}'].map(partOf));
  const entry = folder.read('run');
  expect([0, 1, 2, 3].map((part) => entry?.part(part))).toEqual(['first', '', 'zweiter\näöü \u{1F4A9}', undefined]);
  folder.write('run', ['new'].map(partOf));
  expect(folder.read('run')?.part(0)).toBe('new');
  expect(folder.read('other')).toBeUndefined();
});

test('tells git and backups to leave it out, and leaves their files as they are', () => {
  const path = folderWith({ '.gitignore': 'own\n' });
  new CacheFolder(path).write('run', ['text'].map(partOf));
  expect(readFileSync(join(path, '.gitignore'), 'utf8')).toBe('own\n');
  expect(readFileSync(join(path, 'CACHEDIR.TAG'), 'utf8')).toMatch(/^Signature: 8a477f597d28d172789f06886806bc55\n/);
  expect(readdirSync(path).sort()).toEqual(['.gitignore', 'CACHEDIR.TAG', 'kubewin-run.entry']);
});

test('a file that was cut off, changed or written by another program is as good as none', () => {
  const path = folderWith({});
  const folder = new CacheFolder(path);
  const file = join(path, 'kubewin-run.entry');
  folder.write('run', ['one text', 'another text'].map(partOf));
  const bytes = readFileSync(file);
  const partsOf = (content: string | Uint8Array) => {
    writeFileSync(file, content);
    const entry = folder.read('run');
    return [0, 1].map((part) => entry?.part(part));
  };
  for (let length = 0; length < bytes.length; length++) expect(partsOf(bytes.subarray(0, length))[1]).toBeUndefined();
  for (const content of ['', '{}', '[]\n', 'null\n', '[[1]]\nx', '[["a", 1]]\n', '[null]\n', '\0\xff\n', '[{}]\n\n']) {
    expect(partsOf(content)).toEqual([undefined, undefined]);
  }
  const changed = Uint8Array.from(bytes);
  changed[bytes.length - 1] = 0x21;
  expect(partsOf(changed)).toEqual(['one text', undefined]);
  expect(partsOf(bytes)).toEqual(['one text', 'another text']);
});

test('two processes write the same entry, one after the other or at once', () => {
  const path = folderWith({});
  const [one, other] = [new CacheFolder(path), new CacheFolder(path)];
  one.write('run', ['one'].map(partOf));
  const reading = other.read('run');
  one.write('run', ['another'].map(partOf));
  expect([reading?.part(0), other.read('run')?.part(0)]).toEqual(['one', 'another']);
});

test('what was used longest ago is removed first', () => {
  const path = folderWith({ 'other.entry': 'x'.repeat(1_000), 'other.tmp': '' });
  const folder = new CacheFolder(path, { maxBytes: 1_000 });
  const write = (name: string, length: number, age: number) => {
    folder.write(name, ['x'.repeat(length)].map(partOf));
    utimesSync(join(path, `kubewin-${name}.entry`), age, age);
  };
  for (const [age, name] of ['a', 'b', 'c'].entries()) write(name, 200, age + 1);
  expect(entriesIn(path)).toEqual(['kubewin-a.entry', 'kubewin-b.entry', 'kubewin-c.entry']);
  folder.touch('a');
  write('d', 500, 9);
  expect(entriesIn(path)).toEqual(['kubewin-a.entry', 'kubewin-d.entry']);
  // Too large to be kept.
  expect(folder.write('e', ['x'.repeat(1_000)].map(partOf))).toBe(false);
  expect(entriesIn(path)).toEqual(['kubewin-a.entry', 'kubewin-d.entry']);
  // It takes the place of its earlier self.
  write('d', 600, 10);
  expect(entriesIn(path)).toEqual(['kubewin-a.entry', 'kubewin-d.entry']);
  expect(readdirSync(path)).toEqual(expect.arrayContaining(['other.entry', 'other.tmp']));
});

test('nothing is left of an entry that cannot be written', () => {
  const path = folderWith({ 'kubewin-run.entry/file': '' });
  const folder = new CacheFolder(path);
  expect(() => folder.write('run', ['text'].map(partOf))).toThrow();
  expect(readdirSync(path).sort()).toEqual(['.gitignore', 'CACHEDIR.TAG', 'kubewin-run.entry']);
});
