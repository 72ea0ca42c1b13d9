import type { Terminal } from '../terminal/terminal.ts';
import { serveLines } from './json-rpc.ts';
import { mcpHandler } from './protocol.ts';
import { toolsIn } from './tools.ts';

/** Serves the Model Context Protocol on standard input and output, until the input ends. The folder is the current one. */
export async function serveMcp(terminal: Terminal): Promise<void> {
  const pages = JSON.parse(terminal.beside('pages.json') ?? '{}');
  const handle = mcpHandler({ pages, call: toolsIn(process.cwd(), terminal, pages) });
  await serveLines(terminal.stdin(), (line) => terminal.stdout.write(line), handle);
}
