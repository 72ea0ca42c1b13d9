import { expect, test } from 'vitest';
import { helmHook } from '../../server/src/kubernetes/helm-hook.ts';
import { objects } from '../../server/src/kubernetes/object.ts';
import { parse } from '../../server/src/yaml/read/document.ts';

test.each<[annotation: string, events: readonly string[]]>([
  ['', []],
  ['helm.sh/hook: test', ['test']],
  ['helm.sh/hook: test-success', ['test']],
  ['"helm.sh/hook": pre-install, Post-Upgrade', ['pre-install', 'post-upgrade']],
  ['helm.sh/hook: ","', []],
  ['helm.sh/hook: {{ .Values.hook }}', []],
  ['helm.sh/hook: [test]', []],
  ['helm.sh/hook-weight: "1"', []],
])('%s', (annotation, events) => {
  const text = `apiVersion: v1\nkind: Pod\nmetadata:\n  annotations:\n    other: value\n    ${annotation}\n`;
  const [object] = objects(parse(text));
  expect(object && helmHook(object)).toEqual(events);
});
