import { type Extension, env, l10n, version, window } from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';

/** The answer to `kubewin/information`. */
interface Information {
  readonly counts: Readonly<Record<string, number>>;
  readonly settings: readonly (readonly string[])[];
}

/** Puts on the clipboard what a report of a problem needs: versions, settings and counts, and nothing of any file. */
export async function copyInformation(client: BaseLanguageClient, extension: Extension<unknown>): Promise<void> {
  const isRunning = client.state === State.Running;
  const asked = isRunning ? await client.sendRequest<Information>('kubewin/information', {}) : undefined;
  const { name = 'no server', version: serverVersion = '' } = client.initializeResult?.serverInfo ?? {};
  const settings = (asked?.settings ?? []).map((own, index) => {
    return `- folder ${index + 1}: ${own.length === 0 ? 'defaults' : own.join('; ')}`;
  });
  const lines = [
    `- extension: ${extension.packageJSON.version}`,
    `- server: ${isRunning ? `${name} ${serverVersion}` : 'not running'}`,
    `- editor: ${env.appName} ${version}${env.remoteName === undefined ? '' : ` (${env.remoteName})`}`,
    ...Object.entries(asked?.counts ?? {}).map(([what, count]) => `- ${what}: ${count}`),
    ...settings,
  ];
  await env.clipboard.writeText(`${lines.join('\n')}\n`);
  window.setStatusBarMessage(l10n.t('Kubewin: The diagnostic information is on the clipboard.'), 5_000);
}
