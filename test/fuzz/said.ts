import type { Diagnostic } from 'vscode-languageserver';
import type { TestClient } from '../lsp/test-client.ts';

/** What a server says of each file in which it finds something. */
export type Said = Readonly<Record<string, readonly Diagnostic[]>>;

/** What a server says now. Asked with the result id of a file that is not there, it has something to answer at once. */
export async function said(client: TestClient): Promise<Said> {
  const { items } = await client.pullWorkspace({ 'file:///work/gone.yaml': 'gone' });
  return inOrder(items.flatMap((one) => (one.kind === 'full' ? [[one.uri, one.items] as const] : [])));
}

export function inOrder(lists: Iterable<readonly [uri: string, diagnostics: readonly Diagnostic[]]>): Said {
  return Object.fromEntries(
    [...lists].filter(([, diagnostics]) => diagnostics.length > 0).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
