import type { Severity } from '../../lint/settings/settings.ts';
import { locationText } from '../files/message.ts';
import { withoutCommands } from '../terminal/agent-commands.ts';
import { escapeControls } from '../terminal/style.ts';
import { agentCommand } from './agent-command.ts';
import { countOf, countsText } from './totals.ts';
import type { CheckLook, CheckWriter } from './writer.ts';

/**
 * Logging commands, of which Azure Pipelines makes errors and warnings of the run. It has no lower severity: other findings are
 * lines of the log. https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands
 */
export function checkAzure(look: CheckLook): CheckWriter {
  return {
    fixes: 'none',
    isList: true,
    start: () => '',
    file: ({ path, relativePath, findings }) =>
      findings.map(({ start, finding: { severity, message, rule } }) => {
        if (severity !== 'error' && severity !== 'warning') {
          const line = `${locationText({ path, at: start })}: ${severity}: ${message} [${rule}]`;
          return `${withoutCommands(escapeControls(line))}\n`;
        }
        const place = { sourcepath: relativePath, linenumber: start.line + 1, columnnumber: start.character + 1 };
        return agentCommand('azure', 'task.logissue', { type: severity, ...place, code: rule }, message);
      }),
    between: '',
    end: (files, frame) => {
      if (!look.setsTaskResult) return '';
      const has = (severities: readonly Severity[]) => severities.some((severity) => countOf(files, severity) > 0);
      const isFailed = has(look.fails) || frame.messages.some(({ isError }) => isError);
      const result = isFailed ? 'Failed' : has(['error', 'warning']) ? 'SucceededWithIssues' : 'Succeeded';
      return agentCommand('azure', 'task.complete', { result }, countsText(files, frame, look));
    },
  };
}
