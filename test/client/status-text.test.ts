import { expect, test } from 'vitest';
import { type Status, statusDetail, statusRows, statusText } from '../../client/src/status-text.ts';
import { NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';

const english = (text: string, ...values: readonly (string | number)[]) =>
  text.replace(/\{(\d)\}/g, (_, i) => String(values[Number(i)]));
const NO_FINDINGS = { error: 0, warning: 0, information: 0, hint: 0 };
const DEFAULT = {
  cluster: {
    provider: { value: 'unknown', from: 'default' },
    kubernetesVersion: { value: NEWEST_VERSION, from: 'default' },
    containerRuntime: { value: 'containerd-2', from: 'default' },
    taint: { value: 'none', from: 'default' },
    mixedCluster: { value: 'false', from: 'default' },
  },
  config: null,
  busy: false,
  checked: 'yes',
  workloads: [],
  findings: NO_FINDINGS,
  syntaxError: null,
  why: null,
  values: [],
} satisfies Status;

const pods = (...verdicts: readonly Status['workloads'][number]['verdict'][]) =>
  verdicts.map((verdict) => ({ verdict, certainty: verdict === 'windows' ? 'declared' : null }));
const guess = { verdict: 'windows', certainty: 'guessed' } as const;

test.each<[text: string, status: Partial<Status>]>([
  ['1 Windows pod · 2 infos', { workloads: pods('windows', 'linux'), findings: { ...NO_FINDINGS, information: 2 } }],
  [
    '2 Windows pods · 1 error · 3 warnings',
    { workloads: pods('windows', 'windows'), findings: { ...NO_FINDINGS, error: 1, warning: 3 } },
  ],
  [
    '1 Windows pod · 1 error · 9 more',
    { workloads: pods('windows'), findings: { error: 1, warning: 3, information: 4, hint: 2 } },
  ],
  ['1 Windows pod · no problems', { workloads: pods('windows') }],
  ['1 Windows pod (guessed) · 1 hint', { workloads: [guess], findings: { ...NO_FINDINGS, hint: 1 } }],
  ['1 Windows pod (by image) · no problems', { workloads: [{ verdict: 'windows', certainty: 'image' }] }],
  ['2 Windows pods (1 guessed) · no problems', { workloads: [guess, ...pods('windows')] }],
  [
    'Not checked: YAML syntax error, line 3',
    { workloads: pods('windows'), findings: { ...NO_FINDINGS, error: 1 }, syntaxError: 3 },
  ],
  ['Not checked: YAML syntax error, line 12', { workloads: pods('unknown'), syntaxError: 12 }],
  ['Linux: not checked', { workloads: pods('linux', 'linux') }],
  ['Unknown operating system: not checked', { workloads: pods('unknown') }],
  ['No Windows pods: not checked', { workloads: pods('linux', 'unknown') }],
  ['No Windows pods · 1 error', { workloads: pods('linux'), findings: { ...NO_FINDINGS, error: 1 } }],
  ['No pods · 1 warning', { findings: { ...NO_FINDINGS, warning: 1 } }],
  ['No pods', {}],
  ['Not checked', { checked: 'excluded', workloads: pods('windows') }],
])('shows the status "%s"', (text, status) => {
  expect(statusText({ ...DEFAULT, ...status }, english)).toBe(text);
});

const CLUSTER = {
  provider: { value: 'aks', from: 'file' },
  kubernetesVersion: { value: '1.29', from: 'file' },
  containerRuntime: { value: 'docker', from: 'editor' },
  taint: { value: 'aks', from: 'file' },
  mixedCluster: { value: 'true', from: 'nodes' },
} as const;

test('the detail names the release and, where there is room, the provider', () => {
  expect(statusDetail('Linux: not checked', DEFAULT)).toBe(`Kubernetes ${NEWEST_VERSION}`);
  const status = { ...DEFAULT, cluster: CLUSTER };
  expect(statusDetail('Linux: not checked', status)).toBe('AKS, Kubernetes 1.29');
  expect(statusDetail('Not checked: YAML syntax error, line 12', status)).toBe('Kubernetes 1.29');
  expect(statusDetail('2 Windows pods (1 guessed) · 12 errors · 3 warnings', status)).toBe('');
});

test('a status and its detail have less than 55 characters', () => {
  const counts = { error: 12, warning: 345, information: 67, hint: 89 };
  for (const workloads of [
    [],
    pods('windows'),
    [guess, ...pods('windows')],
    pods('linux', 'unknown'),
    pods('unknown'),
  ]) {
    for (const findings of [NO_FINDINGS, counts, { ...NO_FINDINGS, error: 12, warning: 345 }]) {
      for (const syntaxError of [null, 20_000]) {
        const status = { ...DEFAULT, cluster: CLUSTER, workloads, findings, syntaxError };
        const text = statusText(status, english);
        expect((text + statusDetail(text, status)).length, text).toBeLessThan(55);
      }
    }
  }
});

test('the details list why nothing is reported, and the settings of the cluster with their origins', () => {
  const status = { ...DEFAULT, cluster: CLUSTER, why: 'No problems found (`kubewin.scope`).', values: ['First.'] };
  expect(statusRows(status, english).map(({ label, description, setting }) => [label, description, setting])).toEqual([
    ['No problems found (kubewin.scope).', '', undefined],
    ['First.', '', undefined],
    ['Kubernetes 1.29', '.kubewin.yaml', 'kubernetesVersion'],
    ['Provider aks', '.kubewin.yaml', 'provider'],
    ['Docker', 'settings', 'containerRuntime'],
    ['Taint aks', '.kubewin.yaml', 'taint'],
    ['Windows and Linux nodes', 'Nodes', 'mixedCluster'],
  ]);
  const rows = statusRows(DEFAULT, english).map(({ label, description }) => `${label} (${description})`);
  expect(rows).toEqual([
    `Kubernetes ${NEWEST_VERSION} (default)`,
    'No provider (default)',
    'containerd 2 (default)',
    'No taint (default)',
    'Windows nodes (default)',
  ]);
});
