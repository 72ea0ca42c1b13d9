import { type ExtensionContext, Uri } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { start } from './extension.ts';

export { stop as deactivate } from './extension.ts';

/** The entry point where there is Node.js: the server is a process of its own. */
export function activate(context: ExtensionContext): void {
  const module = Uri.joinPath(context.extensionUri, 'dist/server.js').fsPath;
  start(
    context,
    (options) => new LanguageClient('kubewin', 'Kubewin', { module, transport: TransportKind.ipc }, options),
  );
}
