import { CACHE_DESCRIPTION } from '../../server/src/lint/completion/complete-config.ts';
import { ruleNames } from '../../server/src/lint/settings/rule-names.ts';
import { EDITOR_SETTINGS, NOT_IN_OVERRIDES, SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { FAST_GLOB } from '../../server/src/text/glob.ts';

/** Descriptions that differ from those of the editor. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  exclude: `Globs of files and folders that are not checked, relative to the folder of this file. A glob can have ${FAST_GLOB}.`,
};

/** The schema of `.kubewin.yaml`, in a draft that editors support. */
export function configSchema(): object {
  const own = Object.entries(SETTINGS).filter(([key]) => !EDITOR_SETTINGS.includes(key));
  const definitions = own.map(([key, setting]) => {
    const description = OWN_WORDS[key] ?? setting.description;
    return [key, { markdownDescription: description, ...schemaOf(key, setting.schema), default: setting.default }];
  });
  const refs = own.map(([key]) => [key, { $ref: `#/definitions/${key}` }]);
  const files = {
    markdownDescription: `Globs of the files and folders that the settings apply to, relative to the folder of this file. A glob can have ${FAST_GLOB}.`,
    type: 'array',
    minItems: 1,
    items: { type: 'string' },
  };
  const override = {
    type: 'object',
    required: ['files'],
    additionalProperties: false,
    properties: { files, ...Object.fromEntries(refs.filter(([key]) => !NOT_IN_OVERRIDES.includes(String(key)))) },
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: '.kubewin.yaml',
    description: 'Settings of Kubewin for the files in this folder and below.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      ...Object.fromEntries(refs),
      overrides: {
        markdownDescription: 'Settings for some of the files. If several overrides match a file, the last one wins.',
        type: 'array',
        items: override,
      },
      cache: { markdownDescription: CACHE_DESCRIPTION, type: 'boolean', default: false },
    },
    definitions: { ...Object.fromEntries(definitions), severity: SETTINGS.rules.schema['additionalProperties'] },
  };
}

function schemaOf(key: string, schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  // In YAML, `1.29` is a number.
  if (key === 'kubernetesVersion') return { ...schema, type: ['string', 'number'] };
  if (key !== 'rules') return schema;
  const titles = new Map(
    RULES.map(({ id, code, title }) => [id, { markdownDescription: `\`${id}\` (\`${code}\`): ${title}` }]),
  );
  const $ref = '#/definitions/severity';
  const names = ruleNames(RULES).all.map((name) => [name, { ...titles.get(name), $ref }]);
  // Completion offers only the IDs, which say what they are about.
  const patternProperties = { [`^(?:${RULES.map(({ code }) => code).join('|')})$`]: { $ref } };
  return { ...schema, additionalProperties: false, properties: Object.fromEntries(names), patternProperties };
}
