import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundles, filesOf } from '../bundles.ts';
import { expectGenerated } from '../generated.ts';

const ROOT = join(import.meta.dirname, '../..');
const NAMES = ['extension', 'server', 'cli'] as const;

/** What packages call the files that have to go with copies of them. */
const LICENSE = /^(?:licen[sc]e|copying|notice|thirdpartynotices)(?:[-.].*)?$/i;

test('THIRD-PARTY-NOTICES.md is fresh', async () => {
  await expectGenerated('THIRD-PARTY-NOTICES.md', noticesPage(await packages()));
});

test('the package for editors holds the notices, and each bundle names them', () => {
  expect(readFileSync(join(ROOT, '.vscodeignore'), 'utf8').split('\n')).toContain('!THIRD-PARTY-NOTICES.md');
  for (const name of NAMES) {
    const text = readFileSync(join(ROOT, `dist/${name}.js`), 'utf8');
    expect(text.replace(/^#!.*\n/, ''), name).toMatch(
      /^\/\*! Licenses of bundled packages: THIRD-PARTY-NOTICES\.md \*\//,
    );
  }
});

/** The folders of the packages of which something is in a bundle, with the bundles. */
async function packages(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { metafile } = await bundles();
  const found = new Map<string, string[]>();
  for (const name of NAMES) {
    const inputs = filesOf(name, metafile, 'all').flatMap((file) =>
      Object.entries(metafile.outputs[file]?.inputs ?? {}),
    );
    const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0);
    const folders = used.flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
    for (const folder of new Set(folders)) found.set(folder, [...(found.get(folder) ?? []), name]);
  }
  return found;
}

function noticesPage(used: ReadonlyMap<string, readonly string[]>): string {
  const parts = [...used].map(([folder, bundles]) => {
    const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
    const files = readdirSync(join(ROOT, folder)).filter((file) => LICENSE.test(file));
    if (files.length === 0) throw new Error(`${folder} has no license`);
    const texts = files.map((file) =>
      readFileSync(join(ROOT, folder, file), 'utf8')
        .replaceAll('\r\n', '\n')
        .trim(),
    );
    const where = bundles.map((bundle) => `\`${bundle}.js\``).join(', ');
    const fenced = texts.map((text) => `\`\`\`text\n${text.replace(/[ \t]+$/gm, '')}\n\`\`\`\n`);
    return { name, text: `## ${name} ${version}\n\n${license} license, part of ${where}.\n\n${fenced.join('\n')}` };
  });
  const ordered = parts.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ text }) => text);
  return `# Third-party notices

Kubewin includes parts of the following packages.

${ordered.join('\n')}`;
}
