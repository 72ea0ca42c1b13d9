import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WINDOWS_SPEC } from '../cluster-objects.ts';
import { compared } from '../shared.ts';
import { folderWith, kubewin, only } from './kubewin.ts';

// The plug-in with the kubectl and the API server of Kubernetes: `npm run cluster:proof`, which needs Go.

const isWanted = process.env['CLUSTER_PROOF'] !== undefined;
/** In milliseconds: the first time, Go compiles Kubernetes. */
const LONG = 3_600_000;
const RULES = only('security-context/run-as-user', 'service/session-affinity-timeout', 'scheduling/missing-toleration');

const folder = mkdtempSync(join(tmpdir(), 'kubewin-cluster-'));
const program = join(folder, 'cluster');
const work = join(folder, 'work');
let server: ReturnType<typeof spawn> | undefined;
let address = '';
afterAll(() => {
  server?.stdin?.end();
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

if (!isWanted) test('not asked for', () => compared('answers of an API server', 0));

/** A configuration of kubectl for a user with a token. */
function configFor(token: string, server = address): string {
  const file = join(work, `${token}.json`);
  writeFileSync(
    file,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster: { server, 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'u', user: { token } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: 'shop' } }],
      'current-context': 'x',
    }),
  );
  return file;
}

/** Runs kubectl as the administrator; returns what it prints. */
function kubectl(args: readonly string[], input = ''): string {
  const all = [`--kubeconfig=${configFor('admin')}`, ...args];
  const { status, stdout, stderr } = spawnSync(join(folder, 'kubectl'), all, { input, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
  return stdout;
}

/** Creates an object and returns it as the API server has it. */
function create(object: object) {
  return JSON.parse(kubectl(['create', '-f', '-', '-o', 'json'], JSON.stringify(object)));
}

function plugin(token: string, ...args: readonly string[]) {
  const environment = { PATH: folder, KUBECONFIG: configFor(token), HOME: work };
  return kubewin(['cluster', '--no-config', ...RULES, ...args], { environment, cwd: folderWith({}) });
}

function found(stdout: string): string[] {
  const { files } = JSON.parse(stdout) as {
    files: { findings: { rule: string; object: { kind: string; name: string } }[] }[];
  };
  return files
    .flatMap(({ findings }) => findings.map(({ rule, object }) => `${rule} ${object.kind} ${object.name}`))
    .sort();
}

interface Created {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly uid: string };
}

/** As a controller creates an object. */
function controlledBy({ apiVersion, kind, metadata: { name, uid } }: Created) {
  return { ownerReferences: [{ apiVersion, kind, name, uid, controller: true }] };
}

describe.skipIf(!isWanted)('with a real API server', () => {
  beforeAll(async () => {
    mkdirSync(work);
    const cwd = join(import.meta.dirname, 'cluster-server');
    // Releases of Kubernetes are built with their version.
    const [release] = /(?<=k8s\.io\/kubernetes )v[\d.]+/.exec(readFileSync(join(cwd, 'go.mod'), 'utf8')) ?? [];
    const flags = `-ldflags=-X k8s.io/component-base/version.gitVersion=${release}`;
    const built = spawnSync('go', ['build', flags, '-o', program, '.'], { cwd, encoding: 'utf8' });
    expect(built.stderr).toBe('');
    symlinkSync(program, join(folder, 'kubectl'));
    writeFileSync(join(work, 'tokens.csv'), 'admin,admin,1,"system:masters"\nreader,reader,2\nnobody,nobody,3\n');
    server = spawn(program, [work], { stdio: ['pipe', 'pipe', 'ignore'] });
    const [line] = await once(server.stdout ?? process.stdin, 'data');
    address = String(line).trim();
    for (const name of ['shop', 'other']) create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    const node = create({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'win1', labels: { 'kubernetes.io/os': 'windows' } },
      spec: { taints: [{ key: 'os', value: 'windows', effect: 'NoSchedule' }] },
    });
    node.status.nodeInfo.containerRuntimeVersion = 'containerd://2.1.0';
    kubectl(['replace', '--subresource=status', '-f', '-'], JSON.stringify(node));
    const labels = { app: 'web' };
    const template = { metadata: { labels }, spec: WINDOWS_SPEC };
    const spec = { selector: { matchLabels: labels }, template };
    const workload = (kind: string, name: string, metadata: object, more: object = {}) =>
      create({
        apiVersion: 'apps/v1',
        kind,
        metadata: { name, namespace: 'shop', labels, ...metadata },
        spec: { ...spec, ...more },
      });
    const deployment = workload('Deployment', 'web', {});
    for (let i = 0; i < 10; i++) workload('ReplicaSet', `web-old${i}`, controlledBy(deployment), { replicas: 0 });
    const current = workload('ReplicaSet', 'web-new', controlledBy(deployment));
    for (const name of ['a', 'b', 'c']) {
      create({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: `web-new-${name}`, namespace: 'shop', labels, ...controlledBy(current) },
        spec: { ...WINDOWS_SPEC, nodeName: 'win1' },
      });
    }
    create({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', namespace: 'shop' },
      spec: {
        selector: labels,
        ports: [{ port: 80 }],
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } },
      },
    });
    create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'password', namespace: 'shop' },
      stringData: { a: 'hidden' },
    });
    kubectl(['create', 'clusterrole', 'pods', '--verb=list', '--resource=pods,deployments.apps,replicasets.apps']);
    kubectl(['create', 'clusterrolebinding', 'reader', '--clusterrole=pods', '--user=reader']);
  }, LONG);

  const DEPLOYMENT = ['scheduling/missing-toleration Deployment web', 'security-context/run-as-user Deployment web'];
  const SERVICE = 'service/session-affinity-timeout Service web';

  test('a mistake of a Deployment is reported once, with the settings of the cluster', { timeout: LONG }, async () => {
    for (const scope of [[], ['-A'], ['-n', 'shop']]) {
      const { code, stdout, stderr } = await plugin('admin', '--format=json', ...scope);
      expect(found(stdout)).toEqual([...DEPLOYMENT, SERVICE]);
      expect(stderr).toContain(
        '`kubernetesVersion` 1.37, `containerRuntime` containerd-2, and `taint` os=windows:NoSchedule',
      );
      expect(code).toBe(1);
      expect(stdout + stderr).not.toMatch(/password|hidden/);
    }
    const other = await plugin('admin', '-n', 'other', '--format=json');
    expect(found(other.stdout)).toEqual([]);
    const labelled = await plugin('admin', '-l', 'app=web', '--format=json');
    expect(found(labelled.stdout)).toEqual(DEPLOYMENT);
  });

  test('manifests are compared', { timeout: LONG }, async () => {
    const manifest = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: { template: { spec: WINDOWS_SPEC } },
    };
    const { stdout } = await plugin(
      'admin',
      '--format=json',
      `--diff=${join(folderWith({ 'a.json': JSON.stringify(manifest) }), 'a.json')}`,
    );
    expect(found(stdout)).toEqual([SERVICE]);
  });

  test('a user who may list only some kinds', { timeout: LONG }, async () => {
    const { code, stdout, stderr } = await plugin('reader', '--format=json');
    expect(found(stdout)).toContain('security-context/run-as-user Deployment web');
    expect(stderr).toMatch(/You are not allowed to list .*`nodes`.*, so they are not read\./);
    expect(stderr).not.toMatch(/`pods`|`deployments`|`secrets`/);
    expect(code).toBe(1);
    const nobody = await plugin('nobody', '--format=json');
    expect(nobody).toMatchObject({ code: 2, stdout: '' });
    expect(nobody.stderr).toContain('You are not allowed to list ');
  });

  test('a login that fails, and a server that is gone', { timeout: LONG }, async () => {
    const unknown = await plugin('unknown');
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toMatch(/^kubewin: The kinds of the cluster are unknown: .*(?:Unauthorized|logged in)/);
    const gone = await plugin('admin', `--kubeconfig=${configFor('gone', 'https://127.0.0.1:1')}`);
    expect(gone).toMatchObject({ code: 2, stdout: '' });
    expect(gone.stderr).toMatch(
      /^kubewin: The kinds of the cluster are unknown: The connection to the server 127\.0\.0\.1:1 was refused/,
    );
  });
});
