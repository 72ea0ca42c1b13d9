import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import {
  createConnection,
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { clientDisk } from '../../server/src/lsp/client-disk.ts';
import { withArchives } from '../../server/src/workspace/archive.ts';
import type { Disk } from '../../server/src/workspace/disk.ts';
import { MAX_BYTES } from '../../server/src/workspace/reading.ts';
import { packed } from '../archives.ts';
import { serveFiles } from './served-files.ts';

const FOLDER = 'vscode-vfs://github/kubewin/demo';

/** A disk that sends requests to a client, and this client. */
function connectedDisk(): { disk: Disk; client: MessageConnection } {
  const [up, down] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamMessageReader(up), new StreamMessageWriter(down));
  const client = createMessageConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
  server.listen();
  client.listen();
  onTestFinished(() => client.dispose());
  return { disk: clientDisk(server), client };
}

/** A disk of a client with the given files by path. */
function diskWith(files: Readonly<Record<string, string | Uint8Array>>): Disk {
  const { disk, client } = connectedDisk();
  serveFiles(client, FOLDER, files);
  return disk;
}

async function listedPaths(disk: Disk, exclude: readonly string[] = []): Promise<string[]> {
  const found: string[] = [];
  for await (const uri of disk.manifests(FOLDER, exclude)) found.push(uri.slice(FOLDER.length));
  return found;
}

test('lists the same files as the disk of Node.js', async () => {
  const disk = diskWith({
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
  expect(await listedPaths(disk, ['skipped/**'])).toEqual(['/a%20b/c%23d.yml', '/b.yaml', '/chart/templates/_web.tpl']);
});

test('reads a file, and returns a fault if it cannot be read', async () => {
  const disk = diskWith({ 'a.yaml': '\uFEFFkind: Pod # ü\n' });
  expect(await disk.read(`${FOLDER}/a.yaml`)).toEqual({ text: 'kind: Pod # ü\n', encoding: 'utf-8' });
  expect(await disk.read(`${FOLDER}/b.yaml`)).toMatchObject({ fault: { kind: 'missing' } });
});

test('does not read a file that is too large', async () => {
  const disk = diskWith({ 'large.yaml': new Uint8Array(MAX_BYTES + 1).fill(32) });
  expect(await disk.read(`${FOLDER}/large.yaml`)).toMatchObject({ fault: { kind: 'too large' } });
  expect(await disk.bytes(`${FOLDER}/large.yaml`)).toBeUndefined();
});

test('reads the files of a packed chart', async () => {
  const archive = await packed({ 'a/Chart.yaml': 'name: a\n' });
  const disk = withArchives(diskWith({ 'chart/charts/a.tgz': archive }));
  expect(await listedPaths(disk)).toEqual(['/chart/charts/a.tgz/Chart.yaml']);
  expect(await disk.read(`${FOLDER}/chart/charts/a.tgz/Chart.yaml`)).toEqual({ text: 'name: a\n' });
});

test('finds no files if the client does not support the requests', async () => {
  const { disk } = connectedDisk();
  expect(await disk.read(`${FOLDER}/a.yaml`)).toMatchObject({ fault: { kind: 'missing' } });
  // A folder that cannot be listed is returned as if it were a file.
  expect(await listedPaths(disk)).toEqual(['']);
});

test('does not write files', async () => {
  const { disk } = connectedDisk();
  expect(await disk.write(`${FOLDER}/a.yaml`, '', 'a')).toMatchObject({ kind: 'unreadable' });
});
