import { expect, test } from 'vitest';
import { clusterObject, listText, objectText, rolledOut, WINDOWS_SPEC } from '../cluster-objects.ts';
import { runOnFiles } from './in-process.ts';
import { folderWith, kubewin, only } from './kubewin.ts';

const RULES = only('security-context/run-as-user');
const DUMP = rolledOut('web');

interface Found {
  readonly object: { readonly kind: string; readonly name: string };
}

function objectsIn(stdout: string, key: 'findings' | 'workloads' | 'images' = 'findings'): string[] {
  const { files } = JSON.parse(stdout) as { files: readonly Readonly<Record<string, readonly Found[]>>[] };
  return files.flatMap((file) => (file[key] ?? []).map(({ object }) => `${object.kind} ${object.name}`));
}

test('a mistake in a Deployment of a cluster is one finding, in whatever files its objects are', async () => {
  const args = ['check', '--format=json', '--no-config', ...RULES];
  const piped = await kubewin([...args, '-'], { input: listText(DUMP) });
  expect(objectsIn(piped.stdout)).toEqual(['Deployment web']);
  const entries = DUMP.map((object) => [`${object.kind}-${object.metadata.name}.yaml`, objectText(object)]);
  const cwd = folderWith(Object.fromEntries(entries));
  for (const more of [[], ['--threads=3'], ['--cache'], ['--cache']]) {
    const { stdout } = await kubewin([...args, ...more], { cwd });
    expect(objectsIn(stdout)).toEqual(['Deployment web']);
  }
});

test('in a list that is read in parts, too', async () => {
  const padding = { 'example.com/padding': 'x'.repeat(100_000) };
  const others = Array.from({ length: 110 }, (_, i) => ({
    ...clusterObject('Pod', `other${i}`, { spec: WINDOWS_SPEC }),
    metadata: { name: `other${i}`, namespace: 'shop', annotations: padding },
  }));
  const half = others.length / 2;
  const input = listText([
    ...DUMP.slice(0, 3),
    ...others.slice(0, half),
    ...DUMP.slice(3, 8),
    ...others.slice(half),
    ...DUMP.slice(8),
  ]);
  expect(input.length).toBeGreaterThan(10_000_000);
  const { stdout } = await kubewin(['check', '--format=json', '--no-config', ...RULES, '-'], { input });
  expect(objectsIn(stdout).filter((name) => !name.startsWith('Pod other'))).toEqual(['Deployment web']);
});

test('explain and migrate show a controller, and what is different in its objects', async () => {
  const files = { 'dump.yaml': listText(DUMP) };
  const explained = await runOnFiles(files, 'explain', '--format=json');
  expect(objectsIn(explained.stdout, 'workloads')).toEqual(['Deployment web']);
  const { nodeSelector: _, ...anywhere } = WINDOWS_SPEC;
  const scheduled = { 'dump.yaml': listText(rolledOut('web', anywhere, WINDOWS_SPEC)) };
  const different = await runOnFiles(scheduled, 'explain', '--format=json');
  expect(objectsIn(different.stdout, 'workloads')).toEqual(['Pod web-new-a', 'Deployment web']);
  const migrated = await runOnFiles({ 'dump.yaml': listText(rolledOut('web', anywhere)) }, 'migrate', '--format=json');
  expect(objectsIn(migrated.stdout, 'workloads')).toEqual(['Deployment web']);
  expect(JSON.parse(migrated.stdout).totals).toMatchObject({ workloads: 1, windows: 0, skipped: 0 });
  const already = await runOnFiles(files, 'migrate', '--format=json');
  expect(JSON.parse(already.stdout).totals).toMatchObject({ workloads: 0, windows: 1, skipped: 0 });
});

test('images shows each image of a controller once', async () => {
  const [first] = WINDOWS_SPEC.containers;
  const sidecar = { ...WINDOWS_SPEC, containers: [first, { image: 'registry.example/log:1.0', name: 'log' }] };
  const { stdout } = await runOnFiles(
    { 'dump.yaml': listText(rolledOut('web', WINDOWS_SPEC, sidecar)) },
    'images',
    '--format=json',
  );
  const images = JSON.parse(stdout).files[0].images as { image: string; object: { kind: string } }[];
  expect(images.map(({ image, object }) => `${object.kind} ${image}`)).toEqual([
    'Pod registry.example/log:1.0',
    'Deployment registry.example/web:1.0',
  ]);
});

test('without their Deployment, ReplicaSets without pods are shown once', async () => {
  const old = { 'dump.yaml': listText(DUMP.slice(4, 8)) };
  const { stdout } = await runOnFiles(old, 'explain', '--format=json');
  expect(objectsIn(stdout, 'workloads')).toEqual(['ReplicaSet web-old0']);
});

test.each([
  ['compact', '-:21:11: warning: Deployment shop/web: `runAsUser: 101`'],
  [
    'github',
    '::warning file=-,line=21,endLine=21,col=11,endColumn=20,title=security-context/run-as-user::Deployment shop/web: `runAsUser: 101`',
  ],
  ['gitlab', '"description":"Deployment shop/web: `runAsUser: 101`'],
  ['sarif', '"message":{"text":"Deployment shop/web: `runAsUser: 101`'],
  ['markdown', '| `security-context/run-as-user` | `Deployment shop/web` | `runAsUser: 101`'],
  ['text', 'Deployment shop/web · '],
])('a finding in a stream names its object: %s', async (format, text) => {
  const [, , , deployment] = DUMP;
  const args = ['check', `--format=${format}`, '--no-config', ...RULES, '-'];
  const { stdout } = await kubewin(args, { input: objectText(deployment ?? {}) });
  expect(stdout.replaceAll(': "', ':"')).toContain(text);
  // A file has a name.
  const named = await kubewin([...args, '--stdin-filename=web.yaml'], { input: objectText(deployment ?? {}) });
  expect(named.stdout.includes('shop/web')).toBe(['sarif', 'text'].includes(format));
});
