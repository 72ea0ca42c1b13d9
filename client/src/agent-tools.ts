import type * as vscode from 'vscode';
import type { BaseLanguageClient, WorkspaceEdit } from 'vscode-languageclient';

/** What the tools use of VS Code. */
export type Api = Pick<typeof vscode, 'l10n' | 'MarkdownString' | 'workspace'> & { readonly Uri: typeof vscode.Uri };

/** The API for tools. VS Code has it since 1.95, and other hosts may lack it. */
interface ToolApi {
  readonly lm?: { registerTool?(name: string, tool: LanguageModelTool): vscode.Disposable };
  readonly LanguageModelToolResult: new (content: readonly object[]) => object;
  readonly LanguageModelTextPart: new (text: string) => object;
}

interface LanguageModelTool {
  invoke(call: Call, token: vscode.CancellationToken): Promise<object>;
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

/** The tools for language models. The language server does the work; `readPage` reads a page of the documentation. */
export class AgentTools {
  readonly #api: Api;
  readonly #server: BaseLanguageClient;
  readonly #readPage: (path: string) => Promise<string>;

  constructor(api: Api, server: BaseLanguageClient, readPage: (path: string) => Promise<string>) {
    this.#api = api;
    this.#server = server;
    this.#readPage = readPage;
  }

  /** Registers the tools, where the host supports them. */
  register(): vscode.Disposable[] {
    const api = this.#api as unknown as ToolApi;
    const { lm } = api;
    if (lm?.registerTool === undefined) return [];
    const register = lm.registerTool.bind(lm);
    return TOOLS.map((name) =>
      register(name, {
        invoke: async (call, token) => {
          const text = await this.#call(name, call, token);
          return new api.LanguageModelToolResult([new api.LanguageModelTextPart(text)]);
        },
        ...(name === FIX_TOOL && { prepareInvocation: (call) => this.#confirmation(call) }),
      }),
    );
  }

  /** Asks before a file is changed. A call with a text changes nothing. */
  #confirmation({ input: { path } }: Call): object | undefined {
    if (typeof path !== 'string') return undefined;
    const { l10n, MarkdownString } = this.#api;
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

  /** Calls a tool on the server and applies its edit. An error that is thrown is what the model reads. */
  async #call(tool: string, { input }: Call, token: vscode.CancellationToken): Promise<string> {
    const { l10n, workspace } = this.#api;
    const { path } = input;
    const target = typeof path === 'string' ? await this.#uriOf(path) : undefined;
    if (tool === FIX_TOOL && target !== undefined && !workspace.isTrusted) {
      throw new Error(l10n.t('Kubewin: Trust this workspace before you change its files.'));
    }
    await this.#server.start();
    const uri = target && this.#server.code2ProtocolConverter.asUri(target);
    const answer = await this.#server.sendRequest<Answer>('kubewin/agentTool', { tool, input, uri }, token);
    if (answer.fault !== undefined) throw new Error(answer.fault);
    if (tool === FIX_TOOL && answer.edit !== undefined && target !== undefined) await this.#apply(answer.edit, target);
    return answer.page === undefined ? (answer.text ?? '') : this.#readPage(answer.page);
  }

  async #apply(edit: WorkspaceEdit, file: vscode.Uri): Promise<void> {
    const { l10n, workspace } = this.#api;
    const document = await workspace.openTextDocument(file);
    const { isDirty } = document;
    if (!(await workspace.applyEdit(await this.#server.protocol2CodeConverter.asWorkspaceEdit(edit)))) {
      throw new Error(l10n.t('Kubewin: The manifest has changed, so this fix was not applied.'));
    }
    // Unsaved changes of the user stay unsaved.
    if (!isDirty) await document.save();
  }

  /** The file or folder of the workspace that a path names: absolute, a URI, or from a workspace folder on. */
  async #uriOf(path: string): Promise<vscode.Uri | undefined> {
    const { Uri, workspace } = this.#api;
    // Without `..`, which could lead out of a folder.
    const normalized = (uri: vscode.Uri) => Uri.joinPath(uri.with({ path: '/' }), uri.path);
    const uris = (workspace.workspaceFolders ?? []).flatMap(({ uri, name }) => {
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
}
