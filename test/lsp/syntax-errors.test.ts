import { describe, expect, test } from 'vitest';
import { DECLARED, SCHEDULED } from './manifests.ts';
import { PLAIN, TestClient } from './test-client.ts';

const URI = 'file:///work/pod.yaml';
const HOST_PID = 'pod/host-pid';

/** The lines of the diagnostics in a document, with their rules, or their messages if they have none. */
async function shown(client: TestClient, uri = URI): Promise<string[]> {
  return (await client.diagnostics(uri)).map(({ range, code, message }) => `${range.start.line}: ${code ?? message}`);
}

describe('while a document cannot be read as YAML', () => {
  test('its findings keep their places through edits, but for those that an edit touches', async () => {
    const client = await TestClient.start({ settings: { kubewin: { reportSyntaxErrors: 'off' } } });
    await client.open(URI, DECLARED.replace('  containers:', '  nodeName: a\n  containers:'));
    expect(await shown(client)).toEqual([`7: ${HOST_PID}`]);
    await client.replace(URI, 'name: declared\n', 'name: "declared\n  labels:\n');
    expect(await shown(client)).toEqual([`8: ${HOST_PID}`]);
    await client.replace(URI, 'metadata:\n', 'metadata:\n  # A comment.\n');
    expect(await shown(client)).toEqual([`9: ${HOST_PID}`]);
    await client.replace(URI, 'hostPID: true', 'hostPID: false');
    expect(await shown(client)).toEqual([]);
    await client.replace(URI, 'hostPID: false', 'hostPID: true');
    expect(await shown(client)).toEqual([]);
    await client.replace(URI, '"declared\n  labels:\n', 'declared\n');
    expect(await shown(client)).toEqual([`8: ${HOST_PID}`]);
  });

  test('the findings of other documents are current', async () => {
    const client = await TestClient.start({ settings: { kubewin: { reportSyntaxErrors: 'off' } } });
    await client.open(URI, `${DECLARED}---\n${SCHEDULED}`);
    expect(await shown(client)).toEqual([`7: ${HOST_PID}`, `19: ${HOST_PID}`]);
    await client.replace(URI, 'name: declared', 'name: "declared');
    expect(await shown(client)).toEqual([`7: ${HOST_PID}`, `19: ${HOST_PID}`]);
    await client.replace(URI, 'hostPID: true\n', 'hostPID: false\n');
    expect(await shown(client)).toEqual([`7: ${HOST_PID}`]);
  });

  test.each<[before: string, after: string]>([
    ['kind: Pod', '"kind: Pod'],
    ['kind: Pod', "'kind: Pod"],
    ['kind: Pod', 'kind'],
    ['kind: Pod', 'kind Pod'],
    ['kind: Pod', 'kind: [Pod'],
    ['apiVersion: v1', 'apiVers'],
    ['apiVersion: v1', '"apiVersion: v1'],
    ['apiVersion: v1\nkind: Pod\n', 'api\n'],
  ])('it is still a manifest if %j becomes %j', async (before, after) => {
    const client = await TestClient.start();
    await client.open(URI, `# A comment.\n${DECLARED}`);
    expect(await shown(client)).toEqual([`8: ${HOST_PID}`]);
    const lineOfFinding = 8 - before.split('\n').length + after.split('\n').length;
    const expected = [`${lineOfFinding}: ${HOST_PID}`, expect.stringContaining('cannot be read as YAML')];
    await client.replace(URI, before, after);
    expect(await shown(client)).toEqual(expected);
    await client.replace(URI, '# A comment.', '# A longer comment.');
    expect(await shown(client)).toEqual(expected);
    await client.replace(URI, after, before);
    expect(await shown(client)).toEqual([`8: ${HOST_PID}`]);
  });

  test('what can be read is checked, if it never could be read', async () => {
    const client = await TestClient.start({ settings: { kubewin: { reportSyntaxErrors: 'off' } } });
    await client.open(URI, `${SCHEDULED}more: [`);
    expect(await shown(client)).toEqual([`7: ${HOST_PID}`]);
    await client.replace(URI, 'hostPID: true', 'hostPID: false');
    expect(await shown(client)).toEqual([]);
  });

  test('no fix is offered for what only the earlier text shows', async () => {
    const client = await TestClient.start();
    await client.open(URI, DECLARED);
    expect(await shown(client)).toEqual([`7: ${HOST_PID}`]);
    await client.replace(URI, 'kind: Pod', 'kind: "Pod');
    expect(await shown(client)).toContain(`7: ${HOST_PID}`);
    expect(await client.codeActions(URI, client.rangeOf(URI, 'hostPID'))).toEqual([]);
  });

  test('its code lenses keep their lines, and lead to their workloads', async () => {
    const client = await TestClient.start({ initializationOptions: { explainCommand: 'explain' } });
    await client.open(URI, `# A comment.\n${DECLARED}`);
    const [lens] = await client.lenses(URI);
    await client.replace(URI, '# A comment.\n', '# A comment.\n# Another one.\n');
    await client.replace(URI, 'name: declared', 'name: "declared');
    expect(await client.lenses(URI)).toHaveLength(1);
    await client.replace(URI, '# Another one.\n', '');
    expect(await client.lenses(URI)).toEqual([lens]);
    await client.replace(URI, 'kind: Pod', '"kind: Pod');
    expect(await client.lenses(URI)).toEqual([lens]);
  });
});

