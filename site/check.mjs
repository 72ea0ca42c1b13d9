// What VitePress does not check in the site that it built: each page is there, marks are shown and comments are not, it can be
// searched, and nothing comes from other servers. It checks dead links itself.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SITE = join(ROOT, 'out/site');
const read = (path) => readFileSync(join(SITE, path), 'utf8');
const all = (folder, ending) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith(ending));

const pages = all(join(ROOT, 'docs'), '.md').map((name) =>
  name.replace(/README\.md$/, 'index.md').replace(/md$/, 'html'),
);
const faults = pages.filter((page) => !existsSync(join(SITE, page))).map((page) => `${page} is missing`);
for (const page of all(SITE, '.html')) {
  const text = read(page);
  for (const [, address] of text.matchAll(
    /<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)="((?:https?:)?\/\/[^"]*)"/g,
  )) {
    faults.push(`${page} loads ${address}`);
  }
  if (text.includes('generated: ')) faults.push(`${page} shows a comment`);
}
for (const style of all(SITE, '.css')) {
  if (/url\(["']?(?:https?:)?\/\//.test(read(style))) faults.push(`${style} loads something`);
}
if (!read('rules/pod/host-pid.html').includes('class="line kubewin-marker"')) faults.push('marks are not shown');
// Braces are text, and not an expression that is empty.
if (!read('rules/gmsa/credential-spec-not-json.html').includes('{{…}}')) faults.push('braces are lost');
if (!all(join(SITE, 'assets'), '.js').some((name) => name.includes('localSearchIndex')))
  faults.push('there is no search');
if (pages.length < 200) faults.push('there are few pages');
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
