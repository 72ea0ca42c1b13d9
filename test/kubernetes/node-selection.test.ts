import { expect, test } from 'vitest';
import { canRunOn, type NodeLabels, nodeSelection } from '../../server/src/kubernetes/node-selection.ts';
import { affinity, podWith, term } from '../windows/pods.ts';

const LABELS: Readonly<Record<string, ReturnType<NodeLabels>>> = {
  zone: 'a',
  size: '4',
  build: (value) => value.startsWith('10.'),
  rack: undefined,
};
const node: NodeLabels = (key) => (Object.hasOwn(LABELS, key) ? LABELS[key] : null);

/** Whether a pod can run on a node of zone `a`, size 4 maybe with a build that begins with `10.`, and in some rack or none. */
test.each<[spec: string, canRun: boolean]>([
  ['', true],
  ['nodeSelector: {zone: a}', true],
  ['nodeSelector: {zone: b}', false],
  ['nodeSelector: {zone: }', true],
  ['nodeSelector: {pool: $POOL}', false],
  [`nodeSelector: {zone: b}\n${affinity(term('key: zone, operator: Exists'))}`, false],
  [affinity(term('key: zone, operator: In, values: [b]'), term('key: size, operator: Exists')), true],
  // A term without requirements matches no node, unless it is being written.
  [affinity('{}'), false],
  [affinity('{matchExpressions: []}'), false],
  [affinity('{matchFields: []}'), false],
  [affinity('{matchExpressions: [], matchFields: }'), true],
  [affinity('{matchExpressions: }'), true],
  [affinity('{matchFields: }'), true],
  [affinity('{matchExpressions: , matchFields: }'), true],
  [affinity(term('key: zone, operator: NotIn, values: [a]')), false],
  [affinity(term('key: zone, operator: NotIn, values: [b]')), true],
  [affinity(term('key: zone, operator: DoesNotExist')), false],
  [affinity(term('key: pool, operator: DoesNotExist')), true],
  [affinity(term('key: size, operator: Gt, values: ["3"]')), true],
  [affinity(term('key: size, operator: Gt, values: ["4"]')), false],
  [affinity(term('key: size, operator: Lt, values: ["5"]')), true],
  [affinity(term('key: size, operator: Lt, values: ["4"]')), false],
  [affinity(term('key: build, operator: In, values: ["9.1", "10.0"]')), true],
  [affinity(term('key: build, operator: In, values: ["9.1"]')), false],
  [affinity(term('key: build, operator: NotIn, values: ["10.0"]')), true],
  [affinity(term('key: build, operator: DoesNotExist')), true],
  [affinity(term('key: rack, operator: In, values: [a]')), true],
  [affinity(term('key: rack, operator: DoesNotExist')), true],
  // Fields of the wrong type are unknown.
  [affinity(term('key: zone, operator: In, values: b')), true],
  [affinity(term('key: zone, operator: In, values: [b, [c]]')), true],
  [affinity(term('key: zone, operator: In, values: [b, $ZONE]')), true],
  [affinity(term('key: zone, operator: In')), true],
  [affinity(term('key: pool, operator: In, values: [$POOL]')), false],
])('%s', (spec, canRun) => {
  expect(canRunOn(nodeSelection(podWith(spec).spec), node)).toBe(canRun);
});
