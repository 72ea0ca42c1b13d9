import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nameKey } from '../../server/src/kubernetes/fact-keys.ts';
import type { ServiceFact } from '../../server/src/kubernetes/facts.ts';
import {
  defineDerivation,
  defineFilter,
  derived,
  type Facts,
  keyed,
  matching,
  named,
  ofKind,
} from '../../server/src/kubernetes/questions.ts';
import { FactIndex } from '../../server/src/workspace/fact-index.ts';
import { RecordedFacts } from '../../server/src/workspace/recorded-facts.ts';

const location = { uri: 'file:///a.yaml', document: 0, span: { start: 0, end: 1 } };

function service(name: string, namespace: string | null = null): ServiceFact {
  return { kind: 'Service', name, namespace, location, selector: {}, protocols: [], headless: false };
}

const indexOf = (...services: ServiceFact[]) => new FactIndex((kind) => (kind === 'Service' ? services : []));

const ofName = defineFilter('test ofName', 'Service', ({ name }, wanted: string) => name === wanted);
const ofOtherName = defineFilter('test ofOtherName', 'Service', ({ name }, wanted: string) => name !== wanted);
const countOfName = defineDerivation(
  'test countOfName',
  (facts, name: string) => facts.ask(matching(ofName, name)).length,
);
const countOfOthers = defineDerivation(
  'test countOfOthers',
  (facts, name: string) => facts.ask(matching(ofOtherName, name)).length,
);

test('the answer to a question depends on its whole content, whatever else was asked', () => {
  const index = indexOf(service('a'), service('a', 'n'), service('b'));
  const recorded = new RecordedFacts(index);
  const count = (facts: Facts, ...[filter, by, options]: Parameters<typeof matching<'Service', string>>) =>
    facts.ask(matching(filter, by, options)).length;
  for (const facts of [index, recorded, index, recorded]) {
    expect(count(facts, ofName, 'a')).toBe(2);
    expect(count(facts, ofOtherName, 'a')).toBe(1);
    expect(count(facts, ofName, 'a', { namespace: null })).toBe(1);
    expect(count(facts, ofName, 'a', { namespace: 'undefined' })).toBe(0);
    expect(count(facts, ofName, 'a', { keys: [nameKey('b')] })).toBe(0);
    expect(facts.ask(derived(countOfName, 'a'))).toBe(2);
    expect(facts.ask(derived(countOfOthers, 'a'))).toBe(1);
  }
});

test('only another answer makes a result invalid', () => {
  const recorded = new RecordedFacts(indexOf(service('a'), service('b')));
  recorded.ask(matching(ofName, 'a'));
  recorded.ask(derived(countOfName, 'a'));
  expect(recorded.questions().haveSameAnswers(indexOf(service('a'), service('b'), service('c')))).toBe(true);
  expect(recorded.questions().haveSameAnswers(indexOf(service('a'), service('a', 'n')))).toBe(false);
});

test('a result depends on the questions of the results that it includes', () => {
  const inner = new RecordedFacts(indexOf(service('a')));
  inner.ask(named('Service', 'a'));
  const outer = new RecordedFacts(indexOf(service('a')));
  outer.include(inner.questions());
  expect(outer.questions().haveSameAnswers(indexOf(service('a')))).toBe(true);
  expect(outer.questions().haveSameAnswers(indexOf())).toBe(false);
});

test('a question is written as JSON, with its function by name', () => {
  const questions = [
    named('Service', 'a', 'n'),
    keyed('Pod', 'k'),
    ofKind('Node'),
    matching(ofName, 'a', { namespace: null, keys: ['k'] }),
    derived(countOfName, 'a'),
  ];
  expect(JSON.parse(JSON.stringify(questions))).toEqual([
    { type: 'named', kind: 'Service', name: 'a', namespace: 'n' },
    { type: 'keyed', kind: 'Pod', key: 'k' },
    { type: 'kind', kind: 'Node' },
    { type: 'matching', kind: 'Service', filter: 'test ofName', by: 'a', namespace: null, keys: ['k'] },
    { type: 'derived', derivation: 'test countOfName', by: 'a' },
  ]);
});

test('functions of questions have the path of their module and the name of their constant', () => {
  const root = join(import.meta.dirname, '../../server/src');
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return [...text.matchAll(/(.*)\bdefine(?:Filter|Derivation)\(\s*(?:'([^']*)')?/g)]
        .filter(([, before]) => !before?.includes('function '))
        .map(([, before, name]) => {
          const constant = /^const (\w+) = $/.exec(before ?? '')?.[1];
          return { name, expected: `${path.replaceAll('\\', '/').replace(/\.ts$/, '')} ${constant}` };
        });
    });
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter(({ name, expected }) => name !== expected)).toEqual([]);
});
