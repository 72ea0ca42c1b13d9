import { describe, expect, test } from 'vitest';
import { legalValues } from '../../server/src/lint/settings/setting-faults.ts';
import {
  DEFAULT_SETTINGS,
  readSettings,
  SETTINGS,
  type Settings,
  taintOf,
} from '../../server/src/lint/settings/settings.ts';
import { providerOf } from '../../server/src/windows/providers.ts';

const W = 'example.com/Widget';

const sets = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}`, []]));

/** A setting, the value that is read, and the invalid entries; `default` if the whole value is invalid. */
test.each<[key: keyof typeof DEFAULT_SETTINGS, raw: unknown, value: unknown, wrong?: readonly (string | undefined)[]]>([
  ['kubernetesVersion', '1.29', '1.29'],
  ['kubernetesVersion', 'v1.29.3', '1.29'],
  ['kubernetesVersion', '1.13', 'default', [undefined]],
  ['kubernetesVersion', '2.29', 'default', [undefined]],
  ['kubernetesVersion', 1.29, 'default', [undefined]],
  ['kubernetesVersion', null, 'default'],
  ['date', '2027-01-31', '2027-01-31'],
  ['date', 'today', 'default'],
  ['date', '2027-13-01', 'default', [undefined]],
  ['date', '31.01.2027', 'default', [undefined]],
  ['provider', 'eks', 'eks'],
  ['provider', 'gce', 'default', [undefined]],
  ['taint', 'auto', 'none'],
  ['taint', 'aks-local', 'aks-local'],
  ['taint', 'os=windows:NoSchedule', 'os=windows:NoSchedule'],
  ['taint', 'os=:NoExecute', 'os=:NoExecute'],
  ['taint', 'os:NoSchedule', 'default', [undefined]],
  ['taint', 'os=windows', 'default', [undefined]],
  ['taint', 'os=windows:Never', 'default', [undefined]],
  ['rules', { pod: 'off', 'pod/host-pid': 'hint' }, { pod: 'off', 'pod/host-pid': 'hint' }],
  ['rules', { pod: 'loud', 'pod/host-pid': 'hint' }, { 'pod/host-pid': 'hint' }, ['pod']],
  ['rules', ['pod'], 'default', [undefined]],
  ['exclude', ['a', 'b'], ['a', 'b']],
  ['exclude', ['a', 1, 'b', null], ['a', 'b'], ['[1]', '[3]']],
  ['exclude', [], []],
  ['exclude', ['**/a*.yaml', '*a*a*a*a*b', '**/a/**/b/**/c/**/d'], ['**/a*.yaml'], ['[1]', '[2]']],
  ['exclude', 'a', 'default', [undefined]],
  ['mixedCluster', false, false],
  ['mixedCluster', 'no', 'default', [undefined]],
  ['embeddedPods', { 'example.com/Widget': ['spec'] }, { 'example.com/Widget': ['spec'] }],
  ['embeddedPods', { 'example.com/Widget': [] }, { 'example.com/Widget': [] }],
  ['embeddedPods', { 'example.com/Widget': ['spec.a[*].b', 'a.'] }, { 'example.com/Widget': ['spec.a[*].b'] }, [W]],
  ['embeddedPods', { 'example.com/Widget': ['a.'] }, {}, [W]],
  ['embeddedPods', { 'example.com/Widget': [1] }, {}, [W]],
  ['embeddedPods', { 'example.com/Widget': 'spec' }, {}, [W]],
  ['embeddedPods', { 'example.com/widget': ['spec'], Widget: ['spec'] }, {}, ['example.com/widget', 'Widget']],
  ['helm.values', { 'charts/*': ['a.yaml', '../b.json'], '.': [] }, { 'charts/*': ['a.yaml', '../b.json'], '.': [] }],
  ['helm.values', { a: { linux: [], windows: ['a.yml'] } }, { a: { linux: [], windows: ['a.yml'] } }],
  ['helm.values', { a: ['/a.yaml'], b: ['https://a/b.yaml'], c: ['c.txt'], d: [1] }, {}, ['a', 'b', 'c', 'd']],
  ['helm.values', { a: 'a.yaml', b: { c: 'a.yaml' }, c: { 'a b': [] }, d: ['c:\\a.yaml'] }, {}, ['a', 'b', 'c', 'd']],
  ['helm.values', { '**/a/**/b/**/c/**/d': ['a.yaml'] }, {}, ['**/a/**/b/**/c/**/d']],
  ['helm.values', ['a.yaml'], 'default', [undefined]],
  ['helm.values', { a: sets(20) }, { a: sets(20) }],
  ['helm.values', { a: sets(21) }, {}, ['a']],
  ['images.mirrors', { 'docker.io': ['[::1]:5000', 'A.example'] }, { 'docker.io': ['[::1]:5000', 'A.example'] }],
  ['images.mirrors', { a: ['https://b', 'b/c', 'b:x', 'b', 1, ''] }, { a: ['b'] }, Array(5).fill('a')],
  ['images.mirrors', { 'https://a': ['b'], 'a/b': ['b'], a: 'b' }, {}, ['https://a', 'a/b', 'a']],
  ['images.mirrors', ['a'], 'default', [undefined]],
  ['images.maxAge', 30, 30],
  ['images.maxAge', '0', 0],
  ['images.maxAge', -1, 'default', [undefined]],
  ['images.maxAge', 1.5, 'default', [undefined]],
  ['images.maxAge', '1e3', 'default', [undefined]],
  ['images.maxAge', [5], 'default', [undefined]],
  ['images.maxAge', 1_000_000, 'default', [undefined]],
])('reads %s from %j', (key, raw, value, wrong = []) => {
  const { settings, faults } = readSettings({ [key]: raw });
  // The default runtime depends on the release.
  const { containerRuntime } = key === 'kubernetesVersion' ? settings : DEFAULT_SETTINGS;
  const expected = { ...DEFAULT_SETTINGS, containerRuntime, [key]: value };
  expect(settings).toEqual(value === 'default' ? DEFAULT_SETTINGS : expected);
  expect(faults.map((fault) => [fault.key, fault.entry])).toEqual(wrong.map((entry) => [key, entry]));
});

test.each([undefined, null, 1, 'a', []])('uses the defaults for %j, which is not an object', (raw) => {
  expect(readSettings(raw)).toEqual({ settings: DEFAULT_SETTINGS, faults: [] });
});

test.each(Object.keys(SETTINGS) as (keyof Settings)[])('tells which values %s accepts', (key) => {
  expect(legalValues(key), 'add its type to `legalValues`').toMatch(/^It .+\.$/);
});

test.each<[setting: string, taint: ReturnType<typeof taintOf>]>([
  ['none', undefined],
  ['eks', { key: 'os', value: 'windows', effect: 'NoSchedule' }],
  ['aks', undefined],
  ['gpu=:NoExecute', { key: 'gpu', value: '', effect: 'NoExecute' }],
  ['os=windows:PreferNoSchedule', { key: 'os', value: 'windows', effect: 'PreferNoSchedule' }],
])('reads the taint %s', (setting, taint) => {
  expect(taintOf(setting)).toEqual(taint);
});

describe('what a provider implies', () => {
  test.each<[raw: Partial<Record<keyof Settings, string>>, taint: string, runtime: string]>([
    [{ provider: 'aks', kubernetesVersion: '1.27' }, 'aks', 'containerd-1.6'],
    [{ provider: 'aks', kubernetesVersion: '1.36' }, 'aks', 'containerd-1.7'],
    [{ provider: 'aks', kubernetesVersion: '1.37' }, 'aks', 'containerd-2'],
    [{ provider: 'eks', kubernetesVersion: '1.34' }, 'none', 'containerd-1.7'],
    [{ provider: 'eks', kubernetesVersion: '1.35' }, 'none', 'containerd-2'],
    [{ provider: 'gke', kubernetesVersion: '1.35' }, 'gke', 'containerd-1.7'],
    [{ provider: 'openshift' }, 'openshift', 'containerd-2'],
  ])('is the default of other settings: %j', (raw, taint, containerRuntime) => {
    const { settings, faults } = readSettings(raw);
    expect([settings.taint, settings.containerRuntime, faults]).toEqual([taint, containerRuntime, []]);
    // Resolved settings are read again where settings are merged.
    expect(readSettings(settings).settings).toEqual(settings);
  });

  test('does not replace a setting', () => {
    const own = { taint: 'none', containerRuntime: 'docker' };
    expect(readSettings({ provider: 'gke', ...own }).settings).toMatchObject(own);
  });

  test.each([
    [{ provider: 'eks', taint: 'gke' }, 'eks'],
    [{ taint: 'eks' }, 'eks'],
    [{ taint: 'upstream' }, 'unknown'],
    [{}, 'unknown'],
  ])('applies to the provider of %j', (raw, provider) => {
    expect(providerOf(readSettings(raw).settings)).toBe(provider);
  });
});
