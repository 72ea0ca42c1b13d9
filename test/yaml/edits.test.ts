import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../server/src/text/edit.ts';
import type { Change, Value } from '../../server/src/yaml/edit/change.ts';
import { editsFor } from '../../server/src/yaml/edit/edits.ts';
import { REFUSALS } from '../../server/src/yaml/edit/patch.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import type { FieldPath } from '../../server/src/yaml/read/path.ts';

type Place = 'first' | { before: string } | { after: string };

const remove = (path: string): Change => ({ kind: 'remove', path: pathOf(path) });
const replace = (path: string, value: Value): Change => ({ kind: 'replace', path: pathOf(path), value });
const rename = (path: string, key: string): Change => ({ kind: 'rename', path: pathOf(path), key });
const move = (path: string, to: string, place?: Place): Change =>
  place === undefined
    ? { kind: 'move', path: pathOf(path), to: pathOf(to) }
    : { kind: 'move', path: pathOf(path), to: pathOf(to), place };
const comment = (path: string, text: string, at = 0): Change => ({
  kind: 'comment',
  path: pathOf(path),
  at,
  text: ` ${text}`,
});
const insert = (path: string, value: Value, place?: Place): Change =>
  place === undefined
    ? { kind: 'insert', path: pathOf(path), value }
    : { kind: 'insert', path: pathOf(path), value, place };
const append = (path: string, value: Value, place?: Place): Change =>
  place === undefined
    ? { kind: 'append', path: pathOf(path), value }
    : { kind: 'append', path: pathOf(path), value, place };

/** `a.b[0].c` and `nodeSelector[kubernetes.io/os]`. */
function pathOf(text: string): FieldPath {
  return [...text.matchAll(/\[(\d+)\]|\[([^\]]+)\]|([^.[\]]+)/g)].map(([, index, quoted, name]) =>
    index === undefined ? (quoted ?? name ?? '') : Number(index),
  );
}

/** A template string without the indentation that it has in this file. */
function text(template: string): string {
  if (!template.startsWith('\n')) return template;
  const indent = /^\n( *)/.exec(template)?.[1] ?? '';
  return template
    .slice(1)
    .replace(/ *$/, '')
    .replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

type Row = readonly [name: string, before: string, changes: Change | readonly Change[], after: string];

function table(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    it.each(rows)('%s', (_, before, changes, after) => {
      const source = text(before);
      const plan = editsFor(parse(source), [changes].flat());
      expect(plan).toMatchObject({ ok: true, text: text(after) });
      if (plan.ok) expect(applyEdits(source, plan.edits)).toBe(plan.text);
    });
  });
}

function refused(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    it.each(rows)('%s', (_, before, changes, reason) => {
      expect(editsFor(parse(text(before)), [changes].flat())).toEqual({ ok: false, reason });
    });
  });
}

table('moves', [
  [
    'a key with its comments',
    `
    a:
      # about b
      b: "1" # one
      c: 2
    d: 3
    `,
    move('a.b', 'e.f'),
    `
    a:
      c: 2
    d: 3
    e:
      # about b
      f: "1" # one
    `,
  ],
  [
    'a mapping with everything in it',
    `
    spec:
      windowsOptions: # for Windows
        # the account
        runAsUserName: 'NT AUTHORITYSYSTEM'

        hostProcess: true # node agent
      securityContext:
          runAsNonRoot: false
      containers: []
    `,
    move('spec.windowsOptions', 'spec.securityContext.windowsOptions'),
    `
    spec:
      securityContext:
          runAsNonRoot: false
          windowsOptions: # for Windows
            # the account
            runAsUserName: 'NT AUTHORITYSYSTEM'

            hostProcess: true # node agent
      containers: []
    `,
  ],
  [
    'a block scalar',
    `
    a:
      b: |-
        { "x":
          1 }
      c: 1
    `,
    move('a.b', 'a.d.e', 'first'),
    `
    a:
      d:
        e: |-
          { "x":
            1 }
      c: 1
    `,
  ],
  [
    'the first key of a list item',
    `
    - b: 1
      c: 2
    `,
    move('[0].b', '[0].c2.b'),
    `
    - c: 2
      c2:
        b: 1
    `,
  ],
  [
    'the only key of a parent that is removed',
    'securityContext:\n  a: 1\nb: 2\n',
    move('securityContext.a', 'c.a'),
    'b: 2\nc:\n  a: 1\n',
  ],
  [
    'the only key into the same mapping',
    'securityContext:\n  # why\n  a: 1 # one\n',
    move('securityContext.a', 'securityContext.windowsOptions.a'),
    'securityContext:\n  windowsOptions:\n    # why\n    a: 1 # one\n',
  ],
  ['in flow style', "a: { b: 'x', c: 2 }\n", move('a.b', 'a.d.e'), "a: { c: 2, d: { e: 'x' } }\n"],
  ['out of flow style', "a: { b: 'x', c: 2 }\nd: 1\n", move('a.b', 'e.f'), "a: { c: 2 }\nd: 1\ne:\n  f: 'x'\n"],
  ['in JSON', '{"a": {"b": "x", "c": 2}}\n', move('a.b', 'a.d'), '{"a": {"c": 2, "d": "x"}}\n'],
  [
    'in a file of Windows',
    'a:\r\n  # why\r\n  b: 1 # one\r\n  c: 2\r\n',
    move('a.b', 'd'),
    'a:\r\n  c: 2\r\n# why\r\nd: 1 # one\r\n',
  ],
]);

refused('refuses to move', [
  ['to a key that exists', 'a: 1\nb: 2\n', move('a', 'b'), REFUSALS.present],
  ['into itself', 'a:\n  b: 1\nc: 1\n', move('a', 'a.d'), REFUSALS.contradiction],
  ['what does not exist', 'a: 1\n', move('b', 'c'), REFUSALS.absent],
  ['lines into flow style', 'a:\n  b: 1\nc: { d: 1 }\n', move('a', 'c.a'), REFUSALS.notation],
  ['a comment behind the value into flow style', 'a: 1 # one\nc: { d: 1 }\n', move('a', 'c.a'), REFUSALS.notation],
  ['a tag', 'a: !!str 1\nb: 1\n', move('a', 'c'), REFUSALS.notation],
  ['a comment into flow style', 'a: 1\n# why\nb: 1\nc: { d: 1 }\n', move('b', 'c.b'), REFUSALS.notation],
]);

