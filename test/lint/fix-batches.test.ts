import { expect, test } from 'vitest';
import { batches } from '../../server/src/lint/fixes/batch.ts';
import { applyEdits } from '../../server/src/text/edit.ts';
import { reportOf } from '../lint-text.ts';
import { read } from '../yaml/data.ts';

const OTHERS = [['pod/host-pid'], ['pod/share-process-namespace'], ['pod/host-users']];

/** Which removals in a pod can be applied separately, and which only together. */
test.each<[what: string, fields: string, parts: readonly (readonly string[])[]]>([
  [
    'combines the removals that empty a parent in flow style',
    ' { runAsGroup: 1000, fsGroup: 1, supplementalGroups: [1] }',
    [['run-as-group', 'fs-group', 'supplemental-groups']],
  ],
  [
    'combines the removals that empty a parent in block style',
    '\n    runAsGroup: 1000\n    fsGroup: 1\n    supplementalGroups: [1]',
    [['run-as-group', 'fs-group', 'supplemental-groups']],
  ],
  [
    'separates removals of adjacent lines',
    '\n    runAsNonRoot: true\n    runAsGroup: 1000\n    fsGroup: 1\n    supplementalGroups: [1]',
    [['run-as-group'], ['fs-group'], ['supplemental-groups']],
  ],
  [
    'separates removals before another field in flow style',
    ' { runAsGroup: 1000, fsGroup: 1, runAsNonRoot: true }',
    [['run-as-group'], ['fs-group']],
  ],
  [
    'combines the removals of the last two fields in flow style',
    ' { runAsNonRoot: true, fsGroup: 1, supplementalGroups: [1] }',
    [['fs-group', 'supplemental-groups']],
  ],
  [
    'combines the removals of the last three fields in flow style',
    ' { runAsNonRoot: true, runAsGroup: 1000, fsGroup: 1, supplementalGroups: [1] }',
    [['run-as-group', 'fs-group', 'supplemental-groups']],
  ],
])('%s', (_, fields, parts) => {
  const text = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  nodeSelector: { kubernetes.io/os: windows }
  hostPID: true
  shareProcessNamespace: true
  hostUsers: true
  securityContext:${fields}
  containers:
    - name: web
      image: registry.example/web:1.0
`;
  const [found] = reportOf(text).documents;
  const all = found === undefined ? [] : batches(found.report.document, found.findings);
  const rules = all.map((batch) => batch.rules.map((rule) => rule.replace('security-context/', '')));
  expect(rules.toSorted()).toEqual([...OTHERS, ...parts].toSorted());
  for (const chosen of [all, ...all.map((batch) => [batch])]) {
    const edits = chosen.flatMap((batch) => batch.edits);
    const left = JSON.stringify(read(applyEdits(text, edits)));
    const removed = chosen.flatMap(({ fixes }) =>
      fixes.flatMap(({ changes }) => changes.map(({ path }) => path.at(-1))),
    );
    expect(removed.filter((key) => left.includes(`"${key}"`))).toEqual([]);
  }
});
