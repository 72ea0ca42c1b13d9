// Proves that a release has the same bytes elsewhere: builds that of the last commit in two clones, with the options of
// `npm run release`, and compares all files. `--local` is needed where this Node.js has no license beside it.
// `npm run release:proof -- --local`
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const isWindows = process.platform === 'win32';

function build(name) {
  const folder = mkdtempSync(join(tmpdir(), `kubewin-${name}-`));
  const run = (command, ...args) =>
    execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell: isWindows });
  run('git', 'clone', '--quiet', '--no-hardlinks', ROOT, '.');
  run('npm', 'ci', '--no-audit', '--no-fund', '--silent');
  run('npm', 'run', '--silent', 'release', '--', ...process.argv.slice(2));
  return folder;
}

const folders = ['first', 'second-clone'].map(build);
const filesOf = (folder) => {
  const release = join(folder, 'out/release');
  const names = readdirSync(release, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    names.map(({ name, parentPath }) => {
      const path = join(parentPath, name);
      return [path.slice(release.length + 1), readFileSync(path)];
    }),
  );
};
const [first, second] = folders.map(filesOf);
const names = [...new Set([...first.keys(), ...second.keys()])].sort();
const differing = names.filter((name) => second.get(name)?.equals(first.get(name) ?? Buffer.alloc(0)) !== true);
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
for (const name of names) console.log(`${differing.includes(name) ? 'different' : 'the same '} ${name}`);
if (differing.length > 0) process.exitCode = 1;
