import type { CheckedFile, CheckedFinding } from '../files/check-file.ts';
import { nameOf } from '../files/file-summary.ts';
import { locationText, type Message } from '../files/message.ts';
import { placeText } from './place.ts';
import type { CheckLook, CheckWriter } from './writer.ts';
import { element, xmlText } from './xml.ts';

/**
 * Test results as Jenkins and GitLab read them: a suite for each file, with a case for each finding, or one that passes.
 * Findings that do not count for the exit code pass, with their message as output.
 */
export function checkJunit(look: CheckLook): CheckWriter {
  const isFailure = ({ finding }: CheckedFinding) => look.fails.includes(finding.severity);
  return {
    fixes: 'none',
    namesObjects: true,
    start: () => '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="kubewin">\n',
    file: (file) => {
      const { relativePath, findings } = file;
      const broken = file.broken.filter(({ isError }) => isError);
      const cases = [
        ...findings.map((finding) => findingCase(file, finding, isFailure(finding), look)),
        ...broken.map((message) => errorCase(relativePath, message)),
      ];
      const all =
        cases.length > 0 ? cases : [element('testcase', { classname: relativePath, name: 'no problems found' })];
      const counts = { tests: all.length, failures: findings.filter(isFailure).length, errors: broken.length };
      return `  ${element('testsuite', { name: relativePath, ...counts }, `\n    ${all.join('\n    ')}\n  `)}\n`;
    },
    between: '',
    end: () => '</testsuites>\n',
  };
}

function findingCase(file: CheckedFile, found: CheckedFinding, isFailure: boolean, look: CheckLook): string {
  const { relativePath } = file;
  const { finding, start } = found;
  const { rule, severity, message, object, namedField } = finding;
  const name = [rule, object && nameOf(object), namedField].filter((part) => part !== undefined).join(' ');
  const text = `${placeText(file, found, look)}: ${severity}: ${message}`;
  const place = look.cluster === undefined ? { file: relativePath, line: start.line + 1 } : {};
  return element(
    'testcase',
    { classname: relativePath, name, ...place },
    isFailure
      ? element('failure', { type: severity, message }, xmlText(text))
      : element('system-out', {}, xmlText(text)),
  );
}

function errorCase(relativePath: string, { path = '', at, message }: Message): string {
  const error = element('error', { type: 'syntax', message }, xmlText(locationText({ path, at })));
  return element('testcase', { classname: relativePath, name: 'syntax' }, error);
}
