import { expect, test } from 'vitest';
import { canRunOn, type NodeLabels, nodeSelection } from '../../server/src/kubernetes/node-selection.ts';
import { affinity, podWith, term } from '../windows/pods.ts';

const node: NodeLabels = (key) => (({ zone: 'a', size: '4' }) as Record<string, string>)[key] ?? null;

/** Whether a pod can run on a node of zone `a` and size 4. */
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
])('%s', (spec, canRun) => {
  expect(canRunOn(nodeSelection(podWith(spec).spec), node)).toBe(canRun);
});
