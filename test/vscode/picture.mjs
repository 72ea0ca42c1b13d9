// `npm run pictures`: takes the README's pictures again, of the real editor and the real command line on samples/. It also
// takes pictures for review in out/pictures: the editor and the walkthrough in light, dark and high-contrast themes.
// `npm run pictures -- steps.png` only takes this picture.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { copyOf, openBrowser, quickFix, selectors, startServer } from './host.mjs';
import { install, root } from './install.mjs';

const images = join(root, 'images');
const reviewFolder = join(root, 'out/pictures');
const THEMES = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  'high-contrast': 'Default High Contrast',
  'high-contrast-light': 'Default High Contrast Light',
};
/** Maximum size of a picture, for readers with slow connections. */
const MAX_BYTES = 80_000;
/** Device pixels per CSS pixel, so that text is sharp on high-resolution displays. */
const SCALE = 1.5;

/** Hides the parts of VS Code that the picture does not need. */
const settings = {
  'workbench.activityBar.location': 'hidden',
  'workbench.statusBar.visible': false,
  'workbench.editor.editorActionsLocation': 'hidden',
  'breadcrumbs.enabled': false,
  'editor.fontFamily': "'JetBrains Mono', monospace",
  'editor.fontLigatures': false,
  'editor.fontSize': 14,
  'editor.lineHeight': 20,
  'editor.cursorBlinking': 'solid',
  'editor.renderLineHighlight': 'none',
  'editor.occurrencesHighlight': 'off',
  'editor.lightbulb.enabled': 'off',
  'editor.hover.above': false,
  'editor.stickyScroll.enabled': false,
  'editor.scrollbar.vertical': 'hidden',
  'editor.overviewRulerBorder': false,
  'editor.hideCursorInOverviewRuler': true,
  'problems.showCurrentInStatus': false,
};

/** Hides buttons that are not always shown, and makes the hover as high as its content. */
const style = `
  .monaco-workbench { font-family: Inter, sans-serif !important; }
  .notifications-toasts, .part.panel .title-actions, .part.panel .global-actions { display: none !important; }
  .part.panel .composite-bar .action-item:not(.checked) { display: none !important; }
  .monaco-sash { opacity: 0 !important; }
  .monaco-editor .cursors-layer { visibility: hidden !important; }
  .markers-panel .marker-icon.quickFix { display: flex !important; }
  .markers-panel-action-quickfix { display: none !important; }
  .markers-panel .monaco-list-row { background: transparent !important; outline: none !important; }
  .monaco-resizable-hover,
  .monaco-resizable-hover :is(.monaco-hover, .monaco-hover-content, .monaco-scrollable-element) {
    position: relative !important;
    height: auto !important;
    max-height: none !important;
  }
  .monaco-resizable-hover { position: fixed !important; }`;

/** What a picture of the editor shows: a file with a hover on a key, and another file among the problems. */
const SHOP = {
  files: 'samples',
  open: 'shop-windows.yaml',
  line: 50,
  key: 'readOnlyRootFilesystem',
  listed: 'metrics-agent.yaml',
};
const CHART = {
  files: 'test/vscode/sample-chart',
  open: 'values.yaml',
  line: 8,
  key: 'privileged',
  listed: 'daemonset.yaml',
};

const IMAGES = {
  files: 'test/vscode/sample-images',
  open: 'log-agent.yaml',
  line: 15,
  key: 'registry.example/logs/agent:1.9',
  listed: 'shop.yaml',
};

async function takeEditor(target, theme = THEMES.dark, { files, open, line, key, listed } = SHOP) {
  const [width, height, panelHeight] = [940, files === SHOP.files ? 800 : 520, 150];
  const folder = copyOf(join(root, files));
  const server = await startServer({ folder, settings: { ...settings, 'workbench.colorTheme': theme } });
  const { page, close } = await openBrowser({ width, height, scale: SCALE });
  try {
    await page.goto(server.page([['openFile', server.uri(join(folder, open))]]));
    await page.locator(selectors.line).first().waitFor({ timeout: 60_000 });
    await page.addStyleTag({ content: style });
    if (await page.locator('.part.sidebar').isVisible()) await page.keyboard.press('Control+B');

    await page.keyboard.press('Control+Shift+M');
    await page.locator(selectors.fileInProblems, { hasText: listed }).waitFor();
    await page.keyboard.press('Escape');
    const panel = await page.locator('.part.panel').boundingBox();
    await page.mouse.move(width / 2, panel.y - 1);
    await page.mouse.down();
    await page.mouse.move(width / 2, height - panelHeight, { steps: 5 });
    await page.mouse.up();

    await page.keyboard.press('Control+1');
    await center(page, line);
    await page.locator(selectors.squiggle).first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    // Open the hover last, because any other action would close it.
    await takeHoverWithFixes(page, key, target);
  } finally {
    await close();
    server.stop();
  }
}

