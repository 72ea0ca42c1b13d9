import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Document, parse } from '../../server/src/yaml/read/document.ts';
import { pieces } from '../../server/src/yaml/read/list-items.ts';
import { parseAfter } from '../../server/src/yaml/read/parse-after.ts';
import { slice } from '../../server/src/yaml/read/slice.ts';
import { cases } from '../fuzz/cases.ts';
import { EDIT, edited } from '../fuzz/edits.ts';
import { MANIFESTS } from '../fuzz/texts.ts';
import { everyNth } from '../seed.ts';
import { compared, sharedManifests, sharedText } from '../shared.ts';

const POD = `# a pod
apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: {app: web, tier: "front"}
spec:
  nodeSelector:
    kubernetes.io/os: windows
  # those for Windows
  tolerations:
  - key: os
    value: windows

  - operator: Exists
  containers:
    - name: web
      image: registry.example/web:1.0
      command: ["powershell", "-Command", "Start-Sleep 5"]
      args:
        - |
          first
            second

        - 'one line
          and another'
      env:
        - name: LEVEL
          value: info # of the log
        - name: EMPTY
          value:
        -
          name: BELOW
      securityContext:
        windowsOptions:
          runAsUserName: ContainerUser
    # the last one
    - name: log
      image: registry.example/log:1.0
  hostPID: true
`;

/** Texts that people type; half of them break a line. */
const TYPED = [
  ...[
    'x',
    ' ',
    '  ',
    '\n',
    '\n  ',
    '\n\n',
    ': ',
    ':',
    '- ',
    '# c',
    '  # c\n',
    '"',
    "'",
    '|',
    '>-\n  x\n',
    '[',
    '{}',
    ', ',
  ],
  ...['\t', '\r\n', '? ', '- a\n', 'a: 1\n', 'a:\n', '<<: ', '!', '&a ', '*a', '~', '...', '%', '\ufeff', '\u2028', ''],
];

/** Parses a text after another, and compares the result with that of the parser; undefined if it has to be parsed whole. */
function checkedAfter(before: Document, text: string): Document | undefined {
  const after = parseAfter(before, text);
  if (after === undefined) return undefined;
  const whole = parse(text, before.isItem);
  expect(whole.errors, text).toEqual([]);
  expect(after.top, text).toEqual(whole.top);
  return after;
}

test.each<[string, string, string]>([
  ['a value', 'info', 'debug'],
  ['a value that gets another type', 'info', '5'],
  ['a key', 'hostPID', 'hostIPC'],
  ['a value in flow style', '"powershell"', '"pwsh", "-NoLogo"'],
  ['a new line', 'value: windows\n', 'value: windows\n    effect: NoSchedule\n'],
  ['a new item', '- operator: Exists\n', '- operator: Exists\n  - key: a\n'],
  ['a removed line', '      image: registry.example/web:1.0\n', ''],
  ['a block scalar', 'second', 'second\n            third'],
  ['the first key of an item', 'name: log', 'name: logs'],
  ['a value on its own lines', 'runAsUserName: ContainerUser', 'runAsUserName:\n            ContainerUser'],
  ['the last line', 'hostPID: true', 'hostPID: false'],
  ['the first line', 'apiVersion: v1', 'apiVersion: v2'],
  ['an empty key', 'name: log', ': log'],
])('parses only the lines around %s', (_, from, to) => {
  const text = POD.replace(from, to);
  expect(text).not.toBe(POD);
  expect(checkedAfter(parse(POD), text)).toBeDefined();
});

test.each<[string, string, string]>([
  ['a broken line', 'hostPID: true', 'hostPID: "true'],
  ['another indentation', '      image: registry.example/web:1.0', '     image: registry.example/web:1.0'],
  ['a template', 'info', '{{ .Values.level }}'],
  ['an anchor', 'value: info', 'value: &level info'],
  ['a tag', 'value: info', 'value: !!str info'],
  ['a directive', '# a pod', '%YAML 1.2\n---'],
  ['a comment in place of the last entry', 'hostPID: true', '# hostPID: true'],
  ['a collection as a key, which is an error below a comment', '      env:', '      {}:'],
  ['an empty value before a comment', 'value: info #', 'value: #'],
  ['an empty value at the end of a list', 'value: info # of the log\n        - name: EMPTY\n', ''],
])('leaves %s to the parser', (_, from, to) => {
  const text = POD.replace(from, to);
  expect(text).not.toBe(POD);
  expect(parseAfter(parse(POD), text)).toBeUndefined();
});

test('leaves documents with anchors, tags, templates and errors to the parser', () => {
  for (const line of ['a: &a 1\nb: *a\n', 'a: !!str 1\n', 'a: {{ .Values.a }}\n', 'a: "\n']) {
    expect(parseAfter(parse(`${POD}${line}`), `${POD.replace('info', 'debug')}${line}`), line).toBeUndefined();
  }
});

test('handles a value with as many items as a text may have', () => {
  const text = `${POD}items: [${'a,'.repeat(150_000)}a]\n`;
  expect(parseAfter(parse(text), text.replace('a]', 'b]'))).toBeDefined();
});

test('gives the result of the parser for any text typed into a manifest', () => {
  let count = 0;
  const typed = fc.tuple(fc.nat(POD.length), fc.nat(3), fc.constantFrom(...TYPED));
  const inPod = fc.tuple(
    fc.constantFrom(POD, POD.replaceAll('\n', '\r\n')),
    fc.array(typed, { minLength: 1, maxLength: 8 }),
  );
  const property = fc.property(inPod, ([first, edits]) => {
    let text = first;
    // As in an editor: a broken text is compared with the last one without errors.
    let before = parse(text);
    for (const [at, length, typedIn] of edits) {
      text = text.slice(0, at) + typedIn + text.slice(at + length);
      if (slice(text).length > 1) return;
      const after = checkedAfter(before, text);
      if (after !== undefined) count++;
      const now = after ?? parse(text);
      if (now.errors.length === 0) before = now;
      else text = before.text;
    }
  });
  fc.assert(property, cases(300));
  expect(count).toBeGreaterThan(200);
});

test('gives the result of the parser for generated manifests', () => {
  const property = fc.property(MANIFESTS, fc.nat(), EDIT, (manifest, n, edit) => {
    const all = pieces(manifest);
    const piece = all[n % all.length];
    if (piece === undefined) return;
    const text = manifest.slice(piece.start, piece.end);
    const changed = edited(text, edit, 'a: 1', text).text;
    if (slice(changed).length === 1) checkedAfter(parse(text, piece.isItem), changed);
  });
  fc.assert(property, cases(150));
});

test('gives the result of the parser for real manifests with changed lines', () => {
  let count = 0;
  const files = ['windows', 'linux', 'nonk8s'].flatMap((area) => sharedManifests(`corpus/${area}`));
  for (const file of everyNth(files, 15)) {
    const text = sharedText(file);
    for (const { start, end, isItem } of pieces(text).slice(0, 3)) {
      const own = text.slice(start, end);
      const before = parse(own, isItem);
      if (before.errors.length > 0 || own.length > 10_000) continue;
      for (const { index, 0: line } of everyNth([...own.matchAll(/^.*\n/gm)], 17)) {
        const rest = own.slice(index + line.length);
        for (const other of ['', line + line, line.replace(/\r?\n/, 'x$&'), ` ${line}`, `${line.trimEnd()}:\n`]) {
          if (checkedAfter(before, own.slice(0, index) + other + rest) !== undefined) count++;
        }
      }
    }
  }
  compared('changed lines', count);
});
