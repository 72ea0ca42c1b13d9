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
import type { Status } from './status-words.ts';

/** A part of the answer to `kubewin/clusterQuestions`. */
interface ClusterQuestion {
  readonly key: string;
  readonly title: string;
  readonly choices: readonly { readonly value: string; readonly description: string }[];
}

const NAME = '.kubewin.yaml';

/** What a cluster is asked for, with the answers to choose from. */
export function clusterQuestions(client: BaseLanguageClient): Promise<readonly ClusterQuestion[]> {
  return client.sendRequest('kubewin/clusterQuestions');
}

/** The answers as a pick list shows them. */
export function itemsOf({ choices }: ClusterQuestion): QuickPickItem[] {
  return choices.map(({ value, description }) => ({ label: value, description }));
}

/** Asks what the cluster is like, writes a configuration file into the folder of the active file, and opens it. */
export async function createConfiguration(client: BaseLanguageClient): Promise<void> {
  const folder = await folderForConfiguration();
  if (folder === undefined) return;
  const uri = Uri.joinPath(folder.uri, NAME);
  if (await exists(uri)) return open(uri, l10n.t('Kubewin: The folder {0} already has a file {1}.', folder.name, NAME));
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
  // A file that was written meanwhile stays as it is.
  edit.createFile(uri, { overwrite: false, contents: new TextEncoder().encode(text) });
  if (await workspace.applyEdit(edit)) await window.showTextDocument(uri);
  else
    window.showErrorMessage(l10n.t('Kubewin: The file {0} could not be written in the folder {1}.', NAME, folder.name));
}

/** Opens the configuration file that counts for the active file, or offers to create one. */
export async function openConfiguration(client: BaseLanguageClient): Promise<void> {
  await client.start();
  const [first] = workspace.workspaceFolders ?? [];
  const uri = window.activeTextEditor?.document.uri ?? (first && Uri.joinPath(first.uri, NAME));
  const asked = uri && { uri: client.code2ProtocolConverter.asUri(uri) };
  const status = asked && (await client.sendRequest<Status | null>('kubewin/status', asked));
  const config = status?.config ?? undefined;
  if (config !== undefined) {
    await window.showTextDocument(client.protocol2CodeConverter.asUri(config));
    return;
  }
  const create = l10n.t('Create Configuration');
  const chosen = await window.showInformationMessage(l10n.t('Kubewin: No file {0} applies here.', NAME), create);
  if (chosen === create) await createConfiguration(client);
}

/** The folder to write into; undefined where nothing may be written, which is said then. */
async function folderForConfiguration(): Promise<WorkspaceFolder | undefined> {
  const folders = workspace.workspaceFolders ?? [];
  const active = window.activeTextEditor && workspace.getWorkspaceFolder(window.activeTextEditor.document.uri);
  const folder = active ?? (folders.length > 1 ? await window.showWorkspaceFolderPick() : folders[0]);
  const refusal =
    folders.length === 0
      ? l10n.t('Open a folder first: the file belongs to a workspace folder.')
      : folder !== undefined && workspace.fs.isWritableFileSystem(folder.uri.scheme) === false
        ? l10n.t('The folder {0} is read-only, so no file was written.', folder.name)
        : !workspace.isTrusted
          ? l10n.t('This workspace is not trusted, so no file was written.')
          : undefined;
  if (refusal === undefined) return folder;
  window.showWarningMessage(`Kubewin: ${refusal}`);
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
