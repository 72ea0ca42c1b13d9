// Bundles the extension, the language server and the command line into dist/, and packs the pages that VS Code shows.
// `node esbuild.js [--production] [--watch]`
const { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { readFile } = require('node:fs/promises');
const { join, relative, resolve } = require('node:path');
const { runInNewContext } = require('node:vm');
const esbuild = require('esbuild');
/** The homepage is the address of the documentation site, once there is one. */
const { version, homepage = '' } = require('./package.json');

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** The helpers of TypeScript in CommonJS modules: `var __importStar = (this && this.__importStar) || …;` */
const HELPER = /^var (__\w+) = \(this && this\.\1\) \|\| [\s\S]*?^\}.*;$/gm;

/** Imports these helpers from one file: 69 modules of the protocol's libraries each contain their own copy of 400 bytes. */
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

/** Loads `node:crypto` on first use: loading takes 3 milliseconds, and the first document does not need it. */
const cryptoWhenUsed = {
  name: 'crypto-when-used',
  setup(build) {
    build.onResolve({ filter: /^(?:node:)?crypto$/ }, ({ namespace }) =>
      namespace === 'crypto' ? { path: 'node:crypto', external: true } : { path: 'crypto', namespace: 'crypto' },
    );
    build.onLoad({ filter: /^/, namespace: 'crypto' }, () => ({
      contents: ['createHash', 'randomBytes', 'randomUUID']
        .map((name) => `exports.${name} = (...values) => (crypto ??= require('node:crypto')).${name}(...values);`)
        .join('\n')
        .concat('\nlet crypto;'),
    }));
  },
};

/** The JavaScript of a type of the protocol: constants, and functions that create and check objects. */
const NAMESPACE = /^export var (\w+);\n\(function \(\1\) \{\n[\s\S]*?^\}\)\(\1 \|\| \(\1 = \{\}\)\);$/gm;

/** Keeps only the types that a server uses, by name: its libraries export all of them, so that esbuild cannot drop the rest. */
const usedTypes = {
  name: 'used-types',
  setup(build) {
    const users = ['vscode-languageserver', 'vscode-languageserver-protocol'].flatMap((name) => {
      const folder = join(__dirname, 'node_modules', name, 'lib');
      const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.js'));
      return files.map((file) => join(folder, file));
    });
    build.onLoad({ filter: /[\\/]vscode-languageserver-types[\\/]lib[\\/]esm[\\/]main\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const found = new Map([...text.matchAll(NAMESPACE)].map(([own, name]) => [name, own]));
      const used = new Set();
      const use = (code) => {
        for (const [name] of code.matchAll(/\w+/g)) {
          if (!found.has(name) || used.has(name)) continue;
          used.add(name);
          use(found.get(name));
        }
      };
      // In CommonJS, an import is used as `module_1.name`.
      for (const file of users) for (const [, name] of readFileSync(file, 'utf8').matchAll(/_1\.(\w+)/g)) use(name);
      use(readFileSync(join(__dirname, 'server/src/lsp/protocol.ts'), 'utf8'));
      return { contents: text.replace(NAMESPACE, (own, name) => (used.has(name) ? own : '')), loader: 'js' };
    });
  },
};

