// Fetches what the tests in a real VS Code need and what is too large for a development dependency: code-server, which
// packs VS Code for the browser, with the Node it asks for, a browser, and playwright-core to drive that.
// `node test/vscode/install.mjs [--pictures]` does nothing when all is there. NODE24, CODE_SERVER and CHROMIUM, where set,
// name tools of one's own: a Node 24, code-server's out/node/entry.js and a Chromium.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = join(import.meta.dirname, '../..');

/** The cache: git-ignored, and safe to delete. */
export const cache = join(root, '.vscode-test');

const modules = (tool) => join(cache, tool, 'node_modules');
const codeServer = join(modules('code-server'), 'code-server');

/** Where each tool is once `install` has run. */
export const tools = {
  node: process.env.NODE24 ?? join(modules('node'), 'node/bin/node'),
  codeServer: process.env.CODE_SERVER ?? join(codeServer, 'out/node/entry.js'),
  chromium: process.env.CHROMIUM ?? '/usr/bin/chromium',
  playwright: join(modules('playwright'), 'playwright-core/index.mjs'),
};

/** What the pictures need, and where it is once installed: their fonts, and a program that makes them small. */
const forPictures = {
  'fonts-inter': '/usr/share/fonts/opentype/inter',
  'fonts-jetbrains-mono': '/usr/share/fonts/truetype/jetbrains-mono',
  pngquant: '/usr/bin/pngquant',
  zopfli: '/usr/bin/zopflipng',
};

/** `withBrowser: false` is for callers with a browser of their own. */
export function install({ withBrowser = true, withPictures = false } = {}) {
  if (!process.env.NODE24) fromNpm('node', 'node@24.21.0');
  if (!process.env.CODE_SERVER) {
    // Without its install scripts nothing is compiled; they would also have fetched the modules of the VS Code inside.
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

/** Installs one package into a folder of its own. The file `complete` is written last, so half an install counts as none. */
function fromNpm(tool, wanted, options = [], then = () => {}) {
  const folder = join(cache, tool);
  const complete = join(folder, 'complete');
  if (existsSync(complete) && readFileSync(complete, 'utf8') === wanted) return;
  console.log(`Installing ${wanted} into .vscode-test/ …`);
  twice(`${wanted} could not be installed`, () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    // npm fetches Node's binary in an install script, which has to be allowed by name.
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
    // The lists of a fresh image may be empty or old, but most of the time they are neither.
    if (known) apt('update');
    known = true;
    apt('install', '-y', '--no-install-recommends', ...packages);
  });
}

/** A registry may fail once for no reason of ours. */
function twice(complaint, work) {
  try {
    work();
  } catch {
    try {
      work();
    } catch (error) {
      throw new Error(`${complaint}: ${error.message}`);
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
