import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import {
  createConnection,
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { clientDisk, ReadFile, ReadFolder } from '../../server/src/lsp/client-disk.ts';
import type { Disk } from '../../server/src/workspace/disk.ts';

const FOLDER = 'vscode-vfs://github/kubewin/demo';

/** A disk that asks a client, and that client. */
function connected(): { disk: Disk; client: MessageConnection } {
  const [up, down] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamMessageReader(up), new StreamMessageWriter(down));
  const client = createMessageConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
  server.listen();
  client.listen();
  onTestFinished(() => client.dispose());
  return { disk: clientDisk(server), client };
}

/** A client that has these files, by their paths. */
function withFiles(files: Readonly<Record<string, string>>): Disk {
  const { disk, client } = connected();
  const pathOf = (uri: string) => decodeURIComponent(uri.slice(FOLDER.length + 1));
  client.onRequest(ReadFile, ({ uri }) => {
    const text = files[pathOf(uri)];
    return text === undefined ? null : [...new TextEncoder().encode(text)];
  });
  client.onRequest(ReadFolder, ({ uri }) => {
    const start = uri === FOLDER ? '' : `${pathOf(uri)}/`;
    const below = Object.keys(files).flatMap((path) => (path.startsWith(start) ? [path.slice(start.length)] : []));
    const names = new Map(below.map((path) => [path.replace(/\/.*/s, ''), path.includes('/')]));
    return [...names].map(([name, isFolder]) => ({ name, isFolder }));
  });
  return disk;
}

async function all(disk: Disk, exclude: readonly string[] = []): Promise<string[]> {
  const found: string[] = [];
  for await (const uri of disk.manifests(FOLDER, exclude)) found.push(uri.slice(FOLDER.length));
  return found;
}

test('manifests are listed by the rules of the disk', async () => {
  const disk = withFiles({
    'b.yaml': '',
    'a b/c#d.yml': '',
    'a b/notes.txt': '',
    'skipped/e.yaml': '',
    'out/f.yaml': '',
    'out/.gitignore': '*',
    'node_modules/g.yaml': '',
    'chart/templates/_web.tpl': '',
    '.gitignore': 'h.yaml\n',
    'h.yaml': '',
  });
  expect(await all(disk, ['skipped/**'])).toEqual(['/a%20b/c%23d.yml', '/b.yaml', '/chart/templates/_web.tpl']);
});

test('a file is read, and what cannot be read has a fault', async () => {
  const disk = withFiles({ 'a.yaml': '\uFEFFkind: Pod # ü\n' });
  expect(await disk.read(`${FOLDER}/a.yaml`)).toEqual({ text: 'kind: Pod # ü\n', encoding: 'utf-8' });
  expect(await disk.read(`${FOLDER}/b.yaml`)).toMatchObject({ fault: { kind: 'missing' } });
});

test('a client that cannot read files has none', async () => {
  const { disk } = connected();
  expect(await disk.read(`${FOLDER}/a.yaml`)).toMatchObject({ fault: { kind: 'missing' } });
  // A folder that cannot be listed comes as itself.
  expect(await all(disk)).toEqual(['']);
});

test('nothing is written', async () => {
  const { disk } = connected();
  expect(await disk.write(`${FOLDER}/a.yaml`, '', 'a')).toMatchObject({ kind: 'unreadable' });
});
