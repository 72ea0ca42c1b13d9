import { expect, test } from 'vitest';
import { writtenKinds } from '../../server/src/kubernetes/written-kinds.ts';

test.each<[string, readonly string[] | undefined]>([
  ['kind: Pod\n', ['Pod']],
  ['kind: Pod', ['Pod']],
  ['{"kind":"Pod","apiVersion":"v1"}', ['Pod']],
  ["'kind' : 'Pod' # web\r\n", ['Pod']],
  ['{apiVersion: v1, kind: Pod}', ['Pod']],
  ['kind:\n  Pod\n', ['Pod']],
  ['kind: PodList\n', ['Pod']],
  ['kind: List\nitems:\n- kind: Service\n- kind: Pod\n', ['List', 'Service', 'Pod']],
  ['kind: ConfigMap\ndata:\n  a: |\n    kind: Pod\n', ['ConfigMap', 'Pod']],
  ['# of a kind, mankind: no\nkinds: none\n', []],
  ['kind: {{ .Values.kind }}\n', undefined],
  ['kind: "{{ .Values.kind }}"\n', undefined],
  ['kind: \x24{KIND}\n', undefined],
  ['kind: Pod{{ .x }}\n', undefined],
  ['kind: # a comment\n  Pod\n', undefined],
  ['kind: !!str Pod\n', undefined],
  ['kind: &kind Pod\n', undefined],
  ['kind: *kind\n', undefined],
  ['kind: >-\n  Pod\n', undefined],
  ['kind:\nmetadata: {}\n', undefined],
  ['? kind\n: Pod\n', undefined],
  ['? "kind"\n: Pod\n', undefined],
  ['? kind # of it\n: Pod\n', undefined],
  ['"\\x6bind": Pod\n', undefined],
  ['kind: "P\\u006fd"\n', undefined],
])('%j', (text, kinds) => {
  expect(writtenKinds(text)).toEqual(kinds && new Set(kinds));
});
