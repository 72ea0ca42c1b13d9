import { describe, expect, test } from 'vitest';
import type { CheckedFile } from '../../server/src/cli/files/check-file.ts';
import { agentCommand } from '../../server/src/cli/formats/agent-command.ts';
import { checkSonar } from '../../server/src/cli/formats/sonar.ts';
import type { CheckLook } from '../../server/src/cli/formats/writer.ts';
import { runOnFiles } from './in-process.ts';
import { only } from './kubewin.ts';
import { MANIFEST_RULES, SCHEDULED } from './manifests.ts';
import { FORMATTED } from './recordings.ts';
import { expectJson } from './schema.ts';
import { elements } from './xml.ts';

// Each format is compared with what the documentation of its reader says.

const RULES = only(...MANIFEST_RULES);
const ODD = { ...FORMATTED, 'a\n[b]\'|".yaml': SCHEDULED.replace('name: scheduled', 'name: "\\u0001<[\']|>"') };
const check = async (format: string, files: Readonly<Record<string, string>> = ODD, ...args: readonly string[]) =>
  (await runOnFiles(files, 'check', `--format=${format}`, '--hints', ...RULES, ...args)).stdout;

describe('teamcity', () => {
  /** A message with several attributes, and its escaped values: "Service Messages Formats", "Escaped Values". */
  const MESSAGE = /^##teamcity\[(\w+)((?: \w+='(?:[^'|[\]\r\n]|\|['|[\]rn]|\|0x[\da-f]{4})*')+)\]$/;
  const VALUE = / (\w+)='((?:[^'|]|\|.)*)'/g;

  function parsed(line: string) {
    const [, name = '', attributes = ''] = MESSAGE.exec(line) ?? [];
    const pairs = [...attributes.matchAll(VALUE)].map(([, key = '', value = '']) => [key, unescaped(value)]);
    return { name, attributes: Object.fromEntries(pairs) as Readonly<Record<string, string>> };
  }

  const unescaped = (value: string) =>
    value.replace(/\|(0x[\da-f]{4}|.)/g, (_, code: string) =>
      code.length > 1 ? String.fromCharCode(Number(code)) : ({ r: '\r', n: '\n' }[code] ?? code),
    );

  test('has messages of the documented form, each type defined before its first instance', async () => {
    const messages = (await check('teamcity')).trimEnd().split('\n').map(parsed);
    const defined = new Set<string | undefined>();
    for (const { name, attributes } of messages) {
      if (name === 'inspectionType') {
        expect(Object.keys(attributes)).toEqual(['id', 'name', 'description', 'category']);
        expect(defined.has(attributes['id'])).toBe(false);
        defined.add(attributes['id']);
      } else {
        expect(name).toBe('inspection');
        expect(Object.keys(attributes)).toEqual(['typeId', 'message', 'file', 'line', 'SEVERITY']);
        expect(defined.has(attributes['typeId'])).toBe(true);
        expect(['INFO', 'ERROR', 'WARNING', 'WEAK WARNING']).toContain(attributes['SEVERITY']);
      }
    }
    expect(defined).toEqual(new Set(MANIFEST_RULES));
    expect(messages.map(({ attributes }) => attributes['file'])).toContain('a\n[b]\'|".yaml');
  });

  test.each(["a'b|c[d]e", '||n|', 'a\r\nb', 'a\u0085b\u2028c\u2029'])('TeamCity reads %j unchanged', (text) => {
    const { attributes } = parsed(agentCommand('teamcity', 'inspection', { message: text }).slice(0, -1));
    expect(attributes).toEqual({ message: text });
  });
});

