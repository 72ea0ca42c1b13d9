import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { bundles, filesOf } from '../bundles.ts';
import { folderWith, kubewin } from '../cli/kubewin.ts';
import { DECLARED, FIXED, SCHEDULED } from '../cli/manifests.ts';

const ROOT = join(import.meta.dirname, '../..');
const SERVER = join(ROOT, 'dist/server.js');
const isWindows = process.platform === 'win32';

/** The activity of a process, as `record.cjs` writes it. */
interface Deeds {
  readonly modules: readonly string[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly processes: readonly string[];
  readonly connections: readonly string[];
}

/**
 * Creates a workspace folder in a repository, with links out of it, and files beside the repository that must not be read.
 * Returns the folder that contains both.
 */
function hostile(): string {
  const around = realpathSync(
    folderWith({
      'secret/secret.yaml': SCHEDULED,
      'secret/.gitignore': '*.yaml\n',
      'repository/.git/info/exclude': '',
      'repository/.gitignore': 'ignored.yaml\n',
      'repository/other/other.yaml': SCHEDULED,
      'repository/work/pod.yaml': DECLARED,
      'repository/work/swapped.yaml': DECLARED,
      'repository/work/kustomization.yaml':
        'resources: [pod.yaml, ../other/other.yaml, ../../secret/secret.yaml, https://example.com/base]\n',
      'repository/work/chart/Chart.yaml': 'apiVersion: v2\nname: chart\n',
    }),
  );
  const work = join(around, 'repository/work');
  if (!isWindows) {
    symlinkSync('../../secret', join(work, 'folder'));
    symlinkSync('../../secret/secret.yaml', join(work, 'file.yaml'));
    symlinkSync('../../../secret/.gitignore', join(work, 'chart/.gitignore'));
  }
  return around;
}

/** The environment for the preloaded script, and a function that reads its record. */
function recorder() {
  const file = join(folderWith({}), 'record.json');
  const script = JSON.stringify(join(import.meta.dirname, 'record.cjs'));
  return {
    environment: { NODE_OPTIONS: `--require ${script}`, KUBEWIN_RECORD: file },
    read: (): Deeds => JSON.parse(readFileSync(file, 'utf8')),
  };
}

/** The paths that were read or written outside of a folder, except for the bundle, which Node.js reads. */
function outside(paths: readonly string[], folder: string): string[] {
  const named = paths.map((path) => path.slice(path.indexOf(' ') + 1));
  const isOurs = (path: string) =>
    path === folder || path.startsWith(folder + sep) || path.startsWith(join(ROOT, 'dist'));
  return [...new Set(named.filter((path) => !isOurs(path)))].sort();
}

/** The only paths that are read outside of a workspace folder. */
function rulesOfGit(around: string): string[] {
  return ['repository/.git/info/exclude', 'repository/.gitignore'].map((path) => join(around, path));
}

test.each(['check', 'explain', 'images', '--fix'])(
  'the command line starts, sends and reads nothing else: %s',
  async (command) => {
    const around = hostile();
    const work = join(around, 'repository/work');
    const { environment, read } = recorder();
    const args = command === '--fix' ? ['check', '--fix'] : [command];
    const { stdout } = await kubewin(args, { cwd: work, environment });
    expect(stdout).not.toContain('shop/scheduled');
    const { modules, reads, writes, processes, connections } = read();
    expect({ processes, connections }).toEqual({ processes: [], connections: [] });
    // Its existence ends the search for configuration files.
    const root = join(around, 'repository/.git');
    expect(outside(reads, work)).toEqual([root, ...rulesOfGit(around)]);
    expect(outside(writes, work)).toEqual([]);
    expect(writes.length > 0).toBe(command === '--fix');
    if (command === '--fix') expect(readFileSync(join(work, 'pod.yaml'), 'utf8')).toBe(FIXED);
    expect(readFileSync(join(around, 'secret/secret.yaml'), 'utf8')).toBe(SCHEDULED);
    // What `kubewin images --lock` needs is not loaded.
    const known = IMPORTS.cli.replace(/\b(?:child_process|https?|net|timers\/promises|tls) /g, '').split(' ');
    expect(modules.filter((name) => !known.includes(name))).toEqual([]);
  },
);

test('the recorder records what it is there for', () => {
  const { environment, read } = recorder();
  const script = `
    require('node:child_process').spawnSync('true');
    require('node:net').connect({ port: 1, host: '127.0.0.1' }).on('error', () => {});
    require('node:fs').readFileSync('package.json');
    require('node:fs/promises').writeFile(process.env.KUBEWIN_RECORD, '');
  `;
  spawnSync(process.execPath, ['-e', script], { cwd: ROOT, env: { ...process.env, ...environment } });
  const { processes, connections, reads, writes } = read();
  expect({ processes, connections: connections.length, reads, writes: writes.length }).toEqual({
    processes: ['spawnSync true'],
    connections: 1,
    reads: expect.arrayContaining(['readFileSync package.json']),
    writes: 1,
  });
});

/** Every setting with values that would do harm if they were evaluated. */
function hostileSettings(): Record<string, unknown> {
  const text = '../../secret/$(touch /tmp/x)`touch x`;https://example.com/';
  return Object.fromEntries(
    Object.keys(SETTINGS).map((key) => {
      const isList = Array.isArray(SETTINGS[key as keyof typeof SETTINGS].default);
      return [key, isList ? [text, '../../secret/**'] : key === 'rules' ? { [text]: 'error' } : text];
    }),
  );
}

test('the language server starts, sends, writes and reads nothing else, whatever the settings say', async () => {
  const around = hostile();
  const work = join(around, 'repository/work');
  const root = pathToFileURL(work).href;
  const { environment, read } = recorder();
  const server = spawn(process.execPath, [SERVER, '--stdio'], { env: { ...process.env, ...environment } });
  onTestFinished(() => void server.kill());
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.onRequest('workspace/configuration', ({ items }) => items.map(() => hostileSettings()));
  connection.onRequest('workspace/applyEdit', () => ({ applied: true }));
  connection.listen();
  const exit = once(server, 'exit');
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: root,
    workspaceFolders: [{ uri: root, name: 'work' }],
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true, applyEdit: true },
      textDocument: {
        diagnostic: {},
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
      },
    },
  });
  await connection.sendNotification('initialized', {});
  const filesIn = async (previousResultIds: readonly object[]) => {
    const { items } = await connection.sendRequest<{ items: { uri: string; resultId: string; items?: unknown[] }[] }>(
      'workspace/diagnostic',
      { previousResultIds },
    );
    return items;
  };
  const before = await filesIn([]);
  expect(before.map(({ uri }) => uri.slice(root.length + 1)).sort()).toEqual(['pod.yaml', 'swapped.yaml']);
  // A listed file is replaced by a link to another one.
  if (!isWindows) {
    symlinkSync('../../secret/secret.yaml', join(work, 'link'));
    renameSync(join(work, 'link'), join(work, 'swapped.yaml'));
    await connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: `${root}/swapped.yaml`, type: 2 }],
    });
    const after = await filesIn(before.map(({ uri, resultId }) => ({ uri, value: resultId })));
    expect(after.find(({ uri }) => uri.endsWith('swapped.yaml'))?.items).toEqual([]);
  }
  const textDocument = { uri: `${root}/pod.yaml` };
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { ...textDocument, languageId: 'yaml', version: 1, text: DECLARED },
  });
  const line = DECLARED.split('\n').findIndex((line) => line.includes('hostPID'));
  const range = { start: { line, character: 2 }, end: { line, character: 2 } };
  expect(await connection.sendRequest('textDocument/hover', { textDocument, position: range.start })).not.toBe(null);
  const context = { diagnostics: [] };
  expect(await connection.sendRequest('textDocument/codeAction', { textDocument, range, context })).not.toEqual([]);
  await connection.sendRequest('workspace/executeCommand', { command: 'kubewin.fixWorkspace' });
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  expect(await exit).toEqual([0, null]);
  const { reads, writes, processes, connections } = read();
  expect({ writes, processes, connections }).toEqual({ writes: [], processes: [], connections: [] });
  expect(outside(reads, work)).toEqual(rulesOfGit(around));
});

