import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type SchemaObject } from 'ajv';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { archiveName, manifests, PLATFORMS } from '../../packaging/manifests.mjs';

declare const KUBEWIN_VERSION: string;

const ROOT = join(import.meta.dirname, '../..');
const ADDRESS = 'https://git.example/kubewin';
const SUMS = new Map(PLATFORMS.map((platform, i) => [archiveName(KUBEWIN_VERSION, platform), String(i).repeat(64)]));

const all = manifests(SUMS, ADDRESS);
const urlOf = (platform: string) =>
  `${ADDRESS}/releases/download/v${KUBEWIN_VERSION}/${archiveName(KUBEWIN_VERSION, platform)}`;

/** Fields of an object, all of them required. */
function fields(properties: Readonly<Record<string, SchemaObject>>): SchemaObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function faultsIn(value: unknown, schema: SchemaObject) {
  const validate = new Ajv({ allErrors: true }).compile(schema);
  validate(value);
  return validate.errors ?? [];
}

/**
 * What the schemas of winget allow of the fields that are used:
 * https://github.com/microsoft/winget-cli/tree/master/schemas/JSON/manifests/v1.12.0
 */
describe('winget', () => {
  const SCHEMA = '1.12.0';
  const url = { type: 'string', pattern: '^([Hh][Tt][Tt][Pp][Ss]?)://.+$', maxLength: 2048 };
  const locale = { type: 'string', pattern: '^([a-zA-Z]{2,3})(-[a-zA-Z]{1,8})*$', maxLength: 20 };
  const tag = { type: 'string', minLength: 1, maxLength: 40 };
  const text = { type: 'string', minLength: 3, maxLength: 256 };
  const withCommon = (type: string, properties: Readonly<Record<string, SchemaObject>>) =>
    fields({
      PackageIdentifier: {
        type: 'string',
        pattern: '^[^\\.\\s\\\\/:\\*\\?"<>\\|\\x01-\\x1f]{1,32}(\\.[^\\.\\s\\\\/:\\*\\?"<>\\|\\x01-\\x1f]{1,32}){1,7}$',
        maxLength: 128,
      },
      PackageVersion: { const: KUBEWIN_VERSION, pattern: '^[^\\\\/:\\*\\?"<>\\|\\x01-\\x1f]+$', maxLength: 128 },
      ...properties,
      ManifestType: { const: type },
      ManifestVersion: { const: SCHEMA },
    });
  const SCHEMAS = {
    '': withCommon('version', { DefaultLocale: locale }),
    '.installer': withCommon('installer', {
      InstallerType: { const: 'zip' },
      NestedInstallerType: { const: 'portable' },
      NestedInstallerFiles: {
        type: 'array',
        maxItems: 1024,
        items: fields({ RelativeFilePath: { ...tag, maxLength: 512 }, PortableCommandAlias: tag }),
      },
      Commands: { type: 'array', maxItems: 16, uniqueItems: true, items: tag },
      ArchiveBinariesDependOnPath: { type: 'boolean' },
      Installers: {
        type: 'array',
        minItems: 1,
        maxItems: 1024,
        items: fields({
          Architecture: { enum: ['x86', 'x64', 'arm', 'arm64', 'neutral'] },
          InstallerUrl: url,
          InstallerSha256: { type: 'string', pattern: '^[A-Fa-f0-9]{64}$' },
        }),
      },
    }),
    '.locale.en-US': withCommon('defaultLocale', {
      PackageLocale: locale,
      Publisher: text,
      PublisherUrl: url,
      PublisherSupportUrl: url,
      PackageName: text,
      PackageUrl: url,
      License: text,
      LicenseUrl: url,
      ShortDescription: text,
      Moniker: tag,
      Tags: { type: 'array', maxItems: 16, uniqueItems: true, items: tag },
      ReleaseNotesUrl: url,
    }),
  };

  test.each(Object.entries(SCHEMAS))('Kubewin.Kubewin%s.yaml fits the schema of winget', (part, schema) => {
    const manifest = all[`winget/Kubewin.Kubewin${part}.yaml`] ?? '';
    const { ManifestType: type, ...rest } = parse(manifest);
    expect(faultsIn({ ManifestType: type, ...rest }, schema)).toEqual([]);
    expect(manifest.split('\n')[0]).toBe(
      `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${type.toLowerCase()}.${SCHEMA}.schema.json`,
    );
  });

  test('installs the executable of both architectures', () => {
    const { PackageIdentifier, NestedInstallerFiles, ArchiveBinariesDependOnPath, Installers } = parse(
      all['winget/Kubewin.Kubewin.installer.yaml'] ?? '',
    );
    // The script beside the program is found as well.
    expect(ArchiveBinariesDependOnPath).toBe(true);
    expect(PackageIdentifier).toBe('Kubewin.Kubewin');
    expect(NestedInstallerFiles).toEqual([{ RelativeFilePath: 'kubewin.exe', PortableCommandAlias: 'kubewin' }]);
    expect(Installers).toEqual([
      { Architecture: 'x64', InstallerUrl: urlOf('win32-x64'), InstallerSha256: '4'.repeat(64) },
      { Architecture: 'arm64', InstallerUrl: urlOf('win32-arm64'), InstallerSha256: '5'.repeat(64) },
    ]);
  });
});

