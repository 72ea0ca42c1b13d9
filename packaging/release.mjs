// Builds all files of a release on this platform in out/release: the extension, the npm package, the executable, the image where
// Docker runs, the bill of materials, the manifests of package managers, the checksums and the release notes. The same commit
// gives the same bytes.
// `--executable` makes only the executable, for platforms beside the first; `--executable=file` takes one that was signed.
// `--local` makes an archive without the license of Node.js where that is not installed.
// `npm run release`
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { ZipFile } from 'yazl';
import { buildExe } from './exe.mjs';
import { archiveName, writeManifests } from './manifests.mjs';
import { buildNpm, packNpm } from './npm.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDER = join(ROOT, 'out/release');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const isWindows = process.platform === 'win32';

/** The section of CHANGELOG.md on a version. */
export function notesOf(changelog, name) {
  const section = changelog.split(/^## /m).find((part) => part.startsWith(`${name}\n`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${name}".`);
  return `${section.slice(name.length).trim()}\n`;
}

/**
 * The bill of materials: the packages that are part of the bundles, from the list of npm. All others are tools. Fields that
 * differ each time are removed, so that the build is reproducible.
 */
export function billOfMaterials(cyclonedx, notices) {
  const bundled = [...notices.matchAll(/^## (\S+) (\d+\.\d+\.\d+\S*)$/gm)].map(
    ([, name, number]) => `${name}@${number}`,
  );
  const { serialNumber: _, metadata, components, dependencies, ...rest } = cyclonedx;
  const { timestamp: __, component, ...about } = metadata;
  const { description: ____, ...product } = component;
  const own = component['bom-ref'];
  const used = components.filter((component) => bundled.includes(component['bom-ref']));
  const missing = bundled.filter((ref) => !used.some((component) => component['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`npm does not know ${missing.join(', ')}.`);
  const isUsed = (ref) => ref === own || bundled.includes(ref);
  return {
    ...rest,
    metadata: { ...about, component: { ...product, name: 'kubewin', type: 'application', properties: [] } },
    // npm lists them as development dependencies, but they are part of the product.
    components: used.map(({ properties: ___, ...component }) => component),
    dependencies: dependencies
      .filter(({ ref }) => isUsed(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isUsed) })),
  };
}

/** Checksums in the format of `sha256sum --check`. */
export function sumsOf(folder) {
  const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS' && name !== 'NOTES.md');
  const sum = (name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return names
    .sort()
    .map((name) => `${sum(name)}  ${name}\n`)
    .join('');
}

/** Where distributions of Node.js store its license. */
function nodeLicense() {
  const folder = dirname(process.execPath);
  return [join(folder, 'LICENSE'), join(folder, '../LICENSE')].find((file) => existsSync(file));
}

/**
 * The date of all files in a release, in seconds: that of the commit, unless SOURCE_DATE_EPOCH is set.
 * https://reproducible-builds.org/specs/source-date-epoch/
 */
function releaseDate() {
  return (
    process.env.SOURCE_DATE_EPOCH ??
    execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).trim()
  );
}

/** The plug-in of kubectl: a script that runs the program beside it. krew refuses archives with links. */
export function pluginScript(program) {
  return isWindows
    ? `@"%~dp0${program}" cluster %*\r\n`
    : `#!/bin/sh\nexec "$(dirname "$(readlink -f "$0")")/${program}" cluster "$@"\n`;
}

/** Writes an archive with files of the same date. Only the programs are executable. */
export async function writeArchive(file, programs, others, date) {
  const entries = [...programs, ...others].map((path) => ({
    name: basename(path),
    mode: programs.includes(path) ? 0o755 : 0o644,
    body: readFileSync(path),
  }));
  if (file.endsWith('.zip')) {
    const zip = new ZipFile();
    // The format has local times.
    const mtime = new Date(date.getTime() + date.getTimezoneOffset() * 60_000);
    for (const { name, mode, body } of entries) zip.addBuffer(body, name, { mtime, mode: 0o100000 | mode });
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(file));
  } else {
    const common = { mtime: date, uid: 0, gid: 0 };
    const tar = await packTar(
      entries.map(({ name, mode, body }) => ({ header: { name, mode, size: body.length, ...common }, body })),
    );
    writeFileSync(file, gzipSync(tar, { level: 9 }));
  }
}

/** The archive of an executable with the licenses that must accompany copies. */
async function archive(given, isLocal, date) {
  const folder = join(ROOT, 'out/archive');
  rmSync(folder, { recursive: true, force: true });
  const exe = given ?? (await buildExe(folder));
  const license = nodeLicense();
  if (license === undefined && !isLocal)
    throw new Error('This Node.js has no file LICENSE beside it: use a distribution of nodejs.org.');
  mkdirSync(folder, { recursive: true });
  if (license !== undefined) copyFileSync(license, join(folder, 'LICENSE-Node.js'));
  const others = [join(ROOT, 'LICENSE'), join(ROOT, 'THIRD-PARTY-NOTICES.md')];
  if (license !== undefined) others.push(join(folder, 'LICENSE-Node.js'));
  const plugin = join(folder, isWindows ? 'kubectl-kubewin.cmd' : 'kubectl-kubewin');
  writeFileSync(plugin, pluginScript(basename(exe)));
  const file = join(FOLDER, archiveName(version, `${process.platform}-${process.arch}`));
  await writeArchive(file, [exe, plugin], others, date);
}

function npm(...args) {
  return execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: isWindows, maxBuffer: 100_000_000 });
}

async function main() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const options = process.argv.slice(2);
  const isLocal = options.includes('--local');
  const executable = options.find((option) => option.startsWith('--executable'));
  const notes = notesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
  process.env.SOURCE_DATE_EPOCH = releaseDate();
  const date = new Date(1000 * Number(process.env.SOURCE_DATE_EPOCH));
  await archive(executable?.split('=')[1], isLocal, date);
  if (executable === undefined) {
    npm('run', 'package');
    copyFileSync(join(ROOT, 'dist/kubewin.vsix'), join(FOLDER, `kubewin-${version}.vsix`));
    await buildNpm();
    packNpm(FOLDER);
    if (spawnSync('docker', ['info']).status === 0) npm('run', 'pack:image');
    else console.error('Docker does not run: the image is left out.');
    const all = JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx', '--silent'));
    const bill = billOfMaterials(all, readFileSync(join(ROOT, 'THIRD-PARTY-NOTICES.md'), 'utf8'));
    writeFileSync(join(FOLDER, `kubewin-${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
    writeFileSync(join(FOLDER, 'NOTES.md'), notes);
  }
  const sums = sumsOf(FOLDER);
  writeFileSync(join(FOLDER, 'SHA256SUMS'), sums);
  process.stdout.write(sums);
  // The workflow writes them again once it has the archives of all platforms.
  if (executable === undefined) writeManifests(FOLDER, isLocal ? 'https://github.com/OWNER/kubewin' : undefined);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
