import type { Diagnostic } from 'vscode-languageserver';
import type { TestClient } from '../lsp/test-client.ts';

/** The diagnostics of each file with findings. */
export type Said = Readonly<Record<string, readonly Diagnostic[]>>;

/** The current diagnostics. With the result id of a file that does not exist, the server answers at once. */
export async function said(client: TestClient): Promise<Said> {
  const { items } = await client.pullWorkspace({ 'file:///work/gone.yaml': 'gone' });
  return inOrder(items.flatMap((one) => (one.kind === 'full' ? [[one.uri, one.items] as const] : [])));
}

export function inOrder(lists: Iterable<readonly [uri: string, diagnostics: readonly Diagnostic[]]>): Said {
  return Object.fromEntries(
    [...lists].filter(([, diagnostics]) => diagnostics.length > 0).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
