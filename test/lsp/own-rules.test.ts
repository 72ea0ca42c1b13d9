import { describe, expect, test, vi } from 'vitest';
import { DiagnosticSeverity, FileChangeType } from 'vscode-languageserver/node';
import { DECLARED } from './manifests.ts';
import { TestClient } from './test-client.ts';

const CONFIG = 'file:///work/.kubewin.yaml';
const URI = 'file:///work/pod.yaml';
const DEFINED = `rules:
  own/x:
    message: No.
    when: value.containers.size() > 0
    severity: error
    description: Because of **this**.
    docs: https://wiki.example/x
`;
const FAILING = DEFINED.replace('value.containers.size() > 0', 'value.securityContext.runAsNonRoot');

describe('a finding', () => {
  test('has the severity and the link of its rule', async () => {
    const client = await TestClient.start({ files: { [CONFIG]: DEFINED } });
    await client.open(URI, DECLARED);
    expect(await client.diagnostics(URI)).toContainEqual(
      expect.objectContaining({
        code: 'own/x',
        message: 'No.',
        severity: DiagnosticSeverity.Error,
        codeDescription: { href: 'https://wiki.example/x' },
      }),
    );
  });

  test('follows a change of the file', async () => {
    const client = await TestClient.start({ files: { [CONFIG]: DEFINED } });
    await client.open(URI, DECLARED);
    await client.diagnostics(URI);
    await client.write(CONFIG, DEFINED.replace('> 0', '> 9'), FileChangeType.Changed);
    await client.next('refresh');
    await vi.waitFor(async () => expect(JSON.stringify(await client.diagnostics(URI))).not.toContain('own/x'));
  });

  test('has an action that turns its rule off in the definition', async () => {
    const client = await TestClient.start({ files: { [CONFIG]: DEFINED } });
    await client.open(URI, DECLARED);
    const found = (await client.diagnostics(URI)).find(({ code }) => code === 'own/x');
    const actions = await client.codeActions(URI, found?.range ?? client.rangeOf(URI, 'kind'));
    const action = actions.find(({ title }) => title === 'Turn off rule `own/x`');
    expect(JSON.stringify(action?.edit)).toContain('off');
    expect(JSON.stringify(action?.edit)).not.toContain('own/x:');
  });
});

describe('faults', () => {
  test('of an open text are shown where they are, also in the first rule', async () => {
    const client = await TestClient.start();
    await client.open(CONFIG, DEFINED.replace('containers', 'conteiners'));
    expect(await client.diagnostics(CONFIG)).toMatchObject([
      {
        severity: DiagnosticSeverity.Error,
        range: client.rangeOf(CONFIG, 'conteiners'),
        message: expect.stringContaining('Did you mean `containers`?'),
      },
    ]);
  });

  test('of an evaluation are shown in the file, until the pod is mended', async () => {
    const client = await TestClient.start({ files: { [CONFIG]: FAILING } });
    await client.open(CONFIG, FAILING);
    await client.open(URI, DECLARED);
    await client.diagnostics(URI);
    expect(await client.diagnostics(CONFIG)).toMatchObject([
      {
        range: client.rangeOf(CONFIG, 'securityContext'),
        message: expect.stringMatching(/^\w+ \w+: The field `securityContext` is not set\.$/),
      },
    ]);
    await client.replace(URI, 'spec:\n', 'spec:\n  securityContext: { runAsNonRoot: false }\n');
    await client.diagnostics(URI);
    expect(await client.diagnostics(CONFIG)).toEqual([]);
  });
});

test('keys and values of a definition are completed, and explained', async () => {
  const client = await TestClient.start();
  await client.open(CONFIG, `${DEFINED}    gate: \n    fie\n`);
  const labels = async (before: string) => (await client.completions(CONFIG, before)).map(({ label }) => label);
  expect(await labels('gate: ')).toEqual(['windows', 'linux', 'any']);
  expect(await labels('    fie')).toEqual(['fields', 'gate']);
  expect(await client.hover(CONFIG, 3, 6)).toMatchObject({ contents: { value: expect.stringContaining('CEL') } });
});

test('hovers show the description', async () => {
  const client = await TestClient.start({ files: { [CONFIG]: DEFINED } });
  await client.open(URI, DECLARED);
  const found = (await client.diagnostics(URI)).find(({ code }) => code === 'own/x');
  const { line = 0, character = 0 } = found?.range.start ?? {};
  expect(await client.hover(URI, line, character)).toMatchObject({
    contents: { value: expect.stringContaining('Because of **this**.') },
  });
});
