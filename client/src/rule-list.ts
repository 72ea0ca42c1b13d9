import { l10n, type QuickPickItem, QuickPickItemKind, type Uri, window } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { pageOf, showPage } from './pages.ts';

/** An item of the response to `kubewin/rules`. */
interface ListedRule {
  readonly id: string;
  /** Rules of users do not have one, and no page. */
  readonly code?: string;
  readonly title: string;
  readonly state: 'error' | 'warning' | 'information' | 'hint' | 'off';
}

interface RuleItem extends QuickPickItem {
  readonly page?: Uri;
}

/** Lists all rules with their severities for the active file, and opens the page of the selected one. */
export async function pickRule(client: BaseLanguageClient): Promise<void> {
  const chosen = await window.showQuickPick(itemsOf(client), {
    title: l10n.t('Rules'),
    placeHolder: l10n.t('Search for a rule, a field or a severity'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen?.page !== undefined) await showPage(chosen.page);
}

/** Lets the user choose among rules, and opens the page of the selected one. */
export async function pickPage(rules: readonly string[]): Promise<void> {
  const chosen = await window.showQuickPick(rules, { title: l10n.t('Documentation') });
  if (chosen !== undefined) await showPage(pageOf(chosen));
}

async function itemsOf(client: BaseLanguageClient): Promise<RuleItem[]> {
  await client.start();
  const document = window.activeTextEditor?.document;
  const uri = document === undefined ? 'untitled:none' : client.code2ProtocolConverter.asUri(document.uri);
  const rules = await client.sendRequest<readonly ListedRule[]>('kubewin/rules', { uri });
  const all = { label: l10n.t('All rules'), description: l10n.t('a page with the list'), page: pageOf(undefined) };
  const items: RuleItem[] = [all];
  let category = '';
  for (const { id, code, title, state } of rules) {
    const current = id.slice(0, id.indexOf('/'));
    if (current !== category) items.push({ label: current, kind: QuickPickItemKind.Separator });
    category = current;
    const page = code === undefined ? {} : { page: pageOf(id) };
    items.push({
      label: id,
      description: [code ?? [], state].flat().join(' · '),
      detail: title.replaceAll('`', ''),
      ...page,
    });
  }
  return items;
}
