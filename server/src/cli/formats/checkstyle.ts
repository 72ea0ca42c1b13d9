import type { Severity } from '../../lint/settings/settings.ts';
import type { CheckWriter } from './writer.ts';
import { element } from './xml.ts';

/** The XML report of Checkstyle, which many tools read: https://checkstyle.org/result_reports.html */
export function checkCheckstyle(): CheckWriter {
  return {
    fixes: 'none',
    start: () => '<?xml version="1.0" encoding="UTF-8"?>\n<checkstyle version="10.0">\n',
    file: ({ relativePath, findings }) => {
      const errors = findings.map(({ start, finding: { severity, message, rule } }) => {
        const place = { line: start.line + 1, column: start.character + 1 };
        // Readers take what is behind the last period for the rule.
        return element('error', { ...place, severity: SEVERITIES[severity], message, source: `kubewin.${rule}` });
      });
      if (errors.length === 0) return '';
      return `  ${element('file', { name: relativePath }, `\n    ${errors.join('\n    ')}\n  `)}\n`;
    },
    between: '',
    end: () => '</checkstyle>\n',
  };
}

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'info',
  hint: 'info',
};
