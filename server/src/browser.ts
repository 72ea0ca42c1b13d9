import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import { setToday } from './lint/settings/today.ts';
import { clientDisk } from './lsp/client-disk.ts';
import * as onDemand from './lsp/on-demand.ts';
import { startServer } from './lsp/server.ts';
import { withArchives } from './workspace/archive.ts';

// The language server in a web worker, which reads files through the client.

declare const KUBEWIN_VERSION: string;
declare const self: ConstructorParameters<typeof BrowserMessageReader>[0];

setToday(new Date());
const connection = createConnection(
  ProposedFeatures.all,
  new BrowserMessageReader(self),
  new BrowserMessageWriter(self),
);
startServer(connection, withArchives(clientDisk(connection)), async () => onDemand, {
  version: KUBEWIN_VERSION,
  platform: 'posix',
  loadOwnRules: async () => (await import('./own-rules/own-rules.ts')).ownRuleTools,
});
