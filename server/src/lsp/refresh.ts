import type { Connection } from 'vscode-languageserver';
import type { Client } from './client.ts';
import type { Diagnostics } from './diagnostics.ts';
import { type Log, reasonOf } from './handler.ts';
import type { Lenses } from './lens.ts';
import { CodeLensRefreshRequest } from './protocol.ts';

/** Has the client ask again for what it shows and what may no longer be so; where nothing is out of date it is not asked. */
export function refresh(
  connection: Connection,
  client: Client,
  { diagnostics, lenses }: { readonly diagnostics: Diagnostics; readonly lenses: Lenses },
  log: Log,
): void {
  const asked = [
    client.refreshes && diagnostics.areStale() ? connection.languages.diagnostics.refresh() : undefined,
    client.refreshesLenses && lenses.areStale() ? connection.sendRequest(CodeLensRefreshRequest.type) : undefined,
  ];
  for (const one of asked) one?.catch((error) => log(reasonOf(error)));
}
