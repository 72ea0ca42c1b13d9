// Builds all files of a release on this platform in out/release: the extension, the npm package, the executable, the bill of
// materials, the checksums and the release notes. `--executable` makes only the executable, for
// platforms beside the first. `--local` makes an archive without the license of Node.js where that is not installed.
// `npm run release`
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildExe } from './exe.mjs';
import { archiveName } from './manifests.mjs';
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

/** The archive of the executable with the licenses that must accompany copies. */
async function archive(isLocal) {
  const folder = join(ROOT, 'out/archive');
  rmSync(folder, { recursive: true, force: true });
  const exe = await buildExe(folder);
  for (const name of ['LICENSE', 'THIRD-PARTY-NOTICES.md']) copyFileSync(join(ROOT, name), join(folder, name));
  const license = nodeLicense();
  if (license !== undefined) copyFileSync(license, join(folder, 'LICENSE-Node.js'));
  else if (!isLocal) throw new Error('This Node.js has no file LICENSE beside it: use a distribution of nodejs.org.');
  const file = join(FOLDER, archiveName(version, `${process.platform}-${process.arch}`));
  // The tar of Windows also creates zip files.
  const tar = isWindows ? join(process.env.SystemRoot, 'System32/tar.exe') : 'tar';
  const names = [basename(exe), ...readdirSync(folder).filter((name) => name !== basename(exe))];
  execFileSync(tar, [...(isWindows ? ['-a', '-cf'] : ['-czf']), file, '-C', folder, ...names], { stdio: 'inherit' });
}

function npm(...args) {
  return execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: isWindows, maxBuffer: 100_000_000 });
}

async function main() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const options = process.argv.slice(2);
  const notes = notesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
  await archive(options.includes('--local'));
  if (!options.includes('--executable')) {
    npm('run', 'package');
    copyFileSync(join(ROOT, 'dist/kubewin.vsix'), join(FOLDER, `kubewin-${version}.vsix`));
    await buildNpm();
    packNpm(FOLDER);
    const all = JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx', '--silent'));
    const bill = billOfMaterials(all, readFileSync(join(ROOT, 'THIRD-PARTY-NOTICES.md'), 'utf8'));
    writeFileSync(join(FOLDER, `kubewin-${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
    writeFileSync(join(FOLDER, 'NOTES.md'), notes);
  }
  const sums = sumsOf(FOLDER);
  writeFileSync(join(FOLDER, 'SHA256SUMS'), sums);
  process.stdout.write(sums);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
