import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { nodeDisk, PLATFORM } from '../../server/src/workspace/node-disk.ts';
import { MAX_BYTES } from '../../server/src/workspace/reading.ts';
import { pathOfUri, uriOfPath } from '../../server/src/workspace/uri.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kubewin-disk-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('read', () => {
  test.each([
    ['text', 'kind: Pod\n', 'kind: Pod\n'],
    ['CRLF stays', 'a: 1\r\nb: 2\r\n', 'a: 1\r\nb: 2\r\n'],
    ['U+FFFD that is written so', 'a: \uFFFD\n', 'a: \uFFFD\n'],
    ['nothing', '', ''],
  ])('%s', async (_, content, text) => {
    expect(await nodeDisk.read(file('a.yaml', content))).toEqual({ text });
  });

  test('removes a byte order mark from the text', async () => {
    expect(await nodeDisk.read(file('a.yaml', '\uFEFFkind: Pod\n'))).toEqual({
      text: 'kind: Pod\n',
      encoding: 'utf-8',
    });
  });

  test.each(['utf-16le', 'utf-16be'] as const)('%s with a byte order mark', async (encoding) => {
    const text = 'kind: Pod # ü 😀 \uFFFD\r\n';
    expect(await nodeDisk.read(file('a.yaml', utf16(text, encoding)))).toEqual({ text, encoding });
    expect(await nodeDisk.read(file('a.yaml', utf16('', encoding)))).toEqual({ text: '', encoding });
    const half = utf16('a: 1\nb: ü', encoding).subarray(0, -1);
    expect(await nodeDisk.read(file('a.yaml', half))).toEqual(notText('from here on it is not valid UTF-16', 1, 3));
    const lone = utf16('a: \uD83D!', encoding);
    expect(await nodeDisk.read(file('a.yaml', lone))).toEqual(notText('from here on it is not valid UTF-16', 0, 3));
    const nul = utf16('a: \0', encoding);
    expect(await nodeDisk.read(file('a.yaml', nul))).toEqual(notText('it contains a NUL character', 0, 3));
  });

  test.each([
    ['a NUL character', Buffer.from('a: 1\nb: \0'), 'it contains a NUL character', { line: 1, character: 3 }],
    ['another encoding', Buffer.from('a: 1\n# na\xefve\n', 'latin1'), 'not valid UTF-8', { line: 1, character: 4 }],
    ['half a character at the end', Buffer.from('a: ü').subarray(0, 4), 'not valid UTF-8', { line: 0, character: 3 }],
    ['with a mark', Buffer.from('\xef\xbb\xbfa: \xff', 'latin1'), 'not valid UTF-8', { line: 0, character: 3 }],
  ])('%s is no text', async (_, content, message, at) => {
    const reading = await nodeDisk.read(file('a.yaml', content));
    expect(reading).toMatchObject({ fault: { kind: 'binary', message: expect.stringContaining(message) } });
    expect('fault' in reading ? reading.fault.at : undefined).toEqual(at);
  });

  test.skipIf(PLATFORM === 'win32')('what may never end is not waited for', async () => {
    execFileSync('mkfifo', [join(root, 'a.yaml'), join(root, '.gitignore')]);
    mkdirSync(join(root, '.git'));
    file('b.yaml', 'kind: Pod\n');
    expect(await nodeDisk.read(uri('a.yaml'))).toMatchObject({ fault: { kind: 'special' } });
    expect(await nodeDisk.read('file:///dev/zero')).toMatchObject({ fault: { kind: 'special' } });
    expect(await manifests()).toEqual(['b.yaml']);
    rmSync(join(root, '.gitignore'));
    symlinkSync('/dev/zero', join(root, '.gitignore'));
    expect(await manifests()).toEqual(['b.yaml']);
  });

  test('ignores a .gitignore that is too large', async () => {
    mkdirSync(join(root, '.git'));
    file('a.yaml', '');
    file('.gitignore', `a.yaml\n${'#'.repeat(999_993)}`);
    expect(await manifests()).toEqual([]);
    file('.gitignore', `a.yaml\n${'#'.repeat(999_994)}`);
    expect(await manifests()).toEqual(['a.yaml']);
  });

  test('reads only files that are really in the folder', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'kubewin-elsewhere-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    writeFileSync(join(elsewhere, 'c.yaml'), 'secret');
    file('real/a.yaml', 'text');
    symlinkSync('real', join(root, 'inside'));
    symlinkSync(elsewhere, join(root, 'linked'));
    symlinkSync(join(elsewhere, 'c.yaml'), join(root, 'c.yaml'));
    expect(await nodeDisk.read(uri('inside/a.yaml'), uri('.'))).toEqual({ text: 'text' });
    for (const path of ['linked/c.yaml', 'c.yaml', 'none.yaml', '../none.yaml']) {
      expect(await nodeDisk.read(uri(path), uri('.')), path).toMatchObject({ fault: { kind: 'missing' } });
    }
    expect(await nodeDisk.read(uri('c.yaml'))).toEqual({ text: 'secret' });
  });

  test('returns a fault for what it cannot read', async () => {
    mkdirSync(join(root, 'folder'));
    file('large.yaml', Buffer.alloc(MAX_BYTES + 1, ' '));
    file('a.yaml', '');
    expect(await nodeDisk.read(uri('none.yaml'))).toMatchObject({ fault: { kind: 'missing' } });
    expect(await nodeDisk.read(uri('a.yaml/b.yaml'))).toMatchObject({ fault: { kind: 'missing' } });
    expect(await nodeDisk.read(uri('folder'))).toMatchObject({ fault: { kind: 'folder' } });
    expect(await nodeDisk.read(uri('large.yaml'))).toMatchObject({ fault: { kind: 'too large' } });
    expect(await nodeDisk.read(uri(`${'x'.repeat(300)}.yaml`))).toMatchObject({ fault: { kind: 'unreadable' } });
    expect(await nodeDisk.read('file:///%00')).toMatchObject({ fault: { kind: 'unreadable' } });
    expect(await nodeDisk.read('untitled:1')).toMatchObject({ fault: { kind: 'missing' } });
  });

  test('reads the bytes of a file that has no text, within a folder and up to the limit', async () => {
    const bytes = new Uint8Array([0, 1, 255]);
    const elsewhere = mkdtempSync(join(tmpdir(), 'kubewin-elsewhere-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    symlinkSync(elsewhere, join(root, 'linked'));
    writeFileSync(join(elsewhere, 'b.tgz'), bytes);
    const first = await nodeDisk.bytes(file('a.tgz', Buffer.from(bytes)), uri('.'));
    file('large.tgz', Buffer.alloc(MAX_BYTES + 1));
    for (const path of ['none.tgz', '.', 'large.tgz', 'linked/b.tgz']) {
      expect(await nodeDisk.bytes(uri(path), uri('.')), path).toBeUndefined();
    }
    expect(await nodeDisk.bytes(uri('linked/b.tgz'))).toEqual(bytes);
    // Reading other files does not change it.
    expect(first).toEqual(bytes);
  });
});

