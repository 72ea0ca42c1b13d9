import { l10n, window } from 'vscode';
import type { BaseLanguageClient, Position } from 'vscode-languageclient';
import { placeOf } from './explain.ts';

/** The response to `kubewin/checkAsWindows`. */
type Result = 'checked' | 'stopped' | 'known' | null;

/** Checks the workload at the position of a code lens, or else at the cursor, as a Windows pod, or stops doing so. */
export async function checkAsWindows(
  client: BaseLanguageClient,
  uri: string | undefined,
  position: Position | undefined,
): Promise<void> {
  const params = placeOf(client, uri, position);
  await client.start();
  const result = params && (await client.sendRequest<Result>('kubewin/checkAsWindows', params));
  if (!result) {
    window.showInformationMessage(l10n.t('Kubewin: There is no pod at the cursor that can be checked.'));
  } else if (result === 'known') {
    window.showInformationMessage(l10n.t('Kubewin: This pod is already checked as a Windows pod.'));
  }
}
