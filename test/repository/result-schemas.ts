import { readFileSync } from 'node:fs';

/** The results, and the types in server/src/results.ts that describe them. */
const RESULTS = {
  check: 'CheckResult',
  'check-upgrade': 'CheckUpgradeResult',
  explain: 'ExplainResult',
  'explain-upgrade': 'ExplainUpgradeResult',
  fix: 'FixResult',
  images: 'ImagesResult',
  migrate: 'MigrateResult',
  'migrate-upgrade': 'MigrateUpgradeResult',
  rules: 'RulesResult',
  baseline: 'Baseline',
};

type Schema = Readonly<Record<string, unknown>>;

/** A declaration: an interface with its members, or an alias of a type. */
interface Declaration {
  readonly comment: string;
  readonly isInterface: boolean;
  readonly parent: string | undefined;
  /** The tokens between the braces, or those of the type. */
  readonly tokens: readonly string[];
}

/** The schemas in docs/schemas of JSON results, by file. Throws for a type that this generator does not support. */
export function resultSchemas(): Readonly<Record<string, string>> {
  const source = readFileSync(new URL('../../server/src/results.ts', import.meta.url), 'utf8');
  return Object.fromEntries(
    Object.entries(RESULTS).map(([name, type]) => [
      `docs/schemas/${name}.schema.json`,
      `${JSON.stringify(new Generator(declarationsOf(source)).root(type), null, 2)}\n`,
    ]),
  );
}

const TOKEN = /\/\*\*[\s\S]*?\*\/|'[^']*'|[A-Za-z_]\w*|[{}[\]<>()|:;,=?]|\S/g;

function declarationsOf(source: string): ReadonlyMap<string, Declaration> {
  const tokens = source.replace(/^\/\/.*$/gm, '').match(TOKEN) ?? [];
  const found = new Map<string, Declaration>();
  for (let at = 0; at < tokens.length; ) {
    const comment = tokens[at]?.startsWith('/**') ? (tokens[at++] ?? '') : '';
    if (tokens[at] === 'export') at++;
    const isInterface = tokens[at] === 'interface';
    if (!isInterface && tokens[at] !== 'type') throw new Error(`expected a type, not ${tokens[at]}`);
    const name = tokens[at + 1] ?? '';
    const parent = tokens[at + 2] === 'extends' ? tokens[at + 3] : undefined;
    const start = at + (parent === undefined ? 3 : 5);
    let end = start;
    for (let depth = 1; end < tokens.length; end++) {
      if (tokens[end] === '{') depth++;
      if (tokens[end] === '}' && --depth === 0 && isInterface) break;
      if (tokens[end] === ';' && depth === 1 && !isInterface) break;
    }
    found.set(name, { comment, isInterface, parent, tokens: tokens.slice(start, end) });
    at = end + 1;
  }
  return found;
}

/** Converts declarations. Interfaces become definitions; aliases are inserted where they are used. */
class Generator {
  readonly #declarations: ReadonlyMap<string, Declaration>;
  readonly #definitions = new Map<string, Schema>();

  constructor(declarations: ReadonlyMap<string, Declaration>) {
    this.#declarations = declarations;
  }

  root(name: string): Schema {
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    const schema = this.#interface(name);
    const definitions = this.#definitions.size === 0 ? {} : { $defs: Object.fromEntries(this.#definitions) };
    return { $schema, ...schema, ...definitions };
  }

  #interface(name: string): Schema {
    const { comment } = this.#declaration(name);
    const { properties, required } = this.#members(name);
    return { ...annotations(comment), type: 'object', additionalProperties: false, required, properties };
  }

  /** The members of an interface, those of its parent first. */
  #members(name: string): { readonly properties: Schema; readonly required: readonly string[] } {
    const { parent, tokens } = this.#declaration(name);
    const inherited = parent === undefined ? { properties: {}, required: [] } : this.#members(parent);
    const own = new TypeParser(tokens, (reference) => this.#reference(reference)).members();
    return {
      properties: { ...inherited.properties, ...own.properties },
      required: [...inherited.required, ...own.required],
    };
  }

  #reference(name: string): Schema {
    const declaration = this.#declaration(name);
    if (!declaration.isInterface) {
      return new TypeParser(declaration.tokens, (reference) => this.#reference(reference)).type();
    }
    const key = name.replace(/^./, (letter) => letter.toLowerCase());
    if (!this.#definitions.has(key)) {
      // Reserves the place, so that definitions are in the order of their first use.
      this.#definitions.set(key, {});
      this.#definitions.set(key, this.#interface(name));
    }
    return { $ref: `#/$defs/${key}` };
  }

  #declaration(name: string): Declaration {
    const declaration = this.#declarations.get(name);
    if (declaration === undefined) throw new Error(`unknown type ${name}`);
    return declaration;
  }
}

