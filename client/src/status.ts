import {
  Disposable,
  type DocumentSelector,
  LanguageStatusSeverity,
  languages,
  type TextDocument,
  window,
} from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';

/** The answer to `kubewin/status`. */
interface Status {
  readonly kubernetesVersion: string;
  readonly workloads: readonly { readonly verdict: 'windows' | 'linux' | 'either' | 'none' | 'unknown' }[];
  readonly findings: Readonly<Record<'error' | 'warning' | 'information' | 'hint', number>>;
  readonly why: string | null;
}

/** Shows the verdicts of the pods beside the language of a document, and what was found or why nothing was reported. */
export function showStatus(client: BaseLanguageClient, selector: DocumentSelector): Disposable {
  const item = languages.createLanguageStatusItem('kubewin.status', selector);
  item.name = 'Kubewin';
  item.text = 'Kubewin';
  let asked = 0;

  async function update(): Promise<void> {
    const { state } = client;
    item.busy = state === State.Starting;
    item.severity = LanguageStatusSeverity.Information;
    const document = window.activeTextEditor?.document;
    if (state === State.StartFailed) {
      item.severity = LanguageStatusSeverity.Error;
      item.text = 'Kubewin is not running';
      item.detail = '';
      item.command = { title: 'Show Output', command: 'kubewin.showOutput' };
    } else if (state === State.Running && document !== undefined && languages.match(selector, document) > 0) {
      const question = ++asked;
      const status = await client.sendRequest<Status | null>('kubewin/status', { uri: nameOf(document) });
      if (status === null || question !== asked) return;
      item.text = podsIn(status);
      item.detail = `Kubernetes ${status.kubernetesVersion} · ${status.why ?? findingsIn(status)}`;
      item.command = { title: 'Settings', command: 'workbench.action.openSettings', arguments: ['kubewin'] };
    }
  }

  function nameOf({ uri }: TextDocument): string {
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

const NAMES = { windows: 'Windows', linux: 'Linux', either: 'either', none: 'no node', unknown: 'unknown' } as const;

function podsIn({ workloads }: Status): string {
  if (workloads.length === 0) return 'No pods';
  const counts = Object.entries(NAMES).flatMap(([verdict, name]) => {
    const count = workloads.filter((one) => one.verdict === verdict).length;
    return count > 0 ? [`${name} ${count}`] : [];
  });
  return `Pods: ${counts.join(', ')}`;
}

function findingsIn({ findings }: Status): string {
  return Object.entries(findings)
    .flatMap(([severity, count]) =>
      count > 0 ? [`${count} ${severity}${count > 1 && severity !== 'information' ? 's' : ''}`] : [],
    )
    .join(', ');
}
