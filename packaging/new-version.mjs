// Sets the version of Kubewin everywhere, and gives the section "Unreleased" of CHANGELOG.md its number.
// `npm run new-version 0.2.0`
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files that name the version of the package which people install. */
export const PINNED = [
  '.pre-commit-hooks.yaml',
  'action.yml',
  'templates/check.yml',
  'templates/azure-pipelines.yml',
  'templates/trunk.yaml',
  'Dockerfile',
  'packaging/mega-linter-plugin-kubewin/kubewin.megalinter-descriptor.yml',
  'packaging/renovate/image-lock.json',
  'docs/install.md',
];

/** The places of the version in these files. */
export const NAMED =
  /(?<=kubewin@v?|kubewin:|kubewin\/v|refs\/tags\/v|version: \|?v?|VERSION=|default: |rev: v|check@|kubewin-)\d+\.\d+\.\d+/g;

/** Sets the version in the files of a folder. */
export function setVersion(version, root) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Usage: npm run new-version 0.2.0');
  const change = (path, edit) => {
    const text = readFileSync(join(root, path), 'utf8');
    writeFileSync(join(root, path), edit(text));
  };
  change('CHANGELOG.md', (text) => {
    if (!text.includes('\n## Unreleased\n')) throw new Error('CHANGELOG.md has no section "## Unreleased".');
    return text.replace('\n## Unreleased\n', `\n## ${version}\n`);
  });
  change('package.json', (text) => text.replace(/^( {2}"version": ").*(",)$/m, `$1${version}$2`));
  change('package-lock.json', (text) => {
    const lock = JSON.parse(text);
    lock.version = version;
    lock.packages[''].version = version;
    return `${JSON.stringify(lock, null, 2)}\n`;
  });
  for (const path of PINNED) change(path, (text) => text.replace(NAMED, version));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  setVersion(process.argv[2] ?? '', fileURLToPath(new URL('../', import.meta.url)));
}
