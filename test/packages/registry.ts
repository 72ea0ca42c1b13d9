import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { buildNpm, packNpm } from '../../packaging/npm.mjs';
import { folderWith } from '../cli/kubewin.ts';

/** Starts an npm registry with Kubewin as its only package, and returns the environment for npm. It ends with the test. */
export async function registry(): Promise<Readonly<Record<string, string>>> {
  const home = folderWith({});
  // Other tests use the folder of the repository at the same time.
  const folder = join(home, 'npm');
  await buildNpm(folder);
  const tarball = packNpm(home, folder);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version } = manifest;
  const server = createServer(({ url, headers }, response) => {
    const address = `http://${headers.host}/${basename(tarball)}`;
    if (url === `/${basename(tarball)}`) response.end(readFileSync(tarball));
    else if (url === `/${name}`) {
      const versions = { [version]: { ...manifest, dist: { tarball: address } } };
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    npm_config_cache: join(home, 'cache'),
    npm_config_userconfig: join(home, 'npmrc'),
    npm_config_prefix: join(home, 'prefix'),
    npm_config_update_notifier: 'false',
  };
}
