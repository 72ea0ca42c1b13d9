import { expect, test } from 'vitest';
import type { Change } from '../../server/src/yaml/edit/change.ts';
import { editsFor } from '../../server/src/yaml/edit/edits.ts';
import { excerptsFor } from '../../server/src/yaml/edit/excerpt.ts';
import { parse } from '../../server/src/yaml/read/document.ts';

const pod = (containers: number, more = '') => `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
${Array.from(
  { length: containers },
  (_, i) => `    - name: c${i}
      image: web
      securityContext:
        privileged: true
        runAsUser: 1000
`,
).join('')}  restartPolicy: Always
${more}`;

const IN_CONTAINER: Change = { kind: 'remove', path: ['spec', 'containers', 7, 'securityContext', 'privileged'] };
const IN_SPEC: Change = { kind: 'insert', path: ['spec', 'os', 'name'], value: 'windows' };

/** How many characters are parsed for changes. */
function read(text: string, ...changes: readonly Change[]): number {
  const excerpts = excerptsFor(parse(text), changes) ?? [];
  return excerpts.reduce((sum, { excerpt }) => sum + excerpt.document.text.length, 0);
}

test.each([
  ['in a container', [IN_CONTAINER]],
  ['beside all containers', [IN_SPEC]],
  ['in both', [IN_SPEC, IN_CONTAINER]],
])('an excerpt for a change %s does not grow with the document', (_, changes) => {
  const few = read(pod(10), ...changes);
  expect(few).toBeGreaterThan(0);
  expect(few).toBeLessThan(200);
  expect(read(pod(500), ...changes)).toBe(few);
  expect(read(pod(10, '\n'.repeat(50_000)), ...changes)).toBe(few);
});

test('an excerpt does not grow with flow values beside the change', () => {
  const flow = (length: number) => `  affinity: { a: [${'{ b: [c] }, '.repeat(length)}] } # why\n`;
  const few = read(pod(10, flow(10)), IN_SPEC);
  expect(few).toBeGreaterThan(0);
  expect(read(pod(10, flow(500)), IN_SPEC)).toBe(few);
  const plan = editsFor(parse(pod(10, flow(10))), [IN_SPEC]);
  expect(plan.ok && plan.text).toBe(`${pod(10, flow(10))}  os:\n    name: windows\n`);
});

test('an excerpt does not grow with the entries beside the change', () => {
  const labels = (count: number) =>
    Array.from({ length: count }, (_, i) => `    # why\n    key-${i % 7}${i}: a\n`).join('');
  const text = (count: number) => pod(10, `  nodeSelector:\n${labels(count)}`);
  const insert: Change = { kind: 'insert', path: ['spec', 'nodeSelector', 'b'], value: 'c' };
  const few = read(text(30), insert);
  expect(few).toBeGreaterThan(0);
  expect(read(text(34), insert)).toBe(few);
  const plan = editsFor(parse(text(30)), [insert]);
  expect(plan.ok && plan.text).toBe(`${text(30)}    b: c\n`);
  const behind: Change = {
    kind: 'insert',
    path: ['spec', 'os', 'name'],
    value: 'windows',
    place: { after: 'nodeSelector' },
  };
  expect(read(text(34), behind)).toBe(read(text(30), behind));
});

test('makes an excerpt of a template in which no action is', () => {
  const inBranch = (text: string, i: number) =>
    text
      .replace(`    - name: c${i}\n`, `    {{- if .Values.a }}\n$&`)
      .replace(`    - name: c${i + 1}\n`, `    {{- end }}\n$&`);
  const few = read(pod(10), IN_CONTAINER);
  expect(read(pod(10).replace('name: web', 'name: {{ .Values.name }}'), IN_CONTAINER)).toBe(few);
  expect(read(inBranch(pod(10), 7), IN_CONTAINER)).toBe(few);
  const other: Change = { kind: 'remove', path: ['spec', 'containers', 3, 'securityContext', 'privileged'] };
  expect(read(inBranch(pod(10), 7), IN_CONTAINER, other)).toBe(0);
  expect(read(pod(10).replace('  restartPolicy', '  {{ .Values.more }}\n$&'), IN_CONTAINER)).toBe(few);
  const last: Change = { kind: 'remove', path: ['spec', 'containers', 9, 'securityContext', 'privileged'] };
  expect(read(pod(10).replace('  restartPolicy', '  {{ .Values.more }}\n$&'), last)).toBe(0);
});

test('makes changes in two excerpts at once', () => {
  const plan = editsFor(parse(pod(10)), [IN_SPEC, IN_CONTAINER]);
  const { root } = parse(plan.ok ? plan.text : '');
  expect(root?.at('spec', 'os', 'name')?.string).toBe('windows');
  expect(
    root
      ?.at('spec', 'containers', 7, 'securityContext')
      ?.entries()
      .map(([key]) => key),
  ).toEqual(['runAsUser']);
});

const SEVENTH =
  'name: c7\n      image: web\n      securityContext:\n        privileged: true\n        runAsUser: 1000\n';

test.each([
  ['an anchor', SEVENTH.replace('Context:', 'Context: &context')],
  ['an alias', SEVENTH.replace('c7', '&name c7').replace('1000', '*name')],
  ['a tag', SEVENTH.replace('Context:', 'Context: !!map')],
  ['a template', SEVENTH.replace('1000', '{{ .Values.user }}')],
  ['blank lines that belong to a text', `${SEVENTH}        x: |+\n          y\n\n`],
  ['a syntax error', SEVENTH.replace('1000', '"1000')],
])('makes no excerpt if there is %s', (_, seventh) => {
  const text = pod(10);
  expect(text).toContain(SEVENTH);
  expect(read(text.replace(SEVENTH, seventh), IN_CONTAINER)).toBe(0);
});

test('makes the excerpt of the parent if a mapping becomes empty', () => {
  const all: Change[] = ['privileged', 'runAsUser'].map((key) => {
    return { kind: 'remove', path: ['spec', 'containers', 7, 'securityContext', key] };
  });
  const plan = editsFor(parse(pod(10)), all);
  expect(
    plan.ok &&
      parse(plan.text)
        .root?.at('spec', 'containers', 7)
        ?.entries()
        .map(([key]) => key),
  ).toEqual(['name', 'image']);
  expect(read(pod(10), ...all)).toBeGreaterThan(read(pod(10), IN_CONTAINER));
});
