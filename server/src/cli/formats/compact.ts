import type { Severity } from '../../lint/settings/settings.ts';
import { escapeControls } from '../terminal/style.ts';
import { placeText } from './place.ts';
import type { CheckLook, CheckWriter } from './writer.ts';

/** A line for each finding, as gcc writes it: `a.yaml:9:3: error: message [rule]`. For grep, and for editors. */
export function checkCompact(look: CheckLook): CheckWriter {
  return {
    fixes: 'none',
    isList: true,
    start: () => '',
    namesObjects: look.cluster !== undefined,
    file: (file) =>
      file.findings.map((found) => {
        const { severity, message, rule } = found.finding;
        return `${escapeControls(`${placeText(file, found, look)}: ${WORDS[severity]}: ${message} [${rule}]`)}\n`;
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