/** The property `why` of a rule in its source file. */
const WHY = /\bwhy: (`(?:[^`\\$]|\\.|\$(?!\{))*`)/g;

/**
 * Moves the reasons of rules (`why`) to a file beside the bundle, which is read when a hover first shows one: they are a tenth
 * of what would be loaded at the start.
 */
const whyAside = {
  name: 'why-aside',
  setup(build) {
    const folder = join(__dirname, 'server/src/rules');
    const texts = [];
    /** The index in `texts` of the first text of each file. */
    const places = new Map();
    build.onStart(() => {
      texts.length = 0;
      for (const name of readdirSync(folder, { recursive: true }).sort()) {
        if (!name.endsWith('.ts')) continue;
        places.set(join(folder, name), texts.length);
        for (const [, literal] of readFileSync(join(folder, name), 'utf8').matchAll(WHY))
          texts.push(runInNewContext(literal));
      }
    });
    build.onResolve({ filter: /^kubewin:why$/ }, () => ({ path: 'why', namespace: 'why' }));
    build.onResolve({ filter: /^\.\/server-why\.json$/ }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /^/, namespace: 'why' }, () => ({
      contents: "export const why = (place) => require('./server-why.json')[place];",
      resolveDir: __dirname,
    }));
    build.onLoad({ filter: /[\\/]server[\\/]src[\\/]rules[\\/].*\.ts$/ }, async ({ path }) => {
      let place = places.get(path) ?? 0;
      const text = await readFile(path, 'utf8');
      const contents = text.replace(WHY, () => `get why() { return why(${place++}); }`);
      return { contents: contents === text ? text : `import { why } from 'kubewin:why';\n${contents}`, loader: 'ts' };
    });
    build.onEnd(({ outputFiles }) => {
      const contents = Buffer.from(JSON.stringify(texts));
      outputFiles?.push({
        path: join(outputFolder(build), 'server-why.json'),
        contents,
        text: String(contents),
        hash: '',
      });
    });
  },
};

function outputFolder({ initialOptions: { absWorkingDir = process.cwd(), outdir = '' } }) {
  return resolve(absWorkingDir, outdir);
}

/**
 * Lets the parts of a bundle read each other's constants once, at load time. esbuild would call a getter at each use, which is
 * a twentieth of the time of a keystroke.
 */
function linkedOnce(text) {
  return text
    .replace(/\bimport\s*\{([^}]*)\}\s*from\s*("\.\/server-[^"]+");/g, (_, names, file) => {
      return `const {${names.replaceAll(' as ', ': ')}} = require(${file});`;
    })
    .replace(/\bexport\s*\{([^}]*)\};?(?=\s*(?:\/\/#.*\s*)?$)/, (_, names) => {
      return `module.exports = {${names.replace(/([\w$]+) as ([\w$]+)/g, '$2: $1')}};`;
    });
}

/**
 * Converts the ES modules that esbuild splits a bundle into to CommonJS: it only splits ES modules, and editors start CommonJS.
 */
const inCommonJs = {
  name: 'in-common-js',
  setup(build) {
    const { initialOptions } = build;
    const { write, platform, target, minify, banner, sourcemap } = initialOptions;
    initialOptions.write = false;
    build.onEnd(async ({ outputFiles = [] }) => {
      for (const file of outputFiles.filter(({ path }) => path.endsWith('.js'))) {
        const { code } = await esbuild.transform(linkedOnce(file.text), {
          format: 'cjs',
          platform,
          target,
          minify,
          banner: banner.js,
          legalComments: 'none',
          // A native dynamic import would load an ES module.
          supported: { 'dynamic-import': false },
          sourcemap,
          sourcesContent: false,
          sourcefile: relative(outputFolder(build), file.path),
        });
        file.contents = Buffer.from(code);
        Object.defineProperty(file, 'text', { value: code });
      }
      if (write === false || outputFiles.length === 0) return;
      const folder = outputFolder(build);
      mkdirSync(folder, { recursive: true });
      // The names of split-off files contain a hash: remove those of earlier builds.
      for (const name of readdirSync(folder)) if (/^server-.*\.js(?:on)?$/.test(name)) rmSync(join(folder, name));
      // A command keeps its permission.
      for (const { path, contents, text } of outputFiles)
        writeFileSync(path, contents, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
    });
  },
};

/** @type {import('esbuild').BuildOptions} */
const options = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  entryPoints: { extension: 'client/src/node.ts' },
  outdir: 'dist',
  external: ['vscode'],
  // The ES modules of the parser: calls between its CommonJS modules take a sixth of the time of a scan.
  alias: {
    yaml: join(__dirname, 'node_modules/yaml/browser/dist/index.js'),
    'semver/functions/parse': join(__dirname, 'packaging/any-version.cjs'),
    'semver/functions/satisfies': join(__dirname, 'packaging/any-version.cjs'),
  },
  plugins: [helpersOnce, cryptoWhenUsed],
  define: { KUBEWIN_VERSION: JSON.stringify(version), KUBEWIN_SITE: JSON.stringify(homepage.replace(/\/$/, '')) },
  minify: production,
  sourcemap: production ? false : 'linked',
  sourcesContent: false,
  legalComments: 'none',
  banner: { js: '/*! Licenses of bundled packages: THIRD-PARTY-NOTICES.md */' },
  logLevel: 'warning',
};

/**
 * The language server and the command line, in several files: what both need stands in the package once, and what only some
 * requests and runs need is not loaded at the start.
 * @type {import('esbuild').BuildOptions}
 */
const serverOptions = {
  ...options,
  format: 'esm',
  splitting: true,
  entryPoints: { server: 'server/src/main.ts', cli: 'server/src/cli.ts' },
  chunkNames: 'server-[name]-[hash]',
  sourcemap: production ? false : 'inline',
  plugins: [usedTypes, ...options.plugins, whyAside, inCommonJs],
};

/**
 * The extension for VS Code in a browser: the client, and the server in a web worker.
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

/** Prints when the first of several builds starts and the last one ends, for the task `watch` of .vscode/tasks.json. */
function reporters(count) {
  const running = new Set(Array.from({ length: count }, (_, i) => i));
  console.log('[watch] build started');
  return [...running].map((number) => ({
    name: 'reporter',
    setup(build) {
      build.onStart(() => {
        if (running.size === 0) console.log('[watch] build started');
        running.add(number);
      });
      build.onEnd((result) => {
        for (const severity of ['error', 'warning']) {
          for (const { text, location } of result[`${severity}s`]) {
            const { file, line, column } = location ?? { file: 'esbuild.js', line: 1, column: 0 };
            console.log(`${file}:${line}:${column + 1}: ${severity}: ${text}`);
          }
        }
        running.delete(number);
        if (running.size === 0) console.log('[watch] build finished');
      });
    },
  }));
}

/** Packs the pages on rules and knowledge into one file, by path: it compresses to a third of the size of separate files. */
function packPages(folder) {
  const docs = join(__dirname, 'docs');
  const pages = readdirSync(docs, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /^(?:rules|knowledge)\/.*\.md$/.test(name))
    // Without the marks of generated parts.
    .map((name) => [name, readFileSync(join(docs, name), 'utf8').replace(/^<!-- (?:generated: .*|end) -->\n/gm, '')]);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(Object.fromEntries(pages.sort())));
}

async function main() {
  packPages('dist');
  if (watch) {
    const builds = [options, serverOptions];
    for (const [i, reporter] of reporters(builds.length).entries()) {
      const plugins = [...builds[i].plugins, reporter];
      const context = await esbuild.context({ ...builds[i], logLevel: 'silent', plugins });
      await context.watch();
    }
  } else {
    await Promise.all([options, serverOptions, browserOptions].map((each) => esbuild.build(each)));
  }
}

module.exports = { options, serverOptions, browserOptions, packPages };

if (require.main === module) main().catch(() => process.exit(1));
