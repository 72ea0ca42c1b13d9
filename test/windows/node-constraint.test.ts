import { expect, test } from 'vitest';
import type { Fact } from '../../server/src/kubernetes/facts.ts';
import { nodeConstraint } from '../../server/src/windows/node-constraint.ts';
import { affinity, factsOf, podWith, term } from './pods.ts';

const runtimeClass = (name: string, nodeSelector: Record<string, string>): Fact => {
  const place = { uri: 'file:///classes.yaml', document: 0, span: { start: 0, end: 1 } };
  return {
    kind: 'RuntimeClass',
    namespace: null,
    name,
    location: place,
    handler: undefined,
    nodeSelector,
    tolerations: [],
    hasOverhead: false,
  };
};

const FACTS = factsOf(
  runtimeClass('ltsc2022', { 'kubernetes.io/os': 'windows', 'node.kubernetes.io/windows-build': '10.0.20348' }),
  runtimeClass('wrong', { 'kubernetes.io/os': 'Windows' }),
);

const build = (operator: string, ...values: string[]) =>
  term(`key: node.kubernetes.io/windows-build, operator: ${operator}, values: [${values.join(', ')}]`);

/** The matching nodes, the cause if there are none, and the builds of the hosts if they are known. */
test.each<[spec: string, leaves: string, cause?: string | undefined, hostBuilds?: number[]]>([
  ['', 'both'],
  ['nodeSelector: {kubernetes.io/os: windows}', 'windows'],
  ['nodeSelector: {node.kubernetes.io/windows-build: 10.0.20348}', 'windows', undefined, [20348]],
  ['nodeSelector: {node.kubernetes.io/windows-build: $BUILD}', 'windows'],
  ['nodeSelector: {node.kubernetes.io/windows-build: "20348"}', 'windows'],
  ['runtimeClassName: ltsc2022', 'windows', undefined, [20348]],
  [affinity(build('In', '10.0.17763', '10.0.20348')), 'windows', undefined, [17763, 20348]],
  [affinity(build('In', '10.0.17763'), build('In', '10.0.26100')), 'windows', undefined, [17763, 26100]],
  [affinity(build('In', '10.0.17763'), build('NotIn', '10.0.17763')), 'both'],
  [`runtimeClassName: ltsc2022\n${affinity(build('NotIn', '10.0.20348'))}`, 'none', 'other'],
  ['nodeSelector: {kubernetes.azure.com/os-sku: Windows2019}', 'windows', undefined, [17763]],
  ['nodeSelector: {kubernetes.azure.com/os-sku: WindowsAnnual}', 'windows'],
  ['nodeSelector: {kubernetes.azure.com/os-sku: Windows2028}', 'windows'],
  ['nodeSelector: {kubernetes.azure.com/os-sku: AzureLinux}', 'linux'],
  ['nodeSelector: {kubernetes.azure.com/os-sku: Ubuntu, kubernetes.io/os: windows}', 'none', 'other'],
  ['nodeSelector: {cloud.google.com/gke-windows-os-version: "2022"}', 'windows', undefined, [20348]],
  ['nodeSelector: {kubernetes.io/os: Windows}', 'none', 'os-value'],
  [affinity(term('key: kubernetes.io/os, operator: In, values: [Windows]')), 'none', 'os-value'],
  [affinity(term('key: kubernetes.io/os, operator: In, values: [Windows, darwin]')), 'none', 'other'],
  ['runtimeClassName: wrong', 'none', 'other'],
  ['runtimeClassName: ltsc2022\nnodeSelector: {kubernetes.io/os: linux}', 'none', 'runtime-class'],
  ['runtimeClassName: ltsc2022\nnodeSelector: {beta.kubernetes.io/os: linux}', 'none', 'other'],
  [
    'nodeSelector: {kubernetes.io/os: linux, node.kubernetes.io/windows-build: 10.0.20348}',
    'none',
    'windows-build-with-linux',
  ],
  [`nodeSelector: {kubernetes.io/os: linux}\n${affinity(build('Exists'))}`, 'none', 'windows-build-with-linux'],
  [`nodeSelector: {kubernetes.io/os: linux}\n${affinity(build('Gt', '"1"'))}`, 'none', 'other'],
  [`nodeSelector: {kubernetes.io/os: linux}\n${affinity(build('DoesNotExist'))}`, 'linux'],
  ['nodeSelector: {kubernetes.io/os: windows, beta.kubernetes.io/os: linux}', 'none', 'other'],
  [affinity('{}'), 'none', 'other'],
  ['nodeSelector: {kubernetes.io/os: ""}', 'none', 'os-value'],
  [affinity(term('key: kubernetes.io/os, operator: In, values: [""]')), 'none', 'os-value'],
  [affinity(term('key: "pool ", operator: Exists')), 'none', 'other'],
  // One label has one value at a time.
  [`nodeSelector: {pool: web}\n${affinity(term('key: pool, operator: In, values: [web, api]'))}`, 'both'],
  [`nodeSelector: {pool: web}\n${affinity(term('key: pool, operator: NotIn, values: [web]'))}`, 'none', 'other'],
  [`nodeSelector: {pool: web}\n${affinity(term('key: pool, operator: DoesNotExist'))}`, 'none', 'other'],
  [`nodeSelector: {pool: $POOL}\n${affinity(term('key: pool, operator: NotIn, values: [web]'))}`, 'both'],
  [affinity(term('key: pool, operator: Gt, values: ["6"]', 'key: pool, operator: Lt, values: ["8"]')), 'both'],
  [affinity(term('key: pool, operator: Gt, values: ["7"]', 'key: pool, operator: Lt, values: ["8"]')), 'none', 'other'],
  [affinity(term('key: pool, operator: Lt, values: ["1"]')), 'both'],
  [affinity(term('key: pool, operator: Lt, values: ["0"]')), 'none', 'other'],
  [affinity(term('key: pool, operator: Gt, values: ["6"]', 'key: pool, operator: NotIn, values: ["7"]')), 'both'],
  [affinity(term('key: pool, operator: NotIn, values: [web]', 'key: pool, operator: Exists')), 'both'],
  [affinity(term('key: pool, operator: DoesNotExist, values: [""]')), 'none', 'other'],
  [affinity(term('key: pool, operator: Gt, values: ["9223372036854775807"]')), 'both'],
  [affinity(term('key: pool, operator: Gt, values: ["9223372036854775808"]')), 'none', 'other'],
])('%s', (spec, nodes, cause, hostBuilds) => {
  const constraint = nodeConstraint(podWith(spec), FACTS);
  expect([constraint.nodes, constraint.cause, constraint.hostBuilds]).toEqual([nodes, cause, hostBuilds]);
});

