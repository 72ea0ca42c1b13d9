import { type CheckedFile, type CheckedFinding, nameOf } from '../files/check-file.ts';
import { type Note, placeText } from '../files/file-summary.ts';
import { escapeControls } from '../terminal/style.ts';
import type { CheckWriter, Look } from './writer.ts';

/**
 * Test results as Jenkins and GitLab read them: a suite for each file, with a case for each finding, or one that passes.
 * Findings that do not count for the exit code pass, with what they say as output.
 */
export function checkJunit({ fails }: Look): CheckWriter {
  const isFailure = ({ finding }: CheckedFinding) => fails.includes(finding.severity);
  return {
    fixes: 'none',
    start: () => '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="kubewin">\n',
    file: (file) => {
      const { place, findings } = file;
      const broken = file.broken.filter(({ isError }) => isError);
      const cases = [
        ...findings.map((found) => findingCase(file, found, isFailure(found))),
        ...broken.map((note) => errorCase(place, note)),
      ];
      const all = cases.length > 0 ? cases : [element('testcase', { classname: place, name: 'no problems found' })];
      const counts = { tests: all.length, failures: findings.filter(isFailure).length, errors: broken.length };
      return `  ${element('testsuite', { name: place, ...counts }, `\n    ${all.join('\n    ')}\n  `)}\n`;
    },
    between: '',
    end: () => '</testsuites>\n',
  };
}

function findingCase({ path, place }: CheckedFile, { finding, start }: CheckedFinding, isFailure: boolean): string {
  const { rule, severity, message, object, namedField } = finding;
  const name = [rule, object && nameOf(object), namedField].filter((part) => part !== undefined).join(' ');
  const text = `${placeText({ path, at: start })}: ${severity}: ${message}`;
  return element(
    'testcase',
    { classname: place, name, file: place, line: start.line + 1 },
    isFailure
      ? element('failure', { type: severity, message }, escaped(text))
      : element('system-out', {}, escaped(text)),
  );
}

function errorCase(place: string, note: Note): string {
  const error = element('error', { type: 'syntax', message: note.message }, escaped(`${placeText(noteAt(note))}`));
  return element('testcase', { classname: place, name: 'syntax' }, error);
}

function noteAt({ path = '', at }: Note) {
  return { path, at };
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, content?: string): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  return `<${name}${list.join('')}${content === undefined ? '/>' : `>${content}</${name}>`}`;
}

/** Without the characters that XML 1.0 has no way to write: https://www.w3.org/TR/xml/#charsets */
function escaped(text: string): string {
  return escapeControls(text)
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
