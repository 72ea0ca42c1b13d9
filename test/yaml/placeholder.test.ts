// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are written so
import { expect, test } from 'vitest';
import { parse } from '../../server/src/yaml/read/document.ts';
import type { FieldPath } from '../../server/src/yaml/read/path.ts';
import { placeholdersIn } from '../../server/src/yaml/read/placeholder.ts';

test.each([
  ['${NAME}', ['${NAME}']],
  ['${NAME:-web}-${ZONE}', ['${NAME:-web}', '${ZONE}']],
  ['$(NAME)', ['$(NAME)']],
  ['registry.example/web:$(Build.BuildId)', ['$(Build.BuildId)']],
  ['<NAME>', ['<NAME>']],
  ['CORP\\<credential spec>', ['<credential spec>']],
  ['%NAME%', ['%NAME%']],
  ['#{NAME}#', ['#{NAME}#']],
  ['GMSA_#{Octopus.Environment.Name}', ['#{Octopus.Environment.Name}']],
  ['__NAME__', ['__NAME__']],
  ['__name__', ['__name__']],
  ['registry.example/__IMAGE__:__ImageTag__', ['__IMAGE__', '__ImageTag__']],
  ['{{ .Values.name }}', ['{{ .Values.name }}']],
  ['[[ name ]]', ['[[ name ]]']],
  ['web-[[name]]', ['[[name]]']],
])('finds the placeholders in %j', (value, placeholders) => {
  expect(placeholdersIn(value)).toEqual(placeholders);
});

test.each([
  '',
  'windows',
  '$NAME',
  'CORP\\web$',
  '$$',
  '${}',
  '$()',
  '<>',
  'a < b',
  'a > b',
  '100%',
  '50%25%',
  'a%20b%20c',
  '#fff',
  '#{}#',
  '__init__.py',
  'C:\\app\\__pycache__\\web',
  'web__A__b',
  '__A',
  '____',
  '{a: {b: {}}}',
  '[a, [b]]',
  '[[:alpha:]]+',
  'C:\\ProgramData\\web',
])('finds no placeholder in %j', (value) => {
  expect(placeholdersIn(value)).toEqual([]);
});

test('takes linear time for long values', () => {
  for (const part of ['<', '{{', '[[', '${', '$(', '#{', '%a ', '__ ', '_A', '__A']) {
    expect(placeholdersIn(part.repeat(200_000))).toEqual([]);
  }
});

const CONTAINER = ['spec', 'containers', 0] as const;

test.each<[FieldPath, string, boolean]>([
  [[...CONTAINER, 'image'], '${X}', true],
  [[...CONTAINER, 'command', 0], '${X}', false],
  [[...CONTAINER, 'args', 1], '$(X) <a> %A% #{X}# __X__ [[ -f a ]]', false],
  [[...CONTAINER, 'lifecycle', 'preStop', 'exec', 'command', 0], '%TEMP%', false],
  [[...CONTAINER, 'args', 0], '{{ x', false],
  [[...CONTAINER, 'env', 0, 'value'], '%PATH%;C:\\app', false],
  [[...CONTAINER, 'env', 0, 'name'], '${X}_HOST', true],
  [[...CONTAINER, 'env', 0, 'valueFrom', 'secretKeyRef', 'name'], '${X}', true],
  [[...CONTAINER, 'volumeMounts', 0, 'subPathExpr'], '$(POD_NAME)', false],
  [[...CONTAINER, 'volumeMounts', 0, 'subPathExpr'], '${POD_NAME}', true],
  [[...CONTAINER, 'volumeMounts', 0, 'subPath'], '$(POD_NAME)', true],
  [['metadata', 'annotations', 'command'], '<command>', true],
  [['data', 'run.ps1'], 'echo ${X}', false],
  [['binaryData', 'run.ps1'], '<none>', false],
  [['items', 0, 'data', 'run.ps1'], 'echo ${X}', false],
  [['spec', 'data'], '${X}', true],
])('at %j, treats %j as a placeholder: %j', (path, value, isUnfilled) => {
  const nested = path.reduceRight<unknown>(
    (inner, key) => (key === 1 ? [null, inner] : key === 0 ? [inner] : { [key]: inner }),
    value,
  );
  const field = parse(JSON.stringify(nested)).root?.at(...path);
  expect(field?.isUnfilled).toBe(isUnfilled);
  const before = field?.document.doubts.count ?? 0;
  expect(field?.text).toBe(value);
  expect(field?.document.doubts.count).toBe(before);
  expect(field?.string).toBe(value);
  expect(field?.document.doubts.count).toBe(isUnfilled ? before + 1 : before);
});

test('treats the output of a template in code as a placeholder', () => {
  const command = parse('command:\n  - run {{ .Values.x }}\n').root?.at('command', 0);
  expect([command?.string, command?.document.doubts.count]).toEqual([undefined, 1]);
});