table('removing a key from a block mapping', [
  ['in the middle', 'a: 1\nb: 2\nc: 3\n', remove('b'), 'a: 1\nc: 3\n'],
  ['at the start', 'a: 1\nb: 2\n', remove('a'), 'b: 2\n'],
  ['at the end', 'a: 1\nb: 2\n', remove('b'), 'a: 1\n'],
  ['at the end without a line break', 'a: 1\nb: 2', remove('b'), 'a: 1'],
  ['at the end without a line break, in CRLF', 'a: 1\r\nb: 2', remove('b'), 'a: 1'],
  ['after a block scalar, which keeps its line break', 'a: |\n  x\nb: 2', remove('b'), 'a: |\n  x\n'],
  ['with a comment after it', 'a: 1\nb: 2 # two\nc: 3\n', remove('b'), 'a: 1\nc: 3\n'],
  ['with trailing spaces elsewhere', 'a: 1  \nb: 2\nc: 3  \n', remove('b'), 'a: 1  \nc: 3  \n'],
  ['in CRLF', 'a: 1\r\nb: 2\r\nc: 3\r\n', remove('b'), 'a: 1\r\nc: 3\r\n'],
  ['in mixed line ends', 'a: 1\r\nb: 2\nc: 3\r\nd: 4\n', remove('b'), 'a: 1\r\nc: 3\r\nd: 4\n'],
  ['after a byte order mark', '\ufeffa: 1\nb: 2\n', remove('a'), '\ufeffb: 2\n'],
  ['with a quoted key', `a: 1\n"b": 2\n'c': 3\n`, [remove('b'), remove('c')], 'a: 1\n'],
  ['that has no value', 'a:\nb: 2\n', remove('a'), 'b: 2\n'],
  ['whose name is a boolean in YAML 1.1', 'n: 1\nb: 2\n', remove('n'), 'b: 2\n'],
  ['with a nested value', 'a:\n  b:\n  - c: 1\n    d: 2\ne: 5\n', remove('a'), 'e: 5\n'],
  ['with a flow value on several lines', 'a: {\n  b: 1,\n}\nc: 2\n', remove('a'), 'c: 2\n'],
  ['with a multi-line string', 'a: "x\n  y"\nb: x\n  y\nc: 2\n', [remove('a'), remove('b')], 'c: 2\n'],
  ['leaves blank lines', 'a: 1\n\nb: 2\n\nc: 3\n', remove('b'), 'a: 1\n\n\nc: 3\n'],
  ['between document markers', '--- # first\na: 1\nb: 2\n...\n', remove('a'), '--- # first\nb: 2\n...\n'],
  ['after a directive', '%YAML 1.2\n---\na: 1\nb: 2\n', remove('b'), '%YAML 1.2\n---\na: 1\n'],
  ['that has a tab after the colon', 'a:\t1\nb: 2\n', remove('a'), 'b: 2\n'],
  [
    'keeps comments that do not explain a key',
    `
    # above
    spec:
      # inside, at the top
      a: 1 # goes
        # inside, odd

      b:
        # deep
        - 1
        # at the end
    # behind
    other: 1
    `,
    remove('spec'),
    `
    # above
    # inside, odd
    # at the end
    # behind
    other: 1
    `,
  ],
  ['with one-space steps', 'a:\n b:\n  c: 1\n  d: 2\n e: 3\n', remove('a.b.c'), 'a:\n b:\n  d: 2\n e: 3\n'],
  ['with eight-space steps', 'a:\n        b: 1\n        c: 2\n', remove('a.c'), 'a:\n        b: 1\n'],
  ['with three-space steps', 'a:\n   b:\n      c: 1\n   d: 2\n', remove('a.b'), 'a:\n   d: 2\n'],
  ['with four-space steps', 'a:\n    b:\n    -   c: 1\n    d: 2\n', remove('a.b'), 'a:\n    d: 2\n'],
  ['after a byte order mark, in CRLF', '\ufeffa: 1\r\nb: 2\r\n', remove('a'), '\ufeffb: 2\r\n'],
  ['after a byte order mark and a separator', '\ufeff---\na: 1\nb: 2\n', remove('a'), '\ufeff---\nb: 2\n'],
  [
    'that is a merge key of its own',
    'a: &a {x: 1}\nb:\n  <<: *a\n  c: 1\n',
    remove('b.c'),
    'a: &a {x: 1}\nb:\n  <<: *a\n',
  ],
  ['with an anchor that nothing needs', 'a: &a 1\nb: &b {c: 1}\n', [remove('a'), remove('b.c')], 'b: &b {}\n'],
  ['with comments after its neighbors', 'a: 1 # a\nb: 2 # b\nc: 3 # c\n', remove('b'), 'a: 1 # a\nc: 3 # c\n'],
]);

table('keeping document separators', [
  ['a document with a bare marker', '---\na: 1\nb: 2\n', remove('a'), '---\nb: 2\n'],
  ['with blanks after it', '---  \na: 1\nb: 2\n', remove('b'), '---  \na: 1\n'],
  ['with a tab after it', '---\t# first\na: 1\nb: 2\n', remove('a'), '---\t# first\nb: 2\n'],
  ['in CRLF', '---\r\na: 1\r\nb: 2\r\n...\r\n', remove('a'), '---\r\nb: 2\r\n...\r\n'],
  ['with the document on its line', '--- {a: 1, b: 2}\n', remove('a'), '--- {b: 2}\n'],
  ['with a tag or an anchor on its line', '--- !!map &x\na: 1\nb: 2\n', remove('a'), '--- !!map &x\nb: 2\n'],
  ['an end with a comment', 'a: 1\nb: 2\n... # end\n', remove('b'), 'a: 1\n... # end\n'],
  ['an end without a line break', 'a: 1\n...', insert('b', 2), 'a: 1\nb: 2\n...'],
  [
    'after directives and comments',
    '# top\n%YAML 1.1\n# more\n---\na: 1\n',
    insert('b', 2),
    '# top\n%YAML 1.1\n# more\n---\na: 1\nb: 2\n',
  ],
  [
    'what only looks like one',
    'a: |\n  ---\n  x\nb: "\n  ---"\nc: 1\n',
    remove('c'),
    'a: |\n  ---\n  x\nb: "\n  ---"\n',
  ],
]);

table('removing block scalars', [
  ['clipped', 'c: 0\na: |\n  x\n  # no comment\n\nb: 1\n', remove('a'), 'c: 0\n\nb: 1\n'],
  ['kept, with the blank lines in them', 'a: |+\n  x\n\n\nb: 1\n', remove('a'), 'b: 1\n'],
  ['stripped and folded with an indent', 'a: >-2\n   x\n\n   y\nb: 1\n', remove('a'), 'b: 1\n'],
  ['empty', 'a: |\nb: 1\n', remove('a'), 'b: 1\n'],
  ['before a removed entry with comments that stay', 'a: |\n  x\n\nb:\n  # in\n  c: 1\n', remove('b'), 'a: |\n  x\n\n'],
  ['in a list', 'a:\n- |\n  x\n- y\n', remove('a[0]'), 'a:\n- y\n'],
  ['at the end of the text', 'b: 1\na: |\n  x', remove('a'), 'b: 1'],
]);

table('removing the first entry of a list item', [
  ['with others', 'a:\n- name: x # one\n  image: y\n', remove('a[0].name'), 'a:\n- image: y\n'],
  ['indented', 'a:\n  - name: x\n    image: y\n', remove('a[0].name'), 'a:\n  - image: y\n'],
  ['with a wide dash', 'a:\n  -   name: x\n      image: y\n', remove('a[0].name'), 'a:\n  -   image: y\n'],
  ['several', 'a:\n- b: 1\n  c:\n    d: 2\n  e: 3\n', [remove('a[0].b'), remove('a[0].c')], 'a:\n- e: 3\n'],
  ['the only one', 'a:\n- name: x # one\n', remove('a[0].name'), 'a:\n- {}\n'],
  [
    'the only one, on several lines',
    'a:\n- b:\n    c: 1\n  # more\n- d: 1\n',
    remove('a[0].b'),
    'a:\n- {}\n  # more\n- d: 1\n',
  ],
  ['all of them', 'a:\n- b: 1\n  c: 2\n- d: 1\n', [remove('a[0].b'), remove('a[0].c')], 'a:\n- {}\n- d: 1\n'],
  ['on the line after the dash', 'a:\n-\n  b: 1\n  c: 2\n', remove('a[0].b'), 'a:\n-\n  c: 2\n'],
  ['the only one below the dash', 'a:\n-\n  b: 1\n', remove('a[0].b'), 'a:\n- {}\n'],
  ['in CRLF', 'a:\r\n- b: 1\r\n  c: 2\r\n', remove('a[0].b'), 'a:\r\n- c: 2\r\n'],
  ['in compact nested lists', 'a:\n- - b: 1\n    c: 2\n  - d\n', remove('a[0][0].b'), 'a:\n- - c: 2\n  - d\n'],
  ['a nested list of one', 'a:\n- - b: 1\n    c: 2\n  - d\n', remove('a[0][0]'), 'a:\n- - d\n'],
  [
    'with comments before the next',
    `
    a:
      # about the item
      - name: x
        # about the image
        image: y
    `,
    remove('a[0].name'),
    `
    a:
      # about the item
      # about the image
      - image: y
    `,
  ],
]);

