import { join } from 'node:path/posix';
import { run } from '../../server/src/cli/run.ts';
import { guarded } from '../../server/src/cli/terminal/terminal.ts';
import type { Disk } from '../../server/src/workspace/disk.ts';
import { uriOfPath } from '../../server/src/workspace/uri.ts';
import { MemoryDisk } from '../lsp/memory-disk.ts';

/** Runs the command line in this process, with files in memory as arguments. */
export function runOnFiles(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  return runInFolder(files, ...args, ...Object.keys(files));
}

/** Runs the command line in this process, in a folder with files in memory. */
export async function runInFolder(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const uriOf = (name: string) => uriOfPath(join(process.cwd(), name), 'posix');
  const disk = new MemoryDisk(Object.fromEntries(Object.entries(files).map(([name, text]) => [uriOf(name), text])));
  const result = await runOnDisk(disk, args);
  return { ...result, files: Object.keys(files).map((name) => disk.files.get(uriOf(name))) };
}

/** Runs the command line in this process and in one thread. */
export async function runOnDisk(disk: Disk, args: readonly string[]) {
  const written = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr') => guarded({ write: (text) => (written[name] += text) });
  const streams = { stdin: async function* () {}, stdout: output('stdout'), stderr: output('stderr') };
  const startThread = () => {
    throw new Error('no thread is needed');
  };
  const others = { beside: () => undefined, startServer: () => {}, startThread, onStop: () => () => {} };
  const terminal = { disk, ...streams, environment: {}, ...others };
  const code = await run(args, terminal);
  return { code, ...written };
}
