import {
  commands,
  type Diagnostic,
  languages,
  type TextDocument,
  type Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';

/** The open sample of the walkthrough: an untitled document. */
let sample: TextDocument | undefined;

/** Opens the sample in an editor beside the walkthrough. */
export async function openSample(file: Uri): Promise<TextDocument> {
  if (sample === undefined || sample.isClosed) {
    const content = new TextDecoder().decode(await workspace.fs.readFile(file));
    sample = await workspace.openTextDocument({ language: 'yaml', content });
  }
  await window.showTextDocument(sample, { viewColumn: ViewColumn.Beside, preview: false });
  return sample;
}

/** Selects the worst problem of the active editor, or else of the sample, and shows its quick fixes. */
export async function showFixes(file: Uri): Promise<void> {
  const active = window.activeTextEditor?.document;
  const document = active !== undefined && problemIn(active) !== undefined ? active : await openSample(file);
  const editor = window.visibleTextEditors.find((visible) => visible.document === document);
  const selection = (await firstProblem(document))?.range;
  await window.showTextDocument(document, {
    ...(editor?.viewColumn === undefined ? {} : { viewColumn: editor.viewColumn }),
    ...(selection === undefined ? {} : { selection }),
  });
  await commands.executeCommand('editor.action.quickFix');
}

/** The worst problem of a document that was just opened: its diagnostics follow. Undefined if they take long. */
async function firstProblem(document: TextDocument): Promise<Diagnostic | undefined> {
  const known = problemIn(document);
  if (known !== undefined) return known;
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timeout);
      listener.dispose();
      resolve(problemIn(document));
    };
    const timeout = setTimeout(end, TIMEOUT);
    const listener = languages.onDidChangeDiagnostics(() => {
      if (problemIn(document) !== undefined) end();
    });
  });
}

/** In milliseconds. */
const TIMEOUT = 5_000;

/** The first of the worst problems that Kubewin found in a document. */
function problemIn({ uri }: TextDocument): Diagnostic | undefined {
  return languages
    .getDiagnostics(uri)
    .filter(({ source }) => source === 'kubewin')
    .sort((a, b) => a.severity - b.severity || a.range.start.compareTo(b.range.start))[0];
}