/** The fields that are used of https://github.com/ScoopInstaller/Scoop/blob/master/schema.json. */
test('Scoop gets both architectures and can find the next version', () => {
  const text = { type: 'string' };
  const uri = { type: 'string', pattern: '^https://[^$]+$' };
  const cpus = (each: SchemaObject) => fields({ '64bit': each, arm64: each });
  const schema = fields({
    version: { type: 'string', pattern: '^[\\w\\.\\-+_]+$' },
    description: text,
    homepage: uri,
    license: text,
    architecture: cpus(fields({ url: uri, hash: { type: 'string', pattern: '^[a-fA-F0-9]{64}$' } })),
    bin: { type: 'array', items: { anyOf: [text, { type: 'array', items: text }] } },
    checkver: text,
    autoupdate: fields({
      architecture: cpus(fields({ url: text })),
      hash: fields({ url: { type: 'string', pattern: '^.*(\\$url|\\$baseurl).*$' } }),
    }),
  });
  const manifest = JSON.parse(all['scoop/kubewin.json'] ?? '');
  expect(faultsIn(manifest, schema)).toEqual([]);
  expect(manifest).toMatchObject({ version: KUBEWIN_VERSION, license: 'MIT', homepage: ADDRESS });
  // As kubectl starts a plug-in: https://github.com/ScoopInstaller/Scoop/wiki/App-Manifests
  expect(manifest.bin).toEqual(['kubewin.exe', ['kubewin.exe', 'kubectl-kubewin', 'cluster']]);
  expect(manifest.architecture).toEqual({
    '64bit': { url: urlOf('win32-x64'), hash: '4'.repeat(64) },
    arm64: { url: urlOf('win32-arm64'), hash: '5'.repeat(64) },
  });
  const next = manifest.autoupdate.architecture['64bit'].url.replaceAll('$version', KUBEWIN_VERSION);
  expect([next, manifest.autoupdate.hash.url]).toEqual([urlOf('win32-x64'), '$baseurl/SHA256SUMS']);
});

