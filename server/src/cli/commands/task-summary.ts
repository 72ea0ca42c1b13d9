import { resolve } from 'node:path';
import { agentCommand } from '../formats/agent-command.ts';
import type { ReaderOptions } from '../options/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Tells Azure Pipelines to show the Markdown report. The agent reads the file at once, so it must be complete. */
export function uploadTaskSummary(options: ReaderOptions, { stdout }: Terminal): void {
  const path = options.command === 'check' ? options.taskSummary : undefined;
  if (path !== undefined) stdout.write(agentCommand('azure', 'task.uploadsummary', {}, resolve(path)), 'commands');
}
