// Writes all generated files (test/repository/generated-files.ts) and prints those that changed: `npm run generate`.
// With a name, it writes those that take longer: `npm run generate:l10n`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');
const { options } = createRequire(import.meta.url)('../esbuild.js');

/** Modules find files of the repository beside themselves, also when they are bundled. */
const ownPlaces = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(String(pathToFileURL(path))))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
      loader: 'ts',
    }));
  },
};

/** Helpers of tests import vitest, which cannot be loaded outside of a test. The generator does not call it. */
const withoutVitest = {
  name: 'without-vitest',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^vitest$/ }, ({ path }) => ({ path, namespace: 'vitest' }));
    onLoad({ filter: /^/, namespace: 'vitest' }, () => ({
      contents: `export const expect = undefined;
        export const onTestFinished = () => {};
        export const vi = { waitUntil: async () => {} };`,
    }));
  },
};

/** Node.js reads no TypeScript before release 22, so that the generator is bundled first. */
async function generator() {
  const outfile = join(ROOT, 'out/generate.mjs');
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['test/repository/generated-files.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { yaml: options.alias.yaml },
    define: options.define,
    plugins: [ownPlaces, withoutVitest],
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile));
}

const started = performance.now();
const { GENERATED, THOROUGH, currentText } = await generator();
const [name] = process.argv.slice(2);
const changed = [];
for (const { make } of name === undefined ? GENERATED : [THOROUGH[name]]) {
  for (const [path, text] of Object.entries(await make())) {
    if (currentText(path) === text) continue;
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
    changed.push(path);
    console.log(path);
  }
}
const seconds = ((performance.now() - started) / 1_000).toFixed(1);
console.log(
  changed.length === 0 ? `Nothing changed (${seconds} s).` : `${changed.length} files changed (${seconds} s).`,
);
process.exit();