describe('a syntax error', () => {
  const BROKEN = SCHEDULED.replace('name: scheduled', 'name: "scheduled');
  const ERROR = '3: This document cannot be read as YAML: `Missing closing "quote`.';

  test.each<[name: string, reportSyntaxErrors: string | undefined, uri: string, text: string, isReported: boolean]>([
    ['by default', undefined, URI, BROKEN, true],
    ['on request', 'on', URI, BROKEN, true],
    ['not if that is turned off', 'off', URI, BROKEN, false],
    ['not in JSON', undefined, 'file:///work/pod.json', BROKEN, false],
    ['in JSON on request', 'on', 'file:///work/pod.json', BROKEN, true],
    ['in a manifest for Linux', undefined, URI, BROKEN.replace('os: windows', 'os: linux'), true],
    ['not in a file that is no manifest', undefined, URI, 'kind: "scheduled\nport: 1\n', false],
  ])('is reported %s', async (_, reportSyntaxErrors, uri, text, isReported) => {
    const client = await TestClient.start({ settings: { kubewin: reportSyntaxErrors ? { reportSyntaxErrors } : {} } });
    await client.open(uri, text);
    const errors = (await shown(client, uri)).filter((line) => line.includes('YAML'));
    expect(errors).toEqual(isReported ? [ERROR] : []);
  });

  test('is not reported in a file that was no manifest before an edit, or is none any more', async () => {
    const client = await TestClient.start();
    await client.open(URI, 'kind: scheduled\nport: 1\n');
    await client.replace(URI, 'kind: ', 'kind: "');
    expect(await shown(client)).toEqual([]);
    await client.replace(URI, client.text(URI), DECLARED);
    await client.replace(URI, 'apiVersion: v1\n', '');
    await client.replace(URI, 'name: declared', 'name: "declared');
    expect(await shown(client)).toEqual([]);
  });

  test('is marked from its place to the end of the line, or at the last character of the document', async () => {
    const client = await TestClient.start();
    await client.open(URI, BROKEN);
    expect(await client.diagnostics(URI)).toContainEqual(
      expect.objectContaining({ range: client.rangeOf(URI, '"scheduled'), source: 'kubewin', severity: 1 }),
    );
    await client.open('file:///work/end.yaml', `${SCHEDULED}more: [\n\n`);
    const error = (await client.diagnostics('file:///work/end.yaml')).at(-1);
    expect(error?.range).toEqual(client.rangeOf('file:///work/end.yaml', '['));
    await client.open('file:///work/list.yaml', `${SCHEDULED}list:\n    - name: a\n    more: b\n      c: d\n`);
    const indented = (await client.diagnostics('file:///work/list.yaml')).at(-1);
    expect(indented?.range).toEqual(client.rangeOf('file:///work/list.yaml', 'more: b'));
  });

  test('is reported to clients that do not request diagnostics', async () => {
    const client = await TestClient.start({ capabilities: PLAIN });
    await client.open(URI, BROKEN);
    const sent = await client.next<{ diagnostics: readonly { message: string }[] }>('diagnostics');
    expect(sent.diagnostics.map(({ message }) => message)).toContain(ERROR.slice(3));
  });

  test('is not reported in a template', async () => {
    const client = await TestClient.start();
    await client.open(URI, SCHEDULED.replace('name: scheduled', 'name: {{ .Values.name }}\n  {{ if }'));
    expect((await shown(client)).filter((line) => line.includes('YAML'))).toEqual([]);
  });
});
