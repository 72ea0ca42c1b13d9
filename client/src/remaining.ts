import {
  commands,
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
  /** Whether it is a finding, which the Problems view has anyway. */
  readonly isFinding?: true;
}

/** A manual step in an open document. */
interface PlacedStep extends Pick<ManualStep, 'message' | 'isFinding'> {
  readonly range: Range;
}

/**
 * The manual steps that remain after refactorings. Those that are not findings are entries of the Problems view. Whoever
 * edits the line of a step has done it.
 */
export class RemainingSteps extends Disposable {
  /** By URI, in the order of the text. */
  readonly #steps = new Map<string, readonly PlacedStep[]>();
  readonly #entries: DiagnosticCollection = languages.createDiagnosticCollection('kubewin.steps');
  readonly #output: LogOutputChannel;

  constructor(output: LogOutputChannel) {
    const listeners = Disposable.from(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => this.#follow(document.uri, contentChanges)),
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#steps.delete(uri.toString());
        this.#entries.delete(uri);
      }),
    );
    super(() => Disposable.from(listeners, this.#entries).dispose());
    this.#output = output;
  }

  /** Shows the text that a refactoring wrote, and keeps its remaining steps. */
  async show(title: string, steps: readonly ManualStep[], written?: Location): Promise<void> {
    if (written !== undefined) await show(written.uri, rangeOf(written));
    if (steps.length === 0) return;
    this.#output.info([title, ...steps.map(({ message }) => `- ${message}`)].join('\n'));
    const placed = steps.flatMap(({ at = written, ...step }) => (at === undefined ? [] : [{ ...step, at }]));
    for (const uri of new Set(placed.map(({ at }) => at.uri))) {
      const own = placed.filter(({ at }) => at.uri === uri);
      const inOrder = own
        .map(({ at, ...step }) => ({ ...step, range: rangeOf(at) }))
        .sort((a, b) => a.range.start.compareTo(b.range.start));
      this.#set(Uri.parse(uri), inOrder);
    }
    const next = l10n.t('Next Remaining Step');
    const text = steps.length === 1 ? l10n.t('1 step remains') : l10n.t('{0} steps remain', steps.length);
    // The command ends before the user reads it.
    void window
      .showInformationMessage(`Kubewin: ${text}.`, next)
      .then((chosen) => (chosen === next ? this.next() : undefined));
  }

  /** Goes to the next step behind the cursor, or else to the first one, and shows its message. */
  async next(): Promise<void> {
    const editor = window.activeTextEditor;
    const all = [...this.#steps].flatMap(([uri, steps]) => steps.map(({ range }) => ({ uri, range })));
    const here = editor?.document.uri.toString();
    const behind = all.find(
      ({ uri, range }) => uri === here && editor !== undefined && range.start.isAfter(editor.selection.end),
    );
    const target = behind ?? all.find(({ uri }) => uri !== here) ?? all[0];
    if (target === undefined) void window.showInformationMessage(l10n.t('Kubewin: No step remains.'));
    else {
      await show(target.uri, target.range);
      await commands.executeCommand('editor.action.showHover');
    }
  }

  /** Keeps steps where they are in a changed text, without those in changed lines. */
  #follow(uri: Uri, changes: readonly TextDocumentContentChangeEvent[]): void {
    const steps = this.#steps.get(uri.toString()) ?? [];
    const left = steps.flatMap(({ range, ...step }) => {
      const lines = changes.reduce<LineRange | undefined>(
        (at, { range: changed, text }) => at && movedLines(at, changed, text),
        { start: range.start, end: range.end },
      );
      if (lines === undefined) return [];
      const { start, end } = lines;
      return { ...step, range: new Range(start.line, start.character, end.line, end.character) };
    });
    if (steps.length > 0) this.#set(uri, left);
  }

  #set(uri: Uri, steps: readonly PlacedStep[]): void {
    this.#steps.set(uri.toString(), steps);
    this.#entries.set(uri, steps.filter(({ isFinding }) => !isFinding).map(entryOf));
  }
}

function entryOf({ range, message }: PlacedStep): EditorDiagnostic {
  const entry = new EditorDiagnostic(range, message.replaceAll('`', ''), DiagnosticSeverity.Information);
  entry.source = 'kubewin';
  entry.code = l10n.t('remaining step');
  return entry;
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