test('rdjson has the shape of a DiagnosticResult, with columns in bytes', async () => {
  const text = SCHEDULED.replace(
    /spec:\n[\s\S]*/,
    'spec: { hostname: "äöü😀", hostPID: true, os: { name: windows } }\n',
  );
  const stdout = await check('rdjson', { ...ODD, 'bytes.yaml': text });
  const position = {
    type: 'object',
    required: ['line', 'column'],
    properties: { line: { type: 'integer', minimum: 1 }, column: { type: 'integer', minimum: 1 } },
    additionalProperties: false,
  };
  const range = { type: 'object', properties: { start: position, end: position }, additionalProperties: false };
  const location = {
    type: 'object',
    properties: { path: { type: 'string' }, range },
    additionalProperties: false,
  };
  expectJson(stdout, {
    type: 'object',
    required: ['source', 'diagnostics'],
    properties: {
      source: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      diagnostics: {
        type: 'array',
        items: {
          type: 'object',
          required: ['message', 'location', 'severity', 'code'],
          properties: {
            message: { type: 'string', minLength: 1 },
            location,
            severity: { enum: ['UNKNOWN_SEVERITY', 'ERROR', 'WARNING', 'INFO'] },
            code: { type: 'object', required: ['value'], properties: { value: { type: 'string' } } },
          },
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  });
  const { diagnostics } = JSON.parse(stdout);
  const found = diagnostics.find(({ location }: { location: { path: string } }) => location.path === 'bytes.yaml');
  const line = text.split('\n').findIndex((one) => one.startsWith('spec:'));
  const before = (text.split('\n')[line] ?? '').split('hostPID')[0] ?? '';
  const column = Buffer.byteLength(before) + 1;
  expect(found.location.range).toEqual({
    start: { line: line + 1, column },
    end: { line: line + 1, column: column + 'hostPID'.length },
  });
});

test('checkstyle has the elements and attributes of its schema', async () => {
  const all = elements(await check('checkstyle'));
  expect(all[0]).toEqual({ name: 'checkstyle', attributes: { version: '10.0' } });
  const errors = all.filter(({ name }) => name === 'error');
  for (const { attributes } of errors) {
    expect(Object.keys(attributes)).toEqual(['line', 'column', 'severity', 'message', 'source']);
    expect(attributes['line']).toMatch(/^[1-9]\d*$/);
    expect(attributes['column']).toMatch(/^[1-9]\d*$/);
    expect(['ignore', 'info', 'warning', 'error']).toContain(attributes['severity']);
    expect(MANIFEST_RULES).toContain(attributes['source']?.replace('kubewin.', ''));
  }
  const files = all.filter(({ name }) => name === 'file').map(({ attributes }) => attributes['name']);
  expect(files).toHaveLength(2);
  expect(all).toHaveLength(1 + errors.length + files.length);
});

describe('sonar', () => {
  const RANK = ['LOW', 'MEDIUM', 'HIGH'];

  test('has the documented properties, and a rule for each issue', async () => {
    const stdout = await check('sonar', ODD, '--rule=security-context/privileged=hint');
    const whole = { type: 'integer', minimum: 0 };
    const text = { type: 'string', minLength: 1 };
    const impact = {
      type: 'object',
      required: ['softwareQuality', 'severity'],
      properties: {
        softwareQuality: { enum: ['SECURITY', 'RELIABILITY', 'MAINTAINABILITY'] },
        severity: { enum: RANK },
      },
    };
    const textRange = {
      type: 'object',
      required: ['startLine'],
      properties: { startLine: { type: 'integer', minimum: 1 }, endLine: whole, startColumn: whole, endColumn: whole },
      additionalProperties: false,
    };
    expectJson(stdout, {
      type: 'object',
      required: ['rules', 'issues'],
      properties: {
        rules: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'name', 'description', 'engineId', 'cleanCodeAttribute', 'type', 'severity', 'impacts'],
            properties: {
              id: text,
              name: text,
              description: text,
              engineId: text,
              cleanCodeAttribute: { enum: ['CONVENTIONAL', 'CLEAR', 'LOGICAL', 'COMPLETE', 'TRUSTWORTHY'] },
              type: { enum: ['BUG', 'VULNERABILITY', 'CODE_SMELL'] },
              severity: { enum: ['BLOCKER', 'CRITICAL', 'MAJOR', 'MINOR', 'INFO'] },
              impacts: { type: 'array', minItems: 1, items: impact },
            },
            additionalProperties: false,
          },
        },
        issues: {
          type: 'array',
          items: {
            type: 'object',
            required: ['ruleId', 'primaryLocation'],
            properties: {
              ruleId: text,
              primaryLocation: {
                type: 'object',
                required: ['message', 'filePath', 'textRange'],
                properties: { message: text, filePath: text, textRange },
                additionalProperties: false,
              },
            },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    });
    const { rules, issues } = JSON.parse(stdout);
    const ids: string[] = rules.map(({ id }: { id: string }) => id);
    expect(ids.sort()).toEqual([...new Set(issues.map(({ ruleId }: { ruleId: string }) => ruleId))].sort());
  });

  test('a rule has the severity of its worst finding', async () => {
    const { rules } = JSON.parse(await check('sonar'));
    expect(rules).toMatchObject([
      { id: 'pod/host-pid', severity: 'CRITICAL', impacts: [{ severity: 'HIGH' }] },
      { id: 'security-context/privileged', severity: 'CRITICAL' },
    ]);
    const mild = JSON.parse(await check('sonar', { 'a.yaml': SCHEDULED }));
    expect(mild.rules).toMatchObject([{ id: 'pod/host-pid', severity: 'MAJOR', impacts: [{ severity: 'MEDIUM' }] }]);
  });

  test('an empty range has no columns', () => {
    const start = { line: 3, character: 2 };
    const finding = { rule: 'a/b', message: 'x', severity: 'error' };
    const found = { start, end: start, span: { start: 9, end: 9 }, finding };
    const file = { relativePath: 'a.yaml', findings: [found] } as unknown as CheckedFile;
    const [issue] = JSON.parse(`[${checkSonar({ shows: ['error'] } as unknown as CheckLook).file(file)}]`);
    expect(issue.primaryLocation.textRange).toEqual({ startLine: 4 });
  });
});