table('removing the last entry of a collection', [
  [
    'a mapping',
    'v:\n- name: x\n  emptyDir: # memory\n    medium: Memory\n',
    remove('v[0].emptyDir.medium'),
    'v:\n- name: x\n  emptyDir: {} # memory\n',
  ],
  ['a mapping with comments', 'a:\n  # one\n  b: 1\n  # two\nc: 1\n', remove('a.b'), 'a: {}\n  # two\nc: 1\n'],
  ['a list', 'a:\n- 1\n- 2\nb: 1\n', [remove('a[0]'), remove('a[1]')], 'a: []\nb: 1\n'],
  ['a flow mapping', 'a: { b: 1 }\nc: 1\n', remove('a.b'), 'a: {}\nc: 1\n'],
  ['a flow list', 'a: [ALL]\n', remove('a[0]'), 'a: []\n'],
  ['the document', 'a: 1 # one\n', remove('a'), '{}\n'],
  ['an anchored mapping', 'a: &x\n  b: 1\nc: 1\n', remove('a.b'), 'a: &x {}\nc: 1\n'],
  [
    'securityContext goes',
    'a: 1\nsecurityContext:\n  # why\n  privileged: true\n',
    remove('securityContext.privileged'),
    'a: 1\n',
  ],
  [
    'and what was around it, upward',
    'a: 1\nsecurityContext:\n  windowsOptions:\n    hostProcess: true\n',
    remove('securityContext.windowsOptions.hostProcess'),
    'a: 1\n',
  ],
  [
    'in flow style too',
    'a: 1\nsecurityContext: {windowsOptions: {x: 1}}\n',
    remove('securityContext.windowsOptions.x'),
    'a: 1\n',
  ],
  [
    'in a list item',
    'c:\n- securityContext:\n    privileged: true\n',
    remove('c[0].securityContext.privileged'),
    'c:\n- {}\n',
  ],
  [
    'not while something is put in',
    'nodeSelector:\n  a: b\n',
    [remove('nodeSelector.a'), insert('nodeSelector.c', 'd')],
    'nodeSelector:\n  c: d\n',
  ],
  ['not what was empty before', 'a: 1\nsecurityContext: {}\n', remove('a'), 'securityContext: {}\n'],
]);

table('removing list items', [
  ['indented', 'a:\n  - 1\n  - 2 # two\n  - 3\n', remove('a[1]'), 'a:\n  - 1\n  - 3\n'],
  ['flush', 'a:\n- 1\n- 2\nb: 1\n', remove('a[1]'), 'a:\n- 1\nb: 1\n'],
  ['null', 'a:\n-\n- 2\n', remove('a[0]'), 'a:\n- 2\n'],
  ['with comments', 'a:\n# one\n- b: 1\n  # in\n  c: 2\n# two\n- d\n', remove('a[0]'), 'a:\n# two\n- d\n'],
  [
    'several at once',
    'a: [1, 2, 3, 4]\nb:\n- 1\n- 2\n- 3\n',
    ['a[0]', 'a[2]', 'b[0]', 'b[1]'].map(remove),
    'a: [2, 4]\nb:\n- 3\n',
  ],
]);

table('removing from flow collections on one line', [
  ['the first', 'a: {b: 1, c: 2, d: 3}\n', remove('a.b'), 'a: {c: 2, d: 3}\n'],
  ['the middle', 'a: { b: 1, c: 2, d: 3 }\n', remove('a.c'), 'a: { b: 1, d: 3 }\n'],
  ['the last', 'a: { b: 1, c: 2 }\n', remove('a.c'), 'a: { b: 1 }\n'],
  ['the last with a trailing comma', 'a: { b: 1, c: 2, }\n', remove('a.c'), 'a: { b: 1, }\n'],
  ['a nested collection', 'a: {b: {c: 1}, d: [x, y]}\n', [remove('a.b.c'), remove('a.d[0]')], 'a: {b: {}, d: [y]}\n'],
  ['two at the end', 'a: [1, 2, 3]\n', [remove('a[1]'), remove('a[2]')], 'a: [1]\n'],
  ['an anchored item', 'a: [&x 1, 2]\n', remove('a[0]'), 'a: [2]\n'],
  ['a pair in a list', 'a: [b: 1, c]\n', remove('a[0]'), 'a: [c]\n'],
  ['in JSON', '{"a": 1, "b": [1,2]}', [remove('a'), remove('b[1]')], '{"b": [1]}'],
  ['with a trailing comment', 'a: {b: 1, c: 2} # both\n', remove('a.b'), 'a: {c: 2} # both\n'],
]);

table('removing from flow collections on several lines', [
  [
    'with a blank line between others',
    'a: {\n  b: 1,\n\n  c: 2,\n  d: 3\n}\n',
    remove('a.d'),
    'a: {\n  b: 1,\n\n  c: 2\n}\n',
  ],
  [
    'with comments between others',
    'a: [\n  b, # one\n\n  # two\n  c,\n  d\n]\n',
    remove('a[2]'),
    'a: [\n  b, # one\n\n  # two\n  c\n]\n',
  ],
  ['with a blank line at the end', 'a: [\n  b,\n  c\n\n]\n', remove('a[0]'), 'a: [\n  c\n\n]\n'],
  ['JSON, the first', '{\n  "a": 1,\n  "b": 2\n}\n', remove('a'), '{\n  "b": 2\n}\n'],
  ['JSON, the last', '{\n  "a": 1,\n  "b": 2\n}\n', remove('b'), '{\n  "a": 1\n}\n'],
  [
    'JSON with tabs',
    '{\n\t"a": {\n\t\t"b": 2,\n\t\t"c": 3\n\t}\n}\n',
    remove('a.c'),
    '{\n\t"a": {\n\t\t"b": 2\n\t}\n}\n',
  ],
  ['JSON, the only one', '{\n  "a": {\n    "b": 1\n  }\n}\n', remove('a.b'), '{\n  "a": {}\n}\n'],
  ['JSON in CRLF', '{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n', remove('b'), '{\r\n  "a": 1\r\n}\r\n'],
  ['KYAML', '---\n{\n  a: 1,\n  b: {\n    c: "x",\n  },\n}\n', remove('b'), '---\n{\n  a: 1,\n}\n'],
  ['JSON with trailing commas, the last', '{\n  "a": 1,\n  "b": 2,\n}\n', remove('b'), '{\n  "a": 1,\n}\n'],
  [
    'JSON with trailing commas, the first',
    '{\n  "a": [\n    1,\n    2,\n  ],\n}\n',
    remove('a[0]'),
    '{\n  "a": [\n    2,\n  ],\n}\n',
  ],
  ['JSON with trailing commas on one line', '{"a": {"b": 1, "c": 2,},}', remove('a.c'), '{"a": {"b": 1,},}'],
  ['KYAML in CRLF', '---\r\n{\r\n  a: 1,\r\n  b: "x",\r\n}\r\n', remove('b'), '---\r\n{\r\n  a: 1,\r\n}\r\n'],
  [
    'KYAML without a line break at the end',
    '{\n  a: [{\n    b: 1,\n    c: 2,\n  }],\n}',
    remove('a[0].b'),
    '{\n  a: [{\n    c: 2,\n  }],\n}',
  ],
  [
    'KYAML upward',
    '{\n  a: 1,\n  securityContext: {\n    c: 1,\n  },\n}\n',
    remove('securityContext.c'),
    '{\n  a: 1,\n}\n',
  ],
  ['mixed lines', 'a: { b: 1, c: 2,\n     d: 3 }\n', remove('a.c'), 'a: { b: 1,\n     d: 3 }\n'],
  ['the first of mixed lines', 'a: { b: 1, c: 2,\n     d: 3 }\n', remove('a.b'), 'a: { c: 2,\n     d: 3 }\n'],
  [
    'with comments',
    `
    a: {
      # about b
      b: 1, # one
      # about c
      c: 2, # two
      # at the end
    }
    `,
    remove('a.c'),
    `
    a: {
      # about b
      b: 1, # one
      # at the end
    }
    `,
  ],
  ['everything', 'a: {\n  # one\n  b: 1, # goes\n}\n', remove('a.b'), 'a: {}\n'],
  ['everything but a comment', 'a: {\n  # one\n\n  b: 1, # goes\n}\n', remove('a.b'), 'a: {\n  # one\n}\n'],
]);

const REVIEWED = `
    securityContext:
      # The security review
      # asks for these two.
      runAsUser: 101
      runAsGroup: 101
      fsGroup: 101
    # Kept apart.

    volumeMounts: []
    `;

