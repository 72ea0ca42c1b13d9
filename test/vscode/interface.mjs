// The extension as a user sees it: squiggle, hover, quick fix, the saved file, Problems.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  copyOf,
  openBrowser,
  quickFix,
  runCommand,
  runSteps,
  selectors,
  startServer,
  temporaryFolder,
} from './host.mjs';

const WINDOWS_NODE = 'metadata: { name: a, labels: { kubernetes.io/os: windows } }';

/** A kubectl that records what it is asked, one command in a line, and answers for a small cluster. */
export function standInForKubectl() {
  const folder = temporaryFolder();
  const record = join(folder, 'record');
  const nodeInfo = 'nodeInfo: { kubeletVersion: v1.34.3, containerRuntimeVersion: containerd://1.7.27 }';
  const item = `apiVersion: v1\n  kind: Node\n  ${WINDOWS_NODE}\n  status: { ${nodeInfo} }`;
  const answers = {
    config: 'shop\n',
    get: `apiVersion: v1\nitems:\n- ${item}\nkind: List\n`,
    version: '{ "serverVersion": { "gitVersion": "v1.35.2" } }\n',
  };
  const script = `#!${process.execPath}
const words = process.argv.slice(2);
require('node:fs').appendFileSync(${JSON.stringify(record)}, words.join(' ') + '\\n');
const answers = ${JSON.stringify(answers)};
process.stdout.write(answers[words.find((word) => word in answers)]);
`;
  writeFileSync(join(folder, 'kubectl'), script, { mode: 0o755 });
  return {
    // With VSCODE_CLI, VS Code does not take another PATH from a login shell.
    environment: { VSCODE_CLI: '1', PATH: `${folder}${delimiter}${process.env.PATH}` },
    asked: () => (existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : []),
  };
}

