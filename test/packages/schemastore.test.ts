import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { CATALOG_ENTRY, schemaStoreFiles, withEntry } from '../../packaging/schemastore.mjs';
import { readConfig } from '../../server/src/lint/settings/config.ts';
import { ownRuleTools } from '../../server/src/own-rules/own-rules.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { folderWith, shell } from '../cli/kubewin.ts';

const SCHEMA_PATH = 'src/schemas/json/kubewin.json';
const FILES = schemaStoreFiles();
const SCHEMA = JSON.parse(FILES[SCHEMA_PATH] ?? '');
/** The keywords of editors that SchemaStore allows everywhere (SchemaStore/schemastore: cli.js, ajvFactory). */
const KEYWORDS = ['markdownDescription', 'markdownEnumDescriptions'];

/** What checks files there: nothing that may be a mistake in the schema is accepted. */
function strict() {
  const ajv = new Ajv({ strict: true });
  for (const keyword of KEYWORDS) ajv.addKeyword(keyword);
  return ajv.compile(SCHEMA);
}

test('the schema has the fields that SchemaStore checks', () => {
  expect(SCHEMA).toMatchObject({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: CATALOG_ENTRY.url,
    title: '.kubewin.yaml',
    type: 'object',
    additionalProperties: false,
  });
});

test('the schema is valid in the strict mode of Ajv, and so are its files', () => {
  const validate = strict();
  const names = { test: 0, negative_test: 0 };
  for (const [path, text] of Object.entries(FILES)) {
    if (path === SCHEMA_PATH) continue;
    const [, folder] = /^src\/(test|negative_test)\/kubewin\/[\w-]+\.yaml$/.exec(path) ?? [];
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=../../schemas/json/kubewin.json');
    expect([path, validate(parse(text))]).toEqual([path, folder === 'test']);
    expect([path, readConfig(text, RULES, 'file:///.kubewin.yaml', ownRuleTools.read).faults.length === 0]).toEqual([
      path,
      folder === 'test',
    ]);
    names[folder as keyof typeof names]++;
  }
  expect(names).toEqual({ test: 3, negative_test: 5 });
});

test('the valid files have each setting', () => {
  const used = Object.entries(FILES).flatMap(([path, text]) =>
    path.startsWith('src/test/') ? Object.keys(parse(text)) : [],
  );
  expect(used.sort()).toEqual(Object.keys(SCHEMA.properties).sort());
});

type Schema = Readonly<Record<string, unknown>>;

/** The schemas with a name in a schema: of properties and definitions. */
function named(schema: Schema): [name: string, schema: Schema][] {
  return Object.entries(schema).flatMap(([key, value]) => {
    if (typeof value !== 'object' || value === null || ['examples', 'default', 'enum'].includes(key)) return [];
    const inner = named(value as Schema);
    if (key !== 'properties' && key !== 'definitions') return inner;
    return [...(Object.entries(value) as [string, Schema][]), ...inner];
  });
}

test('each property and definition has a plain description', () => {
  const all = named(SCHEMA);
  expect(all.length).toBeGreaterThan(RULES.length);
  for (const [name, schema] of all) {
    const target = SCHEMA.definitions[String(schema['$ref']).split('/')[2] ?? ''];
    const description = schema['description'] ?? target?.description;
    expect(description, name).toMatch(/^\S(?:.*[^\s:])?$/);
    expect(description, name).not.toContain('`');
  }
});

test('each setting without a list of values has examples, which are valid', () => {
  const validate = strict();
  for (const key of Object.keys(SCHEMA.properties).filter((name) => name !== 'overrides')) {
    const { enum: values, type, examples = [] } = SCHEMA.definitions[key] ?? SCHEMA.properties[key];
    expect([key, examples.length === 0]).toEqual([key, values !== undefined || type === 'boolean']);
    for (const example of examples) {
      const text = JSON.stringify({ [key]: example });
      expect([
        text,
        validate(JSON.parse(text)),
        readConfig(text, RULES, 'file:///.kubewin.yaml', ownRuleTools.read).faults,
      ]).toEqual([text, true, []]);
    }
  }
});

test('the entry of the catalog keeps the rules for its words and globs', () => {
  for (const text of [CATALOG_ENTRY.name, CATALOG_ENTRY.description]) {
    expect(text).not.toMatch(/[,. \t-]$|schema|\n/i);
  }
  for (const glob of CATALOG_ENTRY.fileMatch) expect(glob).not.toContain('/');
});

const CATALOG = `{
  "version": 1,
  "schemas": [
    {
      "name": ".babelrc",
      "description": "A",
      "url": "https://www.schemastore.org/babelrc.json"
    },
    {
      "name": "AnyWork Automation Configuration",
      "description": "B",
      "url": "https://raw.githubusercontent.example/b.json"
    }
  ]
}
`;

test('the script adds all files to a clone', async () => {
  const clone = folderWith({});
  mkdirSync(join(clone, 'src/api/json'), { recursive: true });
  writeFileSync(join(clone, 'src/api/json/catalog.json'), CATALOG);
  const script = join(import.meta.dirname, '../../packaging/schemastore.mjs');
  expect(await shell(`node '${script}' '${clone}'`)).toMatchObject({ code: 0, stderr: '' });
  const read = (path: string) => readFileSync(join(clone, path), 'utf8');
  for (const [path, text] of Object.entries(FILES)) expect(read(path)).toBe(text);
  const catalog = read('src/api/json/catalog.json');
  expect(JSON.parse(catalog).schemas.map(({ name }: { name: string }) => name)).toEqual([
    '.babelrc',
    '.kubewin.yaml',
    'AnyWork Automation Configuration',
  ]);
  expect(catalog).toContain('      "fileMatch": [".kubewin.yaml"],\n');
  expect(withEntry(catalog)).toBe(catalog);
});
