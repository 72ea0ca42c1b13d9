import { expect, test } from 'vitest';
import { lintText } from '../lint-text.ts';

const RULE = 'env/case-insensitive-duplicate';

/** The effect for two variables: `differs` if their values are equal, otherwise `ignored`. */
test.each<[name: string, first: string, second: string, effect: string]>([
  ['the same text', 'value: a', 'value: "a"', 'differs'],
  ['another text', 'value: a', 'value: b', 'ignored'],
  ['two empty values', 'value: ""', '', 'differs'],
  ['a text and a source', 'value: a', 'valueFrom: { fieldRef: { fieldPath: spec.nodeName } }', 'ignored'],
  [
    'the same source, its keys in another order',
    'valueFrom: { secretKeyRef: { name: a, key: b, optional: true } }',
    'valueFrom: { secretKeyRef: { optional: true, key: b, name: a } }',
    'differs',
  ],
  [
    'a source with an additional key',
    'valueFrom: { secretKeyRef: { name: a, key: b } }',
    'valueFrom: { secretKeyRef: { name: a, key: b, optional: true } }',
    'ignored',
  ],
  [
    'a source that differs in a boolean',
    'valueFrom: { secretKeyRef: { name: a, key: b, optional: false } }',
    'valueFrom: { secretKeyRef: { name: a, key: b, optional: true } }',
    'ignored',
  ],
  [
    'sources without a value',
    'valueFrom: { fieldRef: { fieldPath: } }',
    'valueFrom: { fieldRef: { fieldPath: } }',
    'differs',
  ],
  // Values that cannot be read count as different.
  ['sources that are lists', 'valueFrom: { fieldRef: [a] }', 'valueFrom: { fieldRef: [a] }', 'ignored'],
  ['a source of another kind', 'valueFrom: { fieldRef: { a: b } }', 'valueFrom: { fieldRef: [a, b] }', 'ignored'],
])('%s', (_, first, second, effect) => {
  const text = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
      env: [{ name: STAGE, ${first} }, { name: Stage, ${second} }]
`;
  const effects = lintText(text).flatMap((finding) => (finding.rule === RULE ? finding.effect : []));
  expect(effects).toEqual([effect]);
});
