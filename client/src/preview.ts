import {
  commands,
  Disposable,
  l10n,
  type TextDocument,
  type TextEdit,
  type Uri,
  type WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { textAfter } from './text-after.ts';

/** The URI scheme of texts after a change. Their paths are those of the files, so that they have the same language. */
const SCHEME = 'kubewin-preview';
/** The context in which a change is shown. Commands in menus and keybindings depend on it. */
const CONTEXT = 'kubewin.previewsChange';

/** What the user decided on a change; `changed` if a file is no longer as it was shown. */
export type Decision = 'apply' | 'discard' | 'changed';

/** Shows a change beside the present texts before it is made. Whoever closes the comparison discards the change. */
export class ChangePreview extends Disposable {
  readonly #texts = new Map<string, string>();
  #decide: (isWanted: boolean) => void = () => {};
  #count = 0;
  /** Ends with the comparison that is shown. */
  #shown: Promise<unknown> = Promise.resolve();

  constructor() {
    const provideTextDocumentContent = (uri: Uri) => this.#texts.get(uri.toString());
    const provider = workspace.registerTextDocumentContentProvider(SCHEME, { provideTextDocumentContent });
    super(() => provider.dispose());
  }

  /** Applies or discards the change that is shown. */
  decide(isWanted: boolean): void {
    this.#decide(isWanted);
  }

  /** Shows a change in place of the one that is shown, and waits for the decision. */
  async confirm(what: string, edit: WorkspaceEdit): Promise<Decision> {
    this.decide(false);
    await this.#shown;
    const decision = this.#confirm(what, edit);
    this.#shown = decision.catch(() => {});
    return decision;
  }

  async #confirm(what: string, edit: WorkspaceEdit): Promise<Decision> {
    const count = String(++this.#count);
    const title = l10n.t('Preview: {0}', what);
    const files = await Promise.all(
      edit.entries().map(async ([uri, edits]) => {
        const document = await workspace.openTextDocument(uri);
        const preview = uri.with({ scheme: SCHEME, query: count });
        this.#texts.set(preview.toString(), changedText(document, edits));
        return { uri, preview, text: document.getText() };
      }),
    );
    const decision = new Promise<boolean>((resolve) => {
      this.#decide = resolve;
    });
    const listener = window.tabGroups.onDidChangeTabs(({ closed }) => {
      if (closed.some(({ label }) => label.startsWith(title))) this.decide(false);
    });
    try {
      await show(title, files);
      await commands.executeCommand('setContext', CONTEXT, true);
      const hint = l10n.t('Kubewin: Nothing has changed yet. Apply or discard it.');
      window.setStatusBarMessage(hint, decision);
      if (!(await decision)) return 'discard';
    } finally {
      listener.dispose();
      await commands.executeCommand('setContext', CONTEXT, false);
      await close(title);
      for (const { preview } of files) this.#texts.delete(preview.toString());
    }
    const now = await Promise.all(files.map(async ({ uri }) => (await workspace.openTextDocument(uri)).getText()));
    return files.every(({ text }, i) => text === now[i]) ? 'apply' : 'changed';
  }
}

async function show(title: string, files: readonly { readonly uri: Uri; readonly preview: Uri }[]): Promise<void> {
  const [first, ...others] = files;
  if (first !== undefined && others.length === 0) {
    await commands.executeCommand('vscode.diff', first.uri, first.preview, title, { preview: false });
  } else {
    const resources = files.map(({ uri, preview }) => [uri, uri, preview]);
    await commands.executeCommand('vscode.changes', title, resources);
    // Otherwise, the next file that is opened takes its place.
    await commands.executeCommand('workbench.action.keepEditor');
  }
}

async function close(title: string): Promise<void> {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  await window.tabGroups.close(tabs.filter(({ label }) => label.startsWith(title)));
}

function changedText(document: TextDocument, edits: readonly TextEdit[]): string {
  const replacements = edits.map(({ range, newText }) => {
    return { start: document.offsetAt(range.start), end: document.offsetAt(range.end), text: newText };
  });
  return textAfter(document.getText(), replacements);
}
