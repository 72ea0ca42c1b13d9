// Builds the extension for Azure DevOps with the task of Azure Pipelines in out/azure. `--pack` packs it as dist/*.vsix with
// tfx-cli, which also validates it. It is not a dependency because of its size.
// `npm run pack:azure`
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildNpm } from './npm.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SOURCE = join(ROOT, 'packaging/azure-task');
const FOLDER = join(ROOT, 'out/azure');
const TFX = 'tfx-cli@0.23.1';

/** Builds the extension in a folder. */
export async function buildAzure(folder = FOLDER) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [Major, Minor, Patch] = version.split('.').map(Number);
  const task = join(folder, 'Kubewin');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(task, { recursive: true });
  await buildNpm(join(task, 'kubewin'));
  copyWith(join(SOURCE, 'vss-extension.json'), join(folder, 'vss-extension.json'), { version });
  copyWith(join(SOURCE, 'task.json'), join(task, 'task.json'), { version: { Major, Minor, Patch } });
  copyFileSync(join(SOURCE, 'task.js'), join(task, 'task.js'));
  copyFileSync(join(SOURCE, 'overview.md'), join(folder, 'overview.md'));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(ROOT, 'images/icon.png'), join(folder, 'icon.png'));
}

/** Copies a JSON file with other values of some properties. */
function copyWith(from, to, values) {
  writeFileSync(to, `${JSON.stringify({ ...JSON.parse(readFileSync(from, 'utf8')), ...values }, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildAzure();
  if (process.argv.includes('--pack')) {
    const args = ['extension', 'create', '--root', FOLDER, '--manifests', 'vss-extension.json', '--no-prompt'];
    mkdirSync(join(ROOT, 'dist'), { recursive: true });
    execFileSync('npx', ['--yes', TFX, ...args, '--output-path', join(ROOT, 'dist')], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
  }
}
