import { expect, test } from 'vitest';
import { hostProcess } from '../../server/src/windows/host-process.ts';
import { containers, podWith } from './pods.ts';

const onPod = (value: string) => `securityContext: {windowsOptions: {hostProcess: ${value}}}`;

test.each<[name: string, spec: string, extent: string, each: boolean[]]>([
  ['absent', containers('image: a'), 'none', [false]],
  ['inherited', `${onPod('true')}\n${containers('image: a', 'image: b')}`, 'all', [true, true]],
  ['overridden', `${onPod('true')}\n${containers(onPod('false'), 'image: b')}`, 'some', [false, true]],
  ['of one container', containers(onPod('true'), 'image: b'), 'some', [true, false]],
  ['of all containers', `${onPod('false')}\n${containers(onPod('true'))}`, 'all', [true]],
  ['null in a container', `${onPod('true')}\n${containers(onPod('null'))}`, 'all', [true]],
  [
    'of an init container',
    `initContainers: [{name: i, ${onPod('true')}}]\n${containers('image: a')}`,
    'some',
    [false, true],
  ],
  ['a string', onPod('"true"'), 'none', [false]],
  ['of a pod without containers', `${onPod('true')}\ncontainers: []`, 'all', []],
  ['absent without containers', 'containers: []', 'none', []],
])('%s', (_, spec, extent, each) => {
  const found = hostProcess(podWith(spec), '1.22');
  expect(found.extent).toBe(extent);
  expect(found.containers.map(({ isHostProcess }) => isHostProcess)).toEqual(each);
});

test('API servers that drop the field have no HostProcess containers', () => {
  const found = hostProcess(podWith(`${onPod('true')}\n${containers('image: a')}`), '1.21');
  expect(found.extent).toBe('none');
  expect(found.containers.map(({ isHostProcess }) => isHostProcess)).toEqual([false]);
});