/** Parses the types that results.ts uses. */
class TypeParser {
  readonly #tokens: readonly string[];
  readonly #reference: (name: string) => Schema;
  #at = 0;

  constructor(tokens: readonly string[], reference: (name: string) => Schema) {
    this.#tokens = tokens;
    this.#reference = reference;
  }

  /** Members, up to a closing brace or to the end. */
  members(): { readonly properties: Schema; readonly required: readonly string[] } {
    const properties: Record<string, Schema> = {};
    while (this.#at < this.#tokens.length && this.#tokens[this.#at] !== '}') {
      const comment = this.#tokens[this.#at]?.startsWith('/**') ? this.#next() : '';
      this.#expect('readonly');
      const name = this.#next();
      // An optional property would not be in `required`; results have none.
      this.#expect(':');
      properties[name] = annotated(this.type(), comment);
      this.#expect(';');
    }
    return { properties, required: Object.keys(properties) };
  }

  type(): Schema {
    if (this.#tokens[this.#at] === '|') this.#at++;
    const parts = [this.#part()];
    while (this.#tokens[this.#at] === '|') {
      this.#at++;
      parts.push(this.#part());
    }
    return unionOf(parts);
  }

  #part(): Schema {
    if (this.#tokens[this.#at] === 'readonly') this.#at++;
    let schema = this.#primary();
    while (this.#tokens[this.#at] === '[') {
      this.#at++;
      this.#expect(']');
      schema = { type: 'array', items: schema };
    }
    return schema;
  }

  #primary(): Schema {
    const token = this.#next();
    if (token.startsWith("'")) return { enum: [token.slice(1, -1)] };
    if (['string', 'number', 'boolean', 'null'].includes(token)) return { type: token };
    if (token === '{') {
      const { properties, required } = this.members();
      this.#expect('}');
      return { type: 'object', additionalProperties: false, required, properties };
    }
    if (token === 'Readonly') {
      this.#expect('<');
      const schema = this.type();
      this.#expect('>');
      return schema;
    }
    if (token === 'Record') {
      this.#expect('<');
      const propertyNames = this.type();
      this.#expect(',');
      const additionalProperties = this.type();
      this.#expect('>');
      return { type: 'object', propertyNames, additionalProperties };
    }
    return this.#reference(token);
  }

  #next(): string {
    return this.#tokens[this.#at++] ?? 'the end';
  }

  #expect(token: string): void {
    const found = this.#next();
    if (found !== token)
      throw new Error(
        `expected ${token} after ${this.#tokens
          .slice(0, this.#at - 1)
          .slice(-4)
          .join(' ')}, not ${found}`,
      );
  }
}

function unionOf(parts: readonly Schema[]): Schema {
  const [first = {}] = parts;
  if (parts.length === 1) return first;
  const isNull = ({ type }: Schema) => type === 'null';
  if (parts.every((part) => Array.isArray(part['enum']) || isNull(part))) {
    return { enum: parts.flatMap((part) => (isNull(part) ? [null] : (part['enum'] as string[]))) };
  }
  if (parts.every((part) => typeof part['type'] === 'string' && Object.keys(part).length === 1)) {
    return { type: parts.map(({ type }) => type) };
  }
  return { oneOf: parts };
}

/** A schema with the description and the tags of a comment. Tags of a `Record` or number apply to its numbers. */
function annotated(schema: Schema, comment: string): Schema {
  const { title: _, description, ...constraints } = annotations(comment);
  const { integer, ...rest } = constraints as Schema & { readonly integer?: true };
  const text = description === undefined ? {} : { description };
  const constrain = (schema: Schema): Schema => {
    if (schema['additionalProperties'] instanceof Object) {
      return { ...schema, additionalProperties: constrain(schema['additionalProperties'] as Schema) };
    }
    if ('const' in rest) return rest;
    return { ...schema, ...(integer ? { type: 'integer' } : {}), ...rest };
  };
  return { ...text, ...constrain(schema) };
}

/** The words that a comment may tag, with the reader of their value. */
const TAGS: Readonly<Record<string, (value: string) => unknown>> = {
  title: (value) => value,
  pattern: (value) => value,
  const: Number,
  minLength: Number,
  minimum: Number,
  minItems: Number,
  integer: () => true,
  uniqueItems: () => true,
};

function annotations(comment: string): Schema {
  const text = comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^\s*\* ?/gm, ' ')
    .replace(/\s+/g, ' ');
  const [description = '', ...tags] = text.split(/ @(?=[a-z])/i).map((part) => part.trim());
  const entries = tags.map((tag) => {
    const [name = '', ...value] = tag.split(' ');
    const read = TAGS[name];
    if (read === undefined) throw new Error(`unknown tag @${name}`);
    return [name, read(value.join(' '))] as const;
  });
  const { title, ...rest } = Object.fromEntries(entries) as Record<string, unknown>;
  return { ...(title === undefined ? {} : { title }), ...(description === '' ? {} : { description }), ...rest };
}
