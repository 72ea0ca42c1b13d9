// Writes the manifests for winget, Scoop, Chocolatey, Homebrew and krew. SHA256SUMS must be in the folder, with all executables.
// `node packaging/manifests.mjs <folder> [<address of the repository>]`
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';

const PACKAGE = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The platforms with an executable, by their names in Node.js. */
export const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'];

/** The archive with the executable for a platform. */
export function archiveName(version, platform) {
  return `kubewin-${version}-${platform}.${platform.startsWith('win32') ? 'zip' : 'tar.gz'}`;
}

/**
 * The manifests by their paths. `sums` maps names of archives to their SHA-256; a platform without one is left out.
 */
export function manifests(sums, address = addressOf(PACKAGE)) {
  if (address === undefined)
    throw new Error('package.json has no `repository`: give its address, https://github.com/….');
  const { version } = PACKAGE;
  const archives = new Map(
    PLATFORMS.flatMap((platform) => {
      const name = archiveName(version, platform);
      const sum = sums.get(name);
      const url = `${address}/releases/download/v${version}/${name}`;
      return sum === undefined ? [] : [[platform, { url, sum }]];
    }),
  );
  return Object.assign({}, ...MAKERS.map((make) => make(archives, address)));
}

/**
 * Each returns the texts of the files of one package manager by their paths, and none if there is no archive for it. The first
 * argument is the addresses and sums of the archives by platform, the second one the address of the repository.
 */
const MAKERS = [winget, scoop, chocolatey, homebrew, krew];

const DESCRIPTION = 'Finds what does not work on Windows nodes in Kubernetes manifests';
const TAGS = ['kubernetes', 'linter', 'windows', 'yaml'];
const WINGET_SCHEMA = '1.12.0';

/** https://learn.microsoft.com/windows/package-manager/package/manifest */
function winget(archives, address) {
  const id = 'Kubewin.Kubewin';
  const common = { PackageIdentifier: id, PackageVersion: PACKAGE.version };
  const file = (type, rest) => {
    const schema = `https://aka.ms/winget-manifest.${type.toLowerCase()}.${WINGET_SCHEMA}.schema.json`;
    const all = { ...common, ...rest, ManifestType: type, ManifestVersion: WINGET_SCHEMA };
    return `# yaml-language-server: $schema=${schema}\n\n${stringify(all)}`;
  };
  const installers = ['x64', 'arm64'].flatMap((cpu) => {
    const archive = archives.get(`win32-${cpu}`);
    if (archive === undefined) return [];
    return [{ Architecture: cpu, InstallerUrl: archive.url, InstallerSha256: archive.sum.toUpperCase() }];
  });
  if (installers.length === 0) return {};
  return {
    [`winget/${id}.yaml`]: file('version', { DefaultLocale: 'en-US' }),
    [`winget/${id}.installer.yaml`]: file('installer', {
      InstallerType: 'zip',
      NestedInstallerType: 'portable',
      NestedInstallerFiles: [{ RelativeFilePath: 'kubewin.exe', PortableCommandAlias: 'kubewin' }],
      Commands: ['kubewin'],
      // The folder of the archive is in the PATH, with `kubectl-kubewin.cmd`: links of winget can only lead to programs.
      ArchiveBinariesDependOnPath: true,
      Installers: installers,
    }),
    [`winget/${id}.locale.en-US.yaml`]: file('defaultLocale', {
      PackageLocale: 'en-US',
      Publisher: 'Kubewin',
      PublisherUrl: address,
      PublisherSupportUrl: `${address}/issues`,
      PackageName: 'Kubewin',
      PackageUrl: address,
      License: PACKAGE.license,
      LicenseUrl: `${address}/blob/HEAD/LICENSE`,
      ShortDescription: `${DESCRIPTION}.`,
      Moniker: 'kubewin',
      Tags: TAGS,
      ReleaseNotesUrl: `${address}/releases/tag/v${PACKAGE.version}`,
    }),
  };
}

/** https://github.com/ScoopInstaller/Scoop/wiki/App-Manifests */
function scoop(archives, address) {
  const cpus = Object.entries({ '64bit': 'win32-x64', arm64: 'win32-arm64' }).filter(([, cpu]) => archives.has(cpu));
  if (cpus.length === 0) return {};
  const manifest = {
    version: PACKAGE.version,
    description: DESCRIPTION,
    homepage: address,
    license: PACKAGE.license,
    architecture: Object.fromEntries(
      cpus.map(([name, cpu]) => [name, { url: archives.get(cpu).url, hash: archives.get(cpu).sum }]),
    ),
    bin: ['kubewin.exe', ['kubewin.exe', 'kubectl-kubewin', 'cluster']],
    checkver: 'github',
    autoupdate: {
      architecture: Object.fromEntries(
        cpus.map(([name, cpu]) => [name, { url: archives.get(cpu).url.replaceAll(PACKAGE.version, '$version') }]),
      ),
      hash: { url: '$baseurl/SHA256SUMS' },
    },
  };
  return { 'scoop/kubewin.json': `${JSON.stringify(manifest, null, 4)}\n` };
}

