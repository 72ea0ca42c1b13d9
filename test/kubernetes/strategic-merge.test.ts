import { describe, expect, test } from 'vitest';
import {
  applyOperations,
  type ListStrategy,
  type MergedValue,
  merge,
  mergedValueOf,
  plainData,
  possiblyChanged,
  UNKNOWN_VALUE,
  unknownAt,
  withIdentity,
  withImages,
} from '../../server/src/kubernetes/strategic-merge.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import type { Field } from '../../server/src/yaml/read/field.ts';

function fieldOf(text: string): Field {
  const { root, errors } = parse(text);
  if (root === undefined || errors.length > 0) throw new Error(`not readable: ${text}`);
  return root;
}

/** The value of a text, which is the source with this number. */
function read(text: string, source = 0): MergedValue {
  return mergedValueOf(fieldOf(text), ({ wholeSpan: { start, end } }) => [source, start, end]);
}

const shown = (value: MergedValue | undefined) => value && plainData(value);

/** A document, a JSON patch (RFC 6902) and the result; undefined if the patch cannot be applied. */
test.each<[base: string, operations: string, result: unknown]>([
  ['{a: 1}', '[]', { a: 1 }],
  ['{a: 1}', '[{op: add, path: /b, value: 2}]', { a: 1, b: 2 }],
  ['{a: 1}', '[{op: add, path: /a, value: {b: 2}}]', { a: { b: 2 } }],
  ['{a: {b: 1}}', '[{op: add, path: /a/c, value: 2}]', { a: { b: 1, c: 2 } }],
  ['{a: 1}', '[{op: add, path: /b/c, value: 2}]', undefined],
  ['{a: 1}', '[{op: add, path: /a/c, value: 2}]', undefined],
  ['{a: 1}', '[{op: add, path: /b}]', undefined],
  ['{a: 1}', '[{op: add, path: "", value: {b: 2}}]', undefined],
  ['{a: 1}', '[{op: add, path: b, value: 2}]', undefined],
  ['{a: 1}', '[{op: add, value: 2}]', undefined],
  ['{a: 1}', '[{op: add, path: /, value: 2}]', { a: 1, '': 2 }],
  ['{a: 1}', '[{op: replace, path: /a, value: 2}]', { a: 2 }],
  ['{a: 1}', '[{op: replace, path: /b, value: 2}]', undefined],
  ['{a: 1, b: 2}', '[{op: replace, path: /a, value: null}]', { b: 2 }],
  ['{a: 1}', '[{op: replace, path: /a}]', undefined],
  ['{a: 1, b: 2}', '[{op: remove, path: /a}]', { b: 2 }],
  ['{a: {b: 1, c: 2}}', '[{op: remove, path: /a/b}]', { a: { c: 2 } }],
  ['{a: 1}', '[{op: remove, path: /b}]', undefined],
  ['{a: 1}', '[{op: test, path: /a, value: 2}]', { a: 1 }],
  ['{a: 1}', '[{op: merge, path: /a, value: 2}]', undefined],
  ['{a: 1}', '[{op: copy, from: /a, path: /b}]', { a: 1, b: 1 }],
  ['{a: 1}', '[{op: copy, from: /c, path: /b}]', undefined],
  ['{a: 1}', '[{op: copy, path: /b}]', undefined],
  ['{a: 1}', '[{op: move, from: /a, path: /b}]', { b: 1 }],
  ['{a: {b: 1}, c: {}}', '[{op: move, from: /a/b, path: /c/b}]', { a: {}, c: { b: 1 } }],
  ['{a: 1}', '[{op: move, path: /b}]', undefined],
  ['{a: 1}', '[{op: remove, path: /b}, {op: add, path: /c, value: 1}]', undefined],
  ['{a: 1}', '[{op: remove, path: /a}, {op: add, path: /c, value: 1}]', { c: 1 }],
  ['{x/y: 1, x~z: 2}', '[{op: remove, path: /x~1y}, {op: remove, path: /x~0z}]', {}],
  ['{~1: 1}', '[{op: remove, path: /~01}]', {}],
  ['{a: [p, q]}', '[{op: add, path: /a/0, value: z}]', { a: ['z', 'p', 'q'] }],
  ['{a: [p, q]}', '[{op: add, path: /a/2, value: z}]', { a: ['p', 'q', 'z'] }],
  ['{a: [p, q]}', '[{op: add, path: /a/3, value: z}]', undefined],
  ['{a: [p, q]}', '[{op: add, path: /a/-, value: z}]', { a: ['p', 'q', 'z'] }],
  ['{a: [p, q]}', '[{op: add, path: /a/-1, value: z}]', { a: ['p', 'z', 'q'] }],
  ['{a: [p, q]}', '[{op: replace, path: /a/1, value: z}]', { a: ['p', 'z'] }],
  ['{a: [p, q]}', '[{op: replace, path: /a/2, value: z}]', undefined],
  ['{a: [p, q]}', '[{op: replace, path: /a/-, value: z}]', undefined],
  ['{a: [p, q]}', '[{op: remove, path: /a/0}]', { a: ['q'] }],
  ['{a: [p, q]}', '[{op: remove, path: /a/-1}]', { a: ['p'] }],
  ['{a: [p, q]}', '[{op: remove, path: /a/-3}]', undefined],
  ['{a: [p, q]}', '[{op: remove, path: /a/p}]', undefined],
  ['{a: [{b: 1}]}', '[{op: add, path: /a/0/c, value: 2}]', { a: [{ b: 1, c: 2 }] }],
  ['{a: [{b: 1}]}', '[{op: add, path: /a/1/c, value: 2}]', undefined],
  ['{a: [{b: 1}]}', '[{op: remove, path: /a/0/c}]', undefined],
])('%s with the operations %s', (base, operations, result) => {
  const made = applyOperations(read(base), fieldOf(operations), () => [1, 0, 0]);
  expect(shown(made)).toEqual(result);
});