describe('manifests', () => {
  test('selects manifests by extension, in the order of their paths', async () => {
    for (const path of ['b.yaml', 'a/z.yml', 'a-b.json', 'a/y/x.YAML', 'readme.md', 'yaml', 'c.yaml.bak']) file(path);
    for (const path of ['a/_pod.tpl', 'page.tpl', '_page.txt']) file(path);
    expect(await manifests()).toEqual(['a-b.json', 'a/_pod.tpl', 'a/y/x.YAML', 'a/z.yml', 'b.yaml']);
  });

  test('skips .git and node_modules', async () => {
    for (const path of ['.git/a.yaml', 'node_modules/a.yaml', 'x/node_modules/a.yaml', '.github/a.yaml']) file(path);
    expect(await manifests()).toEqual(['.github/a.yaml']);
  });

  test.each<[string, string[], string[]]>([
    ['a folder', ['old'], ['a.yaml', 'deep/old/c.yaml']],
    ['a folder with a slash', ['./old/'], ['a.yaml', 'deep/old/c.yaml']],
    ['everywhere', ['**/old'], ['a.yaml']],
    ['files', ['**/*.yaml'], []],
    ['braces and classes', ['{old,new}/[a-c].yaml'], ['a.yaml', 'deep/old/c.yaml']],
    ['what would take too long', ['*a*a*a*a*', '**/**/a/**/a/**/a/**/b'], ['a.yaml', 'deep/old/c.yaml', 'old/b.yaml']],
    ['none and nonsense', ['', './', '/', '[', 'x'.repeat(70_000)], ['a.yaml', 'deep/old/c.yaml', 'old/b.yaml']],
  ])('globs exclude %s', async (_, exclude, left) => {
    for (const path of ['a.yaml', 'old/b.yaml', 'deep/old/c.yaml']) file(path);
    expect(await manifests('.', exclude)).toEqual(left);
  });

  test('does not exclude paths with too many folders', async () => {
    const deep = (folders: number) => `${'d/'.repeat(folders)}a.yaml`;
    for (const folders of [1, 199, 200]) file(deep(folders));
    expect(await manifests('.', ['**/*.yaml'])).toEqual([deep(200)]);
  });

  test('follows only links to files of the folder', async () => {
    file('real/a.yaml');
    file('real/sub/b.yaml');
    const elsewhere = mkdtempSync(join(tmpdir(), 'kubewin-elsewhere-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    writeFileSync(join(elsewhere, 'c.yaml'), '');
    symlinkSync(elsewhere, join(root, 'linked'));
    symlinkSync(join(elsewhere, 'c.yaml'), join(root, 'c.yaml'));
    symlinkSync(join(root, 'real'), join(root, 'inside'));
    symlinkSync('..', join(root, 'real', 'up'));
    symlinkSync(dirname(root), join(root, 'above'));
    symlinkSync('nowhere.yaml', join(root, 'broken.yaml'));
    symlinkSync('real/a.yaml', join(root, 'file.yaml'));
    expect(await manifests()).toEqual(['file.yaml', 'real/a.yaml', 'real/sub/b.yaml']);
    // One that is asked for by name is read, and so is what is in it.
    symlinkSync(root, join(elsewhere, 'root'));
    const asked: string[] = [];
    for await (const file of nodeDisk.manifests(uriOfPath(join(elsewhere, 'root'), PLATFORM), [])) asked.push(file);
    expect(asked).toHaveLength(3);
  });

  test.skipIf(PLATFORM === 'win32')('a link is no .gitignore, as git has it', async () => {
    execFileSync('git', ['init', '--quiet', root]);
    file('rules', '*.yaml\n');
    file('a.yaml');
    symlinkSync('rules', join(root, '.gitignore'));
    expect(await manifests()).toEqual(['a.yaml']);
    const list = ['-C', root, 'ls-files', '--others', '--exclude-standard'];
    expect(execFileSync('git', list, { encoding: 'utf8', stdio: 'pipe' })).toContain('a.yaml');
  });

  test('returns a missing folder as itself', async () => {
    expect(await manifests('none')).toEqual(['']);
  });

  test('ends when the signal is aborted', async () => {
    for (const path of ['a.yaml', 'b.yaml', 'c.yaml']) file(path);
    const abort = new AbortController();
    const found: string[] = [];
    for await (const manifest of nodeDisk.manifests(uri('.'), [], abort.signal)) {
      found.push(manifest);
      abort.abort();
    }
    expect(found).toHaveLength(1);
  });
});

/** Rules by file, and the files that git does not ignore: the same are asked of git itself. */
const IGNORES: readonly { name: string; files: Record<string, string>; from?: string; left: string[] }[] = [
  {
    name: 'by name',
    files: { '.gitignore': 'out\n', 'a.yaml': '', 'out/b.yaml': '', 'x/out/c.yaml': '' },
    left: ['a.yaml'],
  },
  {
    name: 'only here',
    files: { '.gitignore': '/out/\n*.gen.yaml\n', 'out/b.yaml': '', 'x/out/c.yaml': '', 'x/d.gen.yaml': '' },
    left: ['x/out/c.yaml'],
  },
  {
    name: 'with exceptions',
    files: { '.gitignore': '*.yaml\n!keep.yaml\n# comment\n', 'a.yaml': '', 'keep.yaml': '', 'x/keep.yaml': '' },
    left: ['keep.yaml', 'x/keep.yaml'],
  },
  {
    name: 'the nearer file wins',
    files: { '.gitignore': '*.yaml\n', 'a.yaml': '', 'x/.gitignore': '!*.yaml\n', 'x/b.yaml': '', 'x/y/c.yaml': '' },
    left: ['x/b.yaml', 'x/y/c.yaml'],
  },
  {
    name: 'the nearer file brings back a folder',
    files: { '.gitignore': 'gen/\n', 'gen/a.yaml': '', 'x/.gitignore': '!gen/\n', 'x/gen/b.yaml': '' },
    left: ['x/gen/b.yaml'],
  },
  {
    name: 'from the parents up to the root of the repository',
    files: { '.gitignore': 'secret.yaml\nx/y/b.yaml\n', 'x/y/secret.yaml': '', 'x/y/b.yaml': '', 'x/y/c.yaml': '' },
    from: 'x/y',
    left: ['c.yaml'],
  },
  {
    name: 'info/exclude, weaker than .gitignore',
    files: { '.git/info/exclude': '*.yaml\n', '.gitignore': '!a.yaml\n', 'a.yaml': '', 'b.yaml': '' },
    left: ['a.yaml'],
  },
  {
    name: 'with Windows line ends and a byte order mark',
    files: { '.gitignore': '\uFEFFout\r\n*.gen.yaml\r\n', 'out/a.yaml': '', 'b.gen.yaml': '', 'c.yaml': '' },
    left: ['c.yaml'],
  },
];

describe('.gitignore', () => {
  test.each(IGNORES)('$name', async ({ files, from = '.', left }) => {
    execFileSync('git', ['init', '--quiet', root]);
    for (const [path, text] of Object.entries(files)) file(path, text);
    expect(await manifests(from)).toEqual(left);
    const listed = execFileSync('git', ['ls-files', '--others', '--exclude-standard'], {
      cwd: join(root, from),
      encoding: 'utf8',
    });
    const ofGit = listed.split('\n').filter((path) => path.endsWith('.yaml'));
    expect(ofGit.sort()).toEqual(left);
  });

  test('reads an ignored folder that is named explicitly', async () => {
    execFileSync('git', ['init', '--quiet', root]);
    file('.gitignore', 'rendered/\n*.tmp.yaml\n');
    file('rendered/a.yaml');
    file('rendered/.gitignore', 'b.yaml\n');
    file('rendered/b.yaml');
    expect(await manifests('rendered')).toEqual(['a.yaml']);
  });

  test('gives a nested repository its own rules', async () => {
    execFileSync('git', ['init', '--quiet', root]);
    file('.gitignore', '*.gen.yaml\n');
    file('inner/a.gen.yaml');
    execFileSync('git', ['init', '--quiet', join(root, 'inner')]);
    expect(await manifests()).toEqual(['inner/a.gen.yaml']);
  });

  test('applies below the folder outside of a repository', async () => {
    file('.gitignore', 'a.yaml\nx/b.yaml\n');
    for (const path of ['a.yaml', 'x/a.yaml', 'x/b.yaml', 'x/c.yaml']) file(path);
    expect(await manifests()).toEqual(['x/c.yaml']);
    expect(await manifests('x')).toEqual(['a.yaml', 'b.yaml', 'c.yaml']);
  });
});

describe('write', () => {
  test.each(['utf-16le', 'utf-16be'] as const)('keeps %s', async (encoding) => {
    const target = file('a.yaml', utf16('old ü\r\n', encoding));
    expect(await nodeDisk.write(target, 'old ü\r\n', 'new 😀\r\n')).toBeUndefined();
    expect(readFileSync(join(root, 'a.yaml'))).toEqual(utf16('new 😀\r\n', encoding));
  });

  test('replaces the text and keeps the mode and the byte order mark', async () => {
    const target = file('a.yaml', '\uFEFFold\r\n');
    chmodSync(join(root, 'a.yaml'), 0o640);
    expect(await nodeDisk.write(target, 'old\r\n', 'new\r\n')).toBeUndefined();
    expect(readFileSync(join(root, 'a.yaml'), 'utf8')).toBe('\uFEFFnew\r\n');
    if (PLATFORM === 'posix') expect(statSync(join(root, 'a.yaml')).mode & 0o7777).toBe(0o640);
    expect(readdirSync(root)).toEqual(['a.yaml']);
  });

  test('writes through links', async () => {
    file('real.yaml', 'old');
    symlinkSync('real.yaml', join(root, 'link.yaml'));
    symlinkSync('link.yaml', join(root, 'again.yaml'));
    expect(await nodeDisk.write(uri('again.yaml'), 'old', 'new')).toBeUndefined();
    expect(readFileSync(join(root, 'real.yaml'), 'utf8')).toBe('new');
    const isLink = readdirSync(root, { withFileTypes: true }).map((entry) => entry.isSymbolicLink());
    expect(isLink).toEqual([true, true, false]);
  });

  test('does not write a file with several hard links', async () => {
    const target = file('a.yaml', 'old');
    linkSync(join(root, 'a.yaml'), join(root, 'b.yaml'));
    const why = 'it has hard links, which would keep the old text';
    expect(await nodeDisk.write(target, 'old', 'new')).toEqual(unwritten(why));
    const texts = ['a.yaml', 'b.yaml'].map((name) => readFileSync(join(root, name), 'utf8'));
    expect(texts).toEqual(['old', 'old']);
    expect(statSync(join(root, 'a.yaml')).nlink).toBe(2);
    rmSync(join(root, 'b.yaml'));
    expect(await nodeDisk.write(target, 'old', 'new')).toBeUndefined();
    expect(readdirSync(root)).toEqual(['a.yaml']);
  });

  test('succeeds if the file already has the text', async () => {
    const target = file('real.yaml', 'old');
    symlinkSync('real.yaml', join(root, 'link.yaml'));
    for (const file of [target, uri('link.yaml')]) expect(await nodeDisk.write(file, 'old', 'new')).toBeUndefined();
    expect(readFileSync(join(root, 'real.yaml'), 'utf8')).toBe('new');
  });

  test('writes all or nothing', async () => {
    expect(await nodeDisk.write(uri('none.yaml'), '', 'new')).toMatchObject({ kind: 'missing' });
    mkdirSync(join(root, 'folder.yaml'));
    expect(await nodeDisk.write(uri('folder.yaml'), '', 'new')).toEqual(unwritten('it is not a regular file'));
    expect(readdirSync(root)).toEqual(['folder.yaml']);
  });

  test('does not write a read-only file, even as an administrator', async () => {
    const target = file('a.yaml', 'old');
    chmodSync(join(root, 'a.yaml'), 0o444);
    expect(await nodeDisk.isReadOnly(target)).toBe(true);
    expect(await nodeDisk.write(target, 'old', 'new')).toEqual(unwritten('it is read-only'));
    expect(readFileSync(join(root, 'a.yaml'), 'utf8')).toBe('old');
    expect(readdirSync(root)).toEqual(['a.yaml']);
  });

  test('does not call a writable or missing file read-only', async () => {
    expect(await nodeDisk.isReadOnly(file('a.yaml', 'old'))).toBe(false);
    expect(await nodeDisk.isReadOnly(uri('b.yaml'))).toBe(false);
    expect(await nodeDisk.isReadOnly(uri('a.yaml/b.yaml'))).toBe(false);
  });

  test.each([
    ['another text', 'older'],
    ['no text', '\0'],
    ['nothing', ''],
  ])('never into a file that now holds %s', async (_, content) => {
    const target = file('a.yaml', content);
    expect(await nodeDisk.write(target, 'old', 'new')).toEqual(unwritten('it has changed since it was read'));
    expect(readFileSync(join(root, 'a.yaml'))).toEqual(Buffer.from(content));
    expect(readdirSync(root)).toEqual(['a.yaml']);
  });
});

function unwritten(why: string) {
  return { kind: 'unreadable', message: `The file cannot be written: ${why}.` };
}

function uri(path: string): string {
  return uriOfPath(join(root, path), PLATFORM);
}

function file(path: string, content: string | Uint8Array = ''): string {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  return uri(path);
}

/** Relative to the folder, with slashes. */
async function manifests(folder = '.', exclude: readonly string[] = []): Promise<string[]> {
  const found: string[] = [];
  for await (const manifest of nodeDisk.manifests(uri(folder), exclude)) {
    const path = pathOfUri(manifest, PLATFORM) ?? '';
    found.push(path.slice(join(root, folder).length).replaceAll('\\', '/').replace(/^\//, ''));
  }
  return found;
}

function utf16(text: string, encoding: 'utf-16le' | 'utf-16be'): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

function notText(why: string, line: number, character: number) {
  return { fault: { kind: 'binary', message: `The file is not text: ${why}.`, at: { line, character } } };
}
