// What Kubewin does in a workspace that is not trusted: it checks, and neither writes nor starts anything.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyOf, openBrowser, runCommand, runSteps, selectors, startServer } from './host.mjs';
import { standInForKubectl } from './interface.mjs';

/** Commands of the command palette that write or start something, and what they say instead. */
const REFUSED = {
  'Fix All in Workspace': 'Trust this workspace before you change its files.',
  'Update Image Facts': 'Trust this workspace before you ask registries for its images.',
  'Create Configuration': 'This workspace is not trusted, so no file was written.',
  'Set the Taint of My Cluster': 'Trust this workspace before you change its settings.',
};

export async function testTrust(report) {
  const folder = copyOf(join(import.meta.dirname, 'workspace'));
  const before = contentOf(folder);
  const kubectl = standInForKubectl();
  const keybindings = [{ key: 'ctrl+alt+shift+k', command: 'kubewin.readCluster' }];
  const server = await startServer({ folder, environment: kubectl.environment, keybindings, isTrusted: false });
  const { page, close } = await openBrowser();

  const isRefused = async (message) => {
    const toast = page.locator(selectors.message, { hasText: message });
    await toast.waitFor();
    await page.keyboard.press('Escape');
    await toast.waitFor({ state: 'detached' });
    assert.deepEqual(contentOf(folder), before);
  };

  const steps = {
    'findings are shown in restricted mode': async () => {
      await page.goto(server.page([['openFile', server.uri(join(folder, 'orders.yaml'))]]));
      await page.locator(selectors.squiggle).first().waitFor({ timeout: 60_000 });
      await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    },
    'the command palette does not list Read Cluster…': async () => {
      await page.keyboard.press('F1');
      await page.keyboard.type('Kubewin: Re');
      await page.locator(selectors.command, { hasText: 'Restart' }).first().waitFor();
      assert.equal(await page.locator(selectors.command, { hasText: 'Read Cluster' }).count(), 0);
      await page.keyboard.press('Escape');
    },
    'a keybinding for Read Cluster… starts no kubectl': async () => {
      await page.keyboard.press('Control+Alt+Shift+K');
      await isRefused('Trust this workspace before you read a cluster.');
      assert.deepEqual(kubectl.asked(), []);
    },
    ...Object.fromEntries(
      Object.entries(REFUSED).map(([command, message]) => [
        `${command} asks for trust and writes nothing`,
        async () => {
          await runCommand(page, command);
          if (command === 'Set the Taint of My Cluster') {
            await page.locator(selectors.command, { hasText: 'auto' }).first().click();
          }
          await isRefused(message);
        },
      ]),
    ),
  };

  try {
    await runSteps(steps, { page, report, picture: 'restricted' });
  } finally {
    await close();
    server.stop();
  }
}

/** The files of a folder with their texts. */
function contentOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')]);
}
