import type { Diagnostic } from 'vscode-languageserver';
import type { TestClient } from '../lsp/test-client.ts';

/** The diagnostics of each file with findings. */
export type WorkspaceDiagnostics = Readonly<Record<string, readonly Diagnostic[]>>;

/** The current diagnostics. With the result id of a file that does not exist, the server answers at once. */
export async function readDiagnostics(client: TestClient): Promise<WorkspaceDiagnostics> {
  const { items } = await client.pullWorkspace({ 'file:///work/gone.yaml': 'gone' });
  return sortedByFile(items.flatMap((item) => (item.kind === 'full' ? [[item.uri, item.items] as const] : [])));
}

export function sortedByFile(
  lists: Iterable<readonly [uri: string, diagnostics: readonly Diagnostic[]]>,
): WorkspaceDiagnostics {
  return Object.fromEntries(
    [...lists].filter(([, diagnostics]) => diagnostics.length > 0).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
