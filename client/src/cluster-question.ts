import { l10n, type QuickPickItem, type Uri, window } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

export const CONFIG_NAME = '.kubewin.yaml';

/** An item of the response to `kubewin/clusterQuestions`. */
interface ClusterQuestion {
  readonly key: string;
  readonly title: string;
  readonly choices: readonly { readonly value: string; readonly description: string }[];
}

/** The questions about the cluster, with the answers to choose from. */
export function clusterQuestions(client: BaseLanguageClient): Promise<readonly ClusterQuestion[]> {
  return client.sendRequest('kubewin/clusterQuestions');
}

/** The answers to a question as items of a quick pick. */
export function itemsOf({ choices }: ClusterQuestion): QuickPickItem[] {
  return choices.map(({ value, description }) => ({ label: value, description }));
}

/** Settings of the cluster by name. */
export type ClusterSettings = Readonly<Record<string, string | boolean>>;

/** The response to `kubewin/clusterOffer`. */
export interface ClusterOffer {
  readonly settings: readonly {
    readonly key: string;
    readonly value: string | boolean;
    readonly reason: string;
    readonly current?: string;
  }[];
  readonly nodes: string;
  readonly notes: readonly string[];
  readonly config: string | null;
}

/** What kubectl printed, and its exit code, which is null if it was ended. */
export interface KubectlOutput {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What kubectl printed of a cluster. */
export interface ClusterOutput {
  readonly list: KubectlOutput;
  readonly version?: KubectlOutput;
}

/** Requests what a cluster says of the settings of a file: by what kubectl printed, or by the Nodes of its workspace folder. */
export function clusterOffer(client: BaseLanguageClient, uri: Uri, kubectl?: ClusterOutput): Promise<ClusterOffer> {
  return client.sendRequest('kubewin/clusterOffer', { uri: client.code2ProtocolConverter.asUri(uri), kubectl });
}

/** Asks once which of the settings to write. Returns their values by name; undefined if the user cancels. */
export async function askForSettings(
  { settings, nodes }: ClusterOffer,
  title: string,
): Promise<ClusterSettings | undefined> {
  const items = settings.map(({ key, value, reason, current }) => ({
    label: `${key}: ${value}`,
    description: current === undefined ? reason : l10n.t('{0} · now {1}', reason, current),
    picked: true,
    entry: [key, value] as const,
  }));
  const chosen = await window.showQuickPick(items, { title, placeHolder: nodes, canPickMany: true });
  return chosen && Object.fromEntries(chosen.map(({ entry }) => entry));
}
