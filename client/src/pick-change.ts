import { commands, l10n, type QuickPickItem, window, workspace } from 'vscode';
import type { BaseLanguageClient, Command, Position, WorkspaceEdit } from 'vscode-languageclient';

/** A change to choose, as the server describes it. The command runs after the edit. */
interface Choice {
  readonly title: string;
  readonly description?: string;
  readonly detail?: string;
  readonly edit?: WorkspaceEdit;
  readonly command?: Command;
}

interface ChoiceItem extends QuickPickItem {
  readonly choice: Choice;
}

/** Asks how to make the workload at a position ready for Windows, and does so. */
export async function makeReady(client: BaseLanguageClient, uri: string, position: Position): Promise<void> {
  const choices = client.sendRequest<readonly Choice[]>('kubewin/waysToWindows', { uri, position });
  await pickChange(client, l10n.t('Which Windows nodes does this workload run on?'), choices);
}

/** Lets the user choose among changes, and makes the chosen one. */
export async function pickChange(
  client: BaseLanguageClient,
  title: string,
  choices: readonly Choice[] | Promise<readonly Choice[]>,
): Promise<void> {
  const chosen = await window.showQuickPick(itemsOf(choices), { title: plain(title), matchOnDescription: true });
  if (chosen === undefined) return;
  const { edit, command } = chosen.choice;
  if (edit !== undefined && !(await apply(client, edit))) {
    void window.showWarningMessage(l10n.t('Kubewin: The document has changed in the meantime. Try again.'));
    return;
  }
  if (command !== undefined) await commands.executeCommand(command.command, ...(command.arguments ?? []));
}

async function itemsOf(choices: readonly Choice[] | Promise<readonly Choice[]>): Promise<ChoiceItem[]> {
  return (await choices).map((choice) => {
    const { title, description, detail } = choice;
    return {
      label: plain(title),
      ...(description === undefined ? {} : { description }),
      ...(detail === undefined ? {} : { detail }),
      choice,
    };
  });
}

/** Applies an edit, unless it is for another version of an open document. */
async function apply({ protocol2CodeConverter }: BaseLanguageClient, edit: WorkspaceEdit): Promise<boolean> {
  const open = new Map(workspace.textDocuments.map(({ uri, version }) => [uri.toString(), version]));
  const isCurrent = (edit.documentChanges ?? []).every((change) => {
    if (!('textDocument' in change)) return true;
    const { uri, version } = change.textDocument;
    return version === null || open.get(protocol2CodeConverter.asUri(uri).toString()) === version;
  });
  return isCurrent && workspace.applyEdit(await protocol2CodeConverter.asWorkspaceEdit(edit));
}

/** A text without the marks of code, which lists show as they are. */
function plain(text: string): string {
  return text.replaceAll('`', '');
}