/** The Node.js modules of each bundle, and the importers of those that can start processes or open connections. */
const IMPORTS = {
  cli: 'child_process crypto fs fs/promises http https net os path timers/promises tls util v8 worker_threads',
  server: 'child_process crypto fs net os path url util v8',
  extension: 'child_process crypto fs net os path readline stream/consumers util',
};
const POWERFUL: Readonly<Record<string, string>> = {
  'client/src/kubectl.ts child_process': 'starts kubectl for Read Cluster',
  'client/src/node.ts child_process': 'starts the command line for Update Image Facts',
  'server/src/cli/inputs/kubectl.ts child_process': 'starts kubectl, for `kubewin cluster` alone',
  'server/src/cli.ts worker_threads': 'asks whether it is a thread',
  'server/src/registry/credentials.ts child_process': 'asks the credential helpers that the user has configured',
  'server/src/registry/http.ts http': 'asks registries, for `kubewin images --lock` and `--check` alone',
  'server/src/registry/http.ts https': 'the same',
  'server/src/registry/http.ts net': 'compares addresses',
  'server/src/registry/http.ts tls': 'the same, through a proxy',
  'server/src/registry/proxies.ts net': 'compares addresses',
  'server/src/own-files.ts worker_threads': 'starts threads that run the bundle itself',
  'vscode-jsonrpc/lib/node/main.js net': 'for --socket and --pipe',
  'vscode-languageserver/lib/node/files.js child_process':
    'looks for modules where a server asks for them; ours does not',
  'vscode-languageclient/lib/node/main.js child_process': 'starts the server',
  'vscode-languageclient/lib/node/processes.js child_process': 'ends the server',
};

