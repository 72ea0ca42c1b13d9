import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readImageLock, writeImageLock } from '../../server/src/images/image-lock.ts';
import { CleanUp, OCI_INDEX, Pusher, serve, startRegistry } from '../registry/servers.ts';
import { CLI, folderWith, kubewin, only, textOf } from './kubewin.ts';

const cleanUp = new CleanUp();
let host: string;
const WINDOWS_2019 = { os: 'windows', architecture: 'amd64', 'os.version': '10.0.17763.6414' };
const LINUX = { os: 'linux', architecture: 'amd64' };
const LOCK = '.kubewin-images.yaml';
const RULES = only('image/build-mismatch-with-node', 'image/linux-image-on-windows');

beforeAll(async () => {
  host = await startRegistry(cleanUp, { kind: 'none' });
  const web = new Pusher(host, 'web');
  const [windows, linux] = [await web.image(WINDOWS_2019), await web.image(LINUX)];
  await web.manifest(
    {
      manifests: [
        { ...windows, platform: WINDOWS_2019 },
        { ...linux, platform: LINUX },
      ],
    },
    OCI_INDEX,
    '1.0',
  );
  await new Pusher(host, 'proxy').image(LINUX, '2.0');
  await new Pusher(host, 'agent').image(WINDOWS_2019, '3.0');
});
afterAll(() => cleanUp.run());

function pod(name: string, image: string, spec = ''): string {
  return `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
spec:
${spec}  containers:
    - name: main
      image: ${image}
`;
}

const ON_2025 = "  nodeSelector:\n    kubernetes.io/os: windows\n    node.kubernetes.io/windows-build: '10.0.26100'\n";

/** A folder with two pods for Windows nodes, and one that says nothing. */
function folder(files: Readonly<Record<string, string>> = {}): string {
  return folderWith({
    'web.yaml': pod('web', `${host}/web:1.0`, ON_2025),
    'proxy.yaml': pod('proxy', `${host}/proxy:2.0`, ON_2025),
    'agent.yaml': pod('agent', `${host}/agent:3.0`, '  hostPID: true\n'),
    '.git/HEAD': '',
    ...files,
  });
}

test('lists the images of workloads without a network', async () => {
  const cwd = folder();
  const { code, stdout, stderr } = await kubewin(['images'], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`web.yaml:11:14  Pod web  windows, scheduled\n  ${host}/web:1.0  platforms not known`);
  expect(stdout).toContain('3 images in 3 files.');
  const json = JSON.parse((await kubewin(['images', '--format=json'], { cwd })).stdout);
  expect(json.files.map(({ images }: { images: object[] }) => images[0])).toMatchObject([
    { name: `${host}/agent:3.0`, object: { kind: 'Pod', name: 'agent' }, verdict: 'unknown', platforms: null },
    { name: `${host}/proxy:2.0`, container: 'main' },
    { name: `${host}/web:1.0`, verdict: 'windows', certainty: 'scheduled' },
  ]);
  const { stdout: table } = await kubewin(['images', '--format=markdown'], { cwd });
  expect(table).toContain(`| \`${host}/web:1.0\` | \`Pod web\` | \`web.yaml:11:14\` | windows, scheduled |`);
});

