import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import {
  type ApplyWorkspaceEditParams,
  type ApplyWorkspaceEditResult,
  type BaseLanguageClient,
  CancellationToken,
  type Middleware,
  type WorkspaceEdit,
} from 'vscode-languageclient';
import { annotationCounts, editsWith } from './annotated-edits.ts';
import type { ChangePreview } from './preview.ts';

type ApplyEdit = NonNullable<NonNullable<Middleware['workspace']>['handleApplyEdit']>;

/** Lets the user choose among the edits of the server by rule, and shows what they change before they are made. */
export async function applyChosen(
  client: BaseLanguageClient,
  preview: ChangePreview,
  params: ApplyWorkspaceEditParams,
  next: Parameters<ApplyEdit>[1],
): Promise<Awaited<ReturnType<ApplyEdit>>> {
  const declined: ApplyWorkspaceEditResult = { applied: false };
  const { label = '' } = params;
  const placeHolder = l10n.t('Select what to fix. The changes are shown before they are made.');
  const options = { title: label, placeHolder, canPickMany: true, ignoreFocusOut: true } as const;
  const chosen = await window.showQuickPick(itemsOf(params.edit), options);
  if (chosen === undefined || chosen.length === 0) return declined;
  const edit = editsWith(params.edit, new Set(chosen.map(({ id }) => id)));
  const decision = await preview.confirm(label, await client.protocol2CodeConverter.asWorkspaceEdit(edit));
  if (decision === 'discard') return declined;
  if (decision === 'apply') return next({ ...params, edit }, CancellationToken.None);
  return { ...declined, failureReason: l10n.t('a file changed in the meantime. Run the command again') };
}

interface RuleItem extends QuickPickItem {
  /** The ID of an annotation. */
  readonly id: string;
}

/** The rules among which the user chooses. Safe fixes, of fields that the API server rejects, are selected. */
function itemsOf(edit: WorkspaceEdit): RuleItem[] {
  const counts = annotationCounts(edit);
  const annotations = Object.entries(edit.changeAnnotations ?? {});
  const group = (title: string, isOptional: boolean): RuleItem[] => {
    const items = annotations
      .filter(([, { needsConfirmation = false }]) => needsConfirmation === isOptional)
      .map(([id, { label, description }]) => {
        const count = counts.get(id) ?? 0;
        const changes = count === 1 ? l10n.t('1 change') : l10n.t('{0} changes', count);
        return {
          id,
          label: label.replaceAll('`', ''),
          description: isOptional ? `${changes} · ${l10n.t('removes fields without effect')}` : changes,
          ...(description === undefined ? {} : { detail: description }),
          picked: !isOptional,
        };
      });
    return items.length === 0 ? [] : [{ id: '', label: title, kind: QuickPickItemKind.Separator }, ...items];
  };
  return [...group(l10n.t('Safe'), false), ...group(l10n.t('Optional'), true)];
}
