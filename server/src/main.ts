import {
  type Connection,
  createConnection,
  createServerPipeTransport,
  createServerSocketTransport,
  ProposedFeatures,
} from 'vscode-languageserver/node';
import { escapeControls } from './cli/terminal/style.ts';
import { guarded } from './cli/terminal/terminal.ts';
import { setToday } from './lint/settings/today.ts';
import { startServer } from './lsp/server.ts';
import type { CachedSession, WorkspaceCache } from './lsp/workspace-cache.ts';
import { withArchives } from './workspace/archive.ts';
import { digestOf, digestOfPath, nodeDisk, PLATFORM } from './workspace/node-disk.ts';

/** Loaded on demand: not needed to open the first document. */
const loadV8 = () => import('node:v8');

/**
 * Limits the growth of the heap: a server that has scanned a workspace then holds less than half of the memory, without
 * taking longer.
 */
async function onScan(): Promise<void> {
  const { setFlagsFromString } = await loadV8();
  setFlagsFromString('--heap-growing-percent=40');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** The size of the young generation while the user types, in bytes: a keystroke allocates about two million. */
const TYPING_SPACE = 16_000_000;

/** Lets the young generation grow while the user types: most objects of a keystroke are dead before the next collection. */
async function onTyping(): Promise<void> {
  const { getHeapSpaceStatistics, setFlagsFromString } = await loadV8();
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  if (space === undefined || space.space_size >= TYPING_SPACE) return;
  setFlagsFromString('--semi-space-growth-factor=2');
  setTimeout(() => setFlagsFromString('--semi-space-growth-factor=1'), 50).unref();
}

declare const KUBEWIN_VERSION: string;

/**
 * Opens a folder with what other processes of the same build have kept: this file names the others of its bundle by their
 * hashes. It is loaded with the first scan.
 */
async function openCache(path: string, session: CachedSession): Promise<WorkspaceCache> {
  const { CacheFolder } = await import('./cache/cache-folder.ts');
  const { WorkspaceCache } = await import('./lsp/workspace-cache.ts');
  const build = digestOfPath(__filename);
  const key = () => digestOf(JSON.stringify([KUBEWIN_VERSION, build, session.key()]));
  return new WorkspaceCache(new CacheFolder(path, { followsLink: true }), { ...session, key });
}

const args = process.argv.slice(2);
const [first] = args;

// `kubewin lsp` starts this file with its own arguments.
const USAGE = `Kubewin language server ${KUBEWIN_VERSION}
Usage: ${first === 'lsp' ? 'kubewin lsp' : 'server.js'} --stdio | --node-ipc | --socket=<port> | --pipe=<name>
An editor starts it, and says with one of these options how it is connected.
`;

/** The first option that says how the server is connected, and its value. */
function transportOf(options: readonly string[]): { readonly name: string; readonly value: string } {
  const at = options.findIndex((option) => /^--(?:stdio|node-ipc|socket|pipe)(?:=|$)/.test(option));
  const [name = '', value = options[at + 1] ?? ''] = (options[at] ?? '').split('=', 2);
  return { name, value };
}

/** The connection that the options name. The process exits if it cannot connect to a socket or pipe. */
function connectionOf(options: readonly string[]): Connection {
  const { name, value } = transportOf(options);
  if (name !== '--socket' && name !== '--pipe') return createConnection(ProposedFeatures.all);
  const [reader, writer] =
    name === '--socket' ? createServerSocketTransport(Number(value)) : createServerPipeTransport(value);
  reader.onError((error) => {
    // Other errors are about single messages.
    if ((error as NodeJS.ErrnoException).syscall !== 'connect') return;
    const message = escapeControls(`There is no connection to \`${name} ${value}\`: ${error.message}.`);
    guarded(process.stderr).write(`kubewin: ${message}\n`);
    process.exit(2);
  });
  return createConnection(ProposedFeatures.all, reader, writer);
}

/** Why the options are invalid; undefined if the server can start. */
function faultOf(options: readonly string[]): string | undefined {
  const { name, value } = transportOf(options);
  if (name === '') return 'No option says how the server is connected.';
  if (name === '--node-ipc' && process.send === undefined) return '`--node-ipc` needs a parent process with a channel.';
  if (name === '--socket' && !/^[1-9]\d{0,4}$/.test(value)) return '`--socket` needs a port.';
  return name === '--pipe' && value === '' ? '`--pipe` needs a name.' : undefined;
}

const fault = faultOf(args);

if (first === '--version') {
  process.stdout.write(`${KUBEWIN_VERSION}\n`);
} else if (first === '--help' || first === '-h') {
  process.stdout.write(USAGE);
} else if (fault !== undefined) {
  process.stderr.write(`kubewin: ${fault}\n${USAGE}`);
  process.exitCode = 2;
} else {
  setToday(new Date());
  startServer(connectionOf(args), withArchives(nodeDisk), () => import('./lsp/on-demand.ts'), {
    version: KUBEWIN_VERSION,
    platform: PLATFORM,
    loadOwnRules: async () => (await import('./own-rules/own-rules.ts')).ownRuleTools,
    onScan,
    onTyping,
    openCache,
  });
}
