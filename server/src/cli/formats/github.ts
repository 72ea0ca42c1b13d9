import type { Severity } from '../../lint/settings/settings.ts';
import { agentCommand } from './agent-command.ts';
import type { CheckWriter } from './writer.ts';

/** Workflow commands, which GitHub turns into annotations: https://docs.github.com/actions, "Workflow commands". */
export function checkGithub(): CheckWriter {
  return {
    fixes: 'none',
    isList: true,
    start: () => '',
    file: ({ relativePath, findings }) =>
      findings.map(({ start, end, finding: { severity, message, rule } }) => {
        const properties = {
          file: relativePath,
          line: start.line + 1,
          endLine: end.line + 1,
          // The columns of a range over several lines would belong to different lines.
          ...(start.line === end.line ? { col: start.character + 1, endColumn: end.character + 1 } : {}),
          title: rule,
        };
        return agentCommand('github', COMMANDS[severity], properties, message);
      }),
    between: '',
    end: () => '',
  };
}

const COMMANDS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};
