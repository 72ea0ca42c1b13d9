// Bundles the extension, the language server and the command line into dist/, and packs the pages that VS Code shows.
// `node esbuild.js [--production] [--watch]`
const { mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { readFile } = require('node:fs/promises');
const { join } = require('node:path');
const esbuild = require('esbuild');
const { version } = require('./package.json');

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** The helpers of TypeScript in CommonJS modules: `var __importStar = (this && this.__importStar) || …;` */
const HELPER = /^var (__\w+) = \(this && this\.\1\) \|\| [\s\S]*?^\}.*;$/gm;

/** Takes these helpers from one file: the modules of the protocol's libraries each have their own, 400 bytes in 69 of them. */
const helpersOnce = {
  name: 'helpers-once',
  setup(build) {
    const helpers = JSON.stringify(join(__dirname, 'packaging/typescript-helpers.cjs'));
    build.onLoad(
      { filter: /[\\/]node_modules[\\/](?:vscode-|minimatch|brace-|balanced-).*\.js$/ },
      async ({ path }) => {
        const text = await readFile(path, 'utf8');
        return {
          contents: text.replace(HELPER, (_, name) => `const { ${name} } = require(${helpers});`),
          loader: 'js',
        };
      },
    );
  },
};

/** @type {import('esbuild').BuildOptions} */
const options = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  entryPoints: {
    extension: 'client/src/node.ts',
    server: 'server/src/main.ts',
    cli: 'server/src/cli.ts',
  },
  outdir: 'dist',
  external: ['vscode'],
  // The same parser as ES modules: a sixth of the time of a scan is the calls between its CommonJS modules.
  alias: {
    yaml: join(__dirname, 'node_modules/yaml/browser/dist/index.js'),
    'semver/functions/parse': join(__dirname, 'packaging/any-version.cjs'),
    'semver/functions/satisfies': join(__dirname, 'packaging/any-version.cjs'),
  },
  plugins: [helpersOnce],
  define: { KUBEWIN_VERSION: JSON.stringify(version) },
  minify: production,
  sourcemap: production ? false : 'linked',
  sourcesContent: false,
  legalComments: 'none',
  banner: { js: '/*! Licenses of bundled packages: THIRD-PARTY-NOTICES.md */' },
  logLevel: 'warning',
};

/**
 * The same for VS Code in a browser: the client, and the server in a web worker.
 * @type {import('esbuild').BuildOptions}
 */
const browserOptions = {
  ...options,
  platform: 'browser',
  format: 'cjs',
  target: 'es2022',
  entryPoints: { 'browser-extension': 'client/src/browser.ts', 'browser-server': 'server/src/browser.ts' },
  define: { ...options.define, 'process.platform': '"browser"' },
};

/** Tells of each build in lines that the task `watch` of .vscode/tasks.json reads. */
const reporter = {
  name: 'reporter',
  setup(build) {
    build.onStart(() => console.log('[watch] build started'));
    build.onEnd((result) => {
      for (const severity of ['error', 'warning']) {
        for (const { text, location } of result[`${severity}s`]) {
          const { file, line, column } = location ?? { file: 'esbuild.js', line: 1, column: 0 };
          console.log(`${file}:${line}:${column + 1}: ${severity}: ${text}`);
        }
      }
      console.log('[watch] build finished');
    });
  },
};

/** The pages on rules and knowledge by their paths: together they compress to a third of what they take one by one. */
function packPages(folder) {
  const docs = join(__dirname, 'docs');
  const pages = readdirSync(docs, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /^(?:rules|knowledge)\/.*\.md$/.test(name))
    .map((name) => [name, readFileSync(join(docs, name), 'utf8')]);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(Object.fromEntries(pages.sort())));
}

async function main() {
  packPages('dist');
  if (watch) {
    const context = await esbuild.context({ ...options, logLevel: 'silent', plugins: [...options.plugins, reporter] });
    await context.watch();
  } else {
    await Promise.all([esbuild.build(options), esbuild.build(browserOptions)]);
  }
}

module.exports = { options, browserOptions, packPages };

if (require.main === module) main().catch(() => process.exit(1));
