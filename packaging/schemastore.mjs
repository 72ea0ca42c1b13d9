// Adds the schema of `.kubewin.yaml` to a clone of https://github.com/SchemaStore/schemastore, as its CONTRIBUTING.md asks: the
// schema, files that are valid and files that are not, and the entry of the catalog. There, `npm clean-install` and
// `node cli.js check --schema-name=kubewin.json` check them.
// `node packaging/schemastore.mjs ../schemastore`
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The entry of the catalog. It must not contain the word for what all files there are. */
export const CATALOG_ENTRY = {
  name: '.kubewin.yaml',
  description: 'Settings of Kubewin, which checks Kubernetes manifests for what does not work on Windows nodes',
  fileMatch: ['.kubewin.yaml'],
  url: 'https://www.schemastore.org/kubewin.json',
};

/** The files by their paths in the clone, without the catalog. */
export function schemaStoreFiles() {
  const read = (path) => readFileSync(join(ROOT, path), 'utf8');
  const schema = JSON.parse(read('docs/schemas/config.schema.json'), (key, value) =>
    // Keywords that only some editors know are errors, unless they are in a list.
    key === 'patternErrorMessage' ? undefined : value,
  );
  // An empty file is valid. A list of types would be an error.
  const files = { 'src/schemas/json/kubewin.json': `${JSON.stringify({ ...schema, type: 'object' }, null, 2)}\n` };
  for (const folder of ['test', 'negative_test']) {
    for (const name of readdirSync(join(ROOT, 'packaging/schemastore', folder))) {
      const text = read(`packaging/schemastore/${folder}/${name}`);
      const pragma = '# yaml-language-server: $schema=../../schemas/json/kubewin.json\n';
      files[`src/${folder}/kubewin/${name}`] = pragma + text;
    }
  }
  return files;
}

/** The text of the catalog with the entry before the first one whose name is greater. Nothing else changes. */
export function withEntry(catalog) {
  const { schemas } = JSON.parse(catalog);
  const rest = schemas.filter(({ name }) => name !== CATALOG_ENTRY.name);
  if (rest.length < schemas.length) return catalog;
  const next = rest.find(({ name }) => name.toLowerCase() > CATALOG_ENTRY.name) ?? rest.at(-1);
  const start = catalog.lastIndexOf('{', catalog.indexOf(`"name": ${JSON.stringify(next.name)}`));
  const entry = JSON.stringify(CATALOG_ENTRY, null, 2)
    .replace(/\[\s+("[^"]*")\s+\]/, '[$1]')
    .replaceAll('\n', '\n    ');
  return `${catalog.slice(0, start)}${entry},\n    ${catalog.slice(start)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , clone] = process.argv;
  if (clone === undefined) throw new Error('Name the clone: node packaging/schemastore.mjs ../schemastore');
  for (const [path, text] of Object.entries(schemaStoreFiles())) {
    mkdirSync(join(clone, path, '..'), { recursive: true });
    writeFileSync(join(clone, path), text);
  }
  const catalog = join(clone, 'src/api/json/catalog.json');
  writeFileSync(catalog, withEntry(readFileSync(catalog, 'utf8')));
}
