import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/**
 * The SARIF schema as @types/sarif has it, which is made of the official one of OASIS: every object with its properties,
 * which of them are required, and their types. To it come the bounds of the official schema that types do not have.
 */
export function sarifSchema(): ValidateFunction {
  const text = readFileSync(new URL('../../node_modules/@types/sarif/index.d.ts', import.meta.url), 'utf8');
  const objects = [...text.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => {
    const properties = [...body.matchAll(/^ {4}(\$?\w+)(\??): ([^;]+);/gm)].map(
      ([, key = '', optional, type = '']) => ({
        key,
        isRequired: optional === '',
        schema: { ...schemaOf(type, text), ...BOUNDS[`${name}.${key}`], ...BOUNDS[`*.${key}`] },
      }),
    );
    return [
      name,
      {
        type: 'object',
        // A property bag may have any others.
        additionalProperties: name === 'PropertyBag',
        required: properties.filter(({ isRequired }) => isRequired).map(({ key }) => key),
        properties: Object.fromEntries(properties.map(({ key, schema }) => [key, schema])),
      },
    ] as const;
  });
  if (objects.length < 50) throw new Error('The types of SARIF are written differently now.');
  return new Ajv2020({ allErrors: true, strict: false }).compile({
    $ref: '#/$defs/Log',
    $defs: Object.fromEntries(objects),
  });
}

const LINE_OR_COLUMN = { minimum: 1 };
const BOUNDS: Readonly<Record<string, object>> = {
  '*.startLine': LINE_OR_COLUMN,
  '*.startColumn': LINE_OR_COLUMN,
  '*.endLine': LINE_OR_COLUMN,
  '*.endColumn': LINE_OR_COLUMN,
  'Result.ruleIndex': { minimum: 0 },
  'Result.fixes': { uniqueItems: true },
  'Result.suppressions': { uniqueItems: true },
  'Result.relatedLocations': { uniqueItems: true },
  'Location.logicalLocations': { uniqueItems: true },
  'Fix.artifactChanges': { minItems: 1, uniqueItems: true },
  'ArtifactChange.replacements': { minItems: 1 },
  'ToolComponent.rules': { uniqueItems: true },
  'PropertyBag.tags': { uniqueItems: true },
  // A relative reference or a file URI, with everything encoded that has to be: https://www.rfc-editor.org/rfc/rfc3986#section-4.2
  'ArtifactLocation.uri': { pattern: "^(?:file:///|(?!/))(?:[\\w.~!$&'()*+,;=@/-]|%[0-9A-F]{2})+$" },
};

function schemaOf(type: string, text: string): object {
  const plain = type.replace(/ \| undefined$/, '');
  const [, map] = /^\{ \[key: string\]: (.+) \}$/.exec(plain) ?? [];
  if (map !== undefined) return { type: 'object', additionalProperties: schemaOf(map, text) };
  if (plain.endsWith('[]')) return { type: 'array', items: schemaOf(plain.slice(0, -2), text) };
  if (['string', 'number', 'boolean'].includes(plain)) return { type: plain };
  if (plain.includes('.')) return { enum: choices(plain, text) };
  return /^\w+$/.test(plain) ? { $ref: `#/$defs/${plain}` } : {};
}

/** The values of `Result.level` and the like. */
function choices(name: string, text: string): readonly string[] {
  const [object, property] = name.split('.');
  const [, body = ''] = new RegExp(`^export namespace ${object} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(text) ?? [];
  const [, values = ''] = new RegExp(`type ${property} =([^;]*);`).exec(body) ?? [];
  return [...values.matchAll(/"([^"]*)"/g)].map(([, value = '']) => value);
}