/** https://docs.chocolatey.org/en-us/create/create-packages. It has no packages for Arm: Windows on Arm runs the x64 executable. */
function chocolatey(archives, address) {
  const archive = archives.get('win32-x64');
  if (archive === undefined) return {};
  const nuspec = `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2015/06/nuspec.xsd">
  <metadata>
    <id>kubewin</id>
    <version>${PACKAGE.version}</version>
    <packageSourceUrl>${address}</packageSourceUrl>
    <owners>kubewin</owners>
    <title>Kubewin</title>
    <authors>Kubewin</authors>
    <projectUrl>${address}</projectUrl>
    <iconUrl>${address}/raw/v${PACKAGE.version}/images/icon.png</iconUrl>
    <licenseUrl>${address}/blob/HEAD/LICENSE</licenseUrl>
    <requireLicenseAcceptance>false</requireLicenseAcceptance>
    <projectSourceUrl>${address}</projectSourceUrl>
    <docsUrl>${address}/blob/HEAD/docs/README.md</docsUrl>
    <bugTrackerUrl>${address}/issues</bugTrackerUrl>
    <tags>${TAGS.join(' ')}</tags>
    <summary>${DESCRIPTION}.</summary>
    <description>${DESCRIPTION}.</description>
    <releaseNotes>${address}/releases/tag/v${PACKAGE.version}</releaseNotes>
  </metadata>
  <files>
    <file src="tools\\**" target="tools" />
  </files>
</package>
`;
  const plugin = `-Name 'kubectl-kubewin' -Path (Join-Path (Split-Path -Parent $MyInvocation.MyCommand.Definition) 'kubewin.exe')`;
  // Chocolatey puts the executables in the folder of a package on the PATH, but no scripts.
  const script = `$ErrorActionPreference = 'Stop'

$packageArgs = @{
  packageName    = $env:ChocolateyPackageName
  unzipLocation  = Split-Path -Parent $MyInvocation.MyCommand.Definition
  url64bit       = '${archive.url}'
  checksum64     = '${archive.sum}'
  checksumType64 = 'sha256'
}

Install-ChocolateyZipPackage @packageArgs
Install-BinFile ${plugin} -Command 'cluster'
`;
  return {
    'chocolatey/kubewin.nuspec': nuspec,
    'chocolatey/tools/chocolateyInstall.ps1': script,
    'chocolatey/tools/chocolateyUninstall.ps1': `Uninstall-BinFile ${plugin}\n`,
  };
}

/** https://docs.brew.sh/Formula-Cookbook */
function homebrew(archives, address) {
  const blocks = (system, name) => {
    const cpus = [...archives].filter(([platform]) => platform.startsWith(system));
    const block = ([platform, { url, sum }]) => `
    on_${platform.endsWith('arm64') ? 'arm' : 'intel'} do
      url "${url}"
      sha256 "${sum}"
    end`;
    return cpus.length === 0 ? '' : `\n  on_${name} do${cpus.map(block).join('')}\n  end\n`;
  };
  const [macos, linux] = [blocks('darwin', 'macos'), blocks('linux', 'linux')];
  if (macos + linux === '') return {};
  const formula = `class Kubewin < Formula
  desc "${DESCRIPTION}"
  homepage "${address}"
  version "${PACKAGE.version}"
  license "${PACKAGE.license}"
${macos}${linux}
  def install
    bin.install "kubewin"
    bin.install_symlink bin/"kubewin" => "kubectl-kubewin"
    bin.install_symlink bin/"kubewin" => "kubectl_complete-kubewin"
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/kubewin --version").strip
  end
end
`;
  return { 'homebrew/kubewin.rb': formula };
}

/** https://krew.sigs.k8s.io/docs/developer-guide/plugin-manifest/ */
function krew(archives, address) {
  if (archives.size === 0) return {};
  const plugin = {
    apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
    kind: 'Plugin',
    metadata: { name: 'kubewin' },
    spec: {
      version: `v${PACKAGE.version}`,
      homepage: address,
      shortDescription: 'Find what does not work on Windows nodes',
      description: `Reads the objects of a cluster with kubectl get, and reports what does not work on Windows nodes: fields that the
API server rejects on Windows pods, images that do not start there, and settings that have no effect. It reads no Secrets, and
changes nothing.
`,
      platforms: [...archives].map(([platform, { url, sum }]) => {
        const [os, cpu] = platform.split('-');
        const isWindows = os === 'win32';
        const bin = isWindows ? 'kubewin.exe' : 'kubewin';
        return {
          selector: { matchLabels: { os: isWindows ? 'windows' : os, arch: cpu === 'x64' ? 'amd64' : cpu } },
          uri: url,
          sha256: sum,
          files: [bin, 'LICENSE*', 'THIRD-PARTY-NOTICES.md'].map((from) => ({ from, to: '.' })),
          bin,
        };
      }),
    },
  };
  return { 'krew/kubewin.yaml': stringify(plugin) };
}

/** The address of the repository as a browser opens it; undefined where package.json has none. */
export function addressOf({ repository }) {
  const url = typeof repository === 'string' ? repository : repository?.url;
  return url?.replace(/^git\+/, '').replace(/\.git$/, '');
}

/** The names and sums in the text of SHA256SUMS. */
export function readSums(text) {
  return new Map([...text.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm)].map(([, sum, name]) => [name, sum]));
}

/** Writes the manifests beside SHA256SUMS, in the folder `manifests`, and returns their paths. */
export function writeManifests(folder, address) {
  const sums = readSums(readFileSync(join(folder, 'SHA256SUMS'), 'utf8'));
  return Object.entries(manifests(sums, address)).map(([path, text]) => {
    const file = join(folder, 'manifests', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, address] = process.argv.slice(2);
  if (folder === undefined)
    throw new Error('Usage: node packaging/manifests.mjs <folder> [<address of the repository>]');
  console.log(writeManifests(folder, address).join('\n'));
}
