import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClusterObject, rolledOut } from '../cluster-objects.ts';
import { CLI, folderWith, IS_WINDOWS, kubewin, only, start } from './kubewin.ts';

// The plug-in with the kubectl of the PATH, also on Windows, and a stand-in for the API server.

const isWindows = process.platform === 'win32';
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
/** Runners of GitHub for Linux and Windows have kubectl: there, the tests fail without it. */
const needsKubectl = process.env['GITHUB_ACTIONS'] !== undefined && process.platform !== 'darwin';
/** Where the tests only pretend to be on Windows, there is no `kubectl.exe`. */
const isSkipped = IS_WINDOWS !== isWindows || !(hasKubectl || needsKubectl);

/** The kinds of the API server: group and version, plural name, kind, and whether its objects are in namespaces. */
const KINDS: readonly (readonly [version: string, name: string, kind: string, namespaced: boolean])[] = [
  ['v1', 'nodes', 'Node', false],
  ['v1', 'namespaces', 'Namespace', false],
  ['v1', 'pods', 'Pod', true],
  ['v1', 'secrets', 'Secret', true],
  ['apps/v1', 'deployments', 'Deployment', true],
  ['apps/v1', 'replicasets', 'ReplicaSet', true],
];
const NODE = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'win1', labels: { 'kubernetes.io/os': 'windows' } },
  status: { nodeInfo: { kubeletVersion: 'v1.33.2', containerRuntimeVersion: 'containerd://1.7.13' } },
};
const OBJECTS: readonly ClusterObject[] = [NODE, ...rolledOut('web')];

function resourceList(groupVersion: string) {
  const resources = KINDS.filter(([version]) => version === groupVersion).map(([, name, kind, namespaced]) => {
    return { name, singularName: '', namespaced, kind, verbs: ['get', 'list'] };
  });
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources };
}

const APPS = { groupVersion: 'apps/v1', version: 'v1' };
const ANSWERS: Readonly<Record<string, object>> = {
  '/version': { major: '1', minor: '33', gitVersion: 'v1.33.2' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [{ name: 'apps', versions: [APPS], preferredVersion: APPS }],
  },
  '/api/v1': resourceList('v1'),
  '/apis/apps/v1': resourceList('apps/v1'),
};

/** The list of a path such as `/api/v1/namespaces/shop/pods`. */
function listAt(path: string): object | undefined {
  const [, version = '', namespace, name] =
    /^\/apis?\/((?:\w+\/)?v\d)\/(?:namespaces\/([\w-]+)\/)?(\w+)$/.exec(path) ?? [];
  const [, , kind] = KINDS.find((row) => row[0] === version && row[1] === name) ?? [];
  if (kind === undefined) return undefined;
  const items = OBJECTS.filter((object) => {
    return object.kind === kind && (namespace === undefined || object.metadata.namespace === namespace);
  });
  return { kind: `${kind}List`, apiVersion: version, metadata: {}, items };
}

describe.skipIf(isSkipped)('the kubectl of the PATH', () => {
  let server: Server;
  let requests: string[] = [];

  beforeAll(async () => {
    server = createServer(({ method, url = '' }, response) => {
      const { pathname } = new URL(url, 'http://localhost');
      requests.push(`${method} ${pathname}`);
      const answer = ANSWERS[pathname] ?? listAt(pathname);
      response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer ?? { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 404 }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  /** An environment for kubectl with the stand-in as its cluster, and these programs before the others. */
  function environmentWith(programs: string): Record<string, string> {
    requests = [];
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const folder = folderWith({
      config: JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name: 'c', cluster: { server: address } }],
        contexts: [{ name: 'x', context: { cluster: 'c', user: '', namespace: 'shop' } }],
        'current-context': 'x',
      }),
    });
    const path = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
    return {
      [path]: `${programs}${delimiter}${process.env[path]}`,
      KUBECONFIG: join(folder, 'config'),
      KUBECACHEDIR: join(folder, 'cache'),
    };
  }

  const ARGS = ['--no-config', '--format=compact', ...only('security-context/run-as-user')];
  const FOUND = /^Deployment shop\/web: .*\[security-context\/run-as-user\]/;

  test('is started by the plug-in, which never asks for Secrets', async () => {
    const { code, stdout, stderr } = await kubewin(['cluster', '-A', ...ARGS], { environment: environmentWith('') });
    expect({ code, stdout, stderr }).toMatchObject({ code: 1, stdout: expect.stringMatching(FOUND) });
    expect(stderr).toContain('`kubernetesVersion` 1.33');
    const discovery = Object.keys(ANSWERS);
    const lists = requests.filter((request) => !discovery.some((path) => request === `GET ${path}`));
    expect([...new Set(lists)].sort()).toEqual([
      'GET /api/v1/namespaces',
      'GET /api/v1/nodes',
      'GET /api/v1/pods',
      'GET /apis/apps/v1/deployments',
      'GET /apis/apps/v1/replicasets',
    ]);
  });

  test('starts the plug-in, on Windows by a script', async () => {
    const programs = folderWith({});
    if (isWindows)
      writeFileSync(join(programs, 'kubectl-kubewin.cmd'), `@"${process.execPath}" "${CLI}" cluster %*\r\n`);
    else symlinkSync(CLI, join(programs, 'kubectl-kubewin'));
    const { code, stdout, stderr } = await start('kubectl', ['kubewin', '-n', 'shop', ...ARGS], {
      environment: environmentWith(programs),
    });
    expect({ code, stdout, stderr }).toMatchObject({ code: 1, stdout: expect.stringMatching(FOUND) });
    expect(requests).toContain('GET /apis/apps/v1/namespaces/shop/deployments');
  });
});
