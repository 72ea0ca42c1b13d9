// Builds the Docker image `kubewin` from the packed npm package in dist/. Other arguments are those of `docker buildx build`.
// `npm run pack:image`
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf } from './manifests.mjs';
import { buildNpm, packNpm } from './npm.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

await buildNpm();
packNpm(join(ROOT, 'dist'));
const revision = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
const values = { VERSION: PACKAGE.version, SOURCE: addressOf(PACKAGE) ?? '', REVISION: revision };
const args = Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
const given = process.argv.slice(2);
execFileSync(
  'docker',
  ['buildx', 'build', ...args, ...(given.length > 0 ? given : ['--load', '--tag', 'kubewin']), '.'],
  {
    cwd: ROOT,
    stdio: 'inherit',
  },
);
