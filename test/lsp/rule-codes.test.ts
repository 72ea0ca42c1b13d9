import { describe, expect, test } from 'vitest';
import { type CodeAction, CodeActionKind, CodeActionRequest } from 'vscode-languageserver/node';
import { folderWith } from '../cli/kubewin.ts';
import { cacheOf } from './caches.ts';
import { DECLARED, SCHEDULED } from './manifests.ts';
import { FEW_RULES, PLAIN, resultIds, rulesByFile, TestClient } from './test-client.ts';

const URI = 'file:///work/pod.yaml';
const ID = 'pod/host-pid';
const CODE = 'KW1103';
const SHORT = { kubewin: { ruleCodes: 'short' } };
const COMMANDS = { initializationOptions: { rulePageCommand: 'show' } };

async function codes(client: TestClient, uri = URI): Promise<unknown[]> {
  return (await client.diagnostics(uri)).map(({ code }) => code);
}

/** A client with an open file, in which the code of the diagnostic is as the settings say. */
async function opened(settings: Readonly<Record<string, unknown>>): Promise<TestClient> {
  const client = await TestClient.start({ ...COMMANDS, settings });
  await client.open(URI, DECLARED);
  return client;
}

test('without settings, the code of a diagnostic is the ID of its rule', async () => {
  const client = await TestClient.start({ capabilities: PLAIN });
  await client.open(URI, DECLARED);
  expect(await client.next('diagnostics')).toMatchObject({ diagnostics: [{ code: ID }] });
});

test('only the code differs between diagnostics with IDs and those with codes', async () => {
  const [long] = await (await opened({})).diagnostics(URI);
  const [short] = await (await opened(SHORT)).diagnostics(URI);
  expect(long).toMatchObject({
    code: ID,
    data: { rule: ID },
    codeDescription: { href: expect.stringContaining('host-pid') },
  });
  expect(short).toEqual({ ...long, code: CODE });
});

test('a finding in a comment has no code, and its ID is shown', async () => {
  const client = await TestClient.start({ settings: SHORT });
  await client.open(URI, DECLARED.replace('for the profiler', 'kubewin: allow no/rule'));
  expect(await codes(client)).toEqual([CODE, 'directive/unknown-rule']);
});

describe('a change of the setting', () => {
  test('refreshes the diagnostics of open files', async () => {
    const client = await opened({});
    expect(await codes(client)).toEqual([ID]);
    await client.set(SHORT);
    await client.next('refresh');
    expect(await codes(client)).toEqual([CODE]);
  });

  test('refreshes those of other files, which do not count as unchanged', async () => {
    const client = await TestClient.start({ files: { [URI]: SCHEDULED } });
    const known = resultIds(await client.pullWorkspace());
    await client.set(SHORT);
    expect(rulesByFile(await client.pullWorkspace(known))).toEqual({ 'pod.yaml': CODE });
  });

  test('counts for findings that are shown while the file cannot be read', async () => {
    const client = await opened({ kubewin: { reportSyntaxErrors: 'off' } });
    expect(await codes(client)).toEqual([ID]);
    await client.replace(URI, 'name: declared', 'name: "declared');
    await client.set({ kubewin: { reportSyntaxErrors: 'off', ruleCodes: 'short' } });
    await client.next('refresh');
    expect(await codes(client)).toEqual([CODE]);
  });

  test('counts where a configuration file applies', async () => {
    const files = { 'file:///work/.kubewin.yaml': 'rules: { pod: hint }\n' };
    const client = await TestClient.start({ settings: SHORT, files });
    await client.open(URI, DECLARED);
    expect(await client.diagnostics(URI)).toMatchObject([{ code: CODE, severity: 4 }]);
  });

  test('counts for diagnostics that a server has kept', async () => {
    const cacheFolder = folderWith({});
    const shown = async (settings: Readonly<Record<string, unknown>>) => {
      const server = { rules: FEW_RULES, openCache: cacheOf('1') };
      const options = { files: { [URI]: SCHEDULED }, isReadable: true, server, settings };
      const client = await TestClient.start({ ...options, initializationOptions: { cacheFolder }, endsEarly: true });
      const found = rulesByFile(await client.pullWorkspace());
      await client.end();
      return found['pod.yaml'];
    };
    expect([await shown({}), await shown(SHORT), await shown(SHORT)]).toEqual([ID, CODE, CODE]);
  });
});

describe('the menu of a finding', () => {
  async function menu(settings: Readonly<Record<string, unknown>>): Promise<readonly CodeAction[]> {
    const client = await opened(settings);
    const [diagnostic] = await client.diagnostics(URI);
    const actions = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: URI },
      // The diagnostic alone says which finding is meant.
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      context: { diagnostics: diagnostic === undefined ? [] : [diagnostic], only: [CodeActionKind.QuickFix] },
    });
    return (actions ?? []) as CodeAction[];
  }

  test('is the same with codes, and what it writes has the ID', async () => {
    const withoutCodes = (actions: readonly CodeAction[]) => actions.map(({ diagnostics, ...action }) => action);
    const short = await menu(SHORT);
    expect(short.flatMap(({ diagnostics = [] }) => diagnostics.map(({ code }) => code))).toContain(CODE);
    expect(withoutCodes(short)).toEqual(withoutCodes(await menu({})));
    expect(JSON.stringify(withoutCodes(short))).toContain(`# kubewin: allow ${ID}`);
    expect(JSON.stringify(withoutCodes(short))).not.toContain(CODE);
  });
});

test('a code in a comment suppresses the finding', async () => {
  const client = await TestClient.start();
  await client.open(URI, DECLARED.replace('for the profiler', `kubewin: allow ${CODE}`));
  expect(await codes(client)).toEqual([]);
});
