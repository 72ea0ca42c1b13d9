import { isOwnName } from '../../lint/settings/own-rules.ts';
import { serveMcp } from '../mcp/serve.ts';
import type { Shell, ToolOptions } from '../options/tools.ts';
import { escapeControls } from '../terminal/style.ts';
import type { ExitCode, Terminal } from '../terminal/terminal.ts';
import { completionScript } from './completion.ts';
import { init } from './init.ts';
import { listRules, showOwnRule, showRule } from './rules.ts';
import type { ToolResult } from './tool-result.ts';

/** Runs a command that reads no manifests. */
export async function runTool(options: ToolOptions, terminal: Terminal): Promise<ExitCode> {
  const result = await resultOf(options, terminal);
  if ('fault' in result) {
    terminal.stderr.write(`kubewin: ${escapeControls(result.fault)}\n`);
    return 2;
  }
  terminal.stdout.write(result.text, result.syntax);
  return 0;
}

async function resultOf(options: ToolOptions, terminal: Terminal): Promise<ToolResult> {
  switch (options.command) {
    case 'lsp':
      // The server reports invalid arguments itself, and ends the process.
      terminal.startServer();
      return { text: '' };
    case 'mcp':
      await serveMcp(terminal);
      return { text: '' };
    case 'completion':
      return { text: completionScript(options.argument as Shell) };
    case 'init':
      return init(options.settings, terminal.disk);
    case 'rules':
      return listRules(options, terminal);
    case 'rule':
      return isOwnName(options.argument) ? showOwnRule(options, terminal) : showRule(options, terminal);
  }
}
