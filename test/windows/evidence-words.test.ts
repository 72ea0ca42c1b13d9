import { expect, test } from 'vitest';
import { namedNodes } from '../../server/src/windows/evidence-words.ts';

test.each<[string, readonly string[] | null]>([
  ['spec:\n  nodeName: win-1\n', ['win-1']],
  ['{"nodeName":"win-1.example.com","a":{"nodeName": \'b\'}}', ['win-1.example.com', 'b']],
  ['nodeName: win-1 # a comment\r\n', ['win-1']],
  ['nodeName:\n  win-1\n', ['win-1']],
  ['fieldPath: spec.nodeName\n', []],
  ['"f:nodeName": {}\n', []],
  ['nodeNames: a\nmyNodeName: b\n', []],
  ['nodeName: {{ .Values.node }}\n', null],
  ['nodeName: *node\n', null],
  ['nodeName: a b\n', ['a']],
  ['nodeName: >-\n  win-1\n', null],
])('%j names Nodes', (text, names) => {
  expect(namedNodes(text)).toEqual(names);
});
