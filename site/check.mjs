// Checks the built site for what VitePress does not check: every page exists, markers are shown and comments are not, the
// search works, linked headings exist, and nothing is loaded from other servers. VitePress checks that linked pages exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
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
const texts = new Map(all(SITE, '.html').map((page) => [page, read(page)]));
/** Whether the heading of a link like `./nodes#taints` exists. Links to other sites are not checked. */
function hasAnchor(page, address) {
  const [path, anchor] = address.split('#');
  if (anchor === undefined || /^[a-z]+:/.test(path)) return true;
  const target = path === '' ? page : posix.join(path.startsWith('/') ? '.' : posix.dirname(page), path);
  const text = texts.get(target) ?? texts.get(`${target}.html`) ?? texts.get(posix.join(target, 'index.html'));
  return text !== undefined && (anchor === '' || text.includes(` id="${decodeURIComponent(anchor)}"`));
}
for (const [page, text] of texts) {
  for (const [, address] of text.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)) {
    if (!hasAnchor(page, address)) faults.push(`${page} links to ${address}`);
  }
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
if (!read('rules/pod/host-pid.html').includes('class="line kubewin-marker"')) faults.push('markers are not shown');
// Double braces are text, not a Vue expression.
if (!read('rules/gmsa/credential-spec-not-json.html').includes('{{…}}')) faults.push('double braces are missing');
if (!all(join(SITE, 'assets'), '.js').some((name) => name.includes('localSearchIndex')))
  faults.push('there is no search');
if (pages.length < 200) faults.push('there are few pages');
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
