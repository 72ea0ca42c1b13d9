import { commands, l10n, type QuickPickItem, window, workspace } from 'vscode';
import type { BaseLanguageClient, Command, Position, WorkspaceEdit } from 'vscode-languageclient';
import type { ChangePreview } from './preview.ts';

/** A change, as the server describes it. The command runs after the edit. */
export interface Choice {
  readonly title: string;
  /** The title of the preview, unless it is that of the choice. */
  readonly previewTitle?: string;
  readonly description?: string;
  readonly detail?: string;
  readonly edit?: WorkspaceEdit;
  readonly command?: Command;
}

interface ChoiceItem extends QuickPickItem {
  readonly choice: Choice;
}

/** Asks how to make the workload at a position ready for Windows, unless there is one way only, and does so after a preview. */
export async function makeReady(
  client: BaseLanguageClient,
  preview: ChangePreview,
  uri: string,
  position: Position,
): Promise<void> {
  const choices = await client.sendRequest<readonly Choice[]>('kubewin/waysToWindows', { uri, position });
  const [first, ...others] = choices;
  if (first === undefined) {
    void window.showInformationMessage(l10n.t('Kubewin: There is nothing here that can be made ready for Windows.'));
  } else if (others.length === 0) await makeChange(client, first, preview);
  else await pickChange(client, l10n.t('Which Windows nodes does this workload run on?'), choices, preview);
}

/** Lets the user choose among changes, and makes the chosen one, after a preview if one is given. */
export async function pickChange(
  client: BaseLanguageClient,
  title: string,
  choices: readonly Choice[],
  preview?: ChangePreview,
): Promise<void> {
  const chosen = await window.showQuickPick(itemsOf(choices), { title: plain(title), matchOnDescription: true });
  if (chosen !== undefined) await makeChange(client, chosen.choice, preview);
}

/** Makes a change, after a preview if one is given. */
export async function makeChange(
  client: BaseLanguageClient,
  { title, previewTitle = title, edit, command }: Choice,
  preview?: ChangePreview,
): Promise<void> {
  if (edit !== undefined) {
    const converted = await client.protocol2CodeConverter.asWorkspaceEdit(edit);
    const decision = isCurrent(client, edit) ? await preview?.confirm(plain(previewTitle), converted) : 'changed';
    if (decision === 'discard') return;
    if (decision === 'changed' || !(await workspace.applyEdit(converted, { isRefactoring: true }))) {
      void window.showWarningMessage(l10n.t('Kubewin: The document has changed in the meantime. Try again.'));
      return;
    }
  }
  if (command !== undefined) await commands.executeCommand(command.command, ...(command.arguments ?? []));
}

function itemsOf(choices: readonly Choice[]): ChoiceItem[] {
  return choices.map((choice) => {
    const { title, description, detail } = choice;
    return {
      label: plain(title),
      ...(description === undefined ? {} : { description }),
      ...(detail === undefined ? {} : { detail }),
      choice,
    };
  });
}

/** Whether an edit is for the present versions of open documents. */
function isCurrent({ protocol2CodeConverter }: BaseLanguageClient, edit: WorkspaceEdit): boolean {
  const open = new Map(workspace.textDocuments.map(({ uri, version }) => [uri.toString(), version]));
  return (edit.documentChanges ?? []).every((change) => {
    if (!('textDocument' in change)) return true;
    const { uri, version } = change.textDocument;
    return version === null || open.get(protocol2CodeConverter.asUri(uri).toString()) === version;
  });
}

/** A text without the marks of code, which lists show as they are. */
function plain(text: string): string {
  return text.replaceAll('`', '');
}
