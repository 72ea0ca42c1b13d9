import { describe, expect, test } from 'vitest';
import { InsertTextMode } from 'vscode-languageserver/node';
import { LINUX, RUNTIME_CLASS, SCHEDULED } from './manifests.ts';
import { PLAIN, TestClient } from './test-client.ts';

const URI = 'file:///work/pod.yaml';
const CONFIG = 'file:///work/.kubewin.yaml';

/** A client with a file that contains a RuntimeClass. */
async function clientWithClass(settings: object = {}): Promise<TestClient> {
  const client = await TestClient.start({ settings: { kubewin: settings } });
  await client.open('file:///work/class.yaml', RUNTIME_CLASS);
  return client;
}

test('announces completion to clients that support it', async () => {
  const announced = async (options: Parameters<typeof TestClient.start>[0]) =>
    (await TestClient.start(options)).initialized.capabilities.completionProvider;
  expect(await announced({})).toEqual({ triggerCharacters: [' ', ':'] });
  expect(await announced({ capabilities: PLAIN })).toBeUndefined();
});

describe('completion in a manifest', () => {
  const TYPED = SCHEDULED.replace('hostPID: true', 'runtimeClassName: win');

  test('offers names of objects in other files while the user types', async () => {
    const client = await clientWithClass();
    await client.open(URI, `a: b\n---\n${TYPED}`);
    const range = client.rangeOf(URI, ' win\n');
    const [item, ...others] = await client.completions(URI, 'runtimeClassName: win');
    expect(others).toEqual([]);
    expect(item).toEqual({
      label: 'windows-2022',
      kind: expect.any(Number),
      detail: 'Windows nodes, runhcs-wcow-process',
      filterText: 'windows-2022',
      sortText: '0000',
      insertTextMode: InsertTextMode.asIs,
      textEdit: {
        range: {
          start: { ...range.start, character: range.start.character + 1 },
          end: { line: range.start.line, character: range.start.character + 4 },
        },
        newText: 'windows-2022',
      },
    });
    await client.replace(URI, 'runtimeClassName: win', 'runtimeClassName: ');
    expect(await client.completions(URI, 'runtimeClassName: ')).toHaveLength(1);
  });

  test('lists rules with findings in the document first', async () => {
    const client = await TestClient.start();
    await client.open(URI, `${LINUX}---\n${SCHEDULED.replace('true', 'true # kubewin: allow ')}`);
    const items = await client.completions(URI, 'kubewin: allow ');
    expect(items.map(({ label }) => label)).toEqual(['pod/host-pid', 'os/name-invalid', 'security-context/privileged']);
    expect(items.map(({ sortText }) => sortText)).toEqual(['0000', '0001', '0002']);
    expect(items[0]?.labelDetails).toEqual({ description: 'KW1103' });
  });

  test('does not show codes of rules beside labels to clients without support', async () => {
    const client = await TestClient.start({ capabilities: { textDocument: { completion: {} } } });
    await client.open(URI, SCHEDULED.replace('true', 'true # kubewin: allow '));
    const [item] = await client.completions(URI, 'kubewin: allow ');
    expect([item?.label, item?.labelDetails]).toEqual(['pod/host-pid', undefined]);
  });

  test('offers nothing in a file that is not checked, is excluded or is not a manifest', async () => {
    const offered = async (settings: object, text = TYPED) => {
      const client = await clientWithClass(settings);
      await client.open(URI, text);
      return client.completions(URI, 'runtimeClassName: win');
    };
    expect(await offered({})).toHaveLength(1);
    expect(await offered({ scope: 'off' })).toEqual([]);
    expect(await offered({ exclude: ['pod.yaml'] })).toEqual([]);
    expect(await offered({}, TYPED.replace('apiVersion', 'version'))).toEqual([]);
  });

  test.each([
    [
      '20,000 lines',
      `${SCHEDULED}    - name: other\n      env:\n${'        - { name: A, value: b }\n'.repeat(20_000)}`,
      1,
    ],
    ['a document with syntax errors', `${SCHEDULED}${'  a: [ b: { "\n'.repeat(2_000)}`, 0],
    ['a long line', `${SCHEDULED}  description: ${'kubewin: # '.repeat(200_000)}\n`, 1],
  ])('is fast in %s', { timeout: 30_000 }, async (_, text, count) => {
    const client = await clientWithClass();
    await client.open(URI, text.replace('hostPID: true', 'runtimeClassName: win'));
    await client.settle();
    const began = performance.now();
    expect(await client.completions(URI, 'runtimeClassName: win')).toHaveLength(count);
    // This takes up to three seconds on a busy machine. Quadratic time would be minutes.
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});

describe('completion in a configuration file', () => {
  const TEXT = 'taint: \nrules:\n  pod/host-pid: off\n  \n';

  test('offers keys, rules and values with their descriptions', async () => {
    const client = await TestClient.start();
    await client.open(CONFIG, TEXT);
    expect((await client.completions(CONFIG, 'taint: ')).map(({ label }) => label)).toContain('eks');
    const rules = await client.completions(CONFIG, 'off\n  ');
    expect(rules.map(({ label }) => label)).toContain('os/name-invalid');
    expect(rules.map(({ label }) => label)).not.toContain('pod/host-pid');
    await client.replace(CONFIG, 'taint: \n', '\n');
    const [first] = await client.completions(CONFIG, '');
    expect(first).toMatchObject({ label: 'kubernetesVersion', documentation: { kind: 'markdown' } });
    expect(await hover(client, 'pod/host-pid')).toMatch(/hostPID/);
  });

  test('uses plain text for clients without Markdown', async () => {
    const capabilities = { textDocument: { ...PLAIN.textDocument, completion: {} } };
    const client = await TestClient.start({ capabilities });
    await client.open(CONFIG, '\n');
    const [first] = await client.completions(CONFIG, '');
    expect(first?.documentation).toMatch(/^The Kubernetes release of the cluster, such as 1\.29\./);
  });

  test('marks what the schema lists, for editors that use the schema', async () => {
    const client = await TestClient.start();
    await client.open(CONFIG, TEXT);
    const dataAt = async (before: string) =>
      new Set((await client.completions(CONFIG, before)).map(({ data }) => data));
    expect(await dataAt('taint: ')).toEqual(new Set([undefined]));
    expect(await dataAt('off\n  ')).toEqual(new Set(['schema']));
  });

  async function hover(client: TestClient, text: string): Promise<string | undefined> {
    const { start } = client.rangeOf(CONFIG, text);
    const found = await client.hover(CONFIG, start.line, start.character);
    return found === null ? undefined : (found.contents as { value: string }).value;
  }
});
