import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { archiveName, manifests, PLATFORMS, readSums } from '../../packaging/manifests.mjs';
import { billOfMaterials, notesOf, sumsOf } from '../../packaging/release.mjs';
import { folderWith } from '../cli/kubewin.ts';

declare const KUBEWIN_VERSION: string;

const ROOT = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const ADDRESS = 'https://git.example/kubewin';
const SUMS = new Map(PLATFORMS.map((platform, i) => [archiveName(KUBEWIN_VERSION, platform), String(i).repeat(64)]));

describe('manifests of package managers', () => {
  const all = manifests(SUMS, ADDRESS);
  const urlOf = (platform: string) =>
    `${ADDRESS}/releases/download/v${KUBEWIN_VERSION}/${archiveName(KUBEWIN_VERSION, platform)}`;

  test('winget gets the three files of a package with both architectures', () => {
    const [version, installer, locale] = ['', '.installer', '.locale.en-US'].map((part) =>
      parse(all[`winget/Kubewin.Kubewin${part}.yaml`] ?? ''),
    );
    const common = { PackageIdentifier: 'Kubewin.Kubewin', PackageVersion: KUBEWIN_VERSION, ManifestVersion: '1.6.0' };
    expect(version).toEqual({ ...common, DefaultLocale: 'en-US', ManifestType: 'version' });
    expect(installer).toEqual({
      ...common,
      InstallerType: 'zip',
      NestedInstallerType: 'portable',
      NestedInstallerFiles: [{ RelativeFilePath: 'kubewin.exe', PortableCommandAlias: 'kubewin' }],
      Commands: ['kubewin'],
      Installers: [
        { Architecture: 'x64', InstallerUrl: urlOf('win32-x64'), InstallerSha256: '4'.repeat(64) },
        { Architecture: 'arm64', InstallerUrl: urlOf('win32-arm64'), InstallerSha256: '5'.repeat(64) },
      ],
      ManifestType: 'installer',
    });
    expect(locale).toMatchObject({
      ...common,
      ManifestType: 'defaultLocale',
      PackageLocale: 'en-US',
      Publisher: 'Kubewin',
      PackageName: 'Kubewin',
      License: 'MIT',
    });
    // The limit of the winget schema.
    expect(locale.ShortDescription.length).toBeLessThan(256);
    for (const sum of installer.Installers) expect(sum.InstallerSha256).toMatch(/^[0-9A-F]{64}$/);
  });

  test('Scoop gets both architectures and can find the next version', () => {
    const manifest = JSON.parse(all['scoop/kubewin.json'] ?? '');
    expect(manifest).toMatchObject({ version: KUBEWIN_VERSION, license: 'MIT', homepage: ADDRESS, bin: 'kubewin.exe' });
    expect(manifest.architecture).toEqual({
      '64bit': { url: urlOf('win32-x64'), hash: '4'.repeat(64) },
      arm64: { url: urlOf('win32-arm64'), hash: '5'.repeat(64) },
    });
    const next = manifest.autoupdate.architecture['64bit'].url.replaceAll('$version', KUBEWIN_VERSION);
    expect([next, manifest.autoupdate.hash.url]).toEqual([urlOf('win32-x64'), '$baseurl/SHA256SUMS']);
  });

  test('Homebrew gets macOS and Linux with both architectures', () => {
    const formula = all['homebrew/kubewin.rb'] ?? '';
    expect(formula).toMatch(/^class Kubewin < Formula\n/);
    const urls = [...formula.matchAll(/on_(\w+) do\n {6}url "(.*)"\n {6}sha256 "(.)/g)].map((found) => found.slice(1));
    expect(urls).toEqual([
      ['intel', urlOf('darwin-x64'), '2'],
      ['arm', urlOf('darwin-arm64'), '3'],
      ['intel', urlOf('linux-x64'), '0'],
      ['arm', urlOf('linux-arm64'), '1'],
    ]);
    // Every block is closed.
    expect(formula.match(/ do$|^class |^ {2}def /gm)?.length).toBe(formula.match(/^ *end$/gm)?.length);
    const ruby = spawnSync('ruby', ['-c'], { input: formula, encoding: 'utf8' });
    if (ruby.error === undefined) expect(ruby.stdout).toContain('Syntax OK');
  });

  test('platforms without an executable are left out', () => {
    const few = manifests(new Map([[archiveName(KUBEWIN_VERSION, 'win32-x64'), '4'.repeat(64)]]), ADDRESS);
    expect(Object.keys(few).map((path) => path.split('/')[0])).toEqual(['winget', 'winget', 'winget', 'scoop']);
    expect(JSON.stringify(few)).not.toContain('arm64');
    expect(manifests(new Map(), ADDRESS)).toEqual({});
  });

  test('manifests are not written without the address of the repository', () => {
    const { repository } = JSON.parse(textOf('package.json'));
    if (repository === undefined) expect(() => manifests(SUMS)).toThrow('package.json has no `repository`');
    else expect(JSON.stringify(manifests(SUMS))).toContain('/releases/download/');
  });
});

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
