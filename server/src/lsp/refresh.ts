import type { Connection } from 'vscode-languageserver';
import type { Client } from './client.ts';
import type { Diagnostics } from './diagnostics.ts';
import { type Log, reasonOf } from './handler.ts';
import type { Lenses } from './lens.ts';
import { CodeLensRefreshRequest } from './protocol.ts';

/** Asks the client to request diagnostics and code lenses again if those that it shows are stale. */
export function refresh(
  connection: Connection,
  client: Client,
  { diagnostics, lenses }: { readonly diagnostics: Diagnostics; readonly lenses: Lenses },
  log: Log,
): void {
  const requests = [
    client.refreshesDiagnostics && diagnostics.areStale() ? connection.languages.diagnostics.refresh() : undefined,
    client.refreshesLenses && lenses.areStale() ? connection.sendRequest(CodeLensRefreshRequest.type) : undefined,
  ];
  for (const request of requests) request?.catch((error) => log(reasonOf(error)));
}