/** Draws three pictures of the editor below each other: a file before its fixes, the menu with them, and the file afterwards. */
async function takeSteps(target) {
  const [width, height] = [760, 244];
  const folder = copyOf(join(root, SHOP.files));
  const server = await startServer({
    folder,
    settings: { ...settings, 'workbench.editor.showTabs': 'none', 'editor.scrollbar.horizontal': 'hidden' },
  });
  const { page, close } = await openBrowser({ width, height, scale: SCALE });
  const pictures = [];
  const take = async (caption) => {
    await page.waitForTimeout(1_000);
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    pictures.push({ caption, address: `data:image/png;base64,${picture.toString('base64')}` });
  };
  try {
    await page.goto(server.page([['openFile', server.uri(join(folder, SHOP.open))]]));
    await page.locator(selectors.line).first().waitFor({ timeout: 60_000 });
    await page.addStyleTag({ content: style });
    if (await page.locator('.part.sidebar').isVisible()) await page.keyboard.press('Control+B');
    await page.keyboard.press('Control+1');
    await center(page, 34);
    await page.locator(selectors.squiggle).first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    await take('Fields that do not work on Windows are underlined.');

    const key = page.locator(`${selectors.line} span`, { hasText: 'fsGroup' }).last();
    await key.click();
    const fixAll = await quickFix(page, 'Fix all auto-fixable problems');
    await take('The menu explains each fix. One fixes the whole file.');
    await fixAll.click();
    await key.waitFor({ state: 'detached' });
    await take('The file afterwards. What needs a decision stays underlined.');
  } finally {
    await close();
    server.stop();
  }
  await takeHtml(
    target,
    'main',
    `<style>
      main { padding: 16px; display: grid; gap: 16px; width: ${width}px; }
      figure { margin: 0; } figcaption { padding-bottom: 6px; font: 15px/21px Inter, sans-serif; }
      img { display: block; width: ${width}px; border: 1px solid #454545; border-radius: 4px; }
    </style><main>${pictures
      .map(
        ({ caption, address }, i) =>
          `<figure><figcaption>${i + 1}. ${caption}</figcaption><img src="${address}"></figure>`,
      )
      .join('')}</main>`,
    width + 34,
  );
}

/** Takes a picture of each step of the walkthrough. */
async function takeWalkthrough(name, theme) {
  const server = await startServer({
    folder: copyOf(join(root, 'samples')),
    settings: { 'workbench.colorTheme': theme },
  });
  const { page, close } = await openBrowser({ width: 1600, height: 700 });
  try {
    await page.goto(server.page([]));
    await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
    await runCommand(page, 'Welcome: Open Walkthrough...');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Check manifests for Windows nodes' }).click();
    const steps = page.locator('.getting-started-step');
    await steps.first().waitFor();
    const count = await steps.count();
    for (let step = 0; step < count; step++) {
      await steps.nth(step).locator('.step-title').click();
      // Wait until the picture of the step is loaded.
      await page.waitForTimeout(3_000);
      await page.screenshot({ path: join(reviewFolder, `walkthrough-${step + 1}-${name}.png`) });
    }
  } finally {
    await close();
    server.stop();
  }
}

async function runCommand(page, title) {
  await page.keyboard.press('F1');
  await page.keyboard.type(title);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click();
}

/**
 * Hovers over a key until its hover also has the fixes, and takes a picture in which it is still open. It may take several tries
 * for the same reason as in `quickFix`.
 */
async function takeHoverWithFixes(page, name, target) {
  const key = page.locator(`${selectors.line} span`, { hasText: name }).last();
  for (let tries = 5; ; tries--) {
    await key.hover();
    const hover = page.locator(selectors.hover, { hasText: 'Quick Fix...' });
    try {
      await hover.waitFor({ timeout: 5_000 });
      // Wait until the last line is highlighted and the scroll bars have faded.
      await page.waitForTimeout(1_000);
      await page.screenshot({ path: target, animations: 'disabled', caret: 'hide' });
      return await hover.waitFor({ timeout: 500 });
    } catch (error) {
      if (tries === 1) throw error;
      await page.mouse.move(5, 5);
    }
  }
}

/** Moves the cursor to a line, which is then in the center of the editor. */
async function center(page, line) {
  await page.keyboard.press('Control+G');
  await page.keyboard.type(`${line}`);
  await page.keyboard.press('Enter');
}

