import { type LogOutputChannel, l10n, ProgressLocation, Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { changeConfiguration } from './change-setting.ts';
import {
  askForSettings,
  type ClusterOutput,
  CONFIG_NAME,
  clusterOffer,
  type KubectlOutput,
} from './cluster-question.ts';
import { createWith, folderForConfiguration } from './configuration.ts';
import { showWarning } from './warning.ts';

/** How kubectl is started, which is not possible in a browser. */
export interface Kubectl {
  /** Prints the name of the current context. It reads the configuration of kubectl, and asks no cluster. */
  readonly currentContext: readonly string[];
  /** Read the cluster of a context: nothing but its Nodes, RuntimeClasses and release. */
  readonly commandsFor: (context: string) => Readonly<Record<'list' | 'version', readonly string[]>>;
  /** Rejects if kubectl cannot be started. */
  readonly run: (args: readonly string[], signal: AbortSignal) => Promise<KubectlResult>;
  readonly maxMilliseconds: number;
  readonly maxBytes: number;
}

/** What kubectl printed, or why that does not count. */
export type KubectlResult = KubectlOutput | { readonly fault: 'missing' | 'timeout' | 'overflow' | 'canceled' };

/**
 * Reads the cluster of the current context with kubectl, after the user has seen and confirmed the commands, and asks which
 * settings that follow from it to write to the configuration file.
 */
export async function readCluster(
  client: BaseLanguageClient,
  kubectl: Kubectl | undefined,
  output: LogOutputChannel,
): Promise<void> {
  if (kubectl === undefined) return showWarning(l10n.t('A cluster can be read in VS Code for the desktop only.'));
  if (!workspace.isTrusted) return showWarning(l10n.t('Trust this workspace before you read a cluster.'));
  const folder = await folderForConfiguration();
  if (folder === undefined) return;
  try {
    const context = await currentContext(kubectl);
    const printed = context && (await confirm(kubectl, context)) ? await read(kubectl, context) : undefined;
    if (!context || printed === undefined) return;
    log(printed, output);
    await client.start();
    const active = window.activeTextEditor?.document.uri;
    const isInFolder = active !== undefined && workspace.getWorkspaceFolder(active) === folder;
    const uri = isInFolder ? active : Uri.joinPath(folder.uri, CONFIG_NAME);
    const offer = await clusterOffer(client, uri, printed);
    const config = offer.config === null ? undefined : client.protocol2CodeConverter.asUri(offer.config);
    const name = config === undefined ? CONFIG_NAME : workspace.asRelativePath(config);
    const isEmpty = offer.settings.length === 0;
    const notes = isEmpty ? [...offer.notes, l10n.t('There is nothing to set in {0}.', name)] : offer.notes;
    if (notes.length > 0) showWarning(notes.join(' '));
    if (isEmpty) return;
    const values = await askForSettings(offer, l10n.t('{0}: settings of the cluster {1}', name, context));
    if (values === undefined || Object.keys(values).length === 0) return;
    if (config === undefined) await createWith(client, folder, values);
    else await changeConfiguration(client, uri, values);
  } catch (error) {
    showWarning(error instanceof Error ? error.message : String(error));
  }
}

/** The current context of kubectl; undefined if the user cancels. */
async function currentContext(kubectl: Kubectl): Promise<string | undefined> {
  const title = l10n.t('Kubewin: Looking for the current context of kubectl');
  const result = await withCancel(title, (signal) => kubectl.run(kubectl.currentContext, signal));
  const { code, stdout, stderr } = outputOf(result, kubectl) ?? { code: 0, stdout: '', stderr: '' };
  if (code !== 0) throw new Error(stderr.trim().split('\n')[0] ?? '');
  return stdout.trim();
}

/** Shows the commands, and returns whether the user agrees. */
async function confirm(kubectl: Kubectl, context: string): Promise<boolean> {
  const agree = l10n.t('Read Cluster');
  const commands = Object.values(kubectl.commandsFor(context)).map((args) => `kubectl ${args.join(' ')}`);
  const detail = [l10n.t('These commands run, and no others:'), ...commands].join('\n\n');
  const question = l10n.t('Read the cluster of the context {0}?', context);
  return (await window.showInformationMessage(question, { modal: true, detail }, agree)) === agree;
}

/** Runs the commands that read a cluster; undefined if the user cancels. */
function read(kubectl: Kubectl, context: string): Thenable<ClusterOutput | undefined> {
  const commands = kubectl.commandsFor(context);
  return withCancel(l10n.t('Kubewin: Reading the cluster {0}', context), async (signal) => {
    const list = outputOf(await kubectl.run(commands.list, signal), kubectl);
    if (list === undefined) return undefined;
    // Without a list, the cluster cannot be reached.
    if (list.stdout === '') return { list };
    const result = await kubectl.run(commands.version, signal);
    if (!('fault' in result)) return { list, version: result };
    if (result.fault === 'canceled') return undefined;
    return { list, version: { code: null, stdout: '', stderr: faultText(result.fault, kubectl) } };
  });
}

function withCancel<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Thenable<T> {
  const location = ProgressLocation.Notification;
  return window.withProgress({ location, title, cancellable: true }, (_, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return work(controller.signal);
  });
}

/** Undefined if the user canceled. Throws what else prevented an output. */
function outputOf(result: KubectlResult, kubectl: Kubectl): KubectlOutput | undefined {
  if (!('fault' in result)) return result;
  if (result.fault === 'canceled') return undefined;
  throw new Error(faultText(result.fault, kubectl));
}

function faultText(fault: 'missing' | 'timeout' | 'overflow', { maxMilliseconds, maxBytes }: Kubectl): string {
  switch (fault) {
    case 'missing':
      return l10n.t('kubectl was not found in the PATH.');
    case 'timeout':
      return l10n.t('kubectl did not finish within {0} seconds.', maxMilliseconds / 1_000);
    case 'overflow':
      return l10n.t('kubectl printed more than {0} MB.', maxBytes / 1_000_000);
  }
}

function log({ list, version }: ClusterOutput, output: LogOutputChannel): void {
  for (const line of [list.stderr, version?.stderr].join('\n').split('\n')) if (line !== '') output.warn(line);
}
