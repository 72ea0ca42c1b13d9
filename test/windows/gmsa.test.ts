import { expect, test } from 'vitest';
import type { Fact } from '../../server/src/kubernetes/facts.ts';
import { credentialSpecChoices, hasGmsa } from '../../server/src/windows/gmsa.ts';
import { containers, factsOf, podWith } from './pods.ts';

const options = (fields: string) => `securityContext: {windowsOptions: {${fields}}}`;
const NAME = options('gmsaCredentialSpecName: web');
const CONTENTS = options("gmsaCredentialSpec: '{}'");

test.each<[name: string, spec: string, has: boolean[]]>([
  ['the name of the pod, for all', `${NAME}\n${containers('image: a')}\ninitContainers: [{name: i}]`, [true, true]],
  ['the contents of the pod', `${CONTENTS}\n${containers('image: a')}`, [true]],
  ['the name of a container', containers(NAME, 'image: b'), [true, false]],
  ['the name of an init container', `initContainers: [{name: i, ${NAME}}]\n${containers('image: a')}`, [false, false]],
  [
    'the contents of an init container',
    `initContainers: [{name: i, ${CONTENTS}}]\n${containers('image: a')}`,
    [false, true],
  ],
  [
    'a name that hides what the pod has',
    `${CONTENTS}\n${containers('image: a')}\ninitContainers: [{name: i, ${NAME}}]`,
    [true, false],
  ],
  ['an empty name', containers(options('gmsaCredentialSpecName: ""')), [false]],
])('%s', (_, spec, has) => {
  const pod = podWith(spec);
  expect(pod.containers.map((container) => hasGmsa(pod, container))).toEqual(has);
});

test('offers a few credential specs, without duplicates and invalid names', () => {
  const choices = (...names: string[]) =>
    credentialSpecChoices(factsOf(...names.map((name) => ({ kind: 'GMSACredentialSpec', name }) as Fact)));
  expect(choices('web', 'web', 'Web_App', 'store')).toEqual(['web', 'store']);
  expect(choices('a', 'b', 'c', 'd', 'e', 'f')).toEqual([]);
});
