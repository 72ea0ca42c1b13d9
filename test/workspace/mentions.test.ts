import { expect, test } from 'vitest';
import { MentionIndex, mentionsOf } from '../../server/src/workspace/mentions.ts';

test.each<[string, readonly string[], readonly string[] | null]>([
  ['kind: ConfigMap\nmetadata:\n  name: settings\n', ['ConfigMap'], ['settings']],
  [
    'kind: ConfigMap\nmetadata:\n  labels:\n    name: x\n  name: "web" # y\r\ndata:\n  name: z\n',
    ['ConfigMap'],
    ['web'],
  ],
  [
    '# a\nkind: Role\nmetadata: # b\n\n  # c\n  generateName: web-\n  name: web\nrules:\n- name:\n',
    ['Role'],
    ['web-', 'web'],
  ],
  ['kind: Role\nmetadata:\n  generateName: web\n  name: web\n', ['Role'], ['web']],
  ['kind: Role\nmetadata:\n  namespace: shop\nname:\n', ['Role'], []],
  ['kind: Role\nmetadata:\n  "name": web\nrules: [{ name: a }]\n', ['Role'], ['web', 'a']],
  ['kind: Role\nmetadata:\n  { name: web }\nrules: [{ name: a }]\n', ['Role'], ['web', 'a']],
  ['kind: Role\nmetadata:\n  <<: { name: web }\nrules: [{ name: a }]\n', ['Role'], ['web', 'a']],
  ['kind: Role\nmetadata:\n  name: web\nmetadata: { name: a }\n', ['Role'], ['web', 'a']],
  ['kind: Role\nmetadata:\n  name:\n    web\n', ['Role'], ['web']],
  ['kind: Role\nmetadata:\n  ? name\n  : web\n', ['Role'], null],
  ['{"kind":"Secret","metadata":{"name":"key","namespace":"shop"}}', ['Secret'], ['key']],
  ["kind: 'ConfigMap' # one\nmetadata: { name: 'a b' }\n", ['ConfigMap'], ['a b']],
  ['kind: ClusterRole\nmetadata:\n  name: reader\n', ['ClusterRole'], ['reader']],
  ['kind: ConfigMapList\nitems:\n- metadata: {name: a}\n- metadata: {name: b}\n', ['ConfigMap'], ['a', 'b']],
  ['kind: Pod\nmetadata: {generateName: web-}\n---\nkind: Service\n', ['Service'], ['web-']],
  ['kind: Deployment\nmetadata: {name: web}\n# a Service\n', [], []],
  ['kind: PersistentVolumeClaim\nmetadata: {name: data}\n', ['PersistentVolumeClaim'], ['data']],
  ['kind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\n', ['ConfigMap'], null],
  ['kind: ConfigMap\nmetadata:\n  name: web-\x24{ENV}\n', ['ConfigMap'], null],
  ['kind: ConfigMap\nmetadata:\n  name: &name web\n', ['ConfigMap'], null],
  ['kind: ConfigMap\nmetadata:\n  name: *name\n', ['ConfigMap'], null],
  ['kind: ConfigMap\nmetadata:\n  name: "w\\u0065b"\n', ['ConfigMap'], null],
  ['kind: ConfigMap\nmetadata:\n  name: >-\n    web\n', ['ConfigMap'], null],
  ['kind: ConfigMap\nmetadata:\n  ? name\n  : web\n', ['ConfigMap'], null],
  ['kind: &kind ConfigMap\nmetadata: {name: a}\n', ['ConfigMap'], ['a']],
  ['? kind\n: Secret\nmetadata: {name: a}\n', ['Secret'], ['a']],
])('%j', (text, kinds, names) => {
  expect(mentionsOf(text)).toEqual({ kinds, names });
});

test('finds files by kind, and by kind and name', () => {
  const index = new MentionIndex();
  index.add('a', { kinds: ['ConfigMap', 'Secret'], names: ['web'] });
  index.add('b', { kinds: ['ConfigMap'], names: null });
  index.add('b', { kinds: ['ConfigMap'], names: ['log'] });
  expect(index.urisOf('ConfigMap')).toEqual(['a', 'b']);
  expect(index.urisOf('ConfigMap', 'web')).toEqual(['a', 'b']);
  expect(index.urisOf('ConfigMap', 'log')).toEqual(['b', 'b']);
  expect(index.urisOf('Secret', 'log')).toEqual([]);
  expect(index.urisOf('Node')).toEqual([]);
});