describe('Chocolatey', () => {
  /** The texts of the elements of an XML document by their paths. */
  function elementsOf(xml: string): Record<string, string> {
    const open: string[] = [];
    const found: Record<string, string> = {};
    const parser = new SaxesParser();
    parser.on('opentag', ({ name }) => open.push(name));
    parser.on('text', (text) => {
      if (text.trim() !== '') found[open.join('/')] = text;
    });
    parser.on('closetag', () => open.pop());
    parser.write(xml).close();
    return found;
  }

  test('the package has what the validator of the community repository requires', () => {
    const nuspec = all['chocolatey/kubewin.nuspec'] ?? '';
    expect(nuspec).toContain('<package xmlns="http://schemas.microsoft.com/packaging/2015/06/nuspec.xsd">');
    expect(nuspec).toContain('<file src="tools\\**" target="tools" />');
    const elements = Object.entries(elementsOf(nuspec)).map(([path, text]) => [
      path.replace('package/metadata/', ''),
      text,
    ]);
    const found: Record<string, string> = Object.fromEntries(elements);
    // https://docs.chocolatey.org/en-us/create/create-packages#nuspec and the rules of
    // https://docs.chocolatey.org/en-us/community-repository/moderation/package-validator/rules
    const required = [
      'id',
      'version',
      'authors',
      'summary',
      'description',
      'projectUrl',
      'licenseUrl',
      'iconUrl',
      'tags',
    ];
    expect(Object.keys(found)).toEqual(expect.arrayContaining([...required, 'packageSourceUrl']));
    expect(found).toMatchObject({ id: 'kubewin', version: KUBEWIN_VERSION, requireLicenseAcceptance: 'false' });
    for (const [name, text] of Object.entries(found)) if (name.endsWith('Url')) expect(text).toMatch(/^https:\/\/\S+$/);
    expect(found['tags']).toMatch(/^[\w-]+(?: [\w-]+)*$/);
    expect(found['description']?.length).toBeLessThanOrEqual(4000);
  });

  test('the script downloads the x64 archive and compares its sum', () => {
    const script = all['chocolatey/tools/chocolateyInstall.ps1'] ?? '';
    const parameters = Object.fromEntries(
      [...script.matchAll(/^ {2}(\w+) += (.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    // https://docs.chocolatey.org/en-us/create/functions/install-chocolateyzippackage
    expect(parameters).toEqual({
      packageName: '$env:ChocolateyPackageName',
      unzipLocation: 'Split-Path -Parent $MyInvocation.MyCommand.Definition',
      url64bit: `'${urlOf('win32-x64')}'`,
      checksum64: `'${'4'.repeat(64)}'`,
      checksumType64: "'sha256'",
    });
    expect(script.trimEnd().split('\n').at(-2)).toBe('Install-ChocolateyZipPackage @packageArgs');
  });

  test('the plug-in of kubectl is the program with a command, and is removed with the package', () => {
    const plugin =
      "-Name 'kubectl-kubewin' -Path (Join-Path (Split-Path -Parent $MyInvocation.MyCommand.Definition) 'kubewin.exe')";
    // https://docs.chocolatey.org/en-us/create/functions/install-binfile
    expect(all['chocolatey/tools/chocolateyInstall.ps1']?.trimEnd().split('\n').at(-1)).toBe(
      `Install-BinFile ${plugin} -Command 'cluster'`,
    );
    expect(all['chocolatey/tools/chocolateyUninstall.ps1']).toBe(`Uninstall-BinFile ${plugin}\n`);
  });
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

test('krew gets a plug-in for each platform', () => {
  const { metadata, spec } = parse(all['krew/kubewin.yaml'] ?? '');
  expect(metadata.name).toBe('kubewin');
  expect(spec).toMatchObject({ version: `v${KUBEWIN_VERSION}`, homepage: ADDRESS });
  // https://krew.sigs.k8s.io/docs/developer-guide/develop/best-practices/
  expect(spec.shortDescription.length).toBeLessThanOrEqual(50);
  expect(spec.shortDescription).not.toMatch(/kubectl|\.$/);
  expect(spec.platforms).toHaveLength(PLATFORMS.length);
  expect(spec.platforms[4]).toEqual({
    selector: { matchLabels: { os: 'windows', arch: 'amd64' } },
    uri: urlOf('win32-x64'),
    sha256: '4'.repeat(64),
    files: ['kubewin.exe', 'LICENSE*', 'THIRD-PARTY-NOTICES.md'].map((from) => ({ from, to: '.' })),
    bin: 'kubewin.exe',
  });
  expect(spec.platforms[1]).toMatchObject({
    selector: { matchLabels: { os: 'linux', arch: 'arm64' } },
    bin: 'kubewin',
  });
});

test('platforms without an executable are left out', () => {
  const few = manifests(new Map([[archiveName(KUBEWIN_VERSION, 'win32-x64'), '4'.repeat(64)]]), ADDRESS);
  expect(Object.keys(few).map((path) => path.split('/')[0])).toEqual([
    'winget',
    'winget',
    'winget',
    'scoop',
    'chocolatey',
    'chocolatey',
    'chocolatey',
    'krew',
  ]);
  expect(JSON.stringify(few)).not.toContain('arm64');
  expect(manifests(new Map(), ADDRESS)).toEqual({});
});

test('manifests are not written without the address of the repository', () => {
  const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  if (repository === undefined) expect(() => manifests(SUMS)).toThrow('package.json has no `repository`');
  else expect(JSON.stringify(manifests(SUMS))).toContain('/releases/download/');
});
