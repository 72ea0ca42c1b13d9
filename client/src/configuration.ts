import { FileType, l10n, ProgressLocation, Uri, WorkspaceEdit, type WorkspaceFolder, window, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { changeConfiguration } from './change-setting.ts';
import {
  askForSettings,
  type ClusterOffer,
  type ClusterSettings,
  CONFIG_NAME,
  clusterOffer,
  clusterQuestions,
  itemsOf,
} from './cluster-question.ts';
import type { Status } from './status-text.ts';
import { showWarning } from './warning.ts';

/**
 * Asks questions about the cluster, writes a configuration file to the workspace folder of the active file, and opens it. If
 * the folder has Nodes, they answer, and there is one question.
 */
export async function createConfiguration(client: BaseLanguageClient): Promise<void> {
  const folder = await folderForConfiguration();
  if (folder === undefined) return;
  const uri = Uri.joinPath(folder.uri, CONFIG_NAME);
  await client.start();
  const progress = { location: ProgressLocation.Window, title: l10n.t('Kubewin: Looking for Nodes') };
  const offer = await window.withProgress(progress, () => clusterOffer(client, uri));
  if (await exists(uri)) return openExisting(client, uri, folder, offer);
  const answers = offer.settings.length > 0 ? await askForSettings(offer, fromNodes()) : await askAll(client);
  if (answers !== undefined) await createWith(client, folder, answers);
}

function fromNodes(): string {
  return l10n.t('{0}: settings from the Nodes in this folder', CONFIG_NAME);
}

/** Asks about the cluster step by step. Returns undefined if the user cancels. */
async function askAll(client: BaseLanguageClient): Promise<ClusterSettings | undefined> {
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
    if (answer === undefined) return undefined;
    answers[key] = answer.label;
  }
  return answers;
}

/** Writes a new configuration file with settings to a workspace folder, and opens it. */
export async function createWith(
  client: BaseLanguageClient,
  folder: WorkspaceFolder,
  answers: ClusterSettings,
): Promise<void> {
  const uri = Uri.joinPath(folder.uri, CONFIG_NAME);
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
export async function folderForConfiguration(): Promise<WorkspaceFolder | undefined> {
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
  showWarning(problem);
  return undefined;
}

/** Says that there is a configuration file, and offers to open it, or to take settings from Nodes that it does not have. */
async function openExisting(
  client: BaseLanguageClient,
  uri: Uri,
  folder: WorkspaceFolder,
  offer: ClusterOffer,
): Promise<void> {
  const [show, update] = [l10n.t('Open'), l10n.t('Update from Nodes…')];
  const message = l10n.t('Kubewin: The folder {0} already has a file {1}.', folder.name, CONFIG_NAME);
  const chosen = await window.showInformationMessage(message, show, ...(offer.settings.length > 0 ? [update] : []));
  if (chosen === show) await window.showTextDocument(uri);
  if (chosen !== update) return;
  const answers = await askForSettings(offer, fromNodes());
  if (answers !== undefined && Object.keys(answers).length > 0) await changeConfiguration(client, uri, answers);
}

async function exists(uri: Uri): Promise<boolean> {
  try {
    return (await workspace.fs.stat(uri)).type !== FileType.Directory;
  } catch {
    return false;
  }
}
