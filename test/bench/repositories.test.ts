import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { testWorkspace } from '../lint-text.ts';
// biome-ignore lint/correctness/useImportExtensions: scripts of Node use it too, so that its types stand beside it.
import { random } from './manifests.mjs';
// biome-ignore lint/correctness/useImportExtensions: scripts of Node use it too, so that its types stand beside it.
import { REPOSITORIES } from './repositories/index.mjs';

const COUNT = 200;

/** The share of the characters that is parsed at most. What is parsed twice counts twice. */
const PARSED = { services: 0.22, monorepo: 0.61, rendered: 0.41, gitops: 0.69 };

describe.each(Object.entries(REPOSITORIES))('the generated repository %s', (kind, generate) => {
  const files = [...generate(COUNT, random(1))];

  test('depends only on the seed', () => {
    expect([...generate(COUNT, random(1))]).toEqual(files);
    expect([...generate(COUNT, random(2))]).not.toEqual(files);
  });

  test('has as many files as requested, of a realistic size', () => {
    expect(new Set(files.map(({ path }) => path)).size).toBe(COUNT);
    const characters = files.reduce((sum, { text }) => sum + text.length, 0);
    expect(characters / COUNT).toBeGreaterThan(4_000);
    expect(characters / COUNT).toBeLessThan(12_000);
  });

  test.each(['1.1', '1.2'] as const)('is valid in YAML %s', (version) => {
    const faults = files.flatMap(({ path, text }) =>
      parseAllDocuments(text, { version }).flatMap((document) =>
        [...document.errors, ...document.warnings].map(({ message }) => `${path}: ${message}`),
      ),
    );
    expect(faults).toEqual([]);
  });

  test('has some findings in some files', () => {
    const workspace = testWorkspace();
    workspace.setSettings('', DEFAULT_SETTINGS);
    for (const { path, text } of files) workspace.setOnDisk(`file:///${path}`, text);
    const found = workspace.uris().map((uri) => {
      return workspace.findings(uri)?.documents.flatMap(({ findings }) => findings.map(({ rule }) => rule)) ?? [];
    });
    const share = found.filter((rules) => rules.length > 0).length / COUNT;
    // In a dump of a cluster, a controller's findings are not repeated for its objects.
    expect(share).toBeGreaterThan(0.02);
    expect(share).toBeLessThan(0.4);
    expect(new Set(found.flat()).size).toBeGreaterThan(3);
  });

  test('is parsed only where a scan has to', () => {
    const workspace = testWorkspace();
    for (const { path, text } of files) workspace.setOnDisk(`file:///${path}`, text);
    const uris = workspace.uris();
    workspace.startScan();
    for (const uri of uris) if (!workspace.waitsForPods(uri)) workspace.findings(uri);
    workspace.endScan();
    for (const uri of uris) workspace.findings(uri);
    const characters = files.reduce((sum, { text }) => sum + text.length, 0);
    expect(workspace.parsed.characters / characters).toBeLessThan(PARSED[kind as keyof typeof PARSED]);
  });
});
