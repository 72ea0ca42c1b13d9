import { run } from '../../server/src/cli/run.ts';
import { uriOfPath } from '../../server/src/workspace/uri.ts';
import { MemoryDisk } from '../lsp/memory-disk.ts';

/** Runs the command line in this process, with files in memory as arguments. */
export function runOnFiles(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  return runInFolder(files, ...args, ...Object.keys(files));
}

/** Runs the command line in this process, in a folder with files in memory. */
export async function runInFolder(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const uriOf = (name: string) => uriOfPath(`${process.cwd()}/${name}`, 'posix');
  const disk = new MemoryDisk(Object.fromEntries(Object.entries(files).map(([name, text]) => [uriOf(name), text])));
  const written = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr') => ({ write: (text: string) => (written[name] += text) });
  const streams = { stdin: async function* () {}, stdout: output('stdout'), stderr: output('stderr') };
  const startThread = () => {
    throw new Error('no thread is needed');
  };
  const others = { beside: () => undefined, startServer: () => {}, startThread, onStop: () => () => {} };
  const terminal = { disk, ...streams, environment: {}, ...others };
  const code = await run(args, terminal);
  return { code, ...written, files: Object.keys(files).map((name) => disk.files.get(uriOf(name))) };
}
