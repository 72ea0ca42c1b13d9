import { expect, test } from 'vitest';
import { type Status, statusDetail, statusText } from '../../client/src/status-text.ts';
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

test('the detail names the settings of the cluster and where they are set', () => {
  expect(statusDetail(DEFAULT, english)).toBe(`Kubernetes ${NEWEST_VERSION}, containerd 2, no taint (default)`);
  const cluster = {
    provider: { value: 'aks', from: 'file' },
    kubernetesVersion: { value: '1.29', from: 'file' },
    containerRuntime: { value: 'docker', from: 'editor' },
    taint: { value: 'aks', from: 'file' },
    mixedCluster: { value: 'true', from: 'nodes' },
  } as const;
  expect(statusDetail({ ...DEFAULT, cluster, why: 'No problems found.' }, english)).toBe(
    'provider aks, Kubernetes 1.29, taint aks (.kubewin.yaml) · Docker (settings) · Windows and Linux nodes (Nodes) · No problems found.',
  );
  expect(statusDetail({ ...DEFAULT, values: ['First.', 'Second.'] }, english)).toMatch(
    /\(default\) · First\. · Second\.$/,
  );
});
