import * as vscode from 'vscode';
import { type CancellationToken, type Disposable, l10n, MarkdownString, Uri, workspace } from 'vscode';
import type { BaseLanguageClient, WorkspaceEdit } from 'vscode-languageclient';
import type { Pages } from './pages.ts';
import { PAGES_SCHEME } from './pages.ts';

/** The part of the API for tools that Kubewin uses. VS Code has it since 1.95, and other hosts may lack it. */
interface ToolApi {
  readonly lm?: { registerTool?(name: string, tool: LanguageModelTool): Disposable };
  readonly LanguageModelToolResult: new (content: readonly object[]) => object;
  readonly LanguageModelTextPart: new (text: string) => object;
}

interface LanguageModelTool {
  invoke(call: Call, token: CancellationToken): Promise<object>;
  prepareInvocation?(call: Call): object | undefined;
}

interface Call {
  readonly input: { readonly path?: unknown };
}

/** The response to `kubewin/agentTool`. */
interface Answer {
  readonly text?: string;
  readonly page?: string;
  readonly fault?: string;
  readonly edit?: WorkspaceEdit;
}

const FIX_TOOL = 'kubewin_fix';
const TOOLS = ['kubewin_check', 'kubewin_explain', FIX_TOOL] as const;

/** Registers the tools for language models, where the host supports them. The language server does the work. */
export function registerTools(server: BaseLanguageClient, pages: Pages): Disposable[] {
  const api = vscode as unknown as ToolApi;
  const { lm } = api;
  if (lm?.registerTool === undefined) return [];
  const register = lm.registerTool.bind(lm);
  return TOOLS.map((name) =>
    register(name, {
      async invoke(call, token) {
        const text = await callTool(name, call, { server, pages, token });
        return new api.LanguageModelToolResult([new api.LanguageModelTextPart(text)]);
      },
      ...(name === FIX_TOOL && { prepareInvocation: confirmation }),
    }),
  );
}

/** Asks before a file is changed. A call with a text changes nothing. */
function confirmation({ input: { path } }: Call): object | undefined {
  if (typeof path !== 'string') return undefined;
  const question = l10n.t('Remove the fields of {0} that Windows pods cannot use?', path);
  return {
    invocationMessage: l10n.t('Fixing a manifest for Windows nodes'),
    confirmationMessages: {
      title: l10n.t('Fix a manifest for Windows nodes'),
      // As text: the path is written by a model.
      message: new MarkdownString().appendText(question),
    },
  };
}

interface Context {
  readonly server: BaseLanguageClient;
  readonly pages: Pages;
  readonly token: CancellationToken;
}

/** Calls a tool on the server and applies its edit. An error that is thrown is what the model reads. */
async function callTool(tool: string, { input }: Call, { server, pages, token }: Context): Promise<string> {
  const { path } = input;
  const target = typeof path === 'string' ? await uriIn(path) : undefined;
  if (tool === FIX_TOOL && target !== undefined && !workspace.isTrusted) {
    throw new Error(l10n.t('Kubewin: Trust this workspace before you change its files.'));
  }
  await server.start();
  const uri = target && server.code2ProtocolConverter.asUri(target);
  const answer = await server.sendRequest<Answer>('kubewin/agentTool', { tool, input, uri }, token);
  if (answer.fault !== undefined) throw new Error(answer.fault);
  if (answer.edit !== undefined && target !== undefined) await apply(answer.edit, target, server);
  if (answer.page === undefined) return answer.text ?? '';
  const page = Uri.from({ scheme: PAGES_SCHEME, path: `/${answer.page}` });
  return new TextDecoder().decode(await pages.readFile(page));
}

async function apply(edit: WorkspaceEdit, file: Uri, server: BaseLanguageClient): Promise<void> {
  const document = await workspace.openTextDocument(file);
  const { isDirty } = document;
  if (!(await workspace.applyEdit(await server.protocol2CodeConverter.asWorkspaceEdit(edit)))) {
    throw new Error(l10n.t('Kubewin: The manifest has changed, so this fix was not applied.'));
  }
  // Unsaved changes of the user stay unsaved.
  if (!isDirty) await document.save();
}

/** The file or folder of the workspace that a path names: absolute, a URI, or from a workspace folder on. */
async function uriIn(path: string): Promise<Uri | undefined> {
  const folders = workspace.workspaceFolders ?? [];
  const uris = folders.flatMap(({ uri, name }) => {
    if (/^[a-z][a-z\d+.-]+:\/\//i.test(path)) return normalized(Uri.parse(path));
    if (/^(?:[/\\]|[a-z]:[/\\])/i.test(path)) return normalized(uri.with({ path: Uri.file(path).path }));
    const [first = '', ...rest] = path.split('/');
    // With several folders, VS Code writes the name of the folder first.
    return [Uri.joinPath(uri, path), ...(first === name ? [Uri.joinPath(uri, ...rest)] : [])];
  });
  const inside = uris.filter((uri) => workspace.getWorkspaceFolder(uri) !== undefined);
  for (const uri of inside) {
    const exists = await workspace.fs.stat(uri).then(
      () => true,
      () => false,
    );
    if (exists) return uri;
  }
  return inside[0];
}

/** Without `..`, which could lead out of a folder. */
function normalized(uri: Uri): Uri {
  return Uri.joinPath(uri.with({ path: '/' }), uri.path);
}
