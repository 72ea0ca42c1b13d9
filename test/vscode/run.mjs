// `npm run test:vscode`: tests dist/kubewin.vsix in a real VS Code: through its API, and with mouse and keyboard.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { testGrammar } from './grammar.mjs';
import { openBrowser, startServer, temporaryFolder } from './host.mjs';
import { cache, install, root } from './install.mjs';
import { testInterface } from './interface.mjs';
import { testTrust } from './trust.mjs';

/** Runs the Mocha tests with the runner of @vscode/test-cli, as `vscode-test` does. */
async function testInside(report) {
  const { default: config } = await import('../../.vscode-test.mjs');
  const results = join(temporaryFolder(), 'results.json');
  // The package does not export its runner, which is next to the main module.
  const runner = resolve(createRequire(import.meta.url).resolve('@vscode/test-cli'), '../runner.cjs');

  const server = await startServer({
    folder: config.workspaceFolder,
    // VS Code for the browser ignores extensionTestsPath without this option.
    options: ['--vscode-option', 'enable-smoke-test-driver'],
    environment: {
      VSCODE_TEST_OPTIONS: JSON.stringify({
        mochaOpts: { ...config.mocha, reporter: 'json', reporterOptions: { output: results } },
        colorDefault: false,
        preload: [],
        files: config.files.map((file) => join(root, file)),
      }),
    },
  });
  const { page, close } = await openBrowser();
  const log = [];
  const exit = new Promise((done) => {
    page.exposeFunction('codeAutomationExit', done);
    page.exposeFunction('codeAutomationLog', (_, args) => log.push(args.join(' ')));
    setTimeout(done, 240_000, 'none within four minutes').unref();
  });
  try {
    await page.goto(
      server.page([
        // VS Code only runs tests for an extension under development. Kubewin is installed.
        ['extensionDevelopmentPath', server.uri(join(root, 'test/vscode/yaml-extension'))],
        ['extensionTestsPath', server.uri(runner)],
      ]),
    );
    const code = await exit;
    const none = { passes: [], failures: [] };
    const { passes, failures } = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : none;
    for (const { title, duration, err } of [...passes, ...failures]) report(title, duration, err.stack ?? err.message);
    // The exit code also covers errors before the first test and after the last.
    if (code !== 0 && failures.length === 0) {
      await page.screenshot({ path: join(cache, 'failed-inside.png') });
      report('the tests inside VS Code', 0, `exit code: ${code}\n${log.join('\n')}`);
    }
  } finally {
    await close();
    server.stop();
  }
}

let passed = 0;
let failed = 0;

function report(title, milliseconds, failure) {
  if (failure) {
    failed++;
    console.log(`  ✖ ${title}\n${stripVTControlCharacters(failure).replace(/^/gm, '      ')}`);
  } else {
    passed++;
    console.log(`  ✔ ${title} (${(milliseconds / 1000).toFixed(1)} s)`);
  }
}

try {
  install();
  for (const [name, run] of [
    ['Grammar', testGrammar],
    ['Inside VS Code', testInside],
    ['With mouse and keyboard', testInterface],
    ['With mouse and keyboard, in web workers', (reportTo) => testInterface(reportTo, { inBrowser: true })],
    ['In a workspace that is not trusted', testTrust],
  ]) {
    console.log(`\n${name}`);
    await run(report).catch((error) => report(name, 0, error.stack));
  }
} catch (error) {
  report('installing the tools', 0, error.message);
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
