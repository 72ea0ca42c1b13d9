import {
  type DiagnosticCollection,
  DiagnosticSeverity,
  Disposable,
  Diagnostic as EditorDiagnostic,
  type LogOutputChannel,
  l10n,
  languages,
  Range,
  type TextDocumentContentChangeEvent,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { Location } from 'vscode-languageclient';
import { type LineRange, movedLines } from './moved-lines.ts';

/** A manual step that remains after a refactoring, and its location. */
interface ManualStep {
  readonly message: string;
  readonly at?: Location;
}

/** The manual steps that remain after refactorings, as entries of the Problems view. Whoever edits the line of a step has done it. */
export class RemainingSteps extends Disposable {
  readonly #steps: DiagnosticCollection = languages.createDiagnosticCollection('kubewin.steps');
  readonly #output: LogOutputChannel;

  constructor(output: LogOutputChannel) {
    const listeners = Disposable.from(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => this.#follow(document.uri, contentChanges)),
      workspace.onDidCloseTextDocument(({ uri }) => this.#steps.delete(uri)),
    );
    super(() => Disposable.from(listeners, this.#steps).dispose());
    this.#output = output;
  }

  /** Shows the text that a refactoring wrote, and adds its remaining steps to the Problems view. */
  async show(title: string, steps: readonly ManualStep[], written?: Location): Promise<void> {
    if (written !== undefined) await show(written.uri, rangeOf(written));
    if (steps.length === 0) return;
    this.#output.info([title, ...steps.map(({ message }) => `- ${message}`)].join('\n'));
    const placed = steps.flatMap(({ message, at = written }) => (at === undefined ? [] : [{ message, at }]));
    for (const uri of new Set(placed.map(({ at }) => at.uri))) {
      const own = placed.filter(({ at }) => at.uri === uri);
      this.#steps.set(
        Uri.parse(uri),
        own.map(({ message, at }) => stepAt(rangeOf(at), message)),
      );
    }
    const next = l10n.t('Next Remaining Step');
    const text = steps.length === 1 ? l10n.t('1 step remains') : l10n.t('{0} steps remain', steps.length);
    // The command ends before the user reads it.
    void window
      .showInformationMessage(`Kubewin: ${text}.`, next)
      .then((chosen) => (chosen === next ? this.next() : undefined));
  }

  /** Goes to the next step behind the cursor, or else to the first one. */
  async next(): Promise<void> {
    const editor = window.activeTextEditor;
    const all: { readonly uri: Uri; readonly range: Range }[] = [];
    this.#steps.forEach((uri, steps) => {
      const inOrder = steps.map(({ range }) => range).sort((a, b) => a.start.compareTo(b.start));
      all.push(...inOrder.map((range) => ({ uri, range })));
    });
    const here = editor?.document.uri.toString();
    const behind = all.find(
      ({ uri, range }) => uri.toString() === here && editor !== undefined && range.start.isAfter(editor.selection.end),
    );
    const target = behind ?? all.find(({ uri }) => uri.toString() !== here) ?? all[0];
    if (target === undefined) void window.showInformationMessage(l10n.t('Kubewin: No step remains.'));
    else await show(target.uri.toString(), target.range);
  }

  /** Keeps steps where they are in a changed text, without those in changed lines. */
  #follow(uri: Uri, changes: readonly TextDocumentContentChangeEvent[]): void {
    const steps = this.#steps.get(uri) ?? [];
    if (steps.length === 0) return;
    const left = steps.flatMap(({ range, message }) => {
      const lines = changes.reduce<LineRange | undefined>(
        (at, { range: changed, text }) => at && movedLines(at, changed, text),
        { start: range.start, end: range.end },
      );
      if (lines === undefined) return [];
      const { start, end } = lines;
      return stepAt(new Range(start.line, start.character, end.line, end.character), message);
    });
    this.#steps.set(uri, left);
  }
}

function stepAt(range: Range, message: string): EditorDiagnostic {
  const step = new EditorDiagnostic(range, message.replaceAll('`', ''), DiagnosticSeverity.Information);
  step.source = 'kubewin';
  step.code = l10n.t('remaining step');
  return step;
}

function rangeOf({ range: { start, end } }: Location): Range {
  return new Range(start.line, start.character, end.line, end.character);
}

async function show(uri: string, selection: Range): Promise<void> {
  try {
    await window.showTextDocument(Uri.parse(uri), { selection });
  } catch {
    void window.showWarningMessage(l10n.t('Kubewin: The document was closed, so its place cannot be shown.'));
  }
}