/** `options` are passed to the server. */
export async function testInterface(report, options = {}) {
  const folder = copyOf(join(import.meta.dirname, 'workspace'));
  const file = join(folder, 'orders.yaml');
  const kubectl = standInForKubectl();
  const server = await startServer({ folder, environment: kubectl.environment, ...options });
  const { page, close } = await openBrowser();
  const key = page.locator(`${selectors.line} span`, { hasText: /^hostPID$/ }).last();

  const steps = {
    'an open file has a squiggle, and a lens above its workload': async () => {
      await page.goto(server.page([['openFile', server.uri(file)]]));
      await page.locator(selectors.squiggle).first().waitFor({ timeout: 60_000 });
      // The lens moves the lines below it.
      await page.locator(selectors.lens, { hasText: 'Windows (os.name)' }).waitFor({ timeout: 60_000 });
    },
    'the hover on a key explains it': async () => {
      await key.hover();
      const hover = page.locator(selectors.hover, { hasText: 'pod/host-pid' });
      await hover.waitFor();
      assert.match(await hover.innerText(), /Windows/);
      // Move away from the hover, which would otherwise stay open and receive the click.
      await page.mouse.move(640, 790);
      await hover.waitFor({ state: 'hidden' });
    },
    'the language status shows the verdict and the number of findings': async () => {
      await page.locator('[id="status.languageStatus"]').hover();
      const status = page.locator('.hover-language-status', { hasText: /1 Windows pod · \d error/ });
      await status.waitFor();
      assert.match(await status.innerText(), /Kubernetes 1\.\d+/);
      // What a screen reader says.
      const name = await page.locator('[id="status.languageStatus"] [aria-label]').first().getAttribute('aria-label');
      assert.match(name, /Kubewin, 1 Windows pod · \d error.*, Kubernetes 1\.\d+/);
      await page.mouse.move(640, 400);
      await status.waitFor({ state: 'hidden' });
    },
    'F8 goes to the problem, Ctrl+. offers the fix, and Enter makes it': async () => {
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('F8');
      await page.locator('.marker-widget', { hasText: 'hostPID' }).waitFor();
      await page.keyboard.press('Escape');
      await quickFix(page, 'Remove `hostPID`');
      await page.keyboard.press('Enter');
      await key.waitFor({ state: 'detached' });
    },
    'Ctrl+S writes the corrected file': async () => {
      await page.keyboard.press('Control+s');
      // The file may be empty while it is being written.
      const isCorrected = (text) => !/hostPID/.test(text) && /hostUsers: false/.test(text);
      for (let tries = 100; tries > 0 && !isCorrected(readFileSync(file, 'utf8')); tries--) await sleep(50);
      assert.ok(isCorrected(readFileSync(file, 'utf8')), `after five seconds:\n${readFileSync(file, 'utf8')}`);
    },
    'a link of the page on a workload makes its fix': async () => {
      await page.locator(`${selectors.lens} a`, { hasText: 'Explain this workload' }).click();
      const link = page
        .frameLocator('iframe.webview')
        .frameLocator('#active-frame')
        .locator('a', { hasText: /^Remove hostUsers/ });
      await link.click();
      await page.locator(selectors.line, { hasText: 'hostUsers' }).waitFor({ state: 'detached' });
      await link.waitFor({ state: 'detached' });
      // A later step fixes it in the workspace.
      await page.locator('.tab', { hasText: 'orders.yaml' }).click();
      await page.keyboard.press('Control+z');
      await page.locator(selectors.line, { hasText: 'hostUsers' }).waitFor();
      await page.locator('.tab', { hasText: 'Deployment orders' }).locator('.action-label').click();
    },
    'Problems lists a file that was never opened': async () => {
      await page.keyboard.press('Control+Shift+M');
      await page.locator(selectors.fileInProblems, { hasText: 'never-opened.yaml' }).waitFor();
      assert.equal(await page.locator('.tab', { hasText: 'never-opened.yaml' }).count(), 0);
    },
    'a click on the code of a problem opens the page of the rule': async () => {
      // The code of pod/host-pid.
      await page.locator('.markers-panel a', { hasText: 'KW1103' }).first().click();
      await page.locator('.tab', { hasText: 'host-pid.md' }).waitFor();
      // Leave the page, which would otherwise receive the keystrokes.
      await page.locator('.tab', { hasText: 'orders.yaml' }).click();
    },
    'Fix All in Workspace… lists rules, and Apply Changes makes the changes that are shown': async () => {
      const unopened = join(folder, 'never-opened.yaml');
      await runCommand(page, 'Fix All in Workspace');
      const list = page.locator('.quick-input-widget');
      const row = (text) => list.locator('.monaco-list-row', { hasText: text }).first();
      await row('removes fields without effect').waitFor();
      const isSelected = (text) => row(text).getAttribute('aria-checked');
      assert.equal(await isSelected('Pod never-opened'), 'true');
      assert.equal(await isSelected('removes fields without effect'), 'false');
      await list.locator('.monaco-button', { hasText: 'OK' }).click();
      const apply = page.locator('.editor-actions .action-label', { hasText: 'Apply Changes' });
      await apply.waitFor();
      assert.match(readFileSync(unopened, 'utf8'), /hostPID/);
      await apply.click();
      for (let tries = 100; tries > 0 && /hostPID/.test(readFileSync(unopened, 'utf8')); tries--) await sleep(50);
      assert.doesNotMatch(readFileSync(unopened, 'utf8'), /hostPID/);
      assert.match(readFileSync(join(folder, 'by-class.yaml'), 'utf8'), /hostPID/);
    },
    [options.inBrowser ? 'Read Cluster… says that it needs a desktop' : 'Read Cluster… asks before it runs kubectl']:
      async () => {
        await runCommand(page, 'Read Cluster');
        if (options.inBrowser) {
          await page.locator(selectors.message, { hasText: 'for the desktop only' }).waitFor();
          assert.deepEqual(kubectl.asked(), []);
          return;
        }
        const dialog = page.locator('.monaco-dialog-box', { hasText: 'the context shop' });
        await dialog.waitFor();
        const commands = ['--context=shop get nodes,runtimeclasses -o yaml', '--context=shop version -o json'];
        const text = await dialog.innerText();
        for (const command of commands) assert.ok(text.includes(`kubectl ${command}`), text);
        assert.deepEqual(kubectl.asked(), ['config current-context']);
        await dialog.locator('.monaco-button', { hasText: 'Read Cluster' }).click();
        const question = page.locator('.quick-input-widget', { hasText: 'settings of the cluster shop' });
        await question.locator('.monaco-list-row', { hasText: 'kubernetesVersion: 1.35' }).waitFor();
        await page.keyboard.press('Enter');
        await page.locator('.tab', { hasText: '.kubewin.yaml' }).waitFor();
        assert.match(readFileSync(join(folder, '.kubewin.yaml'), 'utf8'), /^kubernetesVersion: 1\.35$/m);
        assert.deepEqual(kubectl.asked(), ['config current-context', ...commands]);
      },
    'the hover on a hint has its message once, wherever the pointer is': async () => {
      await page.goto(server.page([['openFile', server.uri(join(folder, 'by-class.yaml'))]]));
      const name = page.locator(`${selectors.line} span`, { hasText: /^by-class$/ }).last();
      await page.locator('.squiggly-hint').first().waitFor({ timeout: 60_000 });
      const hover = page.locator(selectors.hover, { hasText: 'Documentation for os/name-recommended' });
      const { width, height } = await name.boundingBox();
      for (const x of [4, width / 2, width - 4]) {
        await until(async () => {
          await name.hover({ position: { x, y: height / 2 } });
          await hover.waitFor({ timeout: 5_000 });
        });
        // The message of the diagnostic appears before the answer of the server.
        await sleep(500);
        assert.equal((await hover.innerText()).split('is not set, so').length, 2, `at ${x} of ${width}`);
        await page.mouse.move(640, 790);
        await hover.waitFor({ state: 'hidden' });
      }
    },
    'Create Configuration updates the file that there is from Nodes': async () => {
      const [config, nodes] = [join(folder, '.kubewin.yaml'), join(folder, 'nodes.yaml')];
      writeFileSync(config, 'kubernetesVersion: 1.35 # ours\n');
      const nodeInfo = 'nodeInfo: { kubeletVersion: v1.36.1, containerRuntimeVersion: containerd://2.1.4 }';
      writeFileSync(nodes, `apiVersion: v1\nkind: Node\n${WINDOWS_NODE}\nstatus: { ${nodeInfo} }\n`);
      await page.goto(server.page([['openFile', server.uri(nodes)]]));
      await page.locator(selectors.line, { hasText: 'containerRuntimeVersion' }).waitFor({ timeout: 60_000 });
      await runCommand(page, 'Create Configuration');
      const message = page.locator(selectors.message, { hasText: 'already has a file .kubewin.yaml' });
      await message.locator('.monaco-button', { hasText: 'Update from Nodes…' }).click();
      const question = page.locator('.quick-input-widget', { hasText: 'settings from the Nodes in this folder' });
      await question.locator('.monaco-list-row', { hasText: /kubernetesVersion: 1\.36.*now 1\.35/ }).waitFor();
      const runtime = question.locator('.monaco-list-row', { hasText: 'containerRuntime: containerd-2' });
      await runtime.locator('.monaco-checkbox, input').first().click();
      assert.equal(readFileSync(config, 'utf8'), 'kubernetesVersion: 1.35 # ours\n');
      await question.locator('.monaco-button', { hasText: 'OK' }).click();
      await page.locator('.tab', { hasText: '.kubewin.yaml' }).waitFor();
      assert.equal(readFileSync(config, 'utf8'), 'kubernetesVersion: 1.36 # ours\n');
    },
  };

  /** Tries again while the server is starting. */
  async function until(work) {
    for (let tries = 8; ; tries--) {
      try {
        return await work();
      } catch (error) {
        if (tries === 1) throw error;
        await page.mouse.move(640, 790);
      }
    }
  }

  try {
    await runSteps(steps, { page, report, picture: options.inBrowser ? 'browser' : 'interface' });
  } finally {
    await close();
    server.stop();
  }
}