table('removing comments with their entries', [
  ['directly above a key', 'a: 1\n# one\n# two\nb: 2\nc: 3\n', remove('b'), 'a: 1\nc: 3\n'],
  ['not after a blank line', 'a: 1\n# one\n\n# two\nb: 2\n', remove('b'), 'a: 1\n# one\n\n'],
  ['not in another column', 'a:\n  b: 1\n  # in\nc: 2\nd: 3\n', remove('c'), 'a:\n  b: 1\n  # in\nd: 3\n'],
  ['not above the first key of a document', '# top\na: 1\nb: 2\n', remove('a'), '# top\nb: 2\n'],
  ['not with a template expression', 'a: 1\n# {{ .b }}\n# two\nb: 2\n', remove('b'), 'a: 1\n# {{ .b }}\n'],
  ['above an item', 'a:\n  # one\n  - b: 1\n  # two\n  - c: 1\n', remove('a[1]'), 'a:\n  # one\n  - b: 1\n'],
  ['not above the item of a key', 'a:\n  # one\n  - b: 1\n    c: 1\n', remove('a[0].b'), 'a:\n  # one\n  - c: 1\n'],
  ['in CRLF', 'a: 1\r\n# one\r\nb: 2\r\n', remove('b'), 'a: 1\r\n'],
  ['above both, without the first', 'a: 0\n# both\nb: 1\nc: 2\n', remove('b'), 'a: 0\n# both\nc: 2\n'],
  ['above both, without both', 'a: 0\n# both\nb: 1\nc: 2\n', [remove('b'), remove('c')], 'a: 0\n'],
  ['above both, with a blank line between them', 'a: 0\n# both\nb: 1\n\nc: 2\n', remove('b'), 'a: 0\n\nc: 2\n'],
  [
    'above two, without the first',
    REVIEWED,
    remove('securityContext.runAsUser'),
    `
    securityContext:
      # The security review
      # asks for these two.
      runAsGroup: 101
      fsGroup: 101
    # Kept apart.

    volumeMounts: []
    `,
  ],
  [
    'above two, without both',
    REVIEWED,
    [remove('securityContext.runAsUser'), remove('securityContext.runAsGroup')],
    `
    securityContext:
      fsGroup: 101
    # Kept apart.

    volumeMounts: []
    `,
  ],
  [
    'above two, with all that is around them',
    `
    a: 1
    ${REVIEWED.trim()}
    `,
    ['runAsUser', 'runAsGroup', 'fsGroup'].map((key) => remove(`securityContext.${key}`)),
    `
    a: 1
    # Kept apart.

    volumeMounts: []
    `,
  ],
  [
    'above these, with all that follow',
    'a: 0\n# These are unused.\nb: 1\nc:\n  d: 1\ne: 2\n\nf: 3\n',
    ['b', 'c', 'e'].map(remove),
    'a: 0\n\nf: 3\n',
  ],
]);

table('inserting into block mappings', [
  ['at the end', 'a: 1\n', insert('b', 2), 'a: 1\nb: 2\n'],
  ['without a line break at the end', 'a: 1', insert('b', 2), 'a: 1\nb: 2'],
  ['in CRLF without a line break at the end', 'a: 1\r\nb: 1', insert('c', 2), 'a: 1\r\nb: 1\r\nc: 2'],
  [
    'in mixed line ends',
    'a: 1\r\nb: 2\nc: 3\r\n',
    [insert('d', 1, { after: 'a' }), insert('e', 1, { after: 'b' })],
    'a: 1\r\nd: 1\r\nb: 2\ne: 1\nc: 3\r\n',
  ],
  ['first', 'a:\n  b: 1\n', insert('a.c', 2, 'first'), 'a:\n  c: 2\n  b: 1\n'],
  ['after a sibling', 'a: 1\nb:\n  c: 1\nd: 2\n', insert('e', 3, { after: 'b' }), 'a: 1\nb:\n  c: 1\ne: 3\nd: 2\n'],
  ['before a sibling', 'a: 1\nb: 2\n', insert('c', 3, { before: 'b' }), 'a: 1\nc: 3\nb: 2\n'],
  ['at the end if the sibling does not exist', 'a: 1\nb: 2\n', insert('c', 3, { before: 'x' }), 'a: 1\nb: 2\nc: 3\n'],
  [
    'beside a sibling that goes',
    'a: 1\nb: 2\nc: 3\n',
    [remove('b'), insert('d', 4, { after: 'b' })],
    'a: 1\nd: 4\nc: 3\n',
  ],
  [
    'before a sibling that is removed at the end',
    'a: 1\nb: 2',
    [remove('b'), insert('d', 4, { before: 'b' })],
    'a: 1\nd: 4',
  ],
  ['in place of the last', 'a: 1\nb: 2', [remove('b'), insert('d', 4)], 'a: 1\nd: 4'],
  [
    'above the comment of a sibling',
    'a: 1\n# about b\nb: 2\n',
    insert('c', 3, { before: 'b' }),
    'a: 1\nc: 3\n# about b\nb: 2\n',
  ],
  [
    'below a comment apart from the sibling',
    'a: 1\n# apart\n\nb: 2\n',
    insert('c', 3, { before: 'b' }),
    'a: 1\n# apart\n\nc: 3\nb: 2\n',
  ],
  [
    'below a comment that is indented otherwise',
    'a:\n  x: 1\n  # in a\nb: 2\n',
    insert('c', 3, { before: 'b' }),
    'a:\n  x: 1\n  # in a\nc: 3\nb: 2\n',
  ],
  ['below the heading of the document', '# Licence\na: 1\n', insert('c', 3, 'first'), '# Licence\nc: 3\na: 1\n'],
  ['after a block scalar', 'a: |\n  x\n\nb: 1\n', insert('c', 3, { after: 'a' }), 'a: |\n  x\nc: 3\n\nb: 1\n'],
  ['after a kept block scalar', 'a: |+\n  x\n\nb: 1\n', insert('c', 3, { after: 'a' }), 'a: |+\n  x\n\nc: 3\nb: 1\n'],
  [
    'before the comments at the end',
    'a:\n  b: 1\n  # c: 2\nd: 1\n',
    insert('a.e', 2),
    'a:\n  b: 1\n  e: 2\n  # c: 2\nd: 1\n',
  ],
  ['before the end of the document', 'a: 1\n...\n', insert('b', 2), 'a: 1\nb: 2\n...\n'],
  ['first in a list item', 'a:\n- b: 1\n', insert('a[0].c', 2, 'first'), 'a:\n- c: 2\n  b: 1\n'],
  [
    'os first in the spec and nodeSelector beside the containers',
    'spec:\n  # about the containers\n  containers:\n  - name: x\n',
    [insert('spec.os.name', 'windows', 'first'), insert('spec.nodeSelector[a/b]', 'c', { before: 'containers' })],
    'spec:\n  os:\n    name: windows\n  nodeSelector:\n    a/b: c\n  # about the containers\n  containers:\n  - name: x\n',
  ],
  ['beside quoted keys', '"a": 1\n\'b\': 2\n', insert('c', 3, { after: 'a' }), '"a": 1\nc: 3\n\'b\': 2\n'],
  ['after a sibling with a comment', 'a: 1 # a\nb: 2\n', insert('c', 3, { after: 'a' }), 'a: 1 # a\nc: 3\nb: 2\n'],
  ['last in a list item', 'a:\n  - b: 1\n  - d: 1\n', insert('a[0].c', 2), 'a:\n  - b: 1\n    c: 2\n  - d: 1\n'],
  [
    'in place of the first of a list item',
    'a:\n- b: 1 # one\n  d: 1\n',
    [remove('a[0].b'), insert('a[0].c', 2, { after: 'b' })],
    'a:\n- c: 2\n  d: 1\n',
  ],
  [
    'in place of the only one',
    'a:\n- b:\n    x: 1\n- d\n',
    [remove('a[0].b'), insert('a[0].c', { z: 2 })],
    'a:\n- c:\n    z: 2\n- d\n',
  ],
  [
    'several in order',
    'a: 1\nd: 1\n',
    [insert('b', 1, { after: 'a' }), insert('c', 1, { after: 'a' })],
    'a: 1\nb: 1\nc: 1\nd: 1\n',
  ],
]);

