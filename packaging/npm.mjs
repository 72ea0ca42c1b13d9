// Builds the npm package in out/npm, and its tarball in dist/.
// `npm run pack:npm`
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const { options, packPages } = createRequire(import.meta.url)('../esbuild.js');

/** The folder in which the package is built. */
export const NPM_FOLDER = join(ROOT, 'out/npm');

/** What kubectl finds in the PATH: a plug-in, and the program that completes its options. */
const PLUGINS = ['kubectl-kubewin', 'kubectl_complete-kubewin'];

/** Defines `require` for CommonJS dependencies, and `__dirname` for own-files.ts. */
const BANNER = `${options.banner.js}
import { createRequire as kubewinRequire } from 'node:module';
import { fileURLToPath as kubewinPath } from 'node:url';
const require = kubewinRequire(import.meta.url);
const kubewinFile = kubewinPath(import.meta.url), kubewinFolder = kubewinPath(new URL('.', import.meta.url));`;

/** The manifest of the npm package; that of the repository belongs to the extension. */
export function npmManifest() {
  const { name, version, license, repository, homepage, bugs, engines, keywords } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  return {
    name,
    version,
    description: 'Finds, explains and fixes what does not work on Windows nodes in Kubernetes manifests.',
    keywords: keywords.filter((word) => word !== 'multi-root ready'),
    license,
    // npm requires the repository for provenance.
    ...(repository && { repository }),
    ...(homepage && { homepage }),
    ...(bugs && { bugs }),
    type: 'module',
    bin: {
      kubewin: 'dist/cli.js',
      ...Object.fromEntries(PLUGINS.map((name) => [name, `dist/${name}.js`])),
    },
    man: 'man/kubewin.1',
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './schemas/*': './schemas/*',
      './package.json': './package.json',
    },
    files: ['dist', 'man', 'schemas', 'THIRD-PARTY-NOTICES.md'],
    sideEffects: false,
    engines: { node: engines.node },
  };
}

/** Builds the package in a folder. */
export async function buildNpm(folder = NPM_FOLDER) {
  const dist = join(folder, 'dist');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', 'server'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  await build({
    ...options,
    absWorkingDir: ROOT,
    format: 'esm',
    // The three entry points share most of their code.
    splitting: true,
    entryPoints: { cli: 'server/src/cli.ts', server: 'server/src/main.ts', index: 'server/src/api.ts' },
    outdir: dist,
    banner: { js: BANNER },
    define: { ...options.define, __filename: 'kubewinFile', __dirname: 'kubewinFolder' },
    minify: true,
    sourcemap: false,
  });
  // The command line knows by the name of its file what it is.
  for (const name of PLUGINS) writeFileSync(join(dist, `${name}.js`), "#!/usr/bin/env node\nimport './cli.js';\n");
  packPages(dist);
  // Types that api.ts exports from other files are declared beside it.
  for (const [from, to] of [
    ['api', 'index'],
    ['results', 'results'],
    ['rule-definition', 'rule-definition'],
  ]) {
    const declarations = readFileSync(join(ROOT, `out/server/${from}.d.ts`), 'utf8');
    writeFileSync(join(dist, `${to}.d.ts`), declarations.replace(/'(\.\/[\w-]+)\.ts'/g, "'$1.js'"));
  }
  cpSync(join(ROOT, 'docs/kubewin.1'), join(folder, 'man/kubewin.1'));
  cpSync(join(ROOT, 'docs/schemas'), join(folder, 'schemas'), { recursive: true });
  for (const name of ['LICENSE', 'THIRD-PARTY-NOTICES.md']) copyFileSync(join(ROOT, name), join(folder, name));
  copyFileSync(join(ROOT, 'docs/npm.md'), join(folder, 'README.md'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(npmManifest(), null, 2)}\n`);
}

/** Packs the tarball of a package into a folder and returns its path. */
export function packNpm(folder, from = NPM_FOLDER) {
  mkdirSync(folder, { recursive: true });
  const said = execFileSync('npm', ['pack', from, '--json', '--silent', '--pack-destination', folder], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return join(folder, JSON.parse(said)[0].filename);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildNpm();
  console.log(packNpm(join(ROOT, 'dist')));
}
