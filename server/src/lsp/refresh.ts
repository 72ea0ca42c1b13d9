import type { Connection } from 'vscode-languageserver';
import type { Client } from './client.ts';
import type { Diagnostics } from './diagnostics.ts';
import { type Log, reasonOf } from './handler.ts';

/** Has the client ask again for what it shows and what may no longer be so; where nothing is out of date it is not asked. */
export function refresh({ languages }: Connection, client: Client, diagnostics: Diagnostics, log: Log): void {
  const asked = [client.refreshes && diagnostics.areStale() ? languages.diagnostics.refresh() : undefined];
  for (const one of asked) one?.catch((error) => log(reasonOf(error)));
}