async function takeCommandLine(target) {
  // A few files that fit into a picture. The RuntimeClass is in a separate file.
  const command = ['check', 'metrics-agent.yaml', 'report-worker.yaml', 'cluster/'];
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, 'dist/cli.js'), ...command, '--color'], {
    cwd: join(root, 'samples'),
    encoding: 'utf8',
  });
  if (status !== 1) throw new Error(`dist/cli.js ended with ${status} instead of 1, for findings:\n${stderr}`);
  await takeHtml(
    target,
    'pre',
    `<style>
      pre { margin: 0; padding: 20px 24px; font: 14px/21px 'JetBrains Mono', monospace; font-variant-ligatures: none; white-space: pre-wrap; }
    </style><pre>${inHtml(`\x1b[2m$\x1b[0m kubewin ${command.join(' ')}\n${stdout.trimEnd()}`)}</pre>`,
    1180,
  );
}

/** Takes a picture of an element of a page with this content, in the colors of Dark Modern. */
async function takeHtml(target, element, content, width) {
  const { page, close } = await openBrowser({ width, height: 400, scale: SCALE });
  try {
    await page.setContent(`<style>body { margin: 0; background: #1f1f1f; color: #cccccc; }</style>${content}`);
    await page.evaluate(() => document.fonts.ready);
    await page.locator(element).screenshot({ path: target });
  } finally {
    await close();
  }
}

/**
 * Draws the ratios of scans in docs/performance.md: the reference first, then other linters, which have no goal, then
 * Kubewin. Of each program, the kind of repository with the highest ratio is drawn.
 */
async function takePerformance(target) {
  const page = readFileSync(join(root, 'docs/performance.md'), 'utf8');
  const rows = new Map();
  for (const [, files, program, ratio, goal] of page.matchAll(
    /^\| \d+ files, (.*?), (.*?): to yaml \| ([\d.]+) \| (\S+) \|/gm,
  )) {
    if (Number(ratio) < Number(rows.get(program)?.ratio ?? 0)) continue;
    const kind = goal === 'none' ? 'peer' : 'own';
    rows.set(program, { label: `${kind === 'own' ? 'Kubewin: ' : ''}${program} (${files})`, ratio, kind });
  }
  const all = [
    { label: 'parsing all documents with the package yaml', ratio: '1.00', kind: 'floor' },
    ...[...rows.values()].filter(({ kind }) => kind === 'peer'),
    ...[...rows.values()].filter(({ kind }) => kind === 'own'),
  ];
  const longest = Math.max(...all.map(({ ratio }) => Number(ratio)));
  const bar = ({ label, ratio, kind }) =>
    `<dt>${inHtml(label)}</dt><dd><b class="${kind}" style="width:${(Number(ratio) / longest) * 85}%"></b>${ratio}</dd>`;
  await takeHtml(
    target,
    'dl',
    `<style>
      dl { margin: 0; padding: 20px 24px; font: 14px/21px Inter, sans-serif; display: grid; gap: 8px 16px;
        grid-template-columns: max-content 1fr; }
      dd { margin: 0; display: flex; gap: 8px; }
      .floor { background: #8a8a8a; } .peer { background: #c08b5c; } .own { background: #3b8eea; }
    </style><dl>${all.map(bar).join('')}</dl>`,
    820,
  );
}

/** CSS for each SGR code, in the colors of Dark Modern. */
const styles = {
  1: 'font-weight:700',
  2: 'opacity:.6',
  3: 'font-style:italic',
  4: 'text-decoration:underline',
  31: 'color:#f14c4c',
  32: 'color:#23d18b',
  33: 'color:#e5e510',
  34: 'color:#3b8eea',
  35: 'color:#d670d6',
  36: 'color:#29b8db',
  37: 'color:#e5e5e5',
  90: 'color:#8a8a8a',
};

/** The codes that reset others. */
const resets = { 22: ['1', '2'], 23: ['3'], 24: ['4'], 39: Object.keys(styles).filter((code) => Number(code) >= 30) };

function inHtml(text) {
  let active = [];
  return text
    .split('\x1b[')
    .map((part, index) => {
      const end = index === 0 ? -1 : part.indexOf('m');
      for (const code of end < 0 ? [] : part.slice(0, end).split(';')) {
        if (code in styles) active.push(code);
        else active = active.filter((other) => resets[code] && !resets[code].includes(other));
      }
      const plain = part.slice(end + 1).replace(/[&<]/g, (character) => `&#${character.charCodeAt(0)};`);
      return `<span style="${active.map((code) => styles[code]).join(';')}">${plain}</span>`;
    })
    .join('');
}

const names = process.argv.slice(2);
try {
  install({ withPictures: true });
  for (const [name, take] of [
    ['steps.png', takeSteps],
    ['editor.png', takeEditor],
    ['chart.png', (target) => takeEditor(target, THEMES.dark, CHART)],
    ['images.png', (target) => takeEditor(target, THEMES.dark, IMAGES)],
    ['command-line.png', takeCommandLine],
    ['performance.png', takePerformance],
  ]) {
    if (names.length > 0 && !names.includes(name)) continue;
    const target = join(images, name);
    await take(target);
    // A screenshot has few colors: with a palette, it is a fifth of the size and looks the same.
    execFileSync('pngquant', ['--force', '--strip', '--speed', '1', '--nofs', '--output', target, '12', target]);
    execFileSync('zopflipng', ['-y', target, target]);
    const { size } = statSync(target);
    if (size > MAX_BYTES) throw new Error(`images/${name} has ${size} bytes, more than ${MAX_BYTES}.`);
    console.log(`images/${name}: ${Math.ceil(size / 1000)} KB`);
  }
  if (names.length > 0) process.exit();
  mkdirSync(reviewFolder, { recursive: true });
  for (const [name, theme] of Object.entries(THEMES)) {
    await takeEditor(join(reviewFolder, `editor-${name}.png`), theme);
    await takeWalkthrough(name, theme);
    console.log(`out/pictures: ${name}`);
  }
  process.exit();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
