import { fork } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { type ExtensionContext, Uri, workspace } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { start } from './extension.ts';
import { kubectl } from './kubectl.ts';
import type { RunKubewin } from './update-images.ts';

export { stop as deactivate } from './extension.ts';

/** The entry point with Node.js: the server is a separate process. */
export function activate(context: ExtensionContext): void {
  const module = Uri.joinPath(context.extensionUri, 'dist/server.js').fsPath;
  // Node.js 22 and later caches compiled code there, which saves a sixth of the start time.
  const env = { NODE_COMPILE_CACHE: Uri.joinPath(context.globalStorageUri, 'compiled').fsPath };
  // Undefined without a folder or workspace. In a restricted workspace, it is the extension's own folder, too.
  const cacheFolder = context.storageUri?.fsPath;
  start(
    context,
    ({ initializationOptions, ...options }) =>
      new LanguageClient(
        'kubewin',
        'Kubewin',
        { module, transport: TransportKind.ipc, options: { env } },
        { ...options, initializationOptions: { ...initializationOptions, cacheFolder } },
      ),
    { kubewin: commandLine(Uri.joinPath(context.extensionUri, 'dist/cli.js').fsPath), kubectl },
  );
}

/** Runs the command line in a process of its own, so that neither the server nor the extension opens connections. */
function commandLine(module: string): RunKubewin {
  return async (folder, args, onProgress, onCancel) => {
    const child = fork(module, args, {
      cwd: folder.fsPath,
      env: { ...defaults(), ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      silent: true,
    });
    child.on('message', (message) => onProgress(String(message)));
    // On Windows, a signal would end it before it has written what it knows.
    onCancel(() => child.connected && child.disconnect());
    const exit = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
    const [code, stdout, stderr] = await Promise.all([exit, read(child.stdout), read(child.stderr)]);
    return { code, stdout, stderr };
  };
}

/** What the command line needs besides its own environment, whose variables take precedence. */
function defaults(): NodeJS.ProcessEnv {
  const settings = workspace.getConfiguration('http');
  // A workspace must not name a proxy.
  const ofUser = <T>(key: string) => settings.inspect<T>(key)?.globalValue;
  const proxy = ofUser<string>('proxy') ?? '';
  const proxies = { HTTPS_PROXY: proxy, HTTP_PROXY: proxy, NO_PROXY: (ofUser<string[]>('noProxy') ?? []).join(',') };
  // Certificates of the operating system count in VS Code, too.
  return { NODE_USE_SYSTEM_CA: '1', ...(proxy === '' ? {} : proxies) };
}

function read(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream === null ? Promise.resolve('') : text(stream);
}
