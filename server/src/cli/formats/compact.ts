import type { Severity } from '../../lint/settings/settings.ts';
import { locationText } from '../files/message.ts';
import { escapeControls } from '../terminal/style.ts';
import type { CheckWriter } from './writer.ts';

/** A line for each finding, as gcc writes it: `a.yaml:9:3: error: message [rule]`. For grep, and for editors. */
export function checkCompact(): CheckWriter {
  return {
    fixes: 'none',
    isList: true,
    start: () => '',
    file: ({ path, findings }) =>
      findings.map(({ start, finding: { severity, message, rule } }) => {
        const location = locationText({ path, at: start });
        return `${escapeControls(`${location}: ${WORDS[severity]}: ${message} [${rule}]`)}\n`;
      }),
    between: '',
    end: () => '',
  };
}

/** The words that programs which read the output of gcc know. */
const WORDS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};
