import { type LogOutputChannel, l10n, type QuickPickItem, Range, Uri, window } from 'vscode';
import type { Location } from 'vscode-languageclient';

/** A manual step that remains after a refactoring, and its location. */
interface ManualStep {
  readonly message: string;
  readonly at?: Location;
}

/** Shows the text that a refactoring wrote, and a list of the remaining steps. Selecting a step shows its location. */
export async function showRemaining(
  output: LogOutputChannel,
  title: string,
  steps: readonly ManualStep[],
  written?: Location,
): Promise<void> {
  if (written !== undefined) await show(written, false);
  if (steps.length === 0) return;
  output.info([title, ...steps.map(({ message }) => `- ${message}`)].join('\n'));
  const list = window.createQuickPick<QuickPickItem & ManualStep>();
  list.title = title;
  list.placeholder = l10n.t('Select a problem to go to it');
  list.items = steps.map((step) => ({ ...step, ...itemOf(step) }));
  list.matchOnDetail = true;
  // The list stays open while the user looks at the locations.
  list.ignoreFocusOut = true;
  list.onDidAccept(() => {
    const at = list.activeItems[0]?.at ?? written;
    if (at !== undefined) void show(at, true);
  });
  list.onDidHide(() => list.dispose());
  list.show();
}

/** A step as an item of the list: if the message starts with a field, the field is the label. */
function itemOf({ message, at }: ManualStep): QuickPickItem {
  const [, field, text] = /^`([^`]+)`: (.*)$/s.exec(message) ?? [];
  const description = at === undefined ? {} : { description: l10n.t('line {0}', at.range.start.line + 1) };
  return field === undefined || text === undefined
    ? { label: message, ...description }
    : { label: field, detail: text, ...description };
}

async function show({ uri, range: { start, end } }: Location, preserveFocus: boolean): Promise<void> {
  const selection = new Range(start.line, start.character, end.line, end.character);
  try {
    await window.showTextDocument(Uri.parse(uri), { selection, preserveFocus });
  } catch {
    void window.showWarningMessage(l10n.t('Kubewin: The document was closed, so its place cannot be shown.'));
  }
}
