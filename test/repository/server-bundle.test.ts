import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import type { Rule } from '../../server/src/lint/rule.ts';
import { RULES } from '../../server/src/rules/index.ts';

const ROOT = join(import.meta.dirname, '../..');
const { serverOptions } = createRequire(import.meta.url)('../../esbuild.js') as { serverOptions: BuildOptions };

const folder = mkdtempSync(join(tmpdir(), 'kubewin-'));
afterAll(() => rmSync(folder, { recursive: true }));

const URI = 'file:///work/opened.yaml';
const POD = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  os: { name: windows }
  hostPID: true
  containers: [{ name: web, image: registry.example/web:1 }]
`;

test('each rule has the same reason in the bundle as in its file', async () => {
  const rules = join(ROOT, 'server/src/rules/index.ts');
  const outdir = join(folder, 'rules');
  await build({ ...serverOptions, absWorkingDir: ROOT, entryPoints: { rules }, outdir });
  const bundled = createRequire(import.meta.url)(join(outdir, 'rules.js')) as { RULES: readonly Rule[] };
  expect(bundled.RULES.map(({ id, why }) => [id, why])).toEqual(RULES.map(({ id, why }) => [id, why]));
});

test('the bundle has all types of the protocol that the server uses', async () => {
  const protocol = join(ROOT, 'server/src/lsp/protocol.ts');
  const outdir = join(folder, 'protocol');
  await build({ ...serverOptions, absWorkingDir: ROOT, entryPoints: { protocol }, outdir });
  const bundled = createRequire(import.meta.url)(join(outdir, 'protocol.js')) as Record<string, unknown>;
  const said = (values: object) =>
    Object.entries(values).map(([name, value]) => [name, typeof value, JSON.stringify(value)]);
  expect(said({ ...bundled }).sort()).toEqual(said({ ...(await import('../../server/src/lsp/protocol.ts')) }).sort());
});

test('the parts of the bundle export constants, not getters', () => {
  const parts = readdirSync(join(ROOT, 'dist')).filter((name) => /^server-(?:chunk|on-demand)-\w+\.js$/.test(name));
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) {
    const given = Object.values(
      Object.getOwnPropertyDescriptors(createRequire(import.meta.url)(join(ROOT, 'dist', part))),
    );
    expect(given.length).toBeGreaterThan(0);
    expect(given.filter((property) => property.get !== undefined)).toEqual([]);
  }
});

test('diagnostics do not need the files that are loaded on demand, and hovers do', async () => {
  for (const name of readdirSync(join(ROOT, 'dist')).filter((name) => /^server(?:-chunk-\w+)?\.js$/.test(name))) {
    copyFileSync(join(ROOT, 'dist', name), join(folder, name));
  }
  const { diagnostics, hover, errors } = await startedServer(join(folder, 'server.js'), POD);
  expect(await diagnostics()).toEqual(expect.arrayContaining(['pod/host-pid']));
  expect(await hover(5, 4)).toBeNull();
  expect(errors().join()).toMatch(/server-on-demand/);
  const whole = await startedServer(join(ROOT, 'dist/server.js'), POD);
  expect(await whole.hover(5, 4)).toContain('Windows does not have a host process namespace');
});

/** Starts a bundle of the server as a process and opens a document in it. */
async function startedServer(file: string, text: string) {
  const server = spawn(process.execPath, [file, '--stdio']);
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  onTestFinished(() => {
    connection.dispose();
    server.kill();
  });
  const errors: string[] = [];
  connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
    errors.push(message);
  });
  connection.onRequest('client/registerCapability', () => null);
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: { textDocument: { diagnostic: {}, hover: { contentFormat: ['markdown'] } } },
  });
  await connection.sendNotification('initialized', {});
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri: URI, languageId: 'yaml', version: 1, text },
  });
  const textDocument = { uri: URI };
  return {
    /** The codes of the diagnostics of the document. */
    async diagnostics(): Promise<string[]> {
      const { items } = await connection.sendRequest<{ items: { code: string }[] }>('textDocument/diagnostic', {
        textDocument,
      });
      return items.map(({ code }) => code);
    },
    async hover(line: number, character: number): Promise<string | null> {
      const shown = await connection.sendRequest<{ contents: { value: string } } | null>('textDocument/hover', {
        textDocument,
        position: { line, character },
      });
      return shown?.contents.value ?? null;
    },
    /** The messages that the server logged. */
    errors: () => errors,
  };
}
