// A client that measures a language server in another process.
import { spawn } from 'node:child_process';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';

/** Starts a server, opens a text in it if there is one, and returns the operations on it. */
export async function openIn(command, text, { root = null, env = {}, options = {} } = {}) {
  const server = spawn(process.execPath, command, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.onRequest('workspace/configuration', ({ items }) => items.map(() => null));
  connection.onRequest('client/registerCapability', () => null);
  connection.onRequest('window/workDoneProgress/create', () => null);
  connection.onRequest('workspace/diagnostic/refresh', () => null);
  connection.listen();
  const uri = `${root ?? 'file:///bench'}/opened.yaml`;
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: root,
    workspaceFolders: root === null ? null : [{ uri: root, name: 'bench' }],
    initializationOptions: options,
    capabilities: {
      textDocument: { diagnostic: {} },
      workspace: { workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
    },
  });
  await connection.sendNotification('initialized', {});
  if (text !== undefined) {
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'yaml', version: 1, text },
    });
  }
  let version = 1;
  const diagnostics = () => connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } });
  return {
    connection,
    server,
    diagnostics,
    /** Types a character at a position, requests the diagnostics, and returns the time in milliseconds. */
    async keystroke(position, character) {
      version++;
      const started = performance.now();
      void connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ range: { start: position, end: position }, text: character }],
      });
      await diagnostics();
      return performance.now() - started;
    },
    async end() {
      await connection.sendRequest('shutdown');
      server.stdin.end();
      connection.dispose();
      server.kill();
    },
  };
}
