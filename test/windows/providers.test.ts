import { expect, test } from 'vitest';
import { readSettings, SETTINGS, taintOf } from '../../server/src/lint/settings/settings.ts';
import { CLOUD_OS_LABELS, cloudOsLabel, POOL_LABELS, PROVIDERS } from '../../server/src/windows/providers.ts';
import { DEFINED_LABEL } from '../../server/src/windows/required-labels.ts';

test('the known values of a cloud label are values of Windows nodes', () => {
  for (const { isWindows, values } of CLOUD_OS_LABELS) {
    expect([...values.keys()].filter((value) => !isWindows(value))).toEqual([]);
  }
});

test.each<[key: string, value: string, isWindows: boolean, build: number | undefined]>([
  ['kubernetes.azure.com/os-sku', 'Windows2022', true, 20348],
  ['kubernetes.azure.com/os-sku', 'Windows2025', true, 26100],
  ['kubernetes.azure.com/os-sku', 'WindowsAnnual', true, undefined],
  ['kubernetes.azure.com/os-sku', 'Ubuntu', false, undefined],
  ['kubernetes.azure.com/os-sku', 'windows2022', false, undefined],
  ['cloud.google.com/gke-os-distribution', 'windows_ltsc', true, undefined],
  ['cloud.google.com/gke-os-distribution', 'cos', false, undefined],
  ['cloud.google.com/gke-windows-os-version', '2019', true, 17763],
])('%s: %s', (key, value, isWindows, build) => {
  const label = cloudOsLabel(key);
  expect([label?.isWindows(value), label?.values.get(value)]).toEqual([isWindows, build]);
});

test('the labels of providers are not those of users: `DEFINED_LABEL` in `required-labels.ts` has their domains', () => {
  const labels = [...CLOUD_OS_LABELS.map(({ key }) => key), ...POOL_LABELS];
  expect(labels.filter((label) => !DEFINED_LABEL.test(label))).toEqual([]);
});

test('taints differ by provider, also in case', () => {
  expect(
    PROVIDERS.map(({ id, taint }) => `${id}: ${taint ? `${taint.key}=${taint.value}:${taint.effect}` : '-'}`),
  ).toEqual([
    'upstream: os=windows:NoSchedule',
    'aks: -',
    'aks-local: node.kubernetes.io/os=Windows:NoSchedule',
    'eks: os=windows:NoSchedule',
    'gke: node.kubernetes.io/os=windows:NoSchedule',
    'openshift: os=Windows:NoSchedule',
    'gce: node.kubernetes.io/os=win1809:NoSchedule',
  ]);
  expect(cloudOsLabel('kubernetes.io/os')).toBeUndefined();
});

test.each(PROVIDERS.map(({ id, taint }) => [id, taint] as const))(
  'the setting accepts %s and describes it',
  (id, taint) => {
    const { settings, faults } = readSettings({ taint: id });
    expect([settings.taint, faults, taintOf(id)]).toEqual([id, [], taint]);
    expect(SETTINGS.taint.description).toContain(`\`${id}\``);
  },
);
