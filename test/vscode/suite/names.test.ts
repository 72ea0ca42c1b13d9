import * as assert from 'node:assert/strict';
import {
  type CompletionList,
  commands,
  type DocumentHighlight,
  type DocumentLink,
  type TextDocument,
  Uri,
  type WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { until } from './until.ts';

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os:
    name: windows
  # kubewin: allow pod/host-pid -- The agent looks at its neighbors.
  hostPID: true
  containers:
    - name: web
      image: mcr.microsoft.com/windows/servercore:ltsc2022
      volumeMounts:
        - name: data
          mountPath: C:\\data
  volumes:
    - name: data
      emptyDir: {}
`;

suite('Names in VS Code', () => {
  let pod: TextDocument;

  suiteSetup(async () => {
    pod = await workspace.openTextDocument({ language: 'yaml', content: POD });
    await window.showTextDocument(pod);
  });

  suiteTeardown(async () => {
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  const at = (document: TextDocument, text: string) =>
    document.positionAt(document.getText().indexOf(text) + text.length);

  test('F2 renames a RuntimeClass in all files', async () => {
    const [folder] = workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const definition = await workspace.openTextDocument(Uri.joinPath(folder.uri, 'runtime-class.yaml'));
    const place = at(definition, 'name: windows-2022');
    const edit = await until('the edit', async () => {
      const ask = 'vscode.executeDocumentRenameProvider';
      const found = await commands.executeCommand<WorkspaceEdit>(ask, definition.uri, place, 'windows-2025');
      return found.size > 0 && found;
    });
    const files = edit.entries().map(([{ path }, edits]) => [path.split('/').at(-1), edits.length]);
    assert.deepEqual(files.sort(), [
      ['by-class.yaml', 1],
      ['runtime-class.yaml', 1],
    ]);
  });

  test('an image of Microsoft and a rule in a comment are links', async () => {
    const links = await until('the links', async () => {
      const found = await commands.executeCommand<DocumentLink[]>('vscode.executeLinkProvider', pod.uri);
      return found.length > 1 && found;
    });
    assert.deepEqual(
      links.map(({ range, target }) => [pod.getText(range), target?.toString(true)]),
      [
        ['pod/host-pid', 'command:kubewin.openRule?["pod/host-pid"]'],
        [
          'mcr.microsoft.com/windows/servercore:ltsc2022',
          'https://mcr.microsoft.com/en-us/artifact/mar/windows/servercore/tags',
        ],
      ],
    );
  });

  test('the name of a volume is highlighted where it is defined and mounted', async () => {
    const lines = await until('the highlights', async () => {
      const ask = 'vscode.executeDocumentHighlights';
      const found = await commands.executeCommand<DocumentHighlight[]>(ask, pod.uri, at(pod, '- name: dat'));
      return found.length > 0 && found.map(({ range }) => range.start.line).sort((a, b) => a - b);
    });
    assert.deepEqual(lines, [13, 16]);
  });

  test('os.name is completed', async () => {
    const labels = await until('the values', async () => {
      const ask = 'vscode.executeCompletionItemProvider';
      const { items } = await commands.executeCommand<CompletionList>(ask, pod.uri, at(pod, 'os:\n    name: '));
      return items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    });
    for (const value of ['windows', 'linux']) assert.ok(labels.includes(value), labels.join());
  });
});
