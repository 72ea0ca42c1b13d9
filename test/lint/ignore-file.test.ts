import { expect, test } from 'vitest';
import { ignoreInFiles, namedIgnoreFile } from '../../server/src/lint/other-linters/ignore-file.ts';
import { OTHER_LINTERS } from '../../server/src/lint/other-linters/linters.ts';
import { applyEdits } from '../../server/src/text/edit.ts';
import { plainOf } from '../../server/src/yaml/edit/plain.ts';
import { parse } from '../../server/src/yaml/read/document.ts';

const CHECKS = OTHER_LINTERS.find(({ name }) => name === 'Trivy')?.checks ?? [];
const [ROOT] = CHECKS.filter(({ id }) => id === 'AVD-KSV-0014');
const REASON = 'The API server rejects readOnlyRootFilesystem on Windows pods';
const ENTRY = `  - id: AVD-KSV-0014
    paths:
      - deploy/web.yaml
    statement: ${REASON}
`;
/** As it is written where nothing is indented yet. */
const FIRST = ENTRY.replace('      - ', '    - ').replace(/^ {2}/gm, '');

/** The text after the entries for one check were added. */
function ignored(text: string, ...paths: readonly string[]): string {
  const result = ignoreInFiles(text, paths, ROOT === undefined ? [] : [ROOT]);
  if ('fault' in result) return `fault: ${result.fault}`;
  return applyEdits(text, result.edits);
}

test.each([
  ['a new file', '', ''],
  ['comments', '# Ours', '# Ours\n'],
  ['a document start', '---\n', '---\n'],
])('writes all entries into %s', (_, before, start) => {
  expect(ignored(before, 'deploy/web.yaml')).toBe(`${start}misconfigurations:\n${FIRST}`);
});

test('writes an entry for each check, and nothing a second time', () => {
  const paths = ['a.yaml', 'b/c.yaml'];
  const result = ignoreInFiles('', paths, CHECKS);
  const text = 'edits' in result ? applyEdits('', result.edits) : '';
  const data = plainOf(parse(text)) as Map<string, Map<string, unknown>[]>;
  const entries = data.get('misconfigurations') ?? [];
  expect(entries.map((entry) => entry.get('id'))).toEqual(CHECKS.map(({ id }) => id));
  for (const entry of entries) expect(entry.get('paths')).toEqual(paths);
  expect(ignoreInFiles(text, paths, CHECKS)).toEqual({ edits: [] });
  expect(ignoreInFiles(text, ['b/c.yaml'], CHECKS)).toEqual({ edits: [] });
});

const OTHERS = `# Reviewed every month
vulnerabilities:
  - id: CVE-2022-40897 # accepted
misconfigurations:
  # Ours
  - id: AVD-DS-0002
    paths: [docs/Dockerfile]
`;

test('keeps the entries, comments and layout of a file', () => {
  expect(ignored(OTHERS, 'deploy/web.yaml')).toBe(OTHERS + ENTRY);
  const last = `secrets:\n  - id: aws-access-key-id\n`;
  expect(ignored(OTHERS + last, 'deploy/web.yaml')).toBe(OTHERS + ENTRY + last);
  expect(ignored(last, 'deploy/web.yaml')).toBe(`${last}misconfigurations:\n${ENTRY}`);
  expect(ignored(`misconfigurations:\n${last}`, 'deploy/web.yaml')).toBe(`misconfigurations:\n${ENTRY}${last}`);
});

test('adds files to the entry that was written before', () => {
  const text = `misconfigurations:\n${ENTRY}`;
  expect(ignored(text, 'deploy/web.yaml', 'deploy/job.yaml')).toBe(
    text.replace('web.yaml\n', 'web.yaml\n      - deploy/job.yaml\n'),
  );
  // The reason of an entry by a person is theirs.
  const own = text.replace(REASON, 'Tolerated');
  expect(ignored(own, 'deploy/job.yaml')).toBe(own + ENTRY.replace('web', 'job'));
});

test.each([
  ['an entry without paths', '- id: AVD-KSV-0014'],
  ['an entry with the new name of the check', '- id: KSV-0014'],
  ['an entry with the old name of the check', '- id: KSV014\n    paths: []'],
  ['a pattern', '- { id: AVD-KSV-0014, paths: ["deploy/*.yaml"] }'],
  ['a pattern for folders', '- { id: AVD-KSV-0014, paths: ["x", "**/web.yaml"] }'],
  ['a pattern for everything below', '- { id: AVD-KSV-0014, paths: ["deploy/**"] }'],
])('adds nothing next to %s', (_, entry) => {
  const text = `misconfigurations:\n  ${entry}\n`;
  expect(ignored(text, 'deploy/web.yaml')).toBe(text);
});

test.each([
  ['that has an end', '- id: AVD-KSV-0014\n    expired_at: 2026-01-01'],
  ['for another check', '- id: AVD-KSV-0015'],
  ['for other files', '- { id: AVD-KSV-0014, paths: ["web.yaml", "*/web.yml", "*.yaml", "deploy/web.yaml/**/x"] }'],
  ['with a pattern that is not read', '- { id: AVD-KSV-0014, paths: ["deploy/[a-z]eb.yaml"] }'],
])('adds an entry next to one %s', (_, entry) => {
  const text = `misconfigurations:\n  ${entry}\n`;
  expect(ignored(text, 'deploy/web.yaml')).toBe(text + ENTRY);
});

test('writes characters of patterns with a backslash', () => {
  const text = ignored('', 'a[1]/{b}*?.yaml');
  expect(parse(text).root?.at('misconfigurations', 0, 'paths', 0)?.string).toBe('a\\[1\\]/\\{b\\}\\*\\?.yaml');
  expect(ignored(text, 'a[1]/{b}*?.yaml')).toBe(text);
});

test.each([
  ['misconfigurations: [', 'It is not valid YAML.'],
  ['a: b\n---\nc: d\n', 'It has several documents, and Trivy reads only the first one.'],
])('does not change %j', (text, fault) => {
  expect(ignored(text, 'deploy/web.yaml')).toBe(`fault: ${fault}`);
});

test.each(['misconfigurations: none\n', '- a\n', 'text\n'])('does not change %j, which has another form', (text) => {
  expect(ignored(text, 'deploy/web.yaml')).toMatch(/^fault: ./);
});

test('reads the ignore file in the configuration', () => {
  expect(namedIgnoreFile('ignorefile: ./ci/ignore.yaml\n')).toBe('./ci/ignore.yaml');
  expect(namedIgnoreFile('severity: [HIGH]\n')).toBeUndefined();
});