table('inserting into mappings that are absent or empty', [
  [
    'absent',
    'spec:\n  a: 1\n',
    insert('spec.os.name', 'windows', 'first'),
    'spec:\n  os:\n    name: windows\n  a: 1\n',
  ],
  [
    'absent, by several changes',
    'spec:\n  containers: []\n',
    [
      insert('spec.nodeSelector[kubernetes.io/os]', 'windows', { before: 'containers' }),
      insert('spec.nodeSelector[node.kubernetes.io/windows-build]', '10.0.20348', { before: 'containers' }),
    ],
    `spec:\n  nodeSelector:\n    kubernetes.io/os: windows\n    node.kubernetes.io/windows-build: '10.0.20348'\n  containers: []\n`,
  ],
  [
    'absent, by a mapping and its field',
    'a: 1\n',
    [insert('b', { c: 1 }), insert('b.d', 2)],
    'a: 1\nb:\n  c: 1\n  d: 2\n',
  ],
  [
    'without a value',
    'a:\n  securityContext: # why\n  b: 1\n',
    insert('a.securityContext.c', true),
    'a:\n  securityContext: # why\n    c: true\n  b: 1\n',
  ],
  ['without a value at the end', 'a:\n  b:', insert('a.b.c.d', 1), 'a:\n  b:\n    c:\n      d: 1'],
  ['~', 'a: ~ # why\nb: 1\n', insert('a.c', 1), 'a: # why\n  c: 1\nb: 1\n'],
  ['null', 'a: null\n', insert('a', 1), 'a: 1\n'],
  ['{}', 'a:\n    b: {} # why\n', insert('a.b.c', 1), 'a:\n    b: # why\n        c: 1\n'],
  ['{} in a list', 'a:\n- {}\n- b\n', insert('a[0].c', { d: 1, e: 2 }), 'a:\n- c:\n    d: 1\n    e: 2\n- b\n'],
  ['{} with an anchor', 'a: &x {}\n', insert('a.b', 1), 'a: &x\n  b: 1\n'],
  ['a null list item', 'a:\n-\n- b\n', [insert('a[0].c', 1), insert('a[0].d', 2)], 'a:\n- c: 1\n  d: 2\n- b\n'],
  [
    '{} among others, in list items that are flush',
    'c:\n- name: x\n  securityContext: {}\n  image: y\n',
    insert('c[0].securityContext.windowsOptions.runAsUserName', 'NT AUTHORITY\\SYSTEM'),
    "c:\n- name: x\n  securityContext:\n    windowsOptions:\n      runAsUserName: 'NT AUTHORITY\\SYSTEM'\n  image: y\n",
  ],
  ['without a value, in CRLF', 'a:\r\n  b:\r\nc: 1\r\n', insert('a.b.d', 1), 'a:\r\n  b:\r\n    d: 1\r\nc: 1\r\n'],
  ['with comments inside alone', 'a:\n  # why\nc: 1\n', insert('a.d', 1), 'a:\n  d: 1\n  # why\nc: 1\n'],
  ['null in capitals', 'a: NULL\n', insert('a.b', 1), 'a:\n  b: 1\n'],
  ['a flow mapping with blanks in it', 'a: {  }\nb: 1\n', insert('a.c', 1), 'a:\n  c: 1\nb: 1\n'],
  ['{} in JSON', '{"a": {}}\n', insert('a.b', 'x'), '{"a": {"b": "x"}}\n'],
  [
    '{} in long JSON',
    '{\n  "a": {}\n}\n',
    insert('a.b.c', 'x'),
    '{\n  "a": {\n    "b": {\n      "c": "x"\n    }\n  }\n}\n',
  ],
  ['null in JSON', '{\n  "a": null\n}\n', insert('a.b', 1), '{\n  "a": {\n    "b": 1\n  }\n}\n'],
]);

table('indenting insertions', [
  ['one space', 'a:\n b: 1\n', insert('a.c.d', 1), 'a:\n b: 1\n c:\n  d: 1\n'],
  ['three spaces', 'a:\n   b: 1\n', insert('a.c.d.e', 1), 'a:\n   b: 1\n   c:\n      d:\n         e: 1\n'],
  ['four spaces', 'a:\n    b: 1\n', insert('c.d', 1), 'a:\n    b: 1\nc:\n    d: 1\n'],
  ['eight spaces', 'a:\n        b: 1\n', insert('a.c.d', 1), 'a:\n        b: 1\n        c:\n                d: 1\n'],
  [
    'the siblings before the document',
    'x:\n  y:\n    z:\n        u: 1\n',
    insert('x.y.v.w', 1),
    'x:\n  y:\n    z:\n        u: 1\n    v:\n        w: 1\n',
  ],
  ['two by default', 'a: 1\n', insert('b.c', 1), 'a: 1\nb:\n  c: 1\n'],
  ['lists flush', 'a:\n- 1\n', insert('b', [{ c: 1, d: [2] }]), 'a:\n- 1\nb:\n- c: 1\n  d:\n  - 2\n'],
  ['lists indented', 'a:\n  - 1\n', insert('b', [{ c: 1, d: [2] }]), 'a:\n  - 1\nb:\n  - c: 1\n    d:\n      - 2\n'],
]);

table('inserting into flow mappings', [
  ['at the end', 'a: {b: 1}\n', insert('a.c', 'x'), 'a: {b: 1, c: x}\n'],
  ['with padding', 'a: { b: 1 }\n', insert('a.c.d', 'x'), 'a: { b: 1, c: { d: x } }\n'],
  ['with a trailing comma', 'a: {b: 1,}\n', insert('a.c', [1]), 'a: {b: 1, c: [1],}\n'],
  ['first', 'a: {b: 1}\n', insert('a.c', 'x', 'first'), 'a: {c: x, b: 1}\n'],
  ['in the middle', 'a: {b: 1, d: 2}\n', insert('a.c', 'x', { after: 'b' }), 'a: {b: 1, c: x, d: 2}\n'],
  [
    'in place of the only one',
    'a: { b: 1 }\n',
    [remove('a.b'), insert('a.c', { d: 'x' }, { after: 'b' })],
    'a: { c: { d: x } }\n',
  ],
  ['in place of the last', 'a: {b: 1, c: 2}\n', [remove('a.c'), insert('a.d', 3)], 'a: {b: 1, d: 3}\n'],
  ['in the quotes of its siblings', 'a: {b: "x"}\n', insert('a.c', 'y'), 'a: {b: "x", c: "y"}\n'],
  ['JSON', '{"a": "x"}', insert('b', 'C:\\x'), '{"a": "x", "b": "C:\\\\x"}'],
  ['JSON with a trailing comma', '{"a": "x",}', insert('b', 'y'), '{"a": "x", "b": "y",}'],
  [
    'long JSON with trailing commas',
    '{\n  "a": 1,\n}\n',
    insert('b.c', 'y'),
    '{\n  "a": 1,\n  "b": {\n    "c": "y",\n  },\n}\n',
  ],
  ['minified JSON', '{"a":1,"b":2}', insert('c', 3), '{"a":1,"b":2,"c": 3}'],
  [
    'long JSON',
    '{\n  "a": 1\n}\n',
    insert('b', { c: ['x'] }),
    '{\n  "a": 1,\n  "b": {\n    "c": [\n      "x"\n    ]\n  }\n}\n',
  ],
  ['long JSON, first', '{\n  "a": 1\n}\n', insert('b', 2, 'first'), '{\n  "b": 2,\n  "a": 1\n}\n'],
  ['long JSON with tabs', '{\n\t"a": 1\n}\n', insert('b.c', 2), '{\n\t"a": 1,\n\t"b": {\n\t\t"c": 2\n\t}\n}\n'],
  ['KYAML', '{\n  a: "x",\n}\n', insert('b[k8s.io/c]', 'y'), '{\n  a: "x",\n  b: {\n    k8s.io/c: "y",\n  },\n}\n'],
  ['flow on lines', 'a: {\n  b: 1\n  }\n', insert('a.c', 2), 'a: {\n  b: 1,\n  c: 2\n  }\n'],
  [
    'before a comment',
    'a: {\n  b: 1, # one\n  # two\n  c: 2\n}\n',
    insert('a.d', 3, { after: 'b' }),
    'a: {\n  b: 1, # one\n  d: 3,\n  # two\n  c: 2\n}\n',
  ],
  ['after the last with a comment', 'a: {\n  b: 1 # one\n}\n', insert('a.d', 3), 'a: {\n  b: 1, # one\n  d: 3\n}\n'],
]);

