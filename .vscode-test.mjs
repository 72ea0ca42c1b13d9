// The tests that run inside VS Code: `vscode-test` fetches a desktop VS Code for them, `npm run test:vscode` does without.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@vscode/test-cli';
import { build } from 'esbuild';

const { metafile } = await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['test/vscode/suite/*.test.ts'],
  outdir: 'out/vscode',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  sourcemap: 'inline',
  metafile: true,
});

// A copy, for the tests write in it.
const temporary = mkdtempSync(join(tmpdir(), 'kw-'));
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
const workspaceFolder = join(temporary, 'workspace');
cpSync(join(import.meta.dirname, 'test/vscode/workspace'), workspaceFolder, { recursive: true });

export default defineConfig({
  files: Object.keys(metafile.outputs),
  workspaceFolder,
  extensionDevelopmentPath: ['.', 'test/vscode/yaml-extension'].map((path) => join(import.meta.dirname, path)),
  mocha: { ui: 'tdd', timeout: 60_000 },
});
