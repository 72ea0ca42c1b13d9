import {
  Disposable,
  type DocumentSelector,
  LanguageStatusSeverity,
  l10n,
  languages,
  type TextDocument,
  window,
} from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';
import { type Status, statusDetail, statusText } from './status-text.ts';

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
      const status = await client.sendRequest<Status | null>('kubewin/status', { uri: uriOf(document) });
      if (status === null || request !== requests) return;
      item.text = statusText(status, l10n.t);
      item.detail = statusDetail(status, l10n.t);
      item.busy = status.busy;
      item.command =
        status.config === null
          ? { title: l10n.t('Settings'), command: 'workbench.action.openSettings', arguments: ['kubewin'] }
          : { title: l10n.t('Open Configuration'), command: 'kubewin.openConfiguration' };
    }
    item.accessibilityInformation = { label: ['Kubewin', item.text, item.detail].filter(Boolean).join(', ') };
  }

  function uriOf({ uri }: TextDocument): string {
    return client.code2ProtocolConverter.asUri(uri);
  }

  const tryToUpdate = () => void update().catch((error) => client.warn('No status', error, false));
  return Disposable.from(
    item,
    window.onDidChangeActiveTextEditor(tryToUpdate),
    client.onDidChangeState(tryToUpdate),
    client.onNotification('kubewin/statusChanged', tryToUpdate),
  );
}
