import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, readSettings, taintOf } from '../../server/src/lint/settings/settings.ts';

const W = 'example.com/Widget';

/** A setting, the value that is read, and the invalid entries; `default` if the whole value is invalid. */
test.each<[key: keyof typeof DEFAULT_SETTINGS, raw: unknown, value: unknown, wrong?: readonly (string | undefined)[]]>([
  ['kubernetesVersion', '1.29', '1.29'],
  ['kubernetesVersion', 'v1.29.3', '1.29'],
  ['kubernetesVersion', '1.13', 'default', [undefined]],
  ['kubernetesVersion', '2.29', 'default', [undefined]],
  ['kubernetesVersion', 1.29, 'default', [undefined]],
  ['kubernetesVersion', null, 'default'],
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

test.each<[setting: string, taint: ReturnType<typeof taintOf>]>([
  ['none', undefined],
  ['eks', { key: 'os', value: 'windows', effect: 'NoSchedule' }],
  ['aks', undefined],
  ['gpu=:NoExecute', { key: 'gpu', value: '', effect: 'NoExecute' }],
  ['os=windows:PreferNoSchedule', { key: 'os', value: 'windows', effect: 'PreferNoSchedule' }],
])('reads the taint %s', (setting, taint) => {
  expect(taintOf(setting)).toEqual(taint);
});