describe('a strategic merge patch', () => {
  test.each<[base: string, patch: string, result: unknown, lists?: ListStrategy]>([
    ['{a: 1, b: 2}', '{a: 3}', { a: 3, b: 2 }],
    ['{a: {b: 1}}', '{a: {c: 2}}', { a: { b: 1, c: 2 } }],
    ['{a: 1, b: 2}', '{a: null}', { b: 2 }],
    ['{a: 1}', '{b: null}', { a: 1 }],
    ['{a: 1}', '{a: {b: 2}}', { a: { b: 2 } }],
    ['{a: {b: 1}}', '{a: 2}', { a: 2 }],
    ['{a: {b: 1}}', '{a: {$patch: replace, c: 2}}', { a: { c: 2 } }],
    ['{a: {b: 1}, c: 2}', '{a: {$patch: delete}}', { c: 2 }],
    ['{a: 1}', '{$patch: delete}', undefined],
    ['{a: 1}', '{$patch: merge, b: 2}', { a: 1, b: 2 }],
    ['{a: 1}', '{b: {$patch: replace, c: 2}}', { a: 1, b: { c: 2 } }],
    ['{a: 1}', '{b: {c: {$patch: delete}, d: 1}}', { a: 1, b: { d: 1 } }],
    ['{a: [1, 2]}', '{a: [3]}', { a: [3] }],
    ['{containers: [{name: a, x: 1}]}', '{containers: [{name: a, y: 2}]}', { containers: [{ name: 'a', x: 1, y: 2 }] }],
    ['{containers: [{name: a}]}', '{containers: [{name: a, y: 2}]}', { containers: [{ name: 'a', y: 2 }] }, 'replaced'],
    [
      '{containers: [{name: a, x: 1}]}',
      '{containers: [{name: a, y: 2}]}',
      { containers: [{ name: 'a', y: 2 }] },
      'replaced',
    ],
    ['{containers: [{name: a}, {name: b}]}', '{containers: [{name: c}]}', { containers: names('c', 'a', 'b') }],
    ['{containers: [{name: a}, {name: b}]}', '{containers: [{name: b}]}', { containers: names('b', 'a') }],
    ['{volumes: [{name: a}, {name: b}]}', '{volumes: [{name: b, $patch: delete}]}', { volumes: names('a') }],
    ['{volumes: [{name: a}]}', '{volumes: [{name: b, $patch: delete}]}', { volumes: names('a') }],
    ['{volumes: [{name: a}]}', '{volumes: [{name: b}, {$patch: replace}]}', { volumes: names('b') }],
    ['{env: [{name: a, value: p}]}', '{env: [{value: q}]}', { env: [{ value: 'q' }, { name: 'a', value: 'p' }] }],
    ['{tolerations: [{key: a}]}', '{tolerations: [{key: b}]}', { tolerations: [{ key: 'b' }] }],
    ['{constructor: [1]}', '{constructor: [2]}', { constructor: [2] }],
    ['{ports: [{port: 1, x: 1}]}', '{ports: [{port: 1, y: 1}]}', { ports: [{ port: 1, x: 1, y: 1 }] }],
    [
      '{ports: [{containerPort: 1, x: 1}]}',
      '{ports: [{containerPort: 1, y: 1}]}',
      { ports: [{ containerPort: 1, x: 1, y: 1 }] },
    ],
    [
      '{volumeMounts: [{mountPath: /a, name: x}]}',
      '{volumeMounts: [{mountPath: /b, name: x}]}',
      {
        volumeMounts: [
          { mountPath: '/b', name: 'x' },
          { mountPath: '/a', name: 'x' },
        ],
      },
    ],
  ])('%s, patched by %s', (base, patch, result, lists = 'merged') => {
    expect(shown(merge(read(base), fieldOf(patch), () => [1, 0, 0], lists))).toEqual(result);
  });

  test.each([
    ['containers', 'name'],
    ['initContainers', 'name'],
    ['ephemeralContainers', 'name'],
    ['volumes', 'name'],
    ['env', 'name'],
    ['imagePullSecrets', 'name'],
    ['resourceClaims', 'name'],
    ['volumeMounts', 'mountPath'],
    ['volumeDevices', 'devicePath'],
    ['ports', 'containerPort'],
    ['ports', 'port'],
    ['hostAliases', 'ip'],
    ['topologySpreadConstraints', 'topologyKey'],
  ])('merges the items of %s that have the same %s', (list, key) => {
    const merged = merge(
      read(`{${list}: [{${key}: p, a: 1}, {${key}: q}]}`),
      fieldOf(`{${list}: [{${key}: p, b: 2}]}`),
      () => [1, 0, 0],
      'merged',
    );
    expect(shown(merged)).toEqual({ [list]: [{ [key]: 'p', a: 1, b: 2 }, { [key]: 'q' }] });
  });

  test('records the origins of each value', () => {
    const made = merge(read('{a: 1, b: 2, c: 3}'), fieldOf('{a: 1, b: 5}'), () => [1, 0, 0], 'merged');
    const sources = Object.entries(made?.value ?? {}).map(([key, child]: [string, MergedValue]) => [
      key,
      child.from.map(([source]) => source),
    ]);
    expect(made?.from.map(([source]) => source)).toEqual([0, 1]);
    expect(sources).toEqual([
      ['a', [0, 1]],
      ['b', [1]],
      ['c', [0]],
    ]);
  });
});