test('distinguishes cloud labels from those of Kubernetes', () => {
  const clouds = podWith('nodeSelector: {kubernetes.io/os: linux, kubernetes.azure.com/os-sku: Windows2022}');
  const { nodes, nodesByOsLabels, evidence } = nodeConstraint(clouds, FACTS);
  expect([nodes, nodesByOsLabels]).toEqual(['none', 'linux']);
  expect(evidence.map(({ key, origin, kind, says }) => [key, origin, kind, says])).toEqual([
    ['kubernetes.io/os', 'nodeSelector', 'nodeSelector', 'linux'],
    ['kubernetes.azure.com/os-sku', 'nodeSelector', 'cloudLabel', 'windows'],
  ]);
});

test.each<[spec: string, isUndetermined: boolean]>([
  ['nodeSelector: {kubernetes.io/os: "{{ .Values.os }}"}', true],
  ['nodeSelector: {kubernetes.io/os: windows, node.kubernetes.io/windows-build: "<build>"}', true],
  [affinity(term('key: kubernetes.io/os, operator: In, values: [$OS]')), true],
  ['nodeSelector: {pool: $POOL}', false],
  ['nodeSelector: {kubernetes.io/os: windows}', false],
])('%s is undetermined: %s', (spec, isUndetermined) => {
  expect(nodeConstraint(podWith(spec), FACTS).isUndetermined).toBe(isUndetermined);
});

test.each<[spec: string, pool: object | undefined]>([
  ['nodeSelector: {agentpool: npwin}', { name: 'npwin', os: 'windows' }],
  ['nodeSelector: {cloud.google.com/gke-nodepool: linux-1}', { name: 'linux-1', os: 'linux' }],
  ['nodeSelector: {eks.amazonaws.com/nodegroup: apps}', { name: 'apps', os: undefined }],
  [affinity(term('key: agentpool, operator: In, values: [win1, win2]')), { name: 'win1', os: 'windows' }],
  [affinity(term('key: agentpool, operator: In, values: [win1, linux1]')), undefined],
  [affinity(term('key: agentpool, operator: In, values: [a, b]')), undefined],
  [affinity(term('key: agentpool, operator: NotIn, values: [linux1]')), undefined],
  [affinity(term('key: agentpool, operator: In, values: [win1]'), term('key: a, operator: Exists')), undefined],
  ['', undefined],
])('%s names a pool', (spec, pool) => {
  expect(nodeConstraint(podWith(spec), FACTS).pool).toEqual(pool);
});

test.each<[spec: string, isVirtual: boolean]>([
  ['nodeSelector: {kubernetes.io/os: windows, type: virtual-kubelet}', true],
  [affinity(term('key: type, operator: In, values: [virtual-kubelet]')), true],
  [affinity(term('key: type, operator: NotIn, values: [virtual-kubelet]')), false],
  ['nodeSelector: {kubernetes.io/os: windows}', false],
])('%s is for a virtual kubelet: %s', (spec, isVirtual) => {
  expect(nodeConstraint(podWith(spec), FACTS).isVirtual).toBe(isVirtual);
});