table('appending to lists', [
  ['flush', 'a:\n- 1\nb: 1\n', append('a', 2), 'a:\n- 1\n- 2\nb: 1\n'],
  [
    'indented',
    'a:\n    - 1\n',
    append('a', { b: 1, c: { d: 2 } }),
    'a:\n    - 1\n    - b: 1\n      c:\n        d: 2\n',
  ],
  ['flow', 'a: [x, y]\n', append('a', 'z'), 'a: [x, y, z]\n'],
  ['quoted flow', 'a: ["x"]\n', append('a', 'z'), 'a: ["x", "z"]\n'],
  ['absent', 'a: 1\nb: 2\n', append('c', { d: 1 }, { after: 'a' }), 'a: 1\nc:\n- d: 1\nb: 2\n'],
  ['empty', 'a:\n  b: []\n  c:\n    - 1\n', append('a.b', 2), 'a:\n  b:\n    - 2\n  c:\n    - 1\n'],
  ['null', 'a:\nb: 1\n', [append('a', 1), append('a', 2)], 'a:\n- 1\n- 2\nb: 1\n'],
  ['absent, twice', 'b: 1\n', [append('a', 1), append('a', 2)], 'b: 1\na:\n- 1\n- 2\n'],
  ['while others are removed', 'a:\n- 1\n- 2\n', [remove('a[0]'), remove('a[1]'), append('a', 3)], 'a:\n- 3\n'],
  [
    'long JSON',
    '{\n  "a": [\n    {\n      "b": 1\n    }\n  ]\n}\n',
    append('a', { c: 2 }),
    '{\n  "a": [\n    {\n      "b": 1\n    },\n    {\n      "c": 2\n    }\n  ]\n}\n',
  ],
  ['in nested lists', 'a:\n- - 1\n- - 2\n', append('a[0]', 3), 'a:\n- - 1\n  - 3\n- - 2\n'],
]);

table('replacing', [
  ['a number', 'a:  1 # one\n', replace('a', 2), 'a:  2 # one\n'],
  ['keeps single quotes', `a: 'x'\n`, replace('a', 'y'), `a: 'y'\n`],
  ['keeps single quotes beside double ones', `a: {"b": 'x'}\n`, replace('a.b', 'y'), `a: {"b": 'y'}\n`],
  ['a quantity without quotes', 'a: 50Mi\n', replace('a', '512Mi'), 'a: 512Mi\n'],
  ['a quantity with the suffix `m`', 'a: 1\n', replace('a', '0.5m'), 'a: 0.5m\n'],
  ['a quantity with the quotes of the old value', 'a: "50Mi"\n', replace('a', '512Mi'), 'a: "512Mi"\n'],
  ['a quantity that begins like a number', 'a: 50Mi\n', replace('a', '5E'), `a: '5E'\n`],
  ['a quantity that looks like a number', 'a: 50Mi\n', replace('a', '5e3'), `a: '5e3'\n`],
  ['a version without quotes', 'a: 10.0.17763\n', replace('a', '10.0.20348'), 'a: 10.0.20348\n'],
  ['keeps double quotes', 'a: "x"\n', replace('a', 'y'), 'a: "y"\n'],
  ['quotes by a number', 'a: "1"\n', replace('a', 1), 'a: 1\n'],
  ['double quotes by a backslash', 'a: "x"\n', replace('a', 'NT AUTHORITY\\SYSTEM'), `a: 'NT AUTHORITY\\SYSTEM'\n`],
  ['in JSON by a backslash', '{"a": "x"}', replace('a', 'C:\\x'), '{"a": "C:\\\\x"}'],
  ['a number by a string of digits', 'a: 1\n', replace('a', '1'), `a: '1'\n`],
  ['nothing by a scalar', 'a:   # why\n', replace('a', 'x'), 'a: x   # why\n'],
  ['null', 'a: ~\n', replace('a', 'x'), 'a: x\n'],
  ['null in a flow mapping', 'a: {b: ~, c: 1}\n', replace('a.b', 'x'), 'a: {b: x, c: 1}\n'],
  ['a list item', 'a:\n- x\n- y # two\n', replace('a[1]', 'z'), 'a:\n- x\n- z # two\n'],
  ['a block scalar', 'a: | # why\n  x\n  y\nb: 1\n', replace('a', 'z'), 'a: z # why\nb: 1\n'],
  ['a multi-line string', 'a: "x\n  y"\nb: 1\n', replace('a', 'z'), 'a: "z"\nb: 1\n'],
  ['a scalar by a mapping', 'a: 1 # one\nb: 1\n', replace('a', { c: 1 }), 'a: # one\n  c: 1\nb: 1\n'],
  ['a mapping by a scalar', 'a: # why\n  # in\n  b: 1\nc: 1\n', replace('a', 1), 'a: 1 # why\n  # in\nc: 1\n'],
  ['a mapping by a mapping', 'a:\n  b: 1\nc: 1\n', replace('a', { d: 2 }), 'a:\n  d: 2\nc: 1\n'],
  ['a list by an empty one', 'a:\n- 1\nc: 1\n', replace('a', []), 'a: []\nc: 1\n'],
  ['an item of a flow list before one with a tag', 'a: [x, !!str y]\n', replace('a[0]', 'z'), 'a: [z, !!str y]\n'],
  ['an item of a flow list after a pair', 'a: [x: 1, y]\n', replace('a[1]', 'z'), 'a: [x: 1, z]\n'],
  ['a flow list by another', 'a: ["x", "y"]\n', replace('a', ['z']), 'a: ["z"]\n'],
  [
    'a list item by a mapping',
    'a:\n- b: 1\n  c: 2\n- d\n',
    replace('a[0]', { e: 1, f: 2 }),
    'a:\n- e: 1\n  f: 2\n- d\n',
  ],
  ['in long JSON', '{\n  "a": 1\n}\n', replace('a', { b: 1 }), '{\n  "a": {\n    "b": 1\n  }\n}\n'],
  ['an alias itself', 'a: &x 1\nb: *x\n', replace('b', 2), 'a: &x 1\nb: 2\n'],
  ['with the same', 'a: 1\n', replace('a', 1), 'a: 1\n'],
]);

table('writing values', [
  ...(
    [
      ['windows', 'windows'],
      ['10.0.20348', `'10.0.20348'`],
      ['mcr.microsoft.com/windows/servercore:ltsc2022', 'mcr.microsoft.com/windows/servercore:ltsc2022'],
      ['two words', 'two words'],
      ['NT AUTHORITY\\SYSTEM', `'NT AUTHORITY\\SYSTEM'`],
      ["it's", `'it''s'`],
      ['', `''`],
      ['a: b', `'a: b'`],
      ['a #b', `'a #b'`],
      ['a:', `'a:'`],
      ['-x', `'-x'`],
      ['*', `'*'`],
      ['two\nlines', `"two\\nlines"`],
      ...'yes No on OFF y n true null ~ 1 -1 1.5 1e3 0x1f 0o7 1_000 1:30 .inf .nan 2020-01-01 1809 << ='
        .split(' ')
        .map((word) => [word, `'${word}'`] as const),
    ] as const
  ).map(([value, written]): Row => [JSON.stringify(value), 'a: 1\n', insert('b', value), `a: 1\nb: ${written}\n`]),
  ['numbers and booleans', 'a: 1\n', insert('b', [0, -1, 1.5, true]), 'a: 1\nb:\n- 0\n- -1\n- 1.5\n- true\n'],
  ['empty collections', 'a: 1\n', insert('b', { c: {}, d: [] }), 'a: 1\nb:\n  c: {}\n  d: []\n'],
  ['keys', 'a: 1\n', insert('b', { yes: 1, 'k8s.io/x': 2 }), `a: 1\nb:\n  'yes': 1\n  k8s.io/x: 2\n`],
]);

