import { type ExtensionContext, FileType, Uri, workspace } from 'vscode';
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  LanguageClient,
  type MessageTransports,
} from 'vscode-languageclient/browser';
import { start } from './extension.ts';

export { stop as deactivate } from './extension.ts';

/** The entry point in a browser: the server is a web worker, which reads the files of the workspace through the client. */
export function activate(context: ExtensionContext): void {
  let worker: Worker | undefined;
  const startWorker = async (): Promise<MessageTransports> => {
    worker?.terminate();
    worker = await workerOf(Uri.joinPath(context.extensionUri, 'dist/browser-server.js'));
    return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
  };
  context.subscriptions.push({ dispose: () => worker?.terminate() });
  start(context, (options) => {
    const client = new LanguageClient('kubewin', 'Kubewin', startWorker, options);
    client.onRequest('kubewin/readFile', ({ uri }: { uri: string }) => bytesOf(uriOf(client, uri)));
    client.onRequest('kubewin/readFolder', ({ uri }: { uri: string }) => entriesOf(uriOf(client, uri)));
    return client;
  });
}

/** Starts a worker from the text of its script: browsers do not start workers from a remote address. */
async function workerOf(script: Uri): Promise<Worker> {
  const text = new TextDecoder().decode(await workspace.fs.readFile(script));
  return new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
}

function uriOf(client: LanguageClient, uri: string): Uri {
  return client.protocol2CodeConverter.asUri(uri);
}

/** The content of a file; null if there is no such file. */
async function bytesOf(uri: Uri): Promise<Uint8Array | null> {
  try {
    return await workspace.fs.readFile(uri);
  } catch {
    return null;
  }
}

/** The entries of a folder without symbolic links, which may lead out of it; null if it cannot be listed. */
async function entriesOf(uri: Uri): Promise<{ name: string; isFolder: boolean }[] | null> {
  try {
    const entries = await workspace.fs.readDirectory(uri);
    return entries.flatMap(([name, type]) =>
      type === FileType.File || type === FileType.Directory ? [{ name, isFolder: type === FileType.Directory }] : [],
    );
  } catch {
    return null;
  }
}
