import { expect, test } from 'vitest';
import { NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { faultsOf } from '../repository/words.ts';
import { BY_CLASS, DECLARED, LINUX, RUNTIME_CLASS, SCHEDULED, WORKFLOW } from './manifests.ts';
import { TestClient } from './test-client.ts';

const URI = 'file:///work/pod.yaml';

async function page(text: string, line = 0, files: Record<string, string> = {}): Promise<string | undefined> {
  const client = await TestClient.start({ files });
  await client.open(URI, text);
  // The response is sent after the other files have been read.
  if (Object.keys(files).length > 0) await client.execute('none');
  return (await client.explain(URI, line))?.markdown;
}

test('shows the verdict, the evidence, the findings, and the rules without findings', async () => {
  const client = await TestClient.start();
  await client.open(URI, SCHEDULED);
  expect(await client.explain(URI, 3)).toEqual({
    title: 'Pod scheduled',
    markdown: `# Pod \`scheduled\`

**Windows pod**: it can only be scheduled on Windows nodes.

Checked for Kubernetes ${NEWEST_VERSION} with containerd 2.

## Findings

- warning: \`hostPID\` has no effect: Windows containers cannot share the host's process namespace. [pod/host-pid](https://kubernetes.io/docs/concepts/windows/intro/) ([line 8](file:///work/pod.yaml#L8))

## Evidence

- \`kubernetes.io/os: windows\` in \`spec.nodeSelector[kubernetes.io/os]\` ([line 7](file:///work/pod.yaml#L7))

<details><summary>Rules without findings (2)</summary>

- **The fields are not set** (2): [os/name-invalid](https://kubernetes.io/docs/concepts/workloads/pods/#pod-os), [security-context/privileged](https://kubernetes.io/docs/concepts/windows/intro/)

</details>
`,
  });
});

test('links the best fix of a finding for clients that apply it', async () => {
  const client = await TestClient.start({ initializationOptions: { applyFixCommand: 'applyFix' } });
  await client.open(URI, DECLARED.replace('name: declared', 'name: "](command:other) <a href=command:other>"'));
  const markdown = (await client.explain(URI, 0))?.markdown ?? '';
  const [, parameters = ''] = /· \[Remove hostPID\]\(command:applyFix\?([^)]*)\)/.exec(markdown) ?? [];
  const [uri, position, title] = JSON.parse(decodeURIComponent(parameters));
  expect([uri, position]).toEqual([URI, client.rangeOf(URI, 'hostPID').start]);
  const range = { start: position, end: position };
  expect((await client.codeActions(URI, range, ['quickfix'])).map((action) => action.title)).toContain(title);
  // The name is in a code span.
  expect(markdown.replace(/`[^`\n]*`/g, '')).not.toMatch(/command:other/);
});

test('links evidence in another file, and lists contradictory evidence', async () => {
  const text = BY_CLASS.replace('registry.example/web:1.0', 'nginx:1.27-alpine');
  const markdown = await page(text, 0, { 'file:///work/a%20class.yaml': RUNTIME_CLASS });
  expect(markdown).toContain('([a class.yaml, line 4](file:///work/a%20class.yaml#L4))');
  expect(markdown).toMatch(
    /## Linux fields on this pod\n\n- `image nginx:1\.27-alpine` in `spec\.containers\[0\]\.image` \(\[line 10\]\([^)]*\)\)\n/,
  );
});

test('lists evidence for both systems if the verdict is open', async () => {
  const selector = '  nodeSelector: { kubernetes.io/os: windows, beta.kubernetes.io/os: linux }\n';
  const markdown = await page(LINUX.replace('  hostPID: true\n', selector));
  expect(markdown).toContain('**Unschedulable pod**');
  expect(markdown).toMatch(/## Evidence\n\n- .*: indicates Windows\n- .*: indicates Linux\n/s);
  expect(markdown).not.toContain('fields on this pod');
});

test('names the reasons why rules have no findings', async () => {
  const markdown = await page(LINUX.replace('hostPID: true', 'hostPID: false'));
  expect(markdown).toMatch(/\*\*Only for pods that are known to run on Windows\*\* \(2\): .*pod\/host-pid.*privileged/);
  const off = await TestClient.start({ settings: { kubewin: { rules: { pod: 'off' } } } });
  await off.open(URI, DECLARED);
  expect((await off.explain(URI, 0))?.markdown).toMatch(
    /\*\*Turned off by `kubewin\.rules`\*\* \(1\): \[pod\/host-pid\]/,
  );
  expect(await page(DECLARED.replace('hostPID: true', 'hostPID: false'))).toMatch(
    /\*\*Checked, without a finding\*\* \(2\): .*os\/name-invalid.*host-pid/,
  );
});

test('lists suppressed findings', async () => {
  expect(await page(DECLARED.replace('# for the profiler', '# kubewin: allow pod/host-pid'))).toMatch(
    /## Suppressed by comments\n\n- error: `hostPID`/,
  );
});

test('explains the pod at the position if an object has several', async () => {
  const first = await page(WORKFLOW, 12);
  expect(first).toContain('**Windows pod**');
  expect(await page(WORKFLOW, 18)).toContain('**Linux pod**');
  expect(first).not.toContain('line 18');
});

test.each([
  ['in a file that is not a manifest', 'services: {}\n', 0],
  ['on an object without a pod', 'apiVersion: v1\nkind: Secret\n', 1],
  ['between documents', `${LINUX}---\n# nothing\n`, 12],
  ['in an empty file', '', 0],
  ['after the end of the file', '', 100],
])('returns no page %s', async (_, text, line) => {
  expect(await page(text, line)).toBeUndefined();
});

test('escapes the text of a manifest', async () => {
  const markdown = await page(DECLARED.replace('name: declared', 'name: "`](https://example.com) <b>"'));
  expect(markdown).toMatch(/^# Pod ``.*``\n/);
});

test('is in plain English with all rules', async () => {
  const client = await TestClient.start({
    server: { rules: RULES },
    initializationOptions: { rulePageCommand: 'kubewin.openRule' },
  });
  await client.open(URI, DECLARED);
  const { markdown = '' } = (await client.explain(URI, 0)) ?? {};
  expect(markdown.length).toBeGreaterThan(5_000);
  expect(markdown).toContain('[pod/host-ipc](command:kubewin.openRule?%5B%22pod%2Fhost-ipc%22%5D)');
  expect(faultsOf(markdown.replace(/: \[.*/g, '.'))).toEqual([]);
});
