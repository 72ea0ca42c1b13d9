import { createRequire } from 'node:module';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DECLARED } from './manifests.ts';
import { deployment } from './recordings.ts';
import { sarifSchema } from './sarif-schema.ts';

/** Runs the command line of a build with a documentation site. */
async function withSite(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  vi.stubGlobal('KUBEWIN_SITE', 'https://kubewin.example');
  vi.resetModules();
  onTestFinished(() => void vi.unstubAllGlobals());
  const { runOnFiles } = await import('./in-process.ts');
  return (await runOnFiles(files, ...args)).stdout;
}

test('SARIF links to the site and to the pages of rules', async () => {
  const files = { 'a.yaml': `# kubewin: allow no/such\n${DECLARED}` };
  const log = JSON.parse(await withSite(files, 'check', '--format=sarif', '--hints'));
  const valid = sarifSchema();
  expect(valid(log), JSON.stringify(valid.errors)).toBe(true);
  const { informationUri, rules } = log.runs[0].tool.driver;
  expect(informationUri).toBe('https://kubewin.example');
  const links = Object.fromEntries(rules.map(({ id, helpUri }: Record<string, string>) => [id, helpUri]));
  expect(links['pod/host-pid']).toBe('https://kubewin.example/rules/pod/host-pid');
  expect(links['directive/unknown-rule']).toBeUndefined();
});

test('the page of a migration links to the pages of rules', async () => {
  const files = { 'a.yaml': deployment('web', 'registry.example/web:1.0', '', '\n      hostPID: true') };
  const page = await withSite(files, 'migrate', '--format=html');
  expect(page).toContain('<a href="https://kubewin.example/rules/pod/host-pid">pod/host-pid</a>');
});

test('the site of a build is the homepage of the package', () => {
  const require = createRequire(import.meta.url);
  const { homepage = '' } = require('../../package.json');
  expect(require('../../esbuild.js').options.define.KUBEWIN_SITE).toBe(JSON.stringify(homepage));
});
