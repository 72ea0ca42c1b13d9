import { readFileSync } from 'node:fs';
import { inputSchema, TOOLS } from '../../server/src/agents/tools.ts';
import { KUBERNETES_VERSIONS } from '../../server/src/kubernetes/version.ts';
import { SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';

const ROOT = new URL('../../', import.meta.url);

/** `package.json` with the settings and tools of the tables, and `package.nls.json` with their texts. */
export function manifestFiles(): Readonly<Record<string, string>> {
  const manifest = json('package.json') as { readonly contributes: object };
  const { contributed, texts: ofSettings } = configuration();
  const { languageModelTools, texts: ofTools } = tools();
  const contributes = { ...manifest.contributes, configuration: contributed, languageModelTools };
  const others = Object.entries(json('package.nls.json')).filter(([name]) => !/^kubewin[._]/.test(name));
  const texts = { ...ofSettings, ...ofTools };
  return {
    'package.nls.json': `${JSON.stringify({ ...Object.fromEntries(others), ...texts }, null, 2)}\n`,
    'package.json': `${JSON.stringify({ ...manifest, contributes }, null, 2)}\n`,
  };
}

function json(file: string): object {
  return JSON.parse(readFileSync(new URL(file, ROOT), 'utf8'));
}

const CATEGORIES = ['Cluster', 'Checks', 'Editor', 'Advanced'] as const;

/** Where the settings editor shows a setting. */
const CATEGORY: Readonly<Record<keyof Settings, (typeof CATEGORIES)[number]>> = {
  kubernetesVersion: 'Cluster',
  date: 'Advanced',
  provider: 'Cluster',
  containerRuntime: 'Cluster',
  rules: 'Checks',
  scope: 'Checks',
  lens: 'Editor',
  reportSyntaxErrors: 'Editor',
  ruleCodes: 'Editor',
  'codeActions.suppress': 'Editor',
  'codeActions.documentation': 'Editor',
  exclude: 'Checks',
  taint: 'Cluster',
  strictImageMatching: 'Checks',
  linuxOnlyCsiDrivers: 'Checks',
  strictOsSupport: 'Checks',
  mixedCluster: 'Cluster',
  windowsImages: 'Checks',
  linuxImages: 'Checks',
  posixShellImages: 'Checks',
  cniMode: 'Cluster',
  clusterDomain: 'Cluster',
  embeddedPods: 'Advanced',
  'helm.values': 'Checks',
  'images.mirrors': 'Advanced',
  'images.maxAge': 'Advanced',
};

/** Schemas that differ in the settings editor: a list of words is shown as a menu. */
const OWN_SCHEMAS: Partial<Readonly<Record<keyof Settings, object>>> = {
  kubernetesVersion: { type: 'string', enum: KUBERNETES_VERSIONS.toReversed() },
};

/** Properties of a JSON schema with text for users. */
const READ = ['markdownDescription', 'markdownEnumDescriptions', 'patternErrorMessage'];

/** The settings as an editor shows them, in the order of the table, and their texts by name. */
function configuration(): { readonly contributed: object; readonly texts: Readonly<Record<string, string>> } {
  const own = (Object.keys(SETTINGS) as (keyof Settings)[]).map((key) => {
    const { description, schema, default: ofServer, inVsCode: standard = ofServer } = SETTINGS[key];
    const texts = { markdownDescription: description, ...(OWN_SCHEMAS[key] ?? schema) };
    return {
      name: `kubewin.${key}`,
      category: CATEGORY[key],
      property: { scope: 'resource', ...texts, default: standard },
    };
  });
  const trace = {
    scope: 'window',
    markdownDescription: 'Logs the messages between the editor and the language server.',
    type: 'string',
    enum: ['off', 'messages', 'verbose'],
    default: 'off',
  };
  const texts: Record<string, string> = {};
  const named = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') {
      texts[name] = value;
      return `%${name}%`;
    }
    if (Array.isArray(value)) return value.map((item, i) => named(item, `${name}.${i}`));
    return Object.fromEntries(
      Object.entries(value as object).map(([key, inner]) => {
        if (READ.includes(key)) return [key, named(inner, `${name}.${key}`)];
        return [
          key,
          typeof inner === 'object' && !Array.isArray(inner) && key !== 'default'
            ? named(inner, `${name}.${key}`)
            : inner,
        ];
      }),
    );
  };
  const settings = [...own, { name: 'kubewin.trace.server', category: 'Advanced', property: trace }];
  const contributed = CATEGORIES.map((title, index) => {
    const inside = settings.filter(({ category }) => category === title);
    const properties = inside.map(({ name, property }, order) => [name, named({ order, ...property }, name)]);
    return {
      title: `%configuration.${title.toLowerCase()}%`,
      order: index,
      properties: Object.fromEntries(properties),
    };
  });
  return { contributed, texts };
}

/** The tools as VS Code offers them to language models, and their texts by name. The names are those of the protocol. */
function tools(): { readonly languageModelTools: object; readonly texts: Readonly<Record<string, string>> } {
  const texts: Record<string, string> = {};
  const named = (name: string, text: string) => {
    texts[name] = text;
    return `%${name}%`;
  };
  const languageModelTools = TOOLS.map(({ name, title, description, inputs }) => ({
    name,
    displayName: named(`${name}.displayName`, title),
    userDescription: named(`${name}.userDescription`, `${title}.`),
    // Models read English.
    modelDescription: description,
    toolReferenceName: name.replace(/_./, (letter) => letter.slice(1).toUpperCase()),
    canBeReferencedInPrompt: true,
    tags: ['kubernetes', 'windows'],
    inputSchema: inputSchema({
      inputs: Object.fromEntries(
        Object.entries(inputs).map(([key, input]) => [
          key,
          { ...input, description: named(`${name}.${key}`, input.description) },
        ]),
      ),
    }),
  }));
  return { languageModelTools, texts };
}
