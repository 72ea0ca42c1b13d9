// `npm run vscode`: opens samples/ in a real VS Code with the package installed. Your own VS Code is not changed: settings
// and extensions are in a temporary folder, which is removed when the window is closed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startServer, temporaryFolder, vsix } from './host.mjs';
import { install, root } from './install.mjs';

const samples = join(root, 'samples');

if (code(['--version'], 'ignore') === 0) {
  const home = temporaryFolder();
  const own = ['--extensions-dir', join(home, 'extensions'), '--user-data-dir', join(home, 'data')];
  if (code([...own, '--install-extension', vsix, '--force']) !== 0) process.exit(1);
  console.log('VS Code opens samples/. Close its window to end.');
  process.exitCode = code([...own, '--disable-workspace-trust', '--new-window', '--wait', samples]) === 0 ? 0 : 1;
} else {
  console.log('There is no `code` on the PATH: VS Code comes from the registry and opens in the browser.');
  try {
    install({ withBrowser: false });
    const server = await startServer({ folder: samples });
    const first = ['openFile', server.uri(join(samples, 'shop-windows.yaml'))];
    console.log(`\n${server.page([first])}\n\nOpen this address in a browser on this machine; Ctrl+C ends it.`);
    setInterval(() => {}, 2 ** 30);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Runs `code` from the PATH and returns its exit code, or null if there is no `code`. */
function code(args, stdio = 'inherit') {
  // On Windows, `code` is a batch file, which requires a shell and quoted arguments.
  const shell = process.platform === 'win32';
  return spawnSync('code', shell ? args.map((arg) => `"${arg}"`) : args, { stdio, shell }).status;
}
