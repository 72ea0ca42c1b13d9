import { expect, test } from 'vitest';
import type { Change } from '../../server/src/yaml/edit/change.ts';
import { editsFor } from '../../server/src/yaml/edit/edits.ts';
import { REFUSALS } from '../../server/src/yaml/edit/patch.ts';
import { parse } from '../../server/src/yaml/read/document.ts';

/** Lines with template actions are not changed; lines may be added between them. */
test.each<[name: string, before: string, change: Change, after: string | undefined]>([
  [
    'a line before one with an action',
    'a: 1\nc: {{ .c }}\n',
    { kind: 'insert', path: ['b'], value: 2, place: { before: 'c' } },
    'a: 1\nb: 2\nc: {{ .c }}\n',
  ],
  [
    'a line after an action',
    'a: "{{ .a }}"\nc: 3\n',
    { kind: 'insert', path: ['b'], value: 2, place: { after: 'a' } },
    'a: "{{ .a }}"\nb: 2\nc: 3\n',
  ],
  [
    'a line between two with actions',
    'a: "{{ .a }}"\nc: {{ .c }}\n',
    { kind: 'insert', path: ['b'], value: 2, place: { after: 'a' } },
    'a: "{{ .a }}"\nb: 2\nc: {{ .c }}\n',
  ],
  [
    'a line taken from between two',
    'a: {{ .a }}\nb: 2\nc: {{ .c }}\n',
    { kind: 'remove', path: ['b'] },
    'a: {{ .a }}\nc: {{ .c }}\n',
  ],
  ['a line with an action', 'a: 1\nb: {{ .b }}\n', { kind: 'remove', path: ['b'] }, undefined],
  ['a key before an action', 'a: 1\nb: {{ .b }}\n', { kind: 'rename', path: ['b'], key: 'c' }, undefined],
  [
    'a part of a line with an action',
    'a: {b: 1, c: {{ .c }}}\n',
    { kind: 'insert', path: ['a', 'd'], value: 1 },
    undefined,
  ],
  [
    'a part of a line with an action in quotes',
    'a: {b: 1, c: "{{ .c }}"}\n',
    { kind: 'insert', path: ['a', 'd'], value: 1, place: { after: 'b' } },
    undefined,
  ],
  [
    'a list item before an action in quotes',
    'a: [1, "{{ .c }}"]\n',
    { kind: 'append', path: ['a'], value: 2 },
    undefined,
  ],
  [
    'a value before an action',
    'a: {b: 1, c: "{{ .c }}"}\n',
    { kind: 'replace', path: ['a', 'b'], value: 2 },
    undefined,
  ],
  [
    'lines of which the last has an action',
    'a:\n  b: 1\n  c: {{ .c }}\nd: 1\n',
    { kind: 'remove', path: ['a'] },
    undefined,
  ],
])('%s', (_, before, change, after) => {
  const plan = editsFor(parse(before), [change]);
  expect(plan).toMatchObject(
    after === undefined ? { ok: false, reason: REFUSALS.template } : { ok: true, text: after },
  );
});

test('makes changes on the lines before and after an action', () => {
  const plan = editsFor(parse('a: 1\nb: {{ .b }}\nc: 1\n'), [
    { kind: 'replace', path: ['a'], value: 2 },
    { kind: 'replace', path: ['c'], value: 2 },
  ]);
  expect(plan).toMatchObject({ ok: true, text: 'a: 2\nb: {{ .b }}\nc: 2\n' });
});
