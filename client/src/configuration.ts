import {
  FileType,
  l10n,
  type QuickPickItem,
  Uri,
  WorkspaceEdit,
  type WorkspaceFolder,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { Status } from './status-text.ts';

/** An item of the response to `kubewin/clusterQuestions`. */
interface ClusterQuestion {
  readonly key: string;
  readonly title: string;
  readonly choices: readonly { readonly value: string; readonly description: string }[];
}

const CONFIG_NAME = '.kubewin.yaml';

/** The questions about the cluster, with the answers to choose from. */
export function clusterQuestions(client: BaseLanguageClient): Promise<readonly ClusterQuestion[]> {
  return client.sendRequest('kubewin/clusterQuestions');
}

/** The answers to a question as items of a quick pick. */
export function itemsOf({ choices }: ClusterQuestion): QuickPickItem[] {
  return choices.map(({ value, description }) => ({ label: value, description }));
}

/** Asks questions about the cluster, writes a configuration file to the workspace folder of the active file, and opens it. */
export async function createConfiguration(client: BaseLanguageClient): Promise<void> {
  const folder = await folderForConfiguration();
  if (folder === undefined) return;
  const uri = Uri.joinPath(folder.uri, CONFIG_NAME);
  if (await exists(uri))
    return open(uri, l10n.t('Kubewin: The folder {0} already has a file {1}.', folder.name, CONFIG_NAME));
  await client.start();
  const answers: Record<string, string> = {};
  const questions = await clusterQuestions(client);
  for (const [index, question] of questions.entries()) {
    const { key, title } = question;
    const step = l10n.t('Create Configuration ({0}/{1})', index + 1, questions.length);
    const answer = await window.showQuickPick(itemsOf(question), {
      title: step,
      placeHolder: title,
      matchOnDescription: true,
    });
    if (answer === undefined) return;
    answers[key] = answer.label;
  }
  const text = await client.sendRequest<string>('kubewin/newConfig', answers);
  const edit = new WorkspaceEdit();
  // Keep a file that was created meanwhile.
  edit.createFile(uri, { overwrite: false, contents: new TextEncoder().encode(text) });
  if (await workspace.applyEdit(edit)) await window.showTextDocument(uri);
  else
    window.showErrorMessage(
      l10n.t('Kubewin: The file {0} could not be written in the folder {1}.', CONFIG_NAME, folder.name),
    );
}

/** Opens the configuration file that applies to the active file, or offers to create one. */
export async function openConfiguration(client: BaseLanguageClient): Promise<void> {
  await client.start();
  const [first] = workspace.workspaceFolders ?? [];
  const uri = window.activeTextEditor?.document.uri ?? (first && Uri.joinPath(first.uri, CONFIG_NAME));
  const params = uri && { uri: client.code2ProtocolConverter.asUri(uri) };
  const status = params && (await client.sendRequest<Status | null>('kubewin/status', params));
  const config = status?.config ?? undefined;
  if (config !== undefined) {
    await window.showTextDocument(client.protocol2CodeConverter.asUri(config));
    return;
  }
  const create = l10n.t('Create Configuration');
  const chosen = await window.showInformationMessage(l10n.t('Kubewin: No file {0} applies here.', CONFIG_NAME), create);
  if (chosen === create) await createConfiguration(client);
}

/** The folder to write to. If it cannot be written to, shows the reason and returns undefined. */
async function folderForConfiguration(): Promise<WorkspaceFolder | undefined> {
  const folders = workspace.workspaceFolders ?? [];
  const active = window.activeTextEditor && workspace.getWorkspaceFolder(window.activeTextEditor.document.uri);
  const folder = active ?? (folders.length > 1 ? await window.showWorkspaceFolderPick() : folders[0]);
  const problem =
    folders.length === 0
      ? l10n.t('Open a folder first: the file belongs to a workspace folder.')
      : folder !== undefined && workspace.fs.isWritableFileSystem(folder.uri.scheme) === false
        ? l10n.t('The folder {0} is read-only, so no file was written.', folder.name)
        : !workspace.isTrusted
          ? l10n.t('This workspace is not trusted, so no file was written.')
          : undefined;
  if (problem === undefined) return folder;
  window.showWarningMessage(`Kubewin: ${problem}`);
  return undefined;
}

async function open(uri: Uri, message: string): Promise<void> {
  const button = l10n.t('Open');
  const chosen = await window.showInformationMessage(message, button);
  if (chosen === button) await window.showTextDocument(uri);
}

async function exists(uri: Uri): Promise<boolean> {
  try {
    return (await workspace.fs.stat(uri)).type !== FileType.Directory;
  } catch {
    return false;
  }
}
