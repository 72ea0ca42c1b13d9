import { ConfigurationTarget, l10n, Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { type ClusterSettings, clusterQuestions, itemsOf } from './cluster-question.ts';
import { showWarning } from './warning.ts';

/** The response to `kubewin/configChange`, which is null for a file without a configuration file. */
type Change = { readonly uri: string; readonly before: string; readonly after: string } | { readonly reason: string };

type Path = readonly ['rules', string] | readonly ['taint'];

/** Why a change cannot be made, as a sentence for the user. */
class ChangeError extends Error {}

/** Turns a rule off for a file. */
export async function turnOffRule(client: BaseLanguageClient, file: string, rule: string): Promise<void> {
  await changeSetting(client, file, ['rules', rule], 'off');
}

const TAINT = /^[^=:\s]+=[^=:\s]*:(?:NoSchedule|PreferNoSchedule|NoExecute)$/;

/** Asks for the taint of the Windows nodes, and sets it for the given file or for the active one. */
export async function setTaint(client: BaseLanguageClient, file?: string): Promise<void> {
  const active = window.activeTextEditor?.document.uri ?? workspace.workspaceFolders?.[0]?.uri;
  const name = file ?? (active && client.code2ProtocolConverter.asUri(active));
  if (name === undefined) return showWarning(l10n.t('No folder is open, so the taint cannot be set.'));
  const question = (await clusterQuestions(client)).find(({ key }) => key === 'taint');
  if (question === undefined) return;
  const { title } = question;
  const other = l10n.t('Other…');
  const items = [...itemsOf(question), { label: other, description: 'key=value:effect' }];
  const chosen = await window.showQuickPick(items, { title, matchOnDescription: true });
  const isOther = chosen?.label === other;
  const validateInput = (text: string) => (TAINT.test(text) ? '' : l10n.t('It must be key=value:effect.'));
  const value = isOther
    ? await window.showInputBox({ title, placeHolder: 'os=windows:NoSchedule', validateInput })
    : chosen?.label;
  if (value !== undefined) await changeSetting(client, name, ['taint'], value);
}

/** Sets a value in the configuration file that applies to a file, or in the workspace settings if there is none. */
async function changeSetting(client: BaseLanguageClient, file: string, path: Path, value: string): Promise<void> {
  try {
    if (!workspace.isTrusted) throw new ChangeError(l10n.t('Trust this workspace before you change its settings.'));
    const change = await requestChange(client, file, [{ path, value }]);
    const where = change === null ? await writeSettings(Uri.parse(file), path, value) : await writeFile(change);
    window.setStatusBarMessage(l10n.t('Kubewin: {0} is {1} in {2}', path.at(-1) ?? '', value, where), 5_000);
  } catch (error) {
    showWarning(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Sets values in the configuration file that applies to a file, and opens it: its comments and layout stay. If it cannot be
 * changed, shows the reason.
 */
export async function changeConfiguration(
  client: BaseLanguageClient,
  uri: Uri,
  values: ClusterSettings,
): Promise<void> {
  try {
    const changes = Object.entries(values).map(([key, value]) => ({ path: [key], value }));
    const change = await requestChange(client, client.code2ProtocolConverter.asUri(uri), changes);
    if (change === null) throw new ChangeError(l10n.t('The file was deleted in the meantime.'));
    await writeFile(change);
    if ('uri' in change) await window.showTextDocument(Uri.parse(change.uri));
  } catch (error) {
    showWarning(error instanceof Error ? error.message : String(error));
  }
}

function requestChange(
  client: BaseLanguageClient,
  uri: string,
  values: readonly { readonly path: readonly string[]; readonly value: string | boolean }[],
): Promise<Change | null> {
  return client.sendRequest('kubewin/configChange', { uri, values });
}

async function writeFile(change: Change): Promise<string> {
  if ('reason' in change) throw new ChangeError(change.reason);
  const uri = Uri.parse(change.uri);
  const name = workspace.asRelativePath(uri);
  const document = workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  if (document?.isDirty) throw new ChangeError(l10n.t('Save {0} first: it has changes that are not saved.', name));
  try {
    const bytes = await workspace.fs.readFile(uri);
    if (bytes[0] === 0xff || bytes[0] === 0xfe)
      throw new ChangeError(l10n.t('It is encoded in UTF-16. Save it as UTF-8.'));
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
    if (text !== mark + change.before) throw new ChangeError(l10n.t('It changed in the meantime. Try again.'));
    await workspace.fs.writeFile(uri, new TextEncoder().encode(mark + change.after));
  } catch (error) {
    throw new ChangeError(
      l10n.t('{0} was not changed. {1}', name, error instanceof Error ? error.message : String(error)),
    );
  }
  return name;
}

async function writeSettings(uri: Uri, [key, rule]: Path, value: string): Promise<string> {
  if (workspace.workspaceFolders === undefined) {
    throw new ChangeError(l10n.t('No folder is open, so there are no workspace settings to write to.'));
  }
  const settings = workspace.getConfiguration('kubewin', uri);
  const { workspaceFolderValue: own, workspaceValue: all } = settings.inspect<object>(key) ?? {};
  const target = own === undefined ? ConfigurationTarget.Workspace : ConfigurationTarget.WorkspaceFolder;
  await settings.update(key, rule === undefined ? value : { ...(own ?? all), [rule]: value }, target);
  return l10n.t('the workspace settings');
}
