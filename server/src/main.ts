import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from './lsp/server.ts';
import { nodeDisk, PLATFORM } from './workspace/disk.ts';

declare const KUBEWIN_VERSION: string;

// VS Code starts the server with --node-ipc. Without a say it talks over standard input and output, as with --stdio.
if (process.argv.length === 2) process.argv.push('--stdio');

startServer(createConnection(ProposedFeatures.all), nodeDisk, { version: KUBEWIN_VERSION, platform: PLATFORM });