test('the bundles hold no other modules of Node, and nothing that runs text', async () => {
  const { metafile, outputFiles } = await bundles();
  const builtin = (path: string) => path.replace('node:', '');
  const imports = Object.keys(IMPORTS).map((name) => {
    const files = filesOf(name, metafile, 'all').flatMap((file) => metafile.outputs[file]?.imports ?? []);
    const all = files.map(({ path }) => path).filter(isBuiltin);
    return [name, [...new Set(all.map(builtin))].sort().join(' ')];
  });
  expect(Object.fromEntries(imports)).toEqual(IMPORTS);
  const powerful = Object.entries(metafile.inputs).flatMap(([file, input]) =>
    input.imports
      .map(({ path }) => builtin(path))
      .filter((path) =>
        /^(?:child_process|cluster|worker_threads|vm|net|tls|dgram|dns|https?|http2|inspector)$/.test(path),
      )
      .map((path) => `${file.replace(/^.*node_modules\//, '')} ${path}`),
  );
  expect([...new Set(powerful)].sort()).toEqual(Object.keys(POWERFUL).sort());
  for (const { path, text } of outputFiles) {
    // Without methods of this name, which `re2js` has.
    expect(
      text.match(/(?<!\.)\beval\((?!\w+(?:,\w+)*\)\{)|\bnew Function\b|\bfetch\(|\bWebSocket\b|\bXMLHttpRequest\b/g),
      path,
    ).toBe(null);
  }
});

test('no setting and no file of a workspace can say what the extension starts', () => {
  const { capabilities } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(capabilities.untrustedWorkspaces).toEqual({ supported: true });
  const names = readdirSync(join(ROOT, 'client/src'));
  const client = names.map((name) => readFileSync(join(ROOT, 'client/src', name), 'utf8'));
  // Links in hovers run one command, which opens the page of a rule.
  const rulePages = 'markdown: { isTrusted: { enabledCommands: [RULE_PAGE_COMMAND] } }';
  expect(client.filter((text) => text.includes(rulePages))).toHaveLength(1);
  // So do links in the page on a workload, which also apply fixes and show places. It runs no script.
  expect(client.join().match(/const PAGE_COMMANDS = .*/g)).toEqual([
    'const PAGE_COMMANDS = [RULE_PAGE_COMMAND, APPLY_FIX_COMMAND, SHOW_PLACE_COMMAND];',
  ]);
  expect(client.join().match(/createWebviewPanel|enableScripts|default-src '\w+'/g)).toEqual([
    'createWebviewPanel',
    "default-src 'none'",
  ]);
  for (const [i, text] of client.entries()) {
    expect(text.replace(rulePages, '')).not.toMatch(
      /(?<!workspace\.)isTrusted|supportHtml|createTerminal|openExternal/,
    );
    // On request, the command line records the platforms of images, and kubectl reads a cluster.
    if (names[i] !== 'node.ts') expect(text).not.toMatch(/process\.env/);
    if (names[i] !== 'node.ts' && names[i] !== 'kubectl.ts') expect(text).not.toMatch(/child_process/);
  }
  for (const name of ['server', 'browser-server', 'cli']) {
    expect(client.join()).toContain(`Uri.joinPath(context.extensionUri, 'dist/${name}.js')`);
  }
  // What kubectl is started for is in one file, which knows nothing of the workspace. A user agrees before anything else.
  const of = (name: string) => client[names.indexOf(name)] ?? '';
  expect(of('kubectl.ts').match(/from '.*'/g)).toEqual([
    "from 'node:child_process'",
    "from 'node:os'",
    "from './read-cluster.ts'",
  ]);
  expect(client.join().match(/execFile\(.*|\bshell:.*/g)).toEqual([
    'execFile(name, args, options, (error, stdout, stderr) => {',
  ]);
  expect(client.join().match(/kubectl\??\.run\(.*?,/g)).toEqual([
    'kubectl.run(kubectl.currentContext,',
    'kubectl.run(commands.list,',
    'kubectl.run(commands.version,',
  ]);
  expect(client.join().match(/\breadCluster\(\w+, .*/g)).toEqual(['readCluster(server, programs?.kubectl, output))),']);
  // It writes settings but reads only the user's on proxies, and what the YAML extension does.
  const readers = names.filter((_, i) => client[i]?.includes('getConfiguration'));
  expect(readers).toEqual(['change-setting.ts', 'node.ts', 'yaml-extension.ts']);
  expect(client.join().match(/getConfiguration\(.*\)/g)).toEqual([
    "getConfiguration('kubewin', uri)",
    "getConfiguration('http')",
    "getConfiguration('yaml', file).get(ability, true)",
  ]);
});

test('kubewin cluster starts kubectl only to read, and no file says how', () => {
  const textOf = (name: string) => readFileSync(join(ROOT, 'server/src/cli/inputs', name), 'utf8');
  expect(textOf('kubectl.ts').match(/\bspawn\(.*|\bshell:.*/g)).toEqual(['spawn(this.#program, args, {']);
  const text = textOf('cluster.ts');
  expect(text.match(/(?:#run|\.start)\(\[[^\]]*\]/g)).toEqual([
    "#run(['api-resources', '--verbs=list', '--no-headers']",
    "#run(['version', '-o', 'json']",
    "#run(['get', names, ...more, '-o', 'yaml']",
    '.start([...args, ...this.#request.access]',
  ]);
  // What is added to these commands is from the options of the command line.
  expect(text).not.toMatch(/environment|\bdisk\b/);
  expect(Object.keys(SETTINGS).filter((key) => /kube(?:ctl|config)|context/i.test(key))).toEqual([]);
});

test('SECURITY.md names tests that exist', () => {
  const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
  const named = [...text.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
