import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { DECLARED } from './manifests.ts';

const SERVER = join(import.meta.dirname, '../../dist/server.js');

test.each([
  ['standard input and output', () => startOverStreams(SERVER, '--stdio')],
  ['standard input and output of `kubewin lsp`', () => startOverStreams(join(SERVER, '../cli.js'), 'lsp', '--stdio')],
  ['the channel of VS Code', startOverChannel],
])('the bundle serves over %s, reads the disk and exits on request', async (_, start) => {
  const folder = mkdtempSync(join(tmpdir(), 'kubewin-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'pod.yaml'), DECLARED);
  const { server, connection } = start();
  const exit = once(server, 'exit');
  const root = pathToFileURL(folder).href;
  const { serverInfo } = await connection.sendRequest<{ serverInfo: object }>('initialize', {
    processId: process.pid,
    rootUri: root,
    capabilities: { textDocument: { diagnostic: {} } },
  });
  expect(serverInfo).toEqual({ name: 'Kubewin', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  await connection.sendNotification('initialized', {});
  const answer = await connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
  expect(answer).toMatchObject({ items: [{ uri: `${root}/pod.yaml`, kind: 'full' }] });
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  expect(await exit).toEqual([0, null]);
});

test('another build of the bundle does not use what this one has kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubewin-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const manifests = join(folder, 'manifests');
  const cacheFolder = join(folder, 'cache');
  const dist = join(folder, 'dist');
  mkdirSync(manifests);
  writeFileSync(join(manifests, 'pod.yaml'), DECLARED);
  cpSync(dirname(SERVER), dist, { recursive: true });
  const entriesAfterScan = async () => {
    const { server, connection } = startOverStreams(join(dist, 'server.js'), '--stdio');
    const exit = once(server, 'exit');
    await connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(manifests).href,
      initializationOptions: { cacheFolder },
      capabilities: {
        textDocument: { diagnostic: {} },
        workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
      },
    });
    connection.onRequest('client/registerCapability', () => null);
    await connection.sendNotification('initialized', {});
    await connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    await exit;
    return readdirSync(cacheFolder).filter((name) => name.endsWith('.entry')).length;
  };
  expect([await entriesAfterScan(), await entriesAfterScan()]).toEqual([1, 1]);
  appendFileSync(join(dist, 'server.js'), '// Another build.\n');
  expect(await entriesAfterScan()).toBe(2);
});

test.each([
  ['--help', 0, 'stdout'],
  ['-h', 0, 'stdout'],
  ['', 2, 'stderr'],
  ['--stdoi', 2, 'stderr'],
  ['--node-ipc', 2, 'stderr'],
  ['--socket', 2, 'stderr'],
  ['--socket=x', 2, 'stderr'],
  ['--pipe', 2, 'stderr'],
] as const)('%s shows the usage', (option, code, stream) => {
  const ended = spawnSync(process.execPath, [SERVER, ...(option === '' ? [] : [option])], { encoding: 'utf8' });
  expect(ended.status).toBe(code);
  expect(ended[stream]).toMatch(
    /^(?:kubewin: .*\.\n)?Kubewin language server \d+\.\d+\.\d+\nUsage: server\.js --stdio /,
  );
  expect(ended[stream].startsWith('kubewin: ')).toBe(code === 2);
  expect(ended.stdout + ended.stderr).toHaveLength(ended[stream].length);
});

test.each(['--socket=1', '--pipe=/no/such/pipe'])('%s reports that there is no connection', (option) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER, option], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^kubewin: There is no connection to `--\w+ .+`: connect E\w+ .*\.\n$/);
});

test('`kubewin lsp` shows its own usage', () => {
  const cli = join(SERVER, '../cli.js');
  const { status, stderr } = spawnSync(process.execPath, [cli, 'lsp'], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^kubewin: No option says how .*\nKubewin language server .*\nUsage: kubewin lsp --stdio /);
});

test('--version shows only the version', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER, '--version'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('exits with 1 without a shutdown request', async () => {
  const { server, connection } = startOverStreams(SERVER, '--stdio');
  const exit = once(server, 'exit');
  await connection.sendNotification('exit');
  expect(await exit).toEqual([1, null]);
});

test('exits when the client exits', async () => {
  const { server } = startOverStreams(SERVER, '--stdio');
  const exit = once(server, 'exit');
  server.stdin?.end();
  expect(await exit).toEqual([1, null]);
});

interface Started {
  readonly server: ChildProcess;
  readonly connection: MessageConnection;
}

function startOverStreams(file: string, ...options: readonly string[]): Started {
  const server = spawn(process.execPath, [file, ...options]);
  onTestFinished(() => void server.kill());
  return connected(
    server,
    createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin)),
  );
}

function startOverChannel(): Started {
  const server = fork(SERVER, ['--node-ipc'], { execArgv: [] });
  onTestFinished(() => void server.kill());
  return connected(server, createMessageConnection(new IPCMessageReader(server), new IPCMessageWriter(server)));
}

function connected(server: ChildProcess, connection: MessageConnection): Started {
  connection.listen();
  return { server, connection };
}
