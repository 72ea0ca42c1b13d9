// The extension as a user meets it: squiggle, hover, quick fix, the saved file, Problems.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyOf, openBrowser, quickFix, seen, startServer } from './host.mjs';
import { cache } from './install.mjs';

/**
 * Each step goes on where the one before ended, so after one that fails the rest fails unseen. `options` are those of the
 * server.
 */
export async function testInterface(report, options = {}) {
  const folder = copyOf(join(import.meta.dirname, 'workspace'));
  const file = join(folder, 'orders.yaml');
  const server = await startServer({ folder, ...options });
  const { page, close } = await openBrowser();
  const key = page.locator(`${seen.line} span`, { hasText: /^hostPID$/ }).last();

  const steps = {
    'an opened file shows a squiggle, and a lens above its workload': async () => {
      await page.goto(server.page([['openFile', server.uri(file)]]));
      await page.locator(seen.squiggle).first().waitFor({ timeout: 60_000 });
      // It moves the lines below it.
      await page.locator(seen.lens, { hasText: 'Windows · os.name' }).waitFor({ timeout: 60_000 });
    },
    'the mouse over the key shows what is known of it': async () => {
      await key.hover();
      const hover = page.locator(seen.hover, { hasText: 'pod/host-pid' });
      await hover.waitFor();
      assert.match(await hover.innerText(), /Windows/);
      // Away from the hover, which would stay and catch the click.
      await page.mouse.move(640, 790);
      await hover.waitFor({ state: 'hidden' });
    },
    'the status beside the language says what the file is for and what was found': async () => {
      await page.locator('[id="status.languageStatus"]').hover();
      const status = page.locator('.hover-language-status', { hasText: /1 Windows pod · \d error/ });
      await status.waitFor();
      assert.match(await status.innerText(), /Kubernetes 1\.\d+/);
      await page.mouse.move(640, 400);
      await status.waitFor({ state: 'hidden' });
    },
    'Ctrl+. offers the fix, and the fix mends the text': async () => {
      await key.click();
      const fix = await quickFix(page, 'Remove `hostPID`');
      await fix.click();
      await key.waitFor({ state: 'detached' });
    },
    'Ctrl+S writes the mended file': async () => {
      await page.keyboard.press('Control+s');
      // While it is being written it may be read empty.
      const mended = (text) => !/hostPID/.test(text) && /hostUsers: false/.test(text);
      for (let tries = 100; tries > 0 && !mended(readFileSync(file, 'utf8')); tries--) await sleep(50);
      assert.ok(mended(readFileSync(file, 'utf8')), `after five seconds:\n${readFileSync(file, 'utf8')}`);
    },
    'Problems lists a file that was never opened': async () => {
      await page.keyboard.press('Control+Shift+M');
      await page.locator(seen.fileInProblems, { hasText: 'never-opened.yaml' }).waitFor();
      assert.equal(await page.locator('.tab', { hasText: 'never-opened.yaml' }).count(), 0);
    },
    'a click on the code of a problem opens the page of the rule': async () => {
      await page.locator('.markers-panel a', { hasText: 'pod/host-pid' }).first().click();
      await page.locator('.tab', { hasText: 'host-pid.md' }).waitFor();
      // Out of the page, which would take what is typed.
      await page.locator('.tab', { hasText: 'orders.yaml' }).click();
    },
    'Fix All in Workspace… asks with a preview, and Apply mends the files that are ticked': async () => {
      const unopened = join(folder, 'never-opened.yaml');
      await page.keyboard.press('F1');
      await page.keyboard.type('Kubewin: Fix All in Workspace');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Fix All in Workspace' }).first().click();
      const preview = page.locator('.bulk-edit-panel');
      const row = (name) => preview.locator('.monaco-list-row', { hasText: name }).first();
      await row('never-opened.yaml').waitFor();
      await row('by-class.yaml').waitFor();
      const isTicked = (name) => row(name).locator('.edit-checkbox').getAttribute('aria-checked');
      assert.equal(await isTicked('never-opened.yaml'), 'true');
      assert.equal(await isTicked('by-class.yaml'), 'false');
      assert.match(readFileSync(unopened, 'utf8'), /hostPID/);
      await preview.locator('.monaco-button', { hasText: 'Apply' }).click();
      for (let tries = 100; tries > 0 && /hostPID/.test(readFileSync(unopened, 'utf8')); tries--) await sleep(50);
      assert.doesNotMatch(readFileSync(unopened, 'utf8'), /hostPID/);
      assert.match(readFileSync(join(folder, 'by-class.yaml'), 'utf8'), /hostPID/);
    },
  };

  try {
    let broken = false;
    for (const [title, step] of Object.entries(steps)) {
      const start = Date.now();
      try {
        if (broken) throw new Error('not reached');
        await step();
        report(title, Date.now() - start);
      } catch (error) {
        report(title, 0, broken ? error.message : error.stack);
        if (!broken)
          await page.screenshot({ path: join(cache, `failed-${options.inBrowser ? 'browser' : 'interface'}.png`) });
        broken = true;
      }
    }
  } finally {
    await close();
    server.stop();
  }
}
