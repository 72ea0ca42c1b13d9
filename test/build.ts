import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Runs before all tests: builds dist/ if it is missing or older than the sources, for tests that run the bundles. */
export function setup(): void {
  const sources = ['esbuild.js', 'package.json', ...filesBelow('server/src'), ...filesBelow('client/src')];
  const built = changed('dist/cli.js');
  if (built === undefined || sources.some((path) => (changed(path) ?? 0) > built)) {
    execFileSync(process.execPath, ['esbuild.js'], { cwd: ROOT, stdio: 'inherit' });
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`);
}

function changed(path: string): number | undefined {
  return statSync(`${ROOT}${path}`, { throwIfNoEntry: false })?.mtimeMs;
}
