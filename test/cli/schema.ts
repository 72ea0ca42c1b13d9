import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

type Schema =
  | 'baseline'
  | 'check'
  | 'check-upgrade'
  | 'explain'
  | 'explain-upgrade'
  | 'fix'
  | 'migrate'
  | 'migrate-upgrade'
  | 'rules';

/** Reads the JSON schema of a result. */
export function schema(name: Schema) {
  return JSON.parse(readFileSync(new URL(`../../docs/schemas/${name}.schema.json`, import.meta.url), 'utf8'));
}

/** Validates a result against its schema. */
export function expectSchema(name: Schema, json: string): void {
  expectJson(json, schema(name));
}

/** Validates JSON against a schema. */
export function expectJson(json: string, schema: object): void {
  const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);
  validate(JSON.parse(json));
  expect(validate.errors).toBeNull();
}
