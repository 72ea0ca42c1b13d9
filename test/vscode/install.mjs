// Installs what the tests in a real VS Code need and what is too large for a development dependency: code-server, which
// contains VS Code for the browser, its version of Node.js, a browser, and playwright-core to control the browser.
// `node test/vscode/install.mjs [--pictures]` does nothing if all of it is installed. The variables NODE24, CODE_SERVER and
// CHROMIUM can name other tools: Node.js 24, out/node/entry.js of code-server, and Chromium.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = join(import.meta.dirname, '../..');

/** The cache, which git ignores and which can be deleted. */
export const cache = join(root, '.vscode-test');

const modules = (tool) => join(cache, tool, 'node_modules');
const codeServer = join(modules('code-server'), 'code-server');

/** The path of each tool after `install`. */
export const tools = {
  node: process.env.NODE24 ?? join(modules('node'), 'node/bin/node'),
  codeServer: process.env.CODE_SERVER ?? join(codeServer, 'out/node/entry.js'),
  chromium: process.env.CHROMIUM ?? '/usr/bin/chromium',
  playwright: join(modules('playwright'), 'playwright-core/index.mjs'),
};

/** Packages for the pictures and their paths after installation: fonts, and programs that compress the pictures. */
const forPictures = {
  'fonts-inter': '/usr/share/fonts/opentype/inter',
  'fonts-jetbrains-mono': '/usr/share/fonts/truetype/jetbrains-mono',
  pngquant: '/usr/bin/pngquant',
  zopfli: '/usr/bin/zopflipng',
};

/** Installs the tools. `withBrowser: false` is for callers that do not need a browser. */
export function install({ withBrowser = true, withPictures = false } = {}) {
  if (!process.env.NODE24) fromNpm('node', 'node@24.21.0');
  if (!process.env.CODE_SERVER) {
    // Without install scripts, nothing is compiled. They would also install the modules of VS Code, so do that here.
    fromNpm('code-server', 'code-server@4.139.1', ['--ignore-scripts'], () =>
      npm(join(codeServer, 'lib/vscode'), ['install', '--omit=dev', '--ignore-scripts']),
    );
  }
  if (!withBrowser) return;
  fromNpm('playwright', 'playwright-core@1.65.1');
  const packages = withPictures ? Object.keys(forPictures).filter((name) => !existsSync(forPictures[name])) : [];
  if (!existsSync(tools.chromium)) packages.unshift('chromium');
  if (packages.length > 0) fromApt(packages);
}

/** Installs one package in a separate folder. The file `complete` is written last, so that a partial install is repeated. */
function fromNpm(tool, wanted, options = [], then = () => {}) {
  const folder = join(cache, tool);
  const complete = join(folder, 'complete');
  if (existsSync(complete) && readFileSync(complete, 'utf8') === wanted) return;
  console.log(`Installing ${wanted} into .vscode-test/ …`);
  twice(`${wanted} could not be installed`, () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    // The package `node` downloads its binary in an install script, which has to be allowed by name.
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }));
    npm(folder, ['install', wanted, '--save-exact', ...options]);
    then();
  });
  writeFileSync(complete, wanted);
}

function npm(cwd, args) {
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  execFileSync('npm', [...args, ...quiet], { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
}

function fromApt(packages) {
  const apt = (...args) =>
    execFileSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  console.log(`Installing ${packages.join(', ')} …`);
  let known = false;
  twice(`${packages.join(', ')} could not be installed; CHROMIUM can name a browser that is there already`, () => {
    // The package lists of a new image may be empty or outdated.
    if (known) apt('update');
    known = true;
    apt('install', '-y', '--no-install-recommends', ...packages);
  });
}

/** Tries again once, because a registry may be temporarily unavailable. */
function twice(failure, work) {
  try {
    work();
  } catch {
    try {
      work();
    } catch (error) {
      throw new Error(`${failure}: ${error.message}`);
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    install({ withPictures: process.argv.includes('--pictures') });
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
