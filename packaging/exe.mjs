// Builds an executable of the command line for the current platform: dist/kubewin, or dist/kubewin.exe. It contains the
// running version of Node.js, which a release takes from nodejs.org.
// https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html
// `npm run build:exe`
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inject } from 'postject';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const WORK = join(ROOT, 'out/exe');
const { options, packPages } = createRequire(import.meta.url)('../esbuild.js');

/** What starts the threads, the command line with its compiled code, and the files that it reads. */
const ASSETS = ['main.js', 'cli.js', 'cli.cache', 'server.js', 'pages.json'];
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
  await build({ ...bundle, entryPoints: { main: 'server/src/exe.ts', server: 'server/src/main.ts' } });
  await build({
    ...bundle,
    entryPoints: { cli: 'server/src/cli.ts' },
    plugins: [...options.plugins, assets],
    // A script, not a module: V8 gives its compiled code only for scripts.
    banner: { js: `${options.banner.js}\n((require) => {` },
    footer: { js: '})' },
  });
  packPages(WORK);
  // Without the seed, each build has other bytes.
  const seed = '--random-seed=1';
  const samples = join(ROOT, 'samples');
  run(process.execPath, seed, join(ROOT, 'packaging/code-cache.cjs'), 'check', samples, '--threads=1', '--no-config');
  // The paths are part of the result.
  const config = {
    main: 'main.js',
    output: 'blob',
    disableExperimentalSEAWarning: true,
    assets: Object.fromEntries(ASSETS.map((name) => [name, name])),
  };
  writeFileSync(join(WORK, 'sea.json'), JSON.stringify(config));
  run(process.execPath, '--experimental-sea-config', 'sea.json');
  const file = join(folder, process.platform === 'win32' ? 'kubewin.exe' : 'kubewin');
  rmSync(file, { force: true });
  writeFileSync(file, withoutSignature(readFileSync(process.execPath)), { mode: 0o755 });
  const isMac = process.platform === 'darwin';
  // macOS does not start a program whose signature is invalid.
  if (isMac) run('codesign', '--remove-signature', file);
  // A tenth of the file is names of functions, which only debuggers read. On Windows, they are in another file.
  if (process.platform !== 'win32') run('strip', ...(isMac ? ['-x'] : []), file);
  await quietly(() =>
    inject(file, 'NODE_SEA_BLOB', readFileSync(join(WORK, config.output)), {
      sentinelFuse: FUSE,
      ...(isMac && { machoSegmentName: 'NODE_SEA' }),
    }),
  );
  if (isMac) run('codesign', '--sign', '-', file);
  return file;
}

/**
 * A Windows program without its signature, which no longer fits once the program is changed: that is worse than none. It is at
 * the end of the file. https://learn.microsoft.com/windows/win32/debug/pe-format
 */
export function withoutSignature(program) {
  if (program.toString('latin1', 0, 2) !== 'MZ') return program;
  const optionalHeader = program.readUInt32LE(0x3c) + 24;
  const certificateTable = optionalHeader + 112 + 4 * 8;
  const start = program.readUInt32LE(certificateTable);
  program.fill(0, certificateTable, certificateTable + 8);
  return start === 0 ? program : program.subarray(0, start);
}

/** Without the warnings of postject about names of sections, which Linux does not read. */
async function quietly(action) {
  const { warn } = console;
  console.warn = (text) => {
    if (!String(text).includes("Can't find string offset for section name")) warn(text);
  };
  try {
    await action();
  } finally {
    console.warn = warn;
  }
}

function run(command, ...args) {
  execFileSync(command, args, { cwd: WORK, stdio: ['ignore', 'ignore', 'inherit'] });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await buildExe());
