import {
  type DefinitionProvider,
  Disposable,
  EventEmitter,
  type Location,
  l10n,
  languages,
  type Position,
  type TextDocument,
  type TextDocumentContentProvider,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { LANGUAGES } from './startup.ts';

/** The URI scheme of rendered templates. The query is the URI of the template. */
const RENDERED_SCHEME = 'kubewin-rendered';
/** How long to wait for more changes before rendered templates are updated, in milliseconds. */
const UPDATE_DELAY = 300;

type ServerLocation = Parameters<BaseLanguageClient['protocol2CodeConverter']['asLocation']>[0];
type ServerDiagnostics = Parameters<BaseLanguageClient['protocol2CodeConverter']['asDiagnostics']>[0];

/** The response to `kubewin/renderedTemplate`. */
interface RenderedDocument {
  readonly text: string | null;
  readonly diagnostics: ServerDiagnostics;
  readonly failure: { readonly message: string; readonly at: ServerLocation | null } | null;
}

/** Shows templates of charts as Helm renders them, with the findings in them. Definitions lead to their sources. */
export class RenderedTemplates implements TextDocumentContentProvider, DefinitionProvider {
  readonly #client: BaseLanguageClient;
  readonly #changes = new EventEmitter<Uri>();
  readonly #diagnostics = languages.createDiagnosticCollection('kubewin-rendered');
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly onDidChange = this.#changes.event;

  constructor(client: BaseLanguageClient) {
    this.#client = client;
  }

  register(): Disposable {
    return Disposable.from(
      this.#changes,
      this.#diagnostics,
      workspace.registerTextDocumentContentProvider(RENDERED_SCHEME, this),
      languages.registerDefinitionProvider({ scheme: RENDERED_SCHEME }, this),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme !== RENDERED_SCHEME && LANGUAGES.includes(document.languageId)) this.#updateLater();
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.#diagnostics.delete(uri)),
      new Disposable(() => clearTimeout(this.#timer)),
    );
  }

  /** Opens what Helm makes of the template in the active editor, beside it. */
  async show(): Promise<void> {
    const template = window.activeTextEditor?.document.uri;
    if (template === undefined || (await this.#request(template)) === null) {
      window.showInformationMessage(l10n.t('Kubewin: The active file is not a template that Helm renders.'));
      return;
    }
    const path = template.path.replace(/(?:\.\w+)?$/, ' (rendered).yaml');
    const uri = Uri.from({ scheme: RENDERED_SCHEME, path, query: template.toString() });
    const document = await workspace.openTextDocument(uri);
    if (document.languageId !== 'yaml') {
      // A pattern for file names selects another language. VS Code closes the document and opens it again.
      await languages.setTextDocumentLanguage(document, 'yaml');
      this.#changes.fire(uri);
    }
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: false });
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const rendered = await this.#request(templateOf(uri));
    const { protocol2CodeConverter: converter } = this.#client;
    this.#diagnostics.set(uri, await converter.asDiagnostics(rendered?.diagnostics ?? []));
    if (rendered === null) return comment(l10n.t('This file is no longer a template that Helm renders.'));
    const { text, failure } = rendered;
    if (text !== null) return text;
    const at = failure?.at ? converter.asLocation(failure.at) : undefined;
    const reason = comment(l10n.t('Helm cannot render this template: {0}', failure?.message ?? ''));
    if (at === undefined) return reason;
    const { uri: file, range } = at;
    return reason + comment(l10n.t('{0}, line {1}', workspace.asRelativePath(file), range.start.line + 1));
  }

  async provideDefinition({ uri }: TextDocument, position: Position): Promise<Location | undefined> {
    const { code2ProtocolConverter, protocol2CodeConverter } = this.#client;
    await this.#client.start();
    const found = await this.#client.sendRequest<ServerLocation | null>('kubewin/renderedSource', {
      uri: code2ProtocolConverter.asUri(templateOf(uri)),
      position: code2ProtocolConverter.asPosition(position),
    });
    return found === null ? undefined : protocol2CodeConverter.asLocation(found);
  }

  async #request(template: Uri): Promise<RenderedDocument | null> {
    await this.#client.start();
    const uri = this.#client.code2ProtocolConverter.asUri(template);
    return this.#client.sendRequest<RenderedDocument | null>('kubewin/renderedTemplate', { uri });
  }

  #updateLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const { uri } of workspace.textDocuments) if (uri.scheme === RENDERED_SCHEME) this.#changes.fire(uri);
    }, UPDATE_DELAY);
  }
}

function templateOf({ query }: Uri): Uri {
  return Uri.parse(query);
}

function comment(text: string): string {
  return `${text.replace(/^/gm, '# ')}\n`;
}
