import { type Extension, env, l10n, version, window } from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';

/** The response to `kubewin/information`. */
interface Information {
  readonly counts: Readonly<Record<string, number>>;
  readonly settings: readonly (readonly string[])[];
}

/** Copies the diagnostic information for bug reports: versions, settings and counts, without any content of files. */
export async function copyInformation(client: BaseLanguageClient, extension: Extension<unknown>): Promise<void> {
  const isRunning = client.state === State.Running;
  const information = isRunning ? await client.sendRequest<Information>('kubewin/information', {}) : undefined;
  const { name = 'no server', version: serverVersion = '' } = client.initializeResult?.serverInfo ?? {};
  const settings = (information?.settings ?? []).map((changed, index) => {
    return `- folder ${index + 1}: ${changed.length === 0 ? 'defaults' : changed.join('; ')}`;
  });
  const lines = [
    `- extension: ${extension.packageJSON.version}`,
    `- server: ${isRunning ? `${name} ${serverVersion}` : 'not running'}`,
    `- editor: ${env.appName} ${version}${env.remoteName === undefined ? '' : ` (${env.remoteName})`}`,
    ...Object.entries(information?.counts ?? {}).map(([name, count]) => `- ${name}: ${count}`),
    ...settings,
  ];
  await env.clipboard.writeText(`${lines.join('\n')}\n`);
  window.setStatusBarMessage(l10n.t('Kubewin: The diagnostic information is on the clipboard.'), 5_000);
}
