import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundles, filesOf } from '../bundles.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The bundles of the packages. */
export const NAMES = ['extension', 'server', 'cli'] as const;

/** Names of files that must be distributed with copies of a package. */
const LICENSE = /^(?:licen[sc]e|copying|notice|thirdpartynotices)(?:[-.].*)?$/i;

/** `THIRD-PARTY-NOTICES.md`. */
export async function noticesPage(): Promise<string> {
  return pageOn(await packages());
}

/** The folders of the packages that are part of a bundle, with the names of these bundles. */
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

function pageOn(used: ReadonlyMap<string, readonly string[]>): string {
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