table('renaming', [
  [
    'a key',
    'nodeSelector:\n  beta.kubernetes.io/os: windows # w\n',
    rename('nodeSelector[beta.kubernetes.io/os]', 'kubernetes.io/os'),
    'nodeSelector:\n  kubernetes.io/os: windows # w\n',
  ],
  ['a quoted key', `"a" : 1\n'b': 2\n`, [rename('a', 'c'), rename('b', 'd')], `"c" : 1\n'd': 2\n`],
  ['in JSON', '{"a": {"b": 1}}', [rename('a', 'c'), rename('a.b', 'd')], '{"c": {"d": 1}}'],
  ['with another value', 'a: 1\n', [rename('a', 'b'), replace('a', 2)], 'b: 2\n'],
  ['to a removed key', 'a: 1\nb: 2\n', [rename('a', 'b'), remove('b')], 'b: 1\n'],
  ['to a key that needs quotes', 'a: 1\n', rename('a', 'on'), `'on': 1\n`],
]);

table('adding comments', [
  ['above a key', 'a: 1\nb:\n  c: 1\n', comment('b.c', 'kubewin: allow x'), 'a: 1\nb:\n  # kubewin: allow x\n  c: 1\n'],
  ['above the first key of an item', 'a:\n  - b: 1\n', comment('a[0].b', 'x'), 'a:\n  # x\n  - b: 1\n'],
  ['above an item', 'a:\n- b: 1\n', comment('a[0]', 'x'), 'a:\n# x\n- b: 1\n'],
  [
    'above the line where the flow begins',
    'a: 1\nb: {c: 1, d: 2}\n',
    comment('b.d', 'x'),
    'a: 1\n# x\nb: {c: 1, d: 2}\n',
  ],
  ['in KYAML', '---\n{\n  a: 1,\n  b: 2,\n}\n', comment('b', 'x'), '---\n{\n  a: 1,\n  # x\n  b: 2,\n}\n'],
  ['in CRLF', 'a: 1\r\nb: 2', comment('b', 'x'), 'a: 1\r\n# x\r\nb: 2'],
  ['after a block scalar', 'a: |\n  x\nb: 2\n', comment('b', 'x'), 'a: |\n  x\n# x\nb: 2\n'],
  ['after a byte order mark', '\ufeffa: 1\n', comment('a', 'x'), '\ufeff# x\na: 1\n'],
  ['twice the same', '# x\na: 1\n', comment('a', 'x'), '# x\n# x\na: 1\n'],
]);

table('making several changes', [
  ['of the same field', 'a: 1\nb: 2\n', [remove('b'), remove('b')], 'a: 1\n'],
  ['inside a removed one', 'a:\n  b:\n    c: 1\nd: 1\n', [remove('a.b.c'), remove('a'), remove('a.b')], 'd: 1\n'],
  ['with the same insertion', 'a: 1\n', [insert('b', 2), insert('b', 2)], 'a: 1\nb: 2\n'],
  ['none', 'a: 1\n', [], 'a: 1\n'],
  [
    'on one line in different depths',
    'a:\n  b:\n    c:\nd: 1\n',
    [comment('d', 'x'), insert('e', 1, { before: 'd' }), insert('a.f', 1), insert('a.b.g', 1), insert('a.b.c.h', 1)],
    'a:\n  b:\n    c:\n      h: 1\n    g: 1\n  f: 1\ne: 1\n# x\nd: 1\n',
  ],
  [
    'declare and clean',
    `
    spec:
      containers:
        - name: app
          image: app
          securityContext:
            runAsUser: 1000 # app
            capabilities: { drop: [ALL] }
      hostPID: true
      securityContext:
        fsGroup: 1
    `,
    [
      insert('spec.os.name', 'windows', 'first'),
      insert('spec.nodeSelector[kubernetes.io/os]', 'windows', { before: 'containers' }),
      remove('spec.hostPID'),
      remove('spec.securityContext.fsGroup'),
      remove('spec.containers[0].securityContext.capabilities'),
      remove('spec.containers[0].securityContext.runAsUser'),
      insert('spec.containers[0].securityContext.windowsOptions.runAsUserName', 'ContainerUser', {
        after: 'runAsUser',
      }),
    ],
    `
    spec:
      os:
        name: windows
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: app
          image: app
          securityContext:
            windowsOptions:
              runAsUserName: ContainerUser
    `,
  ],
]);

table('fixing invalid escape sequences', [
  ['the only one', 'a: "C:\\inetpub" # site\nb: 1\n', replace('a', 'C:\\inetpub'), "a: 'C:\\inetpub' # site\nb: 1\n"],
  ['by another text', 'a: ["\\q", 1]\n', replace('a[0]', 'q'), 'a: ["q", 1]\n'],
  ['one of two', 'a: "\\i\\q"\nb: "\\q"\n', replace('a', '\\i\\q'), `a: '\\i\\q'\nb: "\\q"\n`],
  ['both', 'a: "\\i"\nb: "\\q"\n', [replace('a', '\\i'), replace('b', 'x')], `a: '\\i'\nb: "x"\n`],
  ['in CRLF', 'a: "\\xz"\r\nb: 1\r\n', replace('a', '\\xz'), "a: '\\xz'\r\nb: 1\r\n"],
]);

/** A mapping with one key in both branches, and others outside of the branches. */
const BRANCHES = `a:
  {{- if .x }}
  image: one
  {{- else }}
  image: two
  {{- end }}
  context:
    b: 1
  c: {}
`;

table('changing keys in several branches of a template', [
  ['removal of another key', BRANCHES, remove('a.context'), BRANCHES.replace('  context:\n    b: 1\n', '')],
  ['removal below another key', BRANCHES, remove('a.context.b'), BRANCHES.replace(':\n    b: 1\n', ': {}\n')],
  ['insertion', BRANCHES, insert('a.d', 1), `${BRANCHES}  d: 1\n`],
  ['another name', BRANCHES, rename('a.c', 'd'), BRANCHES.replace('c: {}', 'd: {}')],
  [
    'a comment in the first branch',
    BRANCHES,
    comment('a.image', 'new', BRANCHES.indexOf('one')),
    BRANCHES.replace('  image: one', '  # new\n  image: one'),
  ],
  [
    'a comment in the second branch',
    BRANCHES,
    comment('a.image', 'new', BRANCHES.indexOf('two')),
    BRANCHES.replace('  image: two', '  # new\n  image: two'),
  ],
]);

table('adding comments in documents with invalid escape sequences', [
  ['elsewhere', 'a: "\\i"\nb: 1\n', comment('b', 'new'), 'a: "\\i"\n# new\nb: 1\n'],
  ['on it', 'b: 1\na: "\\i"\n', comment('a', 'new'), 'b: 1\n# new\na: "\\i"\n'],
]);

const BROKEN = 'The document has syntax errors.';
const UNREADABLE = 'The document contains a key or an alias that cannot be resolved.';
const ABSENT = 'The field does not exist in the document.';
const PRESENT = 'The field already exists in the document.';
const OTHER = 'The field exists with a value of another type.';
const SHARED = 'The field is part of a YAML anchor, alias or merge key.';
const IRREGULAR = 'The field is in a mapping with a duplicate key or a `?` key.';
const CONTRADICTION = 'The changes contradict each other.';
const TEMPLATE = 'A line of the change contains a template expression.';
const NOTATION = 'The YAML notation of the field cannot be edited automatically.';
const JSON_COMMENT = 'JSON does not support comments.';
const UNPROVED = 'The edit would change more than this field.';
const BOMB = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f', 'g'].map((name, index) => `${name}: &${name} [${`*${'abcdef'[index]},`.repeat(10)}]\n`).join('')}z: 1\n`;

