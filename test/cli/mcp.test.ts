import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MAX_MESSAGE } from '../../server/src/cli/mcp/json-rpc.ts';
import { PROTOCOL_VERSIONS } from '../../server/src/cli/mcp/protocol.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { CLI, folderWith, kubewin, textOf } from './kubewin.ts';
import { DECLARED, FIXED } from './manifests.ts';

const isWindows = process.platform === 'win32';

/** A client of the official library, connected to `kubewin mcp` in a folder. The library validates all responses. */
async function connected(cwd: string, version?: string): Promise<Client> {
  const options = version === undefined ? {} : { supportedProtocolVersions: [version] };
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  const transport = new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp'], cwd, stderr: 'ignore' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** Links cannot be created on Windows without special rights. */
const LINKS: readonly (readonly [string, string])[] = isWindows
  ? []
  : [
      ['a link', 'link.yaml'],
      ['a linked folder', 'folder/secret.yaml'],
    ];

/** What is found in the manifest. */
const RULES_FOUND = ['pod/host-pid', 'security-context/privileged', 'scheduling/missing-os-constraint'];

interface Called {
  readonly isError: boolean;
  readonly text: string;
}

async function call(client: Client, name: string, input: Record<string, unknown>): Promise<Called> {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const [first] = content as { type: string; text: string }[];
  return { isError: isError === true, text: first?.text ?? '' };
}

describe('a client of the protocol', () => {
  test.each(PROTOCOL_VERSIONS)('can use version %s', async (version) => {
    const client = await connected(folderWith({}), version);
    expect(client.getServerVersion()).toMatchObject({ name: 'kubewin', title: 'Kubewin' });
    expect(client.getInstructions()).toContain('kubewin_check');
    expect(await client.ping()).toEqual({});
  });

  test('sees three tools that only read', async () => {
    const { tools } = await (await connected(folderWith({}))).listTools();
    expect(tools.map(({ name }) => name)).toEqual(['kubewin_check', 'kubewin_explain', 'kubewin_fix']);
    for (const { annotations, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  test('checks, fixes and explains', async () => {
    const cwd = folderWith({ 'deploy/pod.yaml': DECLARED });
    const client = await connected(cwd);
    const found = (text: string) => JSON.parse(text).findings.map(({ path, rule }: never) => [path, rule]);
    for (const path of ['deploy', 'deploy/pod.yaml', join(cwd, 'deploy/pod.yaml')]) {
      const { text } = await call(client, 'kubewin_check', { path });
      expect(found(text)).toEqual(RULES_FOUND.map((rule) => ['deploy/pod.yaml', rule]));
    }
    expect(found((await call(client, 'kubewin_check', { text: DECLARED })).text)).toEqual(
      RULES_FOUND.map((rule) => ['text', rule]),
    );
    const ofText = await call(client, 'kubewin_fix', { text: DECLARED });
    expect(JSON.parse(ofText.text).text).toBe(FIXED);
    const ofFile = await call(client, 'kubewin_fix', { path: 'deploy/pod.yaml' });
    expect(JSON.parse(ofFile.text).diff).toContain('--- a/deploy/pod.yaml\n+++ b/deploy/pod.yaml\n');
    expect(textOf(cwd, 'deploy/pod.yaml')).toBe(DECLARED);
    const page = await call(client, 'kubewin_explain', { rule: 'pod/host-pid' });
    expect(page.text).toMatch(/^# .*hostPID/);
    expect((await call(client, 'kubewin_explain', { field: 'hostPID', value: 'true' })).text).toContain('is rejected');
  });

  test('gets the settings of the configuration file', async () => {
    const client = await connected(
      folderWith({
        '.kubewin.yaml': 'rules: { pod: off, scheduling: off, security-context: off }\n',
        'pod.yaml': DECLARED,
      }),
    );
    for (const input of [{ text: DECLARED }, { path: 'pod.yaml' }, { path: '.' }]) {
      expect(JSON.parse((await call(client, 'kubewin_check', input)).text).findings).toEqual([]);
    }
  });

  test('reads the pages of all rules as resources', async () => {
    const client = await connected(folderWith({}));
    const { resources } = await client.listResources();
    const uris = new Set(resources.map(({ uri }) => uri));
    expect(RULES.filter(({ id }) => !uris.has(`kubewin://rules/${id}`))).toEqual([]);
    const { contents } = await client.readResource({ uri: 'kubewin://rules/pod/host-pid' });
    expect(contents).toEqual([
      { uri: 'kubewin://rules/pod/host-pid', mimeType: 'text/markdown', text: expect.stringMatching(/^# /) },
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['kubewin://rules/{category}/{name}']);
    await expect(client.readResource({ uri: 'kubewin://rules/../README' })).rejects.toMatchObject({ code: -32002 });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['kubewin_check', {}, 'Give either `text` or `path`.'],
    ['kubewin_check', { text: 1 }, 'must be a string'],
    ['kubewin_fix', { text: 'x'.repeat(600_000) }, 'at most 500000'],
    ['kubewin_fix', { path: 'deploy' }, 'kubewin_fix needs a file'],
    ['kubewin_explain', { rule: 'pod/none' }, 'There is no rule'],
    ['kubewin_check', { text: 'a\0b' }, 'NUL'],
  ])('%s reports faults as results that models read: %j', async (name, input, message) => {
    const { isError, text } = await call(await connected(folderWith({ 'deploy/a.yaml': '' })), name, input);
    expect(isError).toBe(true);
    expect(text).toContain(message);
  });

  test('gets an error for an unknown tool', async () => {
    const client = await connected(folderWith({}));
    await expect(call(client, 'kubewin_other', {})).rejects.toMatchObject({ code: -32602 });
  });
});

test.each<readonly [string, string]>([
  ['the parent folder', '..'],
  ['a folder with the same beginning', '../inside-too'],
  ['a file beside it', '../secret.yaml'],
  ['the root', '/'],
  ['a path that leads out and back', 'none/../../secret.yaml'],
  ['a file that does not exist', 'none.yaml'],
  ...LINKS,
])('%s is not read', async (_, path) => {
  const around = folderWith({ 'inside/pod.yaml': '', 'inside-too/pod.yaml': DECLARED, 'secret.yaml': DECLARED });
  const cwd = join(around, 'inside');
  if (!isWindows) {
    symlinkSync('../secret.yaml', join(cwd, 'link.yaml'));
    symlinkSync('..', join(cwd, 'folder'));
  }
  const client = await connected(cwd);
  const fault = 'There is no such file or folder in the folder in which `kubewin mcp` was started.';
  for (const name of ['kubewin_check', 'kubewin_fix']) {
    expect(await call(client, name, { path })).toEqual({ isError: true, text: fault });
  }
});

describe('whatever a line is, the process lives and answers the next one', () => {
  const PING = '{"jsonrpc":"2.0","id":"last","method":"ping"}';
  const request = (rest: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...rest });
  const error = (code: number, id: unknown = null) => ({
    jsonrpc: '2.0',
    id,
    error: { code, message: expect.any(String) },
  });

  test.each([
    ['broken JSON', '{"jsonrpc":"2.0"', [error(-32700)]],
    ['not an object', '7', [error(-32600)]],
    ['an empty batch', '[]', [error(-32600)]],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', [error(-32600, 1)]],
    ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', [error(-32600)]],
    ['no method', '{"jsonrpc":"2.0","id":1}', [error(-32600, 1)]],
    ['an unknown method', request({ method: 'prompts/list' }), [error(-32601, 1)]],
    ['parameters in a list', request({ method: 'ping', params: [] }), [error(-32602, 1)]],
    ['no version to negotiate', request({ method: 'initialize' }), [error(-32602, 1)]],
    ['a cursor that is not valid', request({ method: 'resources/list', params: { cursor: '-1' } }), [error(-32602, 1)]],
    ['no URI', request({ method: 'resources/read' }), [error(-32602, 1)]],
    ['no name', request({ method: 'tools/call' }), [error(-32602, 1)]],
    ['an unknown notification', '{"jsonrpc":"2.0","method":"notifications/other"}', []],
    ['a response', '{"jsonrpc":"2.0","id":1,"result":{}}', []],
    ['an empty line', ' ', []],
    ['a huge line', 'x'.repeat(MAX_MESSAGE + 1), [error(-32600)]],
    [
      'a batch, as in version 2025-03-26',
      `[${request({ method: 'ping' })},{"jsonrpc":"2.0","method":"notifications/initialized"}]`,
      [[{ jsonrpc: '2.0', id: 1, result: {} }]],
    ],
  ])('%s', async (_, line, expected) => {
    const { code, stdout } = await kubewin(['mcp'], { cwd: folderWith({}), input: `${line}\n${PING}\n` });
    const responses = stdout.split('\n').filter(Boolean);
    const last = { jsonrpc: '2.0', id: 'last', result: {} };
    expect([code, responses.map((text) => JSON.parse(text))]).toEqual([0, expect.arrayContaining([...expected, last])]);
    expect(responses.length).toBe(expected.length + 1);
  });

  test('a version that is not known is answered with the newest', async () => {
    const input = `${request({ method: 'initialize', params: { protocolVersion: '1999-01-01' } })}\n`;
    const { stdout } = await kubewin(['mcp'], { cwd: folderWith({}), input });
    expect(JSON.parse(stdout).result.protocolVersion).toBe(PROTOCOL_VERSIONS[0]);
  });
});

test('a call that was canceled is not answered', async () => {
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`pod-${i}.yaml`, DECLARED]));
  const child = spawn(process.execPath, [CLI, 'mcp'], { cwd: folderWith(files), stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  send({ id: 1, method: 'tools/call', params: { name: 'kubewin_check', arguments: { path: '.' } } });
  send({ method: 'notifications/cancelled', params: { requestId: 1 } });
  send({ id: 2, method: 'ping' });
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([2]);
});
