import { type LogOutputChannel, l10n, type QuickPickItem, Range, Uri, window } from 'vscode';
import type { Location } from 'vscode-languageclient';

/** Something that an action leaves to be done by hand, and where. */
interface Step {
  readonly message: string;
  readonly at?: Location;
}

/** Shows the place that an action wrote, and what it left to be done as a list that leads to the places of it. */
export async function showRemaining(
  output: LogOutputChannel,
  title: string,
  steps: readonly Step[],
  written?: Location,
): Promise<void> {
  if (written !== undefined) await show(written, false);
  if (steps.length === 0) return;
  output.info([title, ...steps.map(({ message }) => `- ${message}`)].join('\n'));
  const list = window.createQuickPick<QuickPickItem & Step>();
  list.title = title;
  list.placeholder = l10n.t('Select what remains to go to its place. Press Escape to close the list.');
  list.items = steps.map((step) => ({ ...step, ...textOf(step) }));
  list.matchOnDetail = true;
  // It stays open beside the places that it leads to.
  list.ignoreFocusOut = true;
  list.onDidAccept(() => {
    const at = list.activeItems[0]?.at ?? written;
    if (at !== undefined) void show(at, true);
  });
  list.onDidHide(() => list.dispose());
  list.show();
}

/** The field that a sentence begins with stands by itself. */
function textOf({ message, at }: Step): QuickPickItem {
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
