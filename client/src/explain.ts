import { commands, l10n, Uri, type WorkspaceFolder, window, workspace } from 'vscode';
import type { BaseLanguageClient, Position } from 'vscode-languageclient';
import { type PreviewRoot, withPreviewLinks } from './page-links.ts';
import { PAGES_SCHEME, type Pages, pageOf } from './pages.ts';

/** The response to `kubewin/explain`. */
interface WorkloadPage {
  readonly title: string;
  readonly markdown: string;
}

/** Opens the page on the workload at the position of a code lens, or else at the cursor. */
export async function explainWorkload(
  client: BaseLanguageClient,
  pages: Pages,
  uri: string | undefined,
  position: Position | undefined,
): Promise<void> {
  const params = placeOf(client, uri, position);
  await client.start();
  const page = params && (await client.sendRequest<WorkloadPage | null>('kubewin/explain', params));
  if (!page) {
    window.showInformationMessage(l10n.t('Kubewin: There is no pod at the cursor that can be explained.'));
    return;
  }
  const name = page.title.replace(/[^\w.-]+/g, ' ').trim();
  const target = Uri.from({ scheme: PAGES_SCHEME, path: `/workloads/${name}.md` });
  const [first] = workspace.workspaceFolders ?? [];
  pages.put(
    target,
    withPreviewLinks(page.markdown, first && rootOf(first), (rule) => pageOf(rule).path),
  );
  await commands.executeCommand('markdown.showPreview', target);
}

/** The place that a code lens names, or else the cursor; undefined without an editor. */
export function placeOf(
  { code2ProtocolConverter: converter }: BaseLanguageClient,
  uri: string | undefined,
  position: Position | undefined,
): { readonly uri: string; readonly position: Position } | undefined {
  if (uri !== undefined && position !== undefined) return { uri, position };
  const editor = window.activeTextEditor;
  return (
    editor && {
      uri: converter.asUri(editor.document.uri),
      position: converter.asPosition(editor.selection.active),
    }
  );
}

function rootOf({ uri }: WorkspaceFolder): PreviewRoot {
  const depth = uri.path.split('/').filter((part) => part !== '').length;
  return { folder: uri.toString().replace(/\/$/, ''), origin: uri.with({ path: '/' }).toString(), depth };
}
