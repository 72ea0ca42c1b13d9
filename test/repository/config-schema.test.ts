import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../server/src/lint/settings/config.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { configSchema } from './config-schema.ts';

const FILE = 'docs/schemas/config.schema.json';
const LOCK_FILE = 'docs/schemas/image-lock.schema.json';

test.each([
  '',
  'kubernetesVersion: 1.30\ntaint: aks\nmixedCluster: true\n',
  'rules: { pod/host-pid: off, image: hint }\nexclude: [legacy/]\n',
  'rules: { KW1103: off }\noverrides: [{ files: [a], rules: { KW1001: hint } }]\n',
  'rules: { KW9999: off }\n',
  'rules: { kw1103: off }\n',
  'embeddedPods: { example.com/Widget: [spec.template] }\n',
  'overrides: [{ files: [legacy/], kubernetesVersion: v1.24 }]\n',
  'extends: ../shared/base.yaml\n',
  "extends: '@example/kubewin/base.yml'\n",
  'extends: base.yaml\n',
  'extends: https://example.com/base.yaml\n',
  'extends: [./base.yaml]\n',
  'colour: red\n',
  'kubernetesVersion: newest\n',
  'scope: open\n',
  'rules: { pods: off }\n',
  'rules: { pod: loud }\n',
  'exclude: legacy\n',
  'embeddedPods: { Widget: [spec] }\n',
  'overrides: [{ taint: aks }]\n',
  'overrides: [{ files: [a], exclude: [b] }]\n',
  '- a\n',
])('the schema and the reader agree on %j', (text) => {
  const validate = new Ajv({ strict: false }).compile(configSchema());
  expect(validate(parse(text))).toBe(readConfig(text, RULES).faults.length === 0);
});

test('the example on the page of settings is valid', () => {
  const text = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(text) ?? [];
  const { settings, overrides, faults } = readConfig(example, RULES);
  expect([Object.keys(settings).length, overrides.length, faults]).toEqual([4, 1, []]);
});

test('the YAML extension uses the schemas, and the package contains them', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  expect(JSON.parse(read('package.json')).contributes.yamlValidation).toEqual([
    { fileMatch: '.kubewin.yaml', url: `./${FILE}` },
    { fileMatch: '.kubewin-images.yaml', url: `./${LOCK_FILE}` },
  ]);
  for (const file of [FILE, LOCK_FILE]) expect(read('.vscodeignore')).toContain(`!${file}\n`);
});
