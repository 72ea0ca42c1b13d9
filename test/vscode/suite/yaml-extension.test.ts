import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CompletionList,
  ConfigurationTarget,
  commands,
  type Hover,
  languages,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import { until } from './until.ts';

// The stand-in in test/vscode/yaml-extension takes the place of the YAML extension.

suite('Kubewin beside the YAML extension', () => {
  const folder = join(workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'beside');
  let broken: TextDocument;
  let config: TextDocument;

  suiteSetup(async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'broken.yaml'), 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: "a\n');
    await writeFile(join(folder, '.kubewin.yaml'), 'taint: none\nprovider: moon\n');
    broken = await workspace.openTextDocument(join(folder, 'broken.yaml'));
    config = await workspace.openTextDocument(join(folder, '.kubewin.yaml'));
    await window.showTextDocument(broken, { preview: false });
    await window.showTextDocument(config, { preview: false });
  });

  teardown(async () => {
    for (const ability of ['validate', 'hover', 'completion']) await set(ability, undefined);
  });

  suiteTeardown(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true });
  });

  test('syntax errors and values of .kubewin.yaml are checked by one of both', async () => {
    for (const [document, message] of [
      [broken, 'cannot be read as YAML'],
      [config, '`provider` cannot be `moon`'],
    ] as const) {
      const isReported = () => languages.getDiagnostics(document.uri).some((found) => found.message.includes(message));
      await until(`the error: ${message}`, isReported);
      await set('validate', true);
      await until(`no error: ${message}`, () => !isReported());
      await set('validate', undefined);
      await until(`the error again: ${message}`, isReported);
    }
  });

  test('.kubewin.yaml is explained by one of both', async () => {
    const isExplained = async () => {
      const at = config.positionAt(1);
      const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', config.uri, at);
      return hovers.length > 0;
    };
    await until('the hover', isExplained);
    await set('hover', true);
    await until('no hover', async () => !(await isExplained()));
  });

  test('.kubewin.yaml is completed by one of both', async () => {
    const isCompleted = async () => {
      const at = config.positionAt(config.getText().indexOf('moon'));
      const list = await commands.executeCommand<CompletionList>(
        'vscode.executeCompletionItemProvider',
        config.uri,
        at,
      );
      return list.items.some(({ label }) => label === 'openshift');
    };
    await until('the value', isCompleted);
    await set('completion', true);
    await until('no value', async () => !(await isCompleted()));
  });
});

async function set(ability: string, value: boolean | undefined): Promise<void> {
  await workspace.getConfiguration('yaml').update(ability, value, ConfigurationTarget.Workspace);
}