refused('refusing', [
  ['broken documents', 'a: 1\nb: [\n', remove('a'), BROKEN],
  ['other changes beside an invalid scalar', 'a: "\\i"\nb: 1\n', replace('b', 2), BROKEN],
  ['other changes with the fix of such a scalar', 'a: "\\i"\nb: 1\n', [replace('a', 'i'), remove('b')], BROKEN],
  ['removal of an invalid scalar', 'a: "\\i"\nb: 1\n', remove('a'), BROKEN],
  ['fixing one of several errors', 'a: "\\i"\nb: [\n', replace('a', 'i'), BROKEN],
  ['replacing a collection with such a scalar', 'a: ["\\i"]\n', replace('a', 'i'), BROKEN],
  ['fixing an unclosed scalar', 'a: "\\i\nb: 1\n', replace('a', 'i'), BROKEN],
  ['several documents in one', 'a: 1\n---\nb: 1\n', remove('a'), UNPROVED],
  ['an empty document', '# nothing\n', insert('a', 1), NOTATION],
  ['a null document', '---\n', insert('a', 1), NOTATION],
  ['aliases without an anchor', 'a: 1\nb: *x\n', remove('a'), UNREADABLE],
  ['aliases that expand exponentially', BOMB, remove('z'), UNREADABLE],
  ['aliases that contain themselves', 'a: &a [*a]\nb: 1\n', remove('b'), BROKEN],
  ['keys that are collections', '[a]: 1\nb: 1\n', remove('b'), UNREADABLE],
  ['absent fields', 'a: 1\n', remove('b'), ABSENT],
  ['absent items', 'a: [1]\n', remove('a[1]'), ABSENT],
  ['fields below a scalar', 'a: 1\n', remove('a.b'), ABSENT],
  ['insertions into an absent list', 'a: 1\n', insert('b[0].c', 1), ABSENT],
  ['the document itself', 'a: 1\n', { kind: 'remove', path: [] }, NOTATION],
  ['insertions of existing keys', 'a: 1\n', insert('a', 1), PRESENT],
  ['insertions of merged keys', 'a: &a {b: 1}\nc:\n  <<: *a\n', insert('c.b', 2), SHARED],
  ['insertions into a scalar', 'a: 1\n', insert('a.b', 2), OTHER],
  ['appending to a mapping', 'a: {b: 1}\n', append('a', 2), OTHER],
  ['fields after an alias', 'a: &a {b: 1}\nc: *a\n', remove('c.b'), SHARED],
  ['fields after an alias to a block', 'a: &a\n  b: 1\nc: *a\n', remove('c.b'), SHARED],
  ['fields of merged lists', 'a: &a {b: 1}\nc:\n  <<: [*a]\n', remove('c.b'), SHARED],
  ['insertions after an alias', 'a: &a {b: 1}\nc: *a\n', insert('c.d', 1), SHARED],
  ['fields that are merged in', 'a: &a {b: 1}\nc:\n  <<: *a\n  d: 1\n', remove('c.b'), SHARED],
  ['insertions into merged fields', 'a: &a {b: {}}\nc:\n  <<: *a\n  d: 1\n', insert('c.b.e', 1), SHARED],
  ['fields that uncover a merged one', 'a: &a {b: 1}\nc:\n  <<: *a\n  b: 2\n', remove('c.b'), SHARED],
  ['anchors with aliases', 'a: &a {b: 1}\nc: *a\n', remove('a'), SHARED],
  ['fields inside such an anchor', 'a: &a {b: 1}\nc: *a\n', remove('a.b'), SHARED],
  ['fields around such an anchor', 'a:\n  b: &b 1\nc: *b\n', remove('a'), SHARED],
  ['mappings with a repeated key', 'a: 1\nb: 1\na: 2\n', remove('b'), IRREGULAR],
  ['insertions into them', 'a: 1\na: 2\n', insert('b', 1), IRREGULAR],
  ['replacing in them', 'a: 1\na: 2\n', replace('a', 1), IRREGULAR],
  ['keys with a question mark', '? a\n: 1\nb: 1\n', remove('b'), IRREGULAR],
  ['pairs in a flow list', 'a: [b: 1]\n', remove('a[0].b'), NOTATION],
  ['replacing removed entries', 'a: 1\n', [remove('a'), replace('a', 2)], CONTRADICTION],
  ['replacing two times', 'a: 1\n', [replace('a', 3), replace('a', 2)], CONTRADICTION],
  ['renaming two times', 'a: 1\n', [rename('a', 'b'), rename('a', 'c')], CONTRADICTION],
  ['renaming a list item', 'a: [1]\n', rename('a[0]', 'b'), OTHER],
  ['tagged values', 'a: !!str 1\n', replace('a', 2), NOTATION],
  ['renaming to an existing key', 'a: 1\nb: 1\n', rename('a', 'b'), PRESENT],
  ['changes in replaced values', 'a: {b: 1}\n', [replace('a', 2), remove('a.b')], CONTRADICTION],
  ['insertions into removed entries', 'a: {b: 1}\n', [insert('a.c', 2), remove('a')], CONTRADICTION],
  ['insertions into replaced values', 'a: {}\n', [insert('a.c', 2), replace('a', 1)], CONTRADICTION],
  [
    'insertions into what is replaced, in the other order',
    'a: {}\n',
    [replace('a', { b: 1 }), insert('a.c', 2)],
    CONTRADICTION,
  ],
  ['two values for one key', 'a: 1\n', [insert('b', 2), insert('b', 3)], CONTRADICTION],
  ['two mappings for one key', 'a: 1\n', [insert('b', { c: 1 }), insert('b', { d: 1 })], CONTRADICTION],
  ['comments on removed entries', 'a: 1\nb: 1\n', [comment('a', 'x'), remove('a')], CONTRADICTION],
  ['one of several branches', BRANCHES, remove('a.image'), IRREGULAR],
  ['a name that branches have', BRANCHES, rename('a.c', 'image'), PRESENT],
  [
    'a key that stands twice in a branch',
    BRANCHES.replace('image: two', 'image: two\n  image: x'),
    remove('a.c'),
    IRREGULAR,
  ],
  ['comments in broken documents', 'a: 1\nb: [\n', comment('a', 'new'), BROKEN],
  ['template actions', 'a: 1\nb: {{ .Values.b }}\n', remove('b'), TEMPLATE],
  ['template actions in quotes', 'a: 1\nb: "{{ .Values.b }}"\n', remove('b'), TEMPLATE],
  ['variables', `a: {b: "\${B}", c: 1}\n`, remove('a.c'), TEMPLATE],
  ['comments in JSON', '{\n  "a": 1\n}\n', comment('a', 'x'), JSON_COMMENT],
  ['comments above the document', '--- {a: 1}\n', comment('a', 'x'), NOTATION],
  ['comments of two lines', 'a: 1\n', comment('a', 'x\ny'), NOTATION],
  ['comments in a string', 'a: {b: "x\n  y", c: 1}\n', comment('a.c', 'x'), UNPROVED],
  ['block mappings after a tab', 'a:\n-\tb: 1\n  \tc: 1\n', insert('a[0].d', 1), BROKEN],
  ['a block scalar without a final line break', 'a: |\n  x', insert('b', 1), UNPROVED],
]);

it('does not change template lines that no edit touches', () => {
  const before = `a: "{{ .Values.a }}"\nb: 1\nc: \${C}\n`;
  expect(editsFor(parse(before), [remove('b'), insert('d', 1)])).toMatchObject({
    text: `a: "{{ .Values.a }}"\nc: \${C}\nd: 1\n`,
  });
});

it('edits as little as possible', () => {
  const plan = editsFor(parse('a: {b: 1, c: 2}\nd: 1\ne: 2\n'), [insert('a.d', 3), remove('d'), replace('e', 25)]);
  expect(plan).toMatchObject({
    edits: [
      { span: { start: 14, end: 14 }, text: ', d: 3' },
      { span: { start: 16, end: 21 }, text: '' },
      { span: { start: 25, end: 25 }, text: '5' },
    ],
  });
});
