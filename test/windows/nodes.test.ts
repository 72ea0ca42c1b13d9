import { expect, test } from 'vitest';
import type { NodeFact } from '../../server/src/kubernetes/facts.ts';
import { nodeSelection } from '../../server/src/kubernetes/node-selection.ts';
import { windowsNodes, windowsNodesToTry } from '../../server/src/windows/nodes.ts';
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

/** The nodes that are compared with a pod first, of those that differ for it. */
test.each([
  ['nodeSelector: {kubernetes.io/os: windows}', 'acdef'],
  ['nodeSelector: {zone: "2"}', 'acdef'],
  ['nodeSelector: {kubernetes.io/hostname: b}', 'abcdef'],
  [
    'affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [b]}]}]}}}',
    'abcdef',
  ],
])('%s', (spec, names) => {
  const nodes = windowsNodesToTry(FACTS, nodeSelection(podWith(spec).spec));
  expect(nodes.map(({ name }) => name).join('')).toBe(names);
  expect(windowsNodes(FACTS)).toHaveLength(6);
});
