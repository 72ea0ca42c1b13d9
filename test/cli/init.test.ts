import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import { EMPTY_CONFIG, readConfig } from '../../server/src/lint/settings/config.ts';
import { newConfig } from '../../server/src/lint/settings/new-config.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { folderWith, kubewin, textOf } from './kubewin.ts';

const NAME = '.kubewin.yaml';

test('writes a configuration file that changes nothing', async () => {
  const cwd = folderWith({});
  expect(await kubewin(['init'], { cwd })).toEqual({
    code: 0,
    stdout: `Wrote ${NAME} with the defaults in comments. It applies to manifests in this folder and below.\n`,
    stderr: '',
  });
  const text = textOf(cwd, NAME);
  expect(text).toBe(newConfig({}));
  expect(text).toContain(`# Kubernetes release of the cluster.\n# kubernetesVersion: ${NEWEST_VERSION}\n`);
  expect(readConfig(text, RULES)).toEqual(EMPTY_CONFIG);
});

test('writes the given settings', async () => {
  const cwd = folderWith({});
  const args = ['--kubernetes-version=v1.29.3', '--taint=a=b:NoSchedule', '--mixed-cluster', '--rule=image=off'];
  const more = ['--rule=KW1103=hint', '--exclude=a*', '--cni-mode=l2bridge', '--cluster-domain=true'];
  const paths = ['--embedded-pods=example.com/Widget=spec.template', '--windows-images=a.example/b c'];
  const { code, stdout } = await kubewin(['init', ...args, ...more, ...paths], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain(`Wrote ${NAME} with \`kubernetesVersion\`, `);
  const { settings, faults } = readConfig(textOf(cwd, NAME), RULES);
  expect(faults).toEqual([]);
  expect(settings).toEqual({
    kubernetesVersion: '1.29',
    taint: 'a=b:NoSchedule',
    mixedCluster: true,
    rules: { image: 'off', 'pod/host-pid': 'hint' },
    exclude: ['a*'],
    cniMode: 'l2bridge',
    clusterDomain: 'true',
    embeddedPods: { 'example.com/Widget': ['spec.template'] },
    windowsImages: ['a.example/b c'],
  });
  const text = textOf(cwd, NAME);
  expect(text).toContain('\n# The cluster has both Windows and Linux nodes, so');
  expect(text).not.toMatch(/ $/m);
  // Given settings do not appear as examples.
  expect(text.match(/^# (?:rules|exclude|overrides):/gm)).toEqual(['# overrides:']);
});

test('names the configuration file that no longer applies in the folder', async () => {
  const cwd = folderWith({ '.git/HEAD': '', [NAME]: '', 'a/b/c.yaml': '' });
  const { stdout } = await kubewin(['init'], { cwd: join(cwd, 'a/b') });
  expect(stdout).toContain(`. It applies to manifests in this folder and below, instead of ../../${NAME}.\n`);
  expect((await kubewin(['init'], { cwd: join(cwd, 'a') })).stdout).toContain(`, instead of ../${NAME}.\n`);
});

test('never overwrites an existing file', async () => {
  const cwd = folderWith({ [NAME]: 'taint: aks\n' });
  expect(await kubewin(['init', '--taint=gke'], { cwd })).toEqual({
    code: 2,
    stdout: '',
    stderr: `kubewin: ${NAME} was not written: it exists already.\n`,
  });
  expect(textOf(cwd, NAME)).toBe('taint: aks\n');
});

test.each([
  [['init', '--taint=x'], 'Invalid value for `--taint`: `x`.'],
  [['init', 'folder'], '`init` does not take the argument `folder`.'],
  [['init', '--fix'], '`init` has no option `--fix`.'],
])('%j writes nothing', async (args, message) => {
  const cwd = folderWith({});
  const { code, stderr } = await kubewin(args, { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(() => textOf(cwd, NAME)).toThrow('ENOENT');
});

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('reports a read-only folder', async () => {
  const cwd = folderWith({});
  chmodSync(cwd, 0o555);
  const { code, stderr } = await kubewin(['init'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^kubewin: \.kubewin\.yaml was not written: /);
});
