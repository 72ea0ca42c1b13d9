import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { TABLES_DATE } from '../../server/src/windows/dates.ts';
import { lintText } from '../lint-text.ts';
import { faultsOf } from './words.ts';

const ROOT = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const nls: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(ROOT, 'package.nls.json'), 'utf8'));

test('every text for users in the manifest has a name, so that it can be translated', () => {
  const { configuration: own, ...contributes } = manifest.contributes;
  const text = JSON.stringify([manifest.displayName, manifest.description, contributes, own]);
  const shown = /"(?:title|description|altText|markdownDescription|patternErrorMessage)":"([^"]*)"/g;
  const values = [manifest.displayName, manifest.description, ...[...text.matchAll(shown)].map(([, value]) => value)];
  expect(values.length).toBeGreaterThan(40);
  expect(values.filter((value) => value !== 'Kubewin' && !/^%[\w.]+%$/.test(value ?? ''))).toEqual([]);
  const named = [...JSON.stringify(manifest).matchAll(/%([\w.]+)%/g)].map(([, name = '']) => name);
  expect(new Set(named)).toEqual(new Set(Object.keys(nls)));
});

test('every default is valid', () => {
  const defaults = Object.fromEntries(Object.entries(SETTINGS).map(([key, setting]) => [key, setting.default]));
  // `auto` stands for what the release and the provider imply, and `today` in tests for the date of the tables.
  const settings = { ...defaults, date: TABLES_DATE, containerRuntime: 'containerd-2', taint: 'none' };
  expect(readSettings(defaults)).toEqual({ settings, faults: [] });
});

test.each([
  ['1.36', undefined, 'containerd-2'],
  ['1.35', 'auto', 'containerd-1.7'],
  ['1.35', 'containerd-2', 'containerd-2'],
  ['1.37', 'containerd-1.6', 'containerd-1.6'],
])('the runtime with Kubernetes %s and the setting %s', (kubernetesVersion, containerRuntime, expected) => {
  expect(readSettings({ kubernetesVersion, containerRuntime }).settings.containerRuntime).toBe(expected);
});

test('all commands have one category, and the client registers each of them', () => {
  const client = readFileSync(join(ROOT, 'client/src/extension.ts'), 'utf8');
  expect(manifest.contributes.commands.length).toBeGreaterThan(0);
  for (const { command, category } of manifest.contributes.commands) {
    expect([command, category, client.includes(`'${command}'`)]).toEqual([command, 'Kubewin', true]);
  }
});

test('the files that the manifest names exist', () => {
  const steps = manifest.contributes.walkthroughs[0].steps.map(({ media }: { media: { svg: string } }) => media.svg);
  const languages = [...manifest.contributes.grammars, ...manifest.contributes.snippets].map(
    ({ path }: { path: string }) => path,
  );
  const named = [manifest.icon, ...languages, ...steps];
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

// The bundles do not contain the library's own check: see packaging/any-version.cjs.
test('VS Code starts the extension only in releases that the library for clients supports', () => {
  const library = JSON.parse(readFileSync(join(ROOT, 'node_modules/vscode-languageclient/package.json'), 'utf8'));
  expect(library.engines.vscode).toMatch(/^\^1\.\d+\.0$/);
  expect(manifest.engines.vscode).toBe(library.engines.vscode);
  const main = readFileSync(join(ROOT, 'node_modules/vscode-languageclient/lib/node/main.js'), 'utf8');
  expect(main).toContain(`const REQUIRED_VSCODE_VERSION = '${manifest.engines.vscode}';`);
});

test('the buttons and completion events of the walkthrough are commands and settings that exist', () => {
  const { walkthroughs, commands, configuration } = manifest.contributes;
  const known = [
    ...commands.map(({ command }: { command: string }) => command),
    ...configuration.flatMap(({ properties }: { properties: object }) => Object.keys(properties)),
    'workbench.action.openSettings',
  ];
  const text = JSON.stringify([walkthroughs, nls]);
  const named = [...text.matchAll(/\b(?:command|onCommand|onSettingChanged):([\w.]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  const texts = Object.entries(nls).filter(([name]) => name.startsWith('walkthrough.'));
  expect(texts.length).toBeGreaterThan(9);
  expect(texts.flatMap(([, text]) => faultsOf(text.replace(/\(command:[^)]*\)/g, '')))).toEqual([]);
});

test('the pictures of the walkthrough use theme colors and have an alternative text', () => {
  for (const { media } of manifest.contributes.walkthroughs[0].steps) {
    const svg = readFileSync(join(ROOT, media.svg), 'utf8');
    expect(svg).toMatch(/<title>[^<]+<\/title>/);
    expect(svg.match(/(?:fill|stroke)="(?!none|var\(--vscode-)[^"]*"/g)).toBe(null);
    expect(nls[media.altText.replaceAll('%', '')]?.length).toBeGreaterThan(20);
  }
});

test('the sample of the walkthrough has problems with safe fixes', () => {
  const text = readFileSync(join(ROOT, 'docs/walkthrough/sample.yaml'), 'utf8');
  const found = lintText(text).map(({ rule }) => rule);
  expect(found).toEqual(
    expect.arrayContaining(['pod/host-pid', 'security-context/fs-group', 'security-context/privileged']),
  );
});
