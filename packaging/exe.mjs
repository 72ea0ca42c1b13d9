// Builds an executable of the command line for the current platform: dist/kubewin, or dist/kubewin.exe. It contains the
// running version of Node.js. https://nodejs.org/docs/latest-v20.x/api/single-executable-applications.html
// `npm run build:exe`
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inject } from 'postject';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const WORK = join(ROOT, 'out/exe');
const { options, packPages } = createRequire(import.meta.url)('../esbuild.js');

/** Files that the command line reads. */
const ASSETS = ['cli.js', 'server.js', 'pages.json'];
/** The marker that Node.js looks for in an executable. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** The executable has the files beside the bundle as assets. */
const assets = {
  name: 'assets',
  setup({ onResolve }) {
    onResolve({ filter: /\/own-files\.ts$/ }, () => ({ path: join(ROOT, 'server/src/own-assets.ts') }));
  },
};

/** Builds the executable and returns its path. */
export async function buildExe(folder = join(ROOT, 'dist')) {
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(WORK, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const bundle = { ...options, absWorkingDir: ROOT, outdir: WORK, minify: true, sourcemap: false };
  await build({ ...bundle, entryPoints: { cli: 'server/src/cli.ts', server: 'server/src/main.ts' } });
  await build({ ...bundle, entryPoints: { main: 'server/src/cli.ts' }, plugins: [...options.plugins, assets] });
  packPages(WORK);
  const config = {
    main: join(WORK, 'main.js'),
    output: join(WORK, 'blob'),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    assets: Object.fromEntries(ASSETS.map((name) => [name, join(WORK, name)])),
  };
  writeFileSync(join(WORK, 'sea.json'), JSON.stringify(config));
  run(process.execPath, '--experimental-sea-config', join(WORK, 'sea.json'));
  const file = join(folder, process.platform === 'win32' ? 'kubewin.exe' : 'kubewin');
  rmSync(file, { force: true });
  copyFileSync(process.execPath, file);
  chmodSync(file, 0o755);
  const isMac = process.platform === 'darwin';
  // macOS does not start a program whose signature is invalid.
  if (isMac) run('codesign', '--remove-signature', file);
  await inject(file, 'NODE_SEA_BLOB', readFileSync(config.output), {
    sentinelFuse: FUSE,
    ...(isMac && { machoSegmentName: 'NODE_SEA' }),
  });
  if (isMac) run('codesign', '--sign', '-', file);
  return file;
}

function run(command, ...args) {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await buildExe());
