import {
  commands,
  Disposable,
  type DocumentSelector,
  LanguageStatusSeverity,
  l10n,
  languages,
  type QuickPickItem,
  QuickPickItemKind,
  type TextDocument,
  window,
} from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';
import { openConfiguration } from './configuration.ts';
import { type Status, statusDetail, statusRows, statusText } from './status-text.ts';

/** Adds a language status item with the verdicts of the pods, and what was found or why nothing is reported. */
export function showStatus(client: BaseLanguageClient, selector: DocumentSelector): Disposable {
  const item = languages.createLanguageStatusItem('kubewin.status', selector);
  item.name = 'Kubewin';
  item.text = 'Kubewin';
  let requests = 0;

  async function update(): Promise<void> {
    const { state } = client;
    if (state !== State.Running) item.busy = state === State.Starting;
    item.severity = LanguageStatusSeverity.Information;
    const document = window.activeTextEditor?.document;
    if (state === State.StartFailed) {
      item.severity = LanguageStatusSeverity.Error;
      item.text = l10n.t('Kubewin is not running');
      item.detail = '';
      item.command = { title: l10n.t('Show Output'), command: 'kubewin.showOutput' };
    } else if (state === State.Running && document !== undefined && languages.match(selector, document) > 0) {
      const request = ++requests;
      const status = await statusOf(client, document);
      if (status === null || request !== requests) return;
      item.text = statusText(status, l10n.t);
      item.detail = statusDetail(item.text, status);
      item.busy = status.busy;
      item.command = { title: l10n.t('Details'), command: 'kubewin.showStatus' };
    }
    item.accessibilityInformation = { label: ['Kubewin', item.text, item.detail].filter(Boolean).join(', ') };
  }

  const tryToUpdate = () => void update().catch((error) => client.warn('No status', error, false));
  return Disposable.from(
    item,
    window.onDidChangeActiveTextEditor(tryToUpdate),
    client.onDidChangeState(tryToUpdate),
    client.onNotification('kubewin/statusChanged', tryToUpdate),
  );
}

/** Lists what the status of the active document does not have room for. A setting leads to where it is set. */
export async function showStatusDetails(client: BaseLanguageClient): Promise<void> {
  const document = window.activeTextEditor?.document;
  const status = document && (await statusOf(client, document));
  if (!status) return;
  const openOutput = { label: l10n.t('Show Output'), command: 'kubewin.showOutput' };
  const rows = statusRows(status, l10n.t);
  const separator = { label: '', kind: QuickPickItemKind.Separator };
  const chosen = await window.showQuickPick<QuickPickItem & { setting?: string; command?: string }>(
    [...rows, separator, openOutput],
    { title: `Kubewin: ${statusText(status, l10n.t)}`, placeHolder: l10n.t('Select a setting to change it') },
  );
  if (chosen?.command !== undefined) await commands.executeCommand(chosen.command);
  else if (chosen?.setting !== undefined) {
    if (status.config !== null) await openConfiguration(client);
    else await commands.executeCommand('workbench.action.openSettings', `kubewin.${chosen.setting}`);
  }
}

function statusOf(client: BaseLanguageClient, { uri }: TextDocument): Promise<Status | null> {
  return client.sendRequest('kubewin/status', { uri: client.code2ProtocolConverter.asUri(uri) });
}
