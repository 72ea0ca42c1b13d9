import type { Severity } from '../../lint/settings/settings.ts';
import type { CheckWriter } from './writer.ts';

/** A Code Quality report: https://docs.gitlab.com/ci/testing/code_quality/, "Code Quality report format". */
export function checkGitlab(): CheckWriter {
  return {
    fixes: 'none',
    start: () => '[',
    file: ({ relativePath, findings }) =>
      findings
        .map(({ start, fingerprint, finding: { severity, message, rule } }) => {
          const location = { path: relativePath, lines: { begin: start.line + 1 } };
          const entry = { description: message, check_name: rule, fingerprint, severity: LEVELS[severity], location };
          return `\n  ${JSON.stringify(entry)}`;
        })
        .join(),
    between: ',',
    end: () => '\n]\n',
  };
}

const LEVELS: Readonly<Record<Severity, string>> = {
  error: 'critical',
  warning: 'major',
  information: 'minor',
  hint: 'info',
};
