import { CACHE_DESCRIPTION, EXTENDS_DESCRIPTION } from '../../server/src/lint/completion/complete-config.ts';
import { BASE_PATTERN } from '../../server/src/lint/settings/config.ts';
import { OWN_RULE_KEYS, OWN_RULE_WORDS } from '../../server/src/lint/settings/own-rule-keys.ts';
import { ruleNames } from '../../server/src/lint/settings/rule-names.ts';
import { EDITOR_SETTINGS, NOT_IN_OVERRIDES, SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { FAST_GLOB } from '../../server/src/text/glob.ts';

/** Descriptions that differ from those of the editor. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  exclude: `Globs of files and folders that are not checked, relative to the folder of this file. A glob can have ${FAST_GLOB}.`,
};

/** Values of settings whose schema does not list them. */
const EXAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  kubernetesVersion: ['1.33'],
  date: ['today', '2027-01-31'],
  rules: [{ 'pod/host-network': 'error', image: 'off' }],
  exclude: [['legacy/', '**/testdata']],
  taint: ['aks', 'os=windows:NoSchedule'],
  linuxOnlyCsiDrivers: [['nfs.example.com', '*.nfs.example.com']],
  windowsImages: [['registry.example/windows/']],
  linuxImages: [['registry.example/linux/']],
  posixShellImages: [['registry.example/windows/tools/']],
  clusterDomain: ['cluster.local'],
  embeddedPods: [{ 'example.com/Widget': ['spec.template'] }],
  'helm.values': [{ 'charts/agent': ['values-windows.yaml'] }],
  'images.mirrors': [{ 'docker.io': ['mirror.example:5000'] }],
  'images.maxAge': [30],
};

type Schema = Readonly<Record<string, unknown>>;

/** The schema of `.kubewin.yaml`, in a draft that editors support. */
export function configSchema(): object {
  const own = Object.entries(SETTINGS).filter(([key]) => !EDITOR_SETTINGS.includes(key));
  const definitions = own.map(([key, setting]) => {
    const description = described(OWN_WORDS[key] ?? setting.description);
    const examples = EXAMPLES[key] === undefined ? {} : { examples: EXAMPLES[key] };
    return [
      key,
      { ...description, ...withoutUnions(schemaOf(key, setting.schema)), default: setting.default, ...examples },
    ];
  });
  const refs = own.map(([key]) => [key, { $ref: `#/definitions/${key}` }]);
  const files = {
    ...described(
      `Globs of the files and folders that the settings apply to, relative to the folder of this file. A glob can have ${FAST_GLOB}.`,
    ),
    type: 'array',
    minItems: 1,
    items: { type: 'string' },
    examples: [['legacy/**']],
  };
  const override = {
    description: 'Settings for the files that a glob matches.',
    type: 'object',
    required: ['files'],
    additionalProperties: false,
    properties: {
      files,
      ...Object.fromEntries(refs.filter(([key]) => !NOT_IN_OVERRIDES.includes(String(key)))),
      // Rules are defined for all files.
      rules: {
        ...described(SETTINGS.rules.description),
        allOf: [{ $ref: '#/definitions/rules' }, { type: 'object', additionalProperties: { type: 'string' } }],
      },
    },
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    // Where SchemaStore would serve it.
    $id: 'https://www.schemastore.org/kubewin.json',
    title: '.kubewin.yaml',
    description: 'Settings of Kubewin for the files in this folder and below.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      extends: {
        ...described(EXTENDS_DESCRIPTION),
        type: 'string',
        pattern: BASE_PATTERN,
        examples: ['../base.yaml', '@example/kubewin/base.yaml'],
      },
      ...Object.fromEntries(refs),
      overrides: {
        description: 'Settings for some of the files. If several overrides match a file, the last one wins.',
        type: 'array',
        items: override,
      },
      cache: { ...described(CACHE_DESCRIPTION), type: 'boolean', default: false },
    },
    definitions: {
      ...Object.fromEntries(definitions),
      severity: {
        description: 'Whether a rule is off, or the severity of its findings.',
        ...(SETTINGS.rules.schema['additionalProperties'] as Schema),
      },
      ownRule: ownRuleSchema(),
    },
  };
}

/** A description for editors that show Markdown, and one for the others. */
function described(markdown: string): Schema {
  const description = markdown.replace(/`#?([^`]*?)#?`/g, '$1');
  return description === markdown ? { description } : { description, markdownDescription: markdown };
}

/** Which keywords are about which type. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'patternErrorMessage'],
  number: [],
  array: ['items'],
  object: ['propertyNames', 'maxProperties', 'additionalProperties'],
};

/** The schema without lists of types, which SchemaStore does not accept, in itself and in the values of an object. */
function withoutUnions(schema: Schema): Schema {
  const { type, additionalProperties, ...rest } = schema;
  const values =
    typeof additionalProperties === 'object' ? withoutUnions(additionalProperties as Schema) : additionalProperties;
  const all: Schema = { ...rest, ...(values === undefined ? {} : { additionalProperties: values }) };
  if (!Array.isArray(type)) return type === undefined ? all : { type, ...all };
  const anyOf = type.map((one: string) => ({
    type: one,
    ...Object.fromEntries(Object.entries(all).filter(([keyword]) => KEYWORDS[one]?.includes(keyword))),
  }));
  return { anyOf };
}

function schemaOf(key: string, schema: Schema): Schema {
  // In YAML, `1.29` is a number.
  if (key === 'kubernetesVersion') return { ...schema, type: ['string', 'number'] };
  if (key !== 'rules') return schema;
  const titles = new Map(
    RULES.map(({ id, code, title }) => [id, { description: `${id} (${code}): ${title.replaceAll('`', '')}` }]),
  );
  const $ref = '#/definitions/severity';
  const names = ruleNames(RULES).all.map((name) => [name, { ...titles.get(name), $ref }]);
  // Completion offers only the IDs, which say what they are about.
  const own = { anyOf: [{ $ref }, { $ref: '#/definitions/ownRule' }] };
  const patternProperties = {
    [`^(?:${RULES.map(({ code }) => code).join('|')})$`]: { $ref },
    '^own/[a-z0-9]+(?:-[a-z0-9]+)*$': own,
    '^own$': { $ref },
  };
  return { ...schema, additionalProperties: false, properties: Object.fromEntries(names), patternProperties };
}

/** The definition of a rule of users. */
function ownRuleSchema(): object {
  const field = { type: 'string', pattern: '^(?:spec|metadata)\\b' };
  const types: Readonly<Record<string, object>> = {
    fields: { oneOf: [field, { type: 'array', minItems: 1, items: field }] },
    docs: { type: 'string', pattern: '^https?://' },
    severity: { enum: OWN_RULE_WORDS.severity, default: OWN_RULE_WORDS.severity[0] },
    gate: { enum: OWN_RULE_WORDS.gate, default: OWN_RULE_WORDS.gate[0] },
  };
  const properties = Object.entries(OWN_RULE_KEYS).map(([key, description]) => [
    key,
    { ...described(description), ...(types[key] ?? { type: 'string', minLength: 1 }) },
  ]);
  return {
    description: 'A rule of your own.',
    type: 'object',
    required: ['message'],
    anyOf: (['when', 'fields'] as const).map((key) => ({
      required: [key],
      properties: { [key]: described(OWN_RULE_KEYS[key]) },
    })),
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}
