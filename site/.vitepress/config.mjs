// The documentation site: the pages of docs/ with search, and without resources from other servers.
// `npm run site` in the folder above builds it in out/site.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCS = join(ROOT, 'docs');
const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const address = repository?.url.replace(/^git\+/, '').replace(/\.git$/, '');

// The pages are copied to a folder below site/, because VitePress resolves Vue from the location of the pages. README.md is
// the index of a folder, as on GitHub. The comments around generated parts are removed.
const PAGES = join(ROOT, 'site/pages');
rmSync(PAGES, { recursive: true, force: true });
for (const path of readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))) {
  const text = readFileSync(join(DOCS, path), 'utf8')
    .replace(/^<!--.*?-->$/gm, '')
    .replace(/(?<=\]\([^)\s:]*)README\.md/g, 'index.md');
  const file = join(PAGES, path.replace(/README\.md$/, 'index.md'));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

// Pictures are beside the pages, as in the repository.
cpSync(join(ROOT, 'images'), join(ROOT, 'site/images'), { recursive: true });

/** The title of a page: its first heading. */
function titleOf(path) {
  // This page is the README of the npm package, so its first heading is the name of the product.
  if (path === 'npm.md') return 'npm package';
  return /^# (.*)$/m.exec(readFileSync(join(DOCS, path), 'utf8'))?.[1].replaceAll('`', '') ?? path;
}

/** The anchor of a heading, as on GitHub, so that links between pages work on both. */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** The pages of a folder, as entries of the sidebar. */
function pagesOf(folder) {
  const names = readdirSync(join(DOCS, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return names.sort().map((name) => {
    const path = join(folder, name);
    return { text: titleOf(path), link: `/${path.replaceAll('\\', '/').replace(/\.md$/, '')}` };
  });
}

/** The pages of the guide, in the order of the list in docs/README.md. */
function guide() {
  const list = readFileSync(join(DOCS, 'README.md'), 'utf8');
  const entries = [...list.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name]) => ({
    text: titleOf(`${name}.md`),
    link: `/${name}`,
  }));
  return [{ text: 'Overview', link: '/' }, ...entries, { text: 'Schemas', link: '/schemas/' }];
}

const categories = readdirSync(join(DOCS, 'rules'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The sidebar, with the rules of one category. */
function sidebar({ category }) {
  const rules = categories.map((name) =>
    name === category ? { text: name, items: pagesOf(`rules/${name}`) } : { text: name, link: `/rules/#${name}` },
  );
  return [
    { text: 'Guide', items: guide() },
    { text: 'Rules', link: '/rules/', items: rules },
    { text: 'Background', link: '/knowledge/', collapsed: true, items: pagesOf('knowledge') },
  ];
}

/**
 * Handles links to files of the repository that are not part of the site. They become links to the repository if
 * package.json names it, and plain text otherwise.
 */
function linkToRepository(md) {
  const render = md.renderer.rules.link_open;
  const close = (tokens, i, options, _env, self) => (tokens[i].hidden ? '' : self.renderToken(tokens, i, options));
  md.renderer.rules.link_close = close;
  md.renderer.rules.link_open = (tokens, i, options, env, self) => {
    const href = tokens[i].attrGet('href') ?? '';
    const page = relative(PAGES, env.path ?? PAGES);
    const target = resolve(dirname(join(DOCS, page)), decodeURI(href.replace(/#.*$/, '')));
    const isPage = /^(?:[a-z]+:|#|\/)/i.test(href) || target.startsWith(DOCS);
    if (isPage && !/\.(?:json|yaml)$/.test(target)) return render(tokens, i, options, env, self);
    if (address !== undefined && existsSync(target)) {
      tokens[i].attrSet('href', `${address}/blob/HEAD/${relative(ROOT, target).replaceAll('\\', '/')}`);
      return render(tokens, i, options, env, self);
    }
    const end = tokens.slice(i).find(({ type }) => type === 'link_close');
    if (end !== undefined) end.hidden = true;
    return '';
  };
}

export default defineConfig({
  title: 'Kubewin',
  description: 'Windows checks for Kubernetes',
  lang: 'en-US',
  srcDir: 'pages',
  outDir: '../out/site',
  cacheDir: '../out/site-cache',
  cleanUrls: true,
  // Keep the list of all pages in one file instead of in each page.
  metaChunk: true,
  markdown: {
    // Text such as `<name>` is a part of manifests, not HTML.
    html: false,
    attrs: { disable: true },
    anchor: { slugify },
    config(md) {
      linkToRepository(md);
      // Double braces are Helm templates here. Vue would evaluate them as expressions.
      md.renderer.rules.code_inline = (tokens, i) => `<code v-pre>${md.utils.escapeHtml(tokens[i].content)}</code>`;
      md.renderer.rules.text = (tokens, i) => md.utils.escapeHtml(tokens[i].content).replaceAll('{{', '&#123;&#123;');
    },
    codeTransformers: [
      {
        name: 'markers',
        // Highlight lines such as `#   ^^^ rejected`, which mark the field above.
        line(node) {
          const text = (element) => element.value ?? element.children?.map(text).join('') ?? '';
          if (/^\s*#(?:\s*\^|<--)/.test(text(node))) this.addClassToHast(node, 'kubewin-marker');
        },
      },
    ],
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Install', link: '/install' },
      { text: 'VS Code', link: '/vscode' },
      { text: 'Command line', link: '/command-line' },
      { text: 'Settings', link: '/settings' },
      { text: 'Rules', link: '/rules/' },
      { text: 'Background', link: '/knowledge/' },
    ],
    // The sidebar of a page has the rules of one category only: all rules would be most of the page's size.
    sidebar: Object.fromEntries([
      ...categories.map((name) => [`/rules/${name}/`, sidebar({ category: name })]),
      ['/', sidebar({})],
    ]),
    ...(address && { socialLinks: [{ icon: 'github', link: address }] }),
  },
});
