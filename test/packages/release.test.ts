import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { readSums } from '../../packaging/manifests.mjs';
import { billOfMaterials, notesOf, sumsOf, writeArchive } from '../../packaging/release.mjs';
import { folderWith } from '../cli/kubewin.ts';

declare const KUBEWIN_VERSION: string;

const ROOT = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('the bill of materials lists the packages in the bundles with their licenses', () => {
  const sbom = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--silent'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const bill = billOfMaterials(JSON.parse(sbom), textOf('THIRD-PARTY-NOTICES.md'));
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(bill.metadata.component).toMatchObject({ name: 'kubewin', version: KUBEWIN_VERSION, type: 'application' });
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['yaml', 'picomatch', 'vscode-languageserver']));
  expect(names).not.toContain('vitest');
  expect(bill.components.every((component) => 'licenses' in component)).toBe(true);
  expect(bill.dependencies.find(({ ref }) => ref === `kubewin@${KUBEWIN_VERSION}`)?.dependsOn).toContain('yaml@2.9.1');
  expect(JSON.stringify(bill)).not.toMatch(/timestamp|serialNumber|cdx:npm:package:development/);
  expect(() => billOfMaterials(JSON.parse(sbom), '## nothing 1.0.0\n')).toThrow('npm does not know nothing@1.0.0.');
});

describe('archives', () => {
  const DATE = new Date('2026-11-28T12:34:56Z');
  const FILES = { kubewin: 'program', 'kubectl-kubewin': 'script', LICENSE: 'MIT' };

  /** The bytes of an archive with files that were just written. */
  async function archived(name: string): Promise<Buffer> {
    const folder = folderWith(FILES);
    const file = join(folder, name);
    const [program, script, license] = Object.keys(FILES).map((path) => join(folder, path)) as [string, string, string];
    await writeArchive(file, [program, script], [license], DATE);
    return readFileSync(file);
  }

  test('of a tar file have the date of the commit, and the programs can be started', async () => {
    const first = await archived('a.tar.gz');
    expect((await archived('a.tar.gz')).equals(first)).toBe(true);
    const entries = await unpackTar(gunzipSync(first));
    expect(
      entries.map(({ header, data }) => [header.name, header.mode, header.mtime, String(Buffer.from(data ?? []))]),
    ).toEqual([
      ['kubewin', 0o755, DATE, 'program'],
      ['kubectl-kubewin', 0o755, DATE, 'script'],
      ['LICENSE', 0o644, DATE, 'MIT'],
    ]);
  });

  test('of a zip file have the date of the commit', async () => {
    const first = await archived('a.zip');
    expect((await archived('a.zip')).equals(first)).toBe(true);
    expect(first.readUInt32LE(0)).toBe(0x04034b50);
    // https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-dosdatetimetofiletime
    expect([first.readUInt16LE(10), first.readUInt16LE(12)]).toEqual([
      (12 << 11) | (34 << 5) | (56 / 2),
      ((2026 - 1980) << 9) | (11 << 5) | 28,
    ]);
    expect(first.includes('kubewin')).toBe(true);
  });
});

test('checksums match sha256sum', () => {
  const folder = folderWith({ 'b.txt': 'b', 'a.txt': 'a', 'NOTES.md': 'x', SHA256SUMS: 'old' });
  const sums = sumsOf(folder);
  expect(sums).toMatch(/^ca978112[0-9a-f]{56} {2}a\.txt\n3e23e816[0-9a-f]{56} {2}b\.txt\n$/);
  expect([...readSums(sums).keys()]).toEqual(['a.txt', 'b.txt']);
});

test('the release notes are the section of the changelog', () => {
  const changelog = '# Changelog\n\n## 0.2.0\n\n- b\n\n## 0.1.0\n\nThe first.\n\n- a\n';
  expect(notesOf(changelog, '0.2.0')).toBe('- b\n');
  expect(notesOf(changelog, '0.1.0')).toBe('The first.\n\n- a\n');
  expect(() => notesOf(changelog, '0.1')).toThrow('CHANGELOG.md has no section "## 0.1".');
});

describe('versions agree', () => {
  const { version } = JSON.parse(textOf('package.json'));

  test('in the lock file and the changelog', () => {
    const lock = JSON.parse(textOf('package-lock.json'));
    expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
    expect(notesOf(textOf('CHANGELOG.md'), version).length).toBeGreaterThan(10);
    expect(version).toBe(KUBEWIN_VERSION);
  });
});
