import type { Severity } from '../../lint/settings/settings.ts';
import { jsonList } from './json-list.ts';
import type { CheckWriter } from './writer.ts';

/** A Code Quality report: https://docs.gitlab.com/ci/testing/code_quality/, "Code Quality report format". */
export function checkGitlab(): CheckWriter {
  return jsonList(
    '[',
    ({ start, fingerprint, finding: { severity, message, rule } }, { relativePath }) => ({
      description: message,
      check_name: rule,
      fingerprint,
      severity: LEVELS[severity],
      location: { path: relativePath, lines: { begin: start.line + 1 } },
    }),
    () => '\n]\n',
  );
}

const LEVELS: Readonly<Record<Severity, string>> = {
  error: 'critical',
  warning: 'major',
  information: 'minor',
  hint: 'info',
};