test.each<[before: string, after: string, result: unknown]>([
  ['{a: 1, b: 2}', '{a: 1, b: 3}', { a: 1, b: UNKNOWN_VALUE }],
  ['{a: 1, b: 2}', '{a: 1}', { a: 1, b: UNKNOWN_VALUE }],
  ['{a: 1}', '{a: 1, b: 2}', { a: 1, b: UNKNOWN_VALUE }],
  ['{a: {b: 1}}', '{a: {b: 2, c: 3}}', { a: { b: UNKNOWN_VALUE, c: UNKNOWN_VALUE } }],
  ['{a: [1, 2]}', '{a: [1, 2]}', { a: [1, 2] }],
  ['{a: [1, 2]}', '{a: [1]}', { a: UNKNOWN_VALUE }],
  ['{a: {}}', '{a: 1}', { a: UNKNOWN_VALUE }],
])('%s or %s', (before, after, result) => {
  expect(shown(possiblyChanged(read(before), read(after, 1)))).toEqual(result);
});

test.each<[base: string, path: string, result: unknown]>([
  ['{a: 1, b: 2}', 'a', { a: UNKNOWN_VALUE, b: 2 }],
  ['{a: {b: 1, c: 2}}', 'a.b', { a: { b: UNKNOWN_VALUE, c: 2 } }],
  ['{a: 1}', 'b.c', { a: 1, b: UNKNOWN_VALUE }],
  ['{a: [{b: 1}, {b: 2}]}', 'a.0.b', { a: [{ b: UNKNOWN_VALUE }, { b: 2 }] }],
  ['{a: [{b: 1}, {b: 2}]}', 'a.*.b', { a: [{ b: UNKNOWN_VALUE }, { b: UNKNOWN_VALUE }] }],
  ['{a: [{b: 1}, {b: 2}]}', 'a.-.b', { a: [{ b: UNKNOWN_VALUE }, { b: UNKNOWN_VALUE }] }],
  [
    '{a: [{n: p, b: 1}, {n: q, b: 2}]}',
    'a.n=q.b',
    {
      a: [
        { n: 'p', b: 1 },
        { n: 'q', b: UNKNOWN_VALUE },
      ],
    },
  ],
  ['{a: [1, 2]}', 'a.0', { a: [UNKNOWN_VALUE, 2] }],
  ['{a: 1}', 'a.b', { a: 1 }],
])('%s with an unknown value at %s', (base, path, result) => {
  expect(shown(unknownAt(read(base), path.split('.'), [1, 0, 0]))).toEqual(result);
});

