// A real VS Code with the packaged extension in it: code-server serves the workbench and runs the extension host,
// and a Chromium without a window shows it.
import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { cache, root, tools } from './install.mjs';

export const vsix = join(root, 'dist/kubewin.vsix');

/** Settings without prompts, toasts, walkthroughs, updates and other panels, which could cover what a test looks for. */
const quiet = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.enableExperiments': false,
  'workbench.editor.empty.hint': 'hidden',
  'workbench.colorTheme': 'Dark Modern',
  'workbench.layoutControl.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'window.commandCenter': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'extensions.autoUpdate': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.enabled': false,
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'npm.autoDetect': 'off',
  'typescript.disableAutomaticTypeAcquisition': true,
  'files.autoSave': 'off',
  'editor.minimap.enabled': false,
};

/** Functions that clean up when this process exits, newest last. */
const cleanups = [];
process.once('exit', () => {
  for (const clean of cleanups.reverse()) clean();
});
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.once(signal, () => process.exit(code));
}

/** A folder that is removed when this process exits. Its path is short because it contains sockets, whose paths must be short. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'kw-'));
  // A process that was just killed may still be writing a file.
  cleanups.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  return folder;
}

const IN_BROWSER = { 'remote.extensionKind': { 'kubewin.kubewin': ['web'] } };

/** Opens folders in restricted mode, without asking whether to trust them. */
const RESTRICTED = { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' };

/** Removes the bundles for Node.js, so that only a browser can run the extension. */
function withoutNodeBundles(extensions) {
  for (const name of readdirSync(extensions).filter((entry) => entry.startsWith('kubewin.'))) {
    for (const bundle of ['extension', 'server']) rmSync(join(extensions, name, `dist/${bundle}.js`));
  }
}

/** A writable copy of a folder with the same name. */
export function copyOf(folder) {
  const copy = join(temporaryFolder(), basename(folder));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/**
 * Starts the server of VS Code with the package installed.
 * `uri` returns the URI of a file inside VS Code. `page` returns the address of a window on `folder`, with its first actions.
 * With `inBrowser`, extensions run in web workers of the browser, as in vscode.dev. Without `isTrusted`, the folder is opened in
 * restricted mode.
 */
export async function startServer({
  folder,
  settings = {},
  keybindings = [],
  environment = {},
  options = [],
  inBrowser = false,
  isTrusted = true,
}) {
  if (!existsSync(vsix)) throw new Error('There is no dist/kubewin.vsix: run `npm run package` first.');
  const home = temporaryFolder();
  const own = (...names) => join(home, ...names);
  mkdirSync(own('data/User'), { recursive: true });
  writeFileSync(
    own('data/User/settings.json'),
    JSON.stringify({ ...quiet, ...(inBrowser ? IN_BROWSER : {}), ...(isTrusted ? {} : RESTRICTED), ...settings }),
  );
  writeFileSync(own('data/User/keybindings.json'), JSON.stringify(keybindings));
  writeFileSync(own('config.yaml'), 'auth: none\n');
  const env = {
    ...process.env,
    // Do not send requests to an extension gallery.
    EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: '' }),
    TMPDIR: home,
    XDG_RUNTIME_DIR: home,
    XDG_CONFIG_HOME: own('config'),
    XDG_DATA_HOME: own('share'),
    ...environment,
  };
  const command = [tools.codeServer, '--config', own('config.yaml'), '--user-data-dir', own('data')];
  command.push('--extensions-dir', own('extensions'));
  execFileSync(tools.node, [...command, '--install-extension', vsix], { env, stdio: 'pipe' });
  if (inBrowser) withoutNodeBundles(own('extensions'));

  const port = await freePort();
  const log = openSync(own('log'), 'w');
  const server = spawn(
    tools.node,
    [
      ...command,
      ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--ignore-last-opened', '--disable-telemetry'],
      ...['--disable-update-check', '--disable-getting-started-override', '--disable-proxy'],
      ...(isTrusted ? ['--disable-workspace-trust'] : []),
      ...options,
    ],
    // A separate process group, so that the extension host and the language server are killed with it.
    { env, stdio: ['ignore', log, log], detached: true },
  );
  closeSync(log);
  const stop = () => {
    try {
      process.kill(-server.pid, 'SIGKILL');
    } catch {
      // It has exited by itself.
    }
  };
  cleanups.push(stop);

  const origin = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + 60_000; !(await answers(`${origin}/healthz`)); await sleep(50)) {
    if (server.exitCode !== null || Date.now() > end) {
      throw new Error(`VS Code's server did not start:\n${readFileSync(own('log'), 'utf8')}`);
    }
  }
  const uri = (path) => `vscode-remote://127.0.0.1:${port}${path}`;
  const page = (payload = []) =>
    `${origin}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
  return { uri, page, stop };
}

async function answers(address) {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** A browser with one empty page. It only connects to this machine: VS Code would otherwise send unnecessary requests. */
export async function openBrowser({ width = 1280, height = 800, scale = 1 } = {}) {
  const { chromium } = await import(pathToFileURL(tools.playwright).href);
  const launch = () =>
    chromium.launch({
      executablePath: tools.chromium,
      args: [
        ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
        ...['--disable-component-update', '--disable-sync', '--force-color-profile=srgb'],
      ],
    });
  // Chromium occasionally crashes when it starts.
  const browser = await launch().catch(launch);
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await context.route(
    ({ protocol, hostname }) =>
      protocol.startsWith('http') && !/^(127\.0\.0\.1|localhost|.*\.localhost)$/.test(hostname),
    (route) => route.abort(),
  );
  return { page: await context.newPage(), close: () => browser.close() };
}

/** CSS selectors for the workbench of VS Code 1.139. */
export const selectors = {
  line: '.monaco-editor .view-line',
  squiggle: '.squiggly-error, .squiggly-warning, .squiggly-info',
  lens: '.codelens-decoration',
  hover: '.monaco-hover:not(.hidden)',
  action: '.action-widget .monaco-list-row',
  command: '.quick-input-list .monaco-list-row',
  message: '.notification-toast',
  fileInProblems: '.markers-panel .monaco-list-row[aria-level="1"]',
};

/** Runs a command of Kubewin from the command palette. */
export async function runCommand(page, title) {
  await page.keyboard.press('F1');
  await page.keyboard.type(`Kubewin: ${title}`);
  await page.locator(selectors.command, { hasText: title }).first().click();
}

/**
 * Runs steps one after the other. Each step continues where the last one ended, so the rest is not run after a failure, of which
 * there is a picture with the given name in the cache.
 */
export async function runSteps(steps, { page, report, picture }) {
  let hasFailed = false;
  for (const [title, step] of Object.entries(steps)) {
    const start = Date.now();
    try {
      if (hasFailed) throw new Error('not reached');
      await step();
      report(title, Date.now() - start);
    } catch (error) {
      report(title, 0, hasFailed ? error.message : error.stack);
      if (!hasFailed) await page.screenshot({ path: join(cache, `failed-${picture}.png`) });
      hasFailed = true;
    }
  }
}

/**
 * Opens the menu of quick fixes and returns the entry with this title. It may take several tries: the workbench cancels the
 * request whenever an extension registers a provider of code actions, as the built-in ones do while they start.
 */
export async function quickFix(page, title) {
  const entry = page.locator(selectors.action, { hasText: title });
  for (let tries = 8; ; tries--) {
    await page.keyboard.press('Control+.');
    try {
      await entry.first().waitFor({ timeout: 2_500 });
      return entry.first();
    } catch (error) {
      if (tries === 1) throw error;
      await page.keyboard.press('Escape');
    }
  }
}
