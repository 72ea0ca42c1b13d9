import {
  type CodeAction,
  CodeActionKind,
  commands,
  l10n,
  Range,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient, Position } from 'vscode-languageclient';
import { withCommandLinks } from './page-links.ts';

/** The response to `kubewin/explain`. */
interface WorkloadPage {
  readonly title: string;
  readonly markdown: string;
}

/** Applies a fix of the page on a workload. Its links run this command. */
export const APPLY_FIX_COMMAND = 'kubewin.applyFix';
/** Shows a place that the page on a workload names. Its links run this command. */
export const SHOW_PLACE_COMMAND = 'kubewin.showPlace';

/** The page on a workload beside the manifest. `commands` are what its links may run: the server writes no link of a manifest. */
export class WorkloadPages {
  readonly #client: BaseLanguageClient;
  readonly #commands: readonly string[];
  #panel: WebviewPanel | undefined;
  #place: { readonly uri: string; readonly position: Position } | undefined;

  constructor(client: BaseLanguageClient, allowed: readonly string[]) {
    this.#client = client;
    this.#commands = allowed;
  }

  /** Shows the page on the workload at the position of a code lens, or else at the cursor. */
  async show(uri: string | undefined, position: Position | undefined): Promise<void> {
    this.#place = placeOf(this.#client, uri, position);
    await this.#client.start();
    const page = await this.#request();
    if (!page) {
      window.showInformationMessage(l10n.t('Kubewin: There is no pod at the cursor that can be explained.'));
      return;
    }
    this.#panel ??= this.#newPanel(page.title);
    await this.#fill(page);
    this.#panel?.reveal(undefined, true);
  }

  #newPanel(title: string): WebviewPanel {
    const column = { viewColumn: ViewColumn.Beside, preserveFocus: true };
    const panel = window.createWebviewPanel('kubewin.workload', title, column, {
      enableCommandUris: [...this.#commands],
    });
    panel.onDidDispose(() => {
      this.#panel = undefined;
    });
    return panel;
  }

  /** Applies the quick fix with a title at a position, and shows what is left. */
  async applyFix(uri: string, { line, character }: Position, title: string): Promise<void> {
    const target = this.#client.protocol2CodeConverter.asUri(uri);
    const range = new Range(line, character, line, character);
    const ask = 'vscode.executeCodeActionProvider';
    const found = await commands.executeCommand<CodeAction[]>(ask, target, range, CodeActionKind.QuickFix.value);
    const edit = found.find((action) => action.title === title)?.edit;
    if (edit === undefined || !(await workspace.applyEdit(edit))) {
      window.showWarningMessage(l10n.t('Kubewin: The manifest has changed, so this fix was not applied.'));
    }
    const page = await this.#request();
    if (page) await this.#fill(page);
  }

  async #request(): Promise<WorkloadPage | null> {
    return this.#place === undefined ? null : this.#client.sendRequest('kubewin/explain', this.#place);
  }

  async #fill({ title, markdown }: WorkloadPage): Promise<void> {
    const body = await commands.executeCommand<string>(
      'markdown.api.render',
      withCommandLinks(markdown, SHOW_PLACE_COMMAND),
    );
    if (this.#panel === undefined) return;
    this.#panel.title = title;
    this.#panel.webview.html = `${HEAD}${body}`;
  }
}

/** Nothing is loaded, and no script runs. */
const HEAD = `<!DOCTYPE html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
  body { line-height: 1.5; max-width: 60em; }
  code { font-family: var(--vscode-editor-font-family); overflow-wrap: anywhere; }
  ul { padding-left: 1.5em; }
  li { margin: 0.3em 0; }
</style>
`;

/** Shows a place in a file: its URI with a fragment such as `L3`. */
export async function showPlace(client: BaseLanguageClient, place: string): Promise<void> {
  const uri = client.protocol2CodeConverter.asUri(place);
  const line = Number(/^L(\d+)$/.exec(uri.fragment)?.[1] ?? 1) - 1;
  const selection = new Range(line, 0, line, 0);
  await window.showTextDocument(uri.with({ fragment: '' }), { selection, viewColumn: ViewColumn.One });
}

/** Goes to a problem and shows its message. */
export async function showProblem(client: BaseLanguageClient, uri: string, at: Position): Promise<void> {
  const { asUri, asPosition } = client.protocol2CodeConverter;
  const position = asPosition(at);
  await window.showTextDocument(asUri(uri), { selection: new Range(position, position) });
  await commands.executeCommand('editor.action.showHover');
}

/** The place that a code lens names, or else the cursor; undefined without an editor. */
export function placeOf(
  { code2ProtocolConverter: converter }: BaseLanguageClient,
  uri: string | undefined,
  position: Position | undefined,
): { readonly uri: string; readonly position: Position } | undefined {
  if (uri !== undefined && position !== undefined) return { uri, position };
  const editor = window.activeTextEditor;
  return (
    editor && {
      uri: converter.asUri(editor.document.uri),
      position: converter.asPosition(editor.selection.active),
    }
  );
}
