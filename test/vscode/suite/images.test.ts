import * as assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  type CodeAction,
  CodeActionKind,
  commands,
  type Hover,
  type MarkdownString,
  Range,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import { until } from './until.ts';

const INDEX = 'application/vnd.oci.image.index.v1+json';

suite('Images in VS Code', () => {
  const folder = join(workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'images');
  const lock = join(folder, '.kubewin-images.yaml');
  let registry: Server;
  let document: TextDocument;
  let image: Range;

  suiteSetup(async () => {
    const platform = { os: 'windows', architecture: 'amd64', 'os.version': '10.0.20348.3692' };
    const manifest = {
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      digest: `sha256:${'0'.repeat(64)}`,
      size: 2,
    };
    const index = { schemaVersion: 2, mediaType: INDEX, manifests: [{ ...manifest, platform }] };
    registry = createServer(({ url }, response) => {
      if (url === '/v2/web/manifests/1.0') response.setHeader('content-type', INDEX).end(JSON.stringify(index));
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    const name = `127.0.0.1:${(registry.address() as AddressInfo).port}/web:1.0`;
    await mkdir(folder);
    await writeFile(lock, 'version: 1\nimages: {}\n');
    const pod = `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n    - name: web\n      image: ${name}\n`;
    await writeFile(join(folder, 'pod.yaml'), pod);
    document = await workspace.openTextDocument(join(folder, 'pod.yaml'));
    await window.showTextDocument(document);
    const start = document.positionAt(pod.indexOf(name));
    image = new Range(start, start.translate(0, name.length));
  });

  suiteTeardown(async () => {
    registry.close();
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await rm(folder, { recursive: true });
    await commands.executeCommand('notifications.clearAll');
  });

  test('an image that the lock lacks is recorded by a code action, and its hover has the platforms', async () => {
    const command = await until('the code action', async () => {
      const kind = CodeActionKind.QuickFix.value;
      const ask = 'vscode.executeCodeActionProvider';
      const actions = await commands.executeCommand<CodeAction[]>(ask, document.uri, image, kind);
      return actions.find(({ title }) => title.startsWith('Record the platforms'))?.command;
    });
    await commands.executeCommand(command.command, ...(command.arguments ?? []));
    assert.match(await readFile(lock, 'utf8'), /^ {6}- windows\/amd64 10\.0\.20348\.3692$/m);
    const text = await until('the hover', async () => {
      const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', document.uri, image.start);
      const texts = hovers.flatMap(({ contents }) => contents as MarkdownString[]).map(({ value }) => value);
      return texts.find((value) => value.includes('**Platforms**'));
    });
    assert.match(text, /`windows\/amd64 10\.0\.20348\.3692` \(Windows Server 2022\)/);
  });
});