test('records platforms, with which checks are certain', async () => {
  const cwd = folder();
  const before = await kubewin(['check', '--format=compact', ...RULES], { cwd });
  expect(before.stdout).toBe('');
  const { code, stdout, stderr } = await kubewin(['images', '--lock', '--date=2026-11-26'], { cwd });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${LOCK}: 3 images, 3 added, 0 removed.\n`, stderr: '' });
  const { images, faults } = readImageLock(textOf(cwd, LOCK));
  expect(faults).toEqual([]);
  expect(images.map(({ name, platforms }) => [name.slice(host.length), platforms.length])).toEqual([
    ['/agent:3.0', 1],
    ['/proxy:2.0', 1],
    ['/web:1.0', 2],
  ]);
  const after = await kubewin(['check', '--format=compact', ...RULES], { cwd });
  expect(after.stdout.replaceAll(host, 'HOST')).toBe(
    [
      'proxy.yaml:11:14: error: `HOST/proxy:2.0` has no Windows variant, only linux/amd64: the pod does not start on a Windows node. [image/linux-image-on-windows]',
      'web.yaml:11:14: error: This image prevents the pod from starting: it has Windows variants for 10.0.17763, and the pod selects 10.0.26100. [image/build-mismatch-with-node]',
      '',
    ].join('\n'),
  );
  const { stdout: explained } = await kubewin(['explain', 'agent.yaml'], { cwd });
  expect(explained).toContain('windows, by its image');
  expect(explained).toContain('every variant of the image');
  const again = await kubewin(['check', 'agent.yaml', '--format=compact', ...only('pod/host-pid')], { cwd });
  expect(again.stdout).toContain('pod/host-pid');
});

test('compares the lock with manifests and registries', async () => {
  const cwd = folder();
  await kubewin(['images', '--lock'], { cwd });
  expect(await kubewin(['images', '--check'], { cwd })).toEqual({
    code: 0,
    stdout: `${LOCK} is up to date.\n`,
    stderr: '',
  });
  await new Pusher(host, 'moving').image(LINUX, '1');
  const moving = folderWith({ 'a.yaml': pod('a', `${host}/moving:1`), 'b.yaml': pod('b', `${host}/web:1.0`) });
  await kubewin(['images', '--lock'], { cwd: moving });
  const { digest } = await new Pusher(host, 'moving').image(WINDOWS_2019, '1');
  const other = folderWith({
    'a.yaml': pod('a', `${host}/moving:1`),
    'c.yaml': pod('c', `${host}/proxy:2.0`),
    [LOCK]: textOf(moving, LOCK),
  });
  const { code, stdout } = await kubewin(['images', '--check'], { cwd: other });
  expect(code).toBe(1);
  expect(stdout).toContain(`${host}/moving:1: has moved from sha256:`);
  expect(stdout).toContain(`to ${digest}, now without linux/amd64, now with windows/amd64 10.0.17763\n`);
  expect(stdout).toContain(`${host}/proxy:2.0: missing in ${LOCK}\n`);
  expect(stdout).toContain(`${host}/web:1.0: no longer used\n`);
  const updated = await kubewin(['images', '--lock', '--update', `${host}/moving*`, '--prune'], { cwd: other });
  expect(updated.stdout).toBe(`${LOCK}: 2 images, 1 added, 1 removed.\n`);
  expect((await kubewin(['images', '--check'], { cwd: other })).code).toBe(0);
});

test('keeps what is known if an image cannot be read', async () => {
  const cwd = folder({ 'missing.yaml': pod('missing', `${host}/missing:1.0`) });
  const { code, stdout, stderr } = await kubewin(['images', '--lock'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain(`\`${host}/missing:1.0\` cannot be read: `);
  expect(stdout).toBe(`${LOCK}: 3 images, 3 added, 0 removed.\n`);
});

test('with --platform, only images of pods that may run on it count', async () => {
  const cwd = folder({ 'linux.yaml': pod('linux', `${host}/linux:1.0`, '  os: { name: linux }\n') });
  expect((await kubewin(['images', '--platform=windows'], { cwd })).stdout).not.toContain('linux:1.0');
  const { stdout: onLinux } = await kubewin(['images', '--platform=linux'], { cwd });
  expect(['linux:1.0', 'agent:3.0', 'web:1.0'].map((name) => onLinux.includes(name))).toEqual([true, true, false]);
  const { code, stdout } = await kubewin(['images', '--lock', '--platform=windows'], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${LOCK}: 3 images, 3 added, 0 removed.\n` });
  expect((await kubewin(['images', '--check', '--platform=windows'], { cwd })).code).toBe(0);
  expect((await kubewin(['images', '--check'], { cwd })).stdout).toBe(`${host}/linux:1.0: missing in ${LOCK}\n`);
});

test('keeps what is known if another process ends it by disconnecting', async () => {
  const slow = await serve(cleanUp, () => {});
  const cwd = folderWith({
    'web.yaml': pod('web', `${host}/web:1.0`),
    'slow.yaml': pod('slow', `${slow.host}/slow:1.0`),
    '.git/HEAD': '',
  });
  const child = fork(CLI, ['images', '--lock'], { cwd, silent: true });
  await vi.waitUntil(() => slow.requests.length > 0, { timeout: 20_000 });
  await setTimeout(500);
  child.disconnect();
  const [code] = await once(child, 'exit');
  expect(code).toBe(143);
  const { images } = readImageLock(textOf(cwd, LOCK));
  expect(images.map(({ name }) => name)).toEqual([`${host}/web:1.0`]);
});

test('does not replace a lock that is not valid, and reports it', async () => {
  const cwd = folder({ [LOCK]: 'version: 2\n' });
  const checked = await kubewin(['check', '--format=compact', ...RULES], { cwd });
  expect(checked.code).toBe(2);
  expect(checked.stderr).toContain(`${LOCK}:1:10: The file is ignored, because its \`version\` is not 1.`);
  const { code } = await kubewin(['images', '--lock'], { cwd });
  expect({ code, text: textOf(cwd, LOCK) }).toEqual({ code: 2, text: 'version: 2\n' });
});

