import { setFlagsFromString } from 'node:v8';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from './lsp/server.ts';
import { nodeDisk, PLATFORM } from './workspace/node-disk.ts';

// The heap grows by less than half at a time, and that of new objects stays small: a server that has scanned a workspace
// holds less than half of the memory, in the same time.
setFlagsFromString('--heap-growing-percent=40');
setFlagsFromString('--semi-space-growth-factor=1');

declare const KUBEWIN_VERSION: string;

const USAGE = `Kubewin language server ${KUBEWIN_VERSION}
Usage: server.js [--stdio | --node-ipc | --socket=<port> | --pipe=<name>]
An editor starts it. Without an option it uses standard input and output.
`;

const args = process.argv.slice(2);
const [first] = args;

if (first === '--version') {
  process.stdout.write(`${KUBEWIN_VERSION}\n`);
} else if (first !== undefined && !args.some((arg) => /^--(?:stdio|node-ipc|socket|pipe)(?:=|$)/.test(arg))) {
  const isAsked = first === '--help' || first === '-h';
  (isAsked ? process.stdout : process.stderr).write(USAGE);
  if (!isAsked) process.exitCode = 2;
} else {
  // VS Code starts the server with --node-ipc.
  if (first === undefined) process.argv.push('--stdio');
  startServer(createConnection(ProposedFeatures.all), nodeDisk, { version: KUBEWIN_VERSION, platform: PLATFORM });
}