test.each<[patched: string, base: string, result: unknown]>([
  [
    '{kind: B, metadata: {name: b, namespace: c}}',
    '{kind: A, metadata: {name: a}}',
    { kind: 'A', metadata: { name: 'a' } },
  ],
  ['{kind: B, a: 1}', '{apiVersion: v1, kind: A}', { apiVersion: 'v1', kind: 'A', a: 1 }],
  [
    '{kind: A, metadata: {labels: {}}}',
    '{kind: A, metadata: {name: a, namespace: b}}',
    { kind: 'A', metadata: { name: 'a', namespace: 'b', labels: {} } },
  ],
])('%s keeps the identity of %s', (patched, base, result) => {
  expect(shown(withIdentity(read(patched, 1), read(base)))).toEqual(result);
});

test('changes images only in containers', () => {
  const base =
    '{image: a, containers: [{image: a}, {image: b, env: [{image: a}]}], spec: {initContainers: [{image: a}]}, volumes: [{image: a}]}';
  const before = read(base);
  const made = withImages(before, (image) => (image === 'a' ? { value: 'c', from: [] } : undefined));
  expect(plainData(made)).toEqual({
    image: 'a',
    containers: [{ image: 'c' }, { image: 'b', env: [{ image: 'a' }] }],
    spec: { initContainers: [{ image: 'c' }] },
    volumes: [{ image: 'a' }],
  });
  expect(withImages(before, () => undefined)).toBe(before);
});

function names(...list: readonly string[]): { name: string }[] {
  return list.map((name) => ({ name }));
}