test('does not replace a lock that cannot be read', async () => {
  const bytes = new Uint8Array([0, 1, 2, 0]);
  const cwd = folderWith({ 'web.yaml': pod('web', `${host}/web:1.0`), [LOCK]: bytes });
  const { code, stdout } = await kubewin(['images', '--lock'], { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(textOf(cwd, LOCK)).toBe(Buffer.from(bytes).toString());
});

test('does not say that a lock is up to date if an image cannot be read', async () => {
  const name = `${host}/gone:1.0`;
  const digest = `sha256:${'0'.repeat(64)}`;
  const lock = writeImageLock([{ name, digest, updated: '2026-11-26', platforms: [] }]);
  const { code, stdout } = await kubewin(['images', '--check'], {
    cwd: folderWith({ 'gone.yaml': pod('gone', name), [LOCK]: lock }),
  });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test('knows nothing of an image whose tag is not written', async () => {
  await new Pusher(host, 'web').image(LINUX, 'latest');
  const locked = folderWith({ 'a.yaml': pod('a', `${host}/web`, ON_2025) });
  await kubewin(['images', '--lock'], { cwd: locked });
  const texts = [`${host}/web`, `${host}/web:\${TAG}`].map((image, i) => [`${i}.yaml`, pod(`p${i}`, image, ON_2025)]);
  const both = folderWith({ ...Object.fromEntries(texts), [LOCK]: textOf(locked, LOCK) });
  const { stdout } = await kubewin(['check', '--format=compact', ...RULES], { cwd: both });
  expect(stdout).toContain('0.yaml:11:14');
  expect(stdout).not.toContain('1.yaml');
});

test.each([
  [['--update=*'], '`--update` and `--prune` need `--lock`.'],
  [['--lock', '--check'], 'Use either `--lock` or `--check`, not both.'],
  [['--plain-http=registry.example'], '`--plain-http` needs `--lock` or `--check`.'],
  [['--lock', '--format=json'], '`--lock` and `--check` have no `--format`.'],
  [['--platform=arm64'], 'Invalid value for `--platform`: `arm64`. It must be `windows` or `linux`.'],
  [['--upgrade-to=1.37'], '`images` has no option `--upgrade-to`.'],
])('rejects %s', async (args, message) => {
  const { code, stderr } = await kubewin(['images', ...args], { cwd: folderWith({}) });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test('asks the mirrors that the configuration file names', async () => {
  const cwd = folderWith({
    '.git/HEAD': '',
    '.kubewin.yaml': `images.mirrors:\n  registry.example: ["127.0.0.1:1", "${host}"]\n`,
    'deploy/a.yaml': pod('a', 'registry.example/agent:3.0'),
  });
  const { stdout } = await kubewin(['images', '--lock', 'deploy', '--date=2026-11-26'], { cwd });
  expect(stdout).toBe(`${LOCK}: 1 image, 1 added, 0 removed.\n`);
  expect(readImageLock(textOf(cwd, LOCK)).images).toMatchObject([
    { name: 'registry.example/agent:3.0', updated: '2026-11-26', platforms: [{ os: 'windows' }] },
  ]);
  expect(await kubewin(['images', '--check'], { cwd })).toMatchObject({ code: 0, stdout: `${LOCK} is up to date.\n` });
});

test('notes where images are listed and hints are shown that a lock is old', async () => {
  const name = 'registry.example/web:1.0';
  const digest = `sha256:${'0'.repeat(64)}`;
  const lock = writeImageLock([{ name, digest, updated: '2026-11-26', platforms: [] }]);
  const cwd = folderWith({ 'web.yaml': pod('web', name), [LOCK]: lock, '.kubewin.yaml': 'date: 2027-02-25\n' });
  const note = `${LOCK}:4:1: The platforms of 1 image were read more than 90 days ago, on 2026-11-26. To refresh them, run: kubewin images --lock --update '*' --prune\n`;
  const run = async (...args: string[]) => {
    const { code, stderr } = await kubewin(args, { cwd });
    return { code, stderr };
  };
  expect(await run('images')).toEqual({ code: 0, stderr: note });
  expect(await run('check', '--hints')).toEqual({ code: 0, stderr: note });
  expect(await run('check')).toEqual({ code: 0, stderr: '' });
  expect(await run('images', '--date=2027-02-24')).toEqual({ code: 0, stderr: '' });
});

test.each([
  ['docker.io: [https://mirror.example]', '2:14: `docker.io` cannot be `https://mirror.example`. '],
  ['docker.io/library: [mirror.example]', '2:3: `images.mirrors` cannot have `docker.io/library`. '],
])('a mirror that is not a host is a fault: %s', async (entry, fault) => {
  const cwd = folderWith({ '.kubewin.yaml': `images.mirrors:\n  ${entry}\n`, 'a.yaml': pod('a', 'b') });
  const { code, stderr } = await kubewin(['images'], { cwd });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `.kubewin.yaml:${fault}It maps a registry such as \`docker.io\` to hosts such as \`mirror.example:5000\`, without a scheme or a path.\n`,
  });
});
