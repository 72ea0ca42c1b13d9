import { commands, languages, type TextDocument, type Uri, ViewColumn, window, workspace } from 'vscode';

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

/** Selects the first problem in a visible editor, or else in the sample, and shows its quick fixes. */
export async function showFixes(file: Uri): Promise<void> {
  const visible = window.visibleTextEditors.map(({ document }) => document);
  const document = visible.find(({ uri }) => problemAt(uri) !== undefined) ?? (await openSample(file));
  const viewColumn = window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn;
  const selection = problemAt(document.uri);
  await window.showTextDocument(document, {
    ...(viewColumn === undefined ? {} : { viewColumn }),
    ...(selection === undefined ? {} : { selection }),
  });
  await commands.executeCommand('editor.action.quickFix');
}

function problemAt(uri: Uri) {
  return languages.getDiagnostics(uri).find(({ source }) => source === 'kubewin')?.range;
}
