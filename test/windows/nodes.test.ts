import { expect, test } from 'vitest';
import type { NodeFact } from '../../server/src/kubernetes/facts.ts';
import { nodeSelection } from '../../server/src/kubernetes/node-selection.ts';
import { selectedNodes, usableNodes, type WindowsNode } from '../../server/src/windows/nodes.ts';
import { factsOf, podWith } from './pods.ts';

function node(name: string, labels: Record<string, string>, more: Partial<NodeFact> = {}): NodeFact {
  return {
    kind: 'Node',
    name,
    namespace: null,
    location: { uri: 'file:///nodes.yaml', document: 0, span: { start: 0, end: 1 } },
    labels: { 'kubernetes.io/os': 'windows', 'kubernetes.io/hostname': name, ...labels },
    taints: [],
    operatingSystem: undefined,
    kubeletVersion: undefined,
    containerRuntimeVersion: undefined,
    kernelVersion: undefined,
    osImage: undefined,
    providerId: undefined,
    allocatable: undefined,
    ...more,
  };
}

const FACTS = factsOf(
  node('a', { zone: '1' }),
  node('b', { zone: '1' }),
  node('c', { zone: '2' }),
  node('d', { zone: '2' }, { kernelVersion: '10.0.20348.1' }),
  node('e', { zone: '2' }, { allocatable: { cpu: 4 } }),
  node('f', { zone: '2' }, { taints: [{ key: 'team', value: 'web', effect: 'NoSchedule' }] }),
);

test.each([
  ['nodeSelector: {kubernetes.io/os: windows}', 'abcdef', 'abcde', ''],
  ['nodeSelector: {zone: "2"}', 'cdef', 'cde', ''],
  ['nodeSelector: {kubernetes.io/hostname: f}', 'f', '', 'team'],
  ['nodeSelector: {kubernetes.io/hostname: f}\ntolerations: [{key: team, value: web}]', 'f', 'f', ''],
  ['nodeSelector: {kubernetes.io/hostname: f}\ntolerations: [{key: team, operator: Exists}]', 'f', 'f', ''],
  ['nodeSelector: {kubernetes.io/hostname: f}\ntolerations: [{operator: Exists}]', 'f', 'f', ''],
  ['nodeSelector: {kubernetes.io/hostname: f}\ntolerations: [{operator: Exists, effect: NoExecute}]', 'f', '', 'team'],
  ['nodeSelector: {kubernetes.io/hostname: f}\ntolerations: [{key: team, value: db}]', 'f', '', 'team'],
  ['nodeSelector: {kubernetes.io/hostname: f}\ntolerations: [{key: team, value: <TEAM>}]', 'f', '', 'team'],
  [
    'affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [b]}]}]}}}',
    'b',
    'b',
    '',
  ],
])('%s', (spec, selected, usable, taints) => {
  const pod = podWith(spec);
  const selection = nodeSelection(pod.spec);
  const names = (nodes: readonly WindowsNode[]) => nodes.map(({ name }) => name).join('');
  expect(names(selectedNodes(FACTS, selection))).toBe(selected);
  const { nodes, kinds, untolerated } = usableNodes(pod, FACTS, selection);
  expect(names(nodes)).toBe(usable);
  expect(nodes).toEqual(expect.arrayContaining([...kinds]));
  expect(untolerated.map(({ key }) => key).join()).toBe(taints);
});

test('one node of each build with the same resources is enough for a comparison with a pod', () => {
  const pod = podWith('nodeSelector: {kubernetes.io/os: windows}');
  expect(usableNodes(pod, FACTS, nodeSelection(pod.spec)).kinds.map(({ name }) => name)).toEqual(['a', 'd', 'e']);
});
