import { expect, test } from 'vitest';
import type { Facts, ServiceFact } from '../../server/src/kubernetes/facts.ts';
import { FactIndex, FactReads } from '../../server/src/workspace/fact-index.ts';

const place = { uri: 'file:///a.yaml', document: 0, span: { start: 0, end: 1 } };

function service(name: string, namespace: string | null = null): ServiceFact {
  return { kind: 'Service', name, namespace, location: place, selector: {}, protocols: [], headless: false };
}

const indexOf = (...services: ServiceFact[]) => new FactIndex((kind) => (kind === 'Service' ? services : []));

const isCalled = ({ name }: ServiceFact, wanted: string) => name === wanted;
const isOther = ({ name }: ServiceFact, wanted: string) => name !== wanted;
const named = (facts: Facts, name: string) => facts.where('Service', undefined, isCalled, name).length;
const unnamed = (facts: Facts, name: string) => facts.where('Service', undefined, isOther, name).length;

test('an answer is that of a test and of what it goes by, whatever else was asked', () => {
  const index = indexOf(service('a'), service('a', 'n'), service('b'));
  const reads = new FactReads(index);
  for (const facts of [index, reads, index, reads]) {
    expect(facts.where('Service', undefined, isCalled, 'a').length).toBe(2);
    expect(facts.where('Service', undefined, isOther, 'a').length).toBe(1);
    expect(facts.where('Service', null, isCalled, 'a').length).toBe(1);
    expect(facts.where('Service', 'undefined', isCalled, 'a').length).toBe(0);
    expect(facts.where('Service', undefined, isCalled, 'a', ['named b']).length).toBe(0);
    expect(facts.derived(named, 'a')).toBe(2);
    expect(facts.derived(unnamed, 'a')).toBe(1);
  }
});

test('what a function knows besides makes it another question', () => {
  const index = indexOf(service('a'), service('b'), service('b', 'n'));
  const called = (name: string) => index.where('Service', undefined, (one) => one.name === name, null).length;
  expect([called('a'), called('b')]).toEqual([1, 2]);
});

test('only another answer is a change', () => {
  const reads = new FactReads(indexOf(service('a'), service('b')));
  reads.where('Service', undefined, isCalled, 'a');
  reads.derived(named, 'a');
  expect(reads.settled().stillHold(indexOf(service('a'), service('b'), service('c')))).toBe(true);
  expect(reads.settled().stillHold(indexOf(service('a'), service('a', 'n')))).toBe(false);
});
