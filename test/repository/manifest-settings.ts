import { readFileSync } from 'node:fs';
import { SETTINGS } from '../../server/src/lint/settings/settings.ts';

const ROOT = new URL('../../', import.meta.url);

/** `package.json` with the settings of the table, and `package.nls.json` with their texts. */
export function manifestFiles(): Readonly<Record<string, string>> {
  const manifest = json('package.json') as { readonly contributes: object };
  const { contributed, texts } = configuration();
  const contributes = { ...manifest.contributes, configuration: contributed };
  const others = Object.entries(json('package.nls.json')).filter(([name]) => !name.startsWith('kubewin.'));
  return {
    'package.nls.json': `${JSON.stringify({ ...Object.fromEntries(others), ...texts }, null, 2)}\n`,
    'package.json': `${JSON.stringify({ ...manifest, contributes }, null, 2)}\n`,
  };
}

function json(file: string): object {
  return JSON.parse(readFileSync(new URL(file, ROOT), 'utf8'));
}

/** Properties of a JSON schema with text for users. */
const READ = ['markdownDescription', 'markdownEnumDescriptions', 'patternErrorMessage'];

/** The settings as an editor shows them, in the order of the table, and their texts by name. */
function configuration(): { readonly contributed: object; readonly texts: Readonly<Record<string, string>> } {
  const own = Object.entries(SETTINGS).map(([key, setting], order) => [
    `kubewin.${key}`,
    { order, scope: 'resource', markdownDescription: setting.description, ...setting.schema, default: setting.default },
  ]);
  const trace = {
    order: own.length,
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
  const settings = [...own, ['kubewin.trace.server', trace] as const];
  const properties = Object.fromEntries(settings.map(([key, value]) => [key, named(value, String(key))]));
  return { contributed: { title: 'Kubewin', properties }, texts };
}
