import { expect, test } from 'vitest';
import type { Fact, FactKind } from '../../server/src/kubernetes/facts.ts';
import { defineDerivation, derived, ofKind } from '../../server/src/kubernetes/questions.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { FactIndex } from '../../server/src/workspace/fact-index.ts';
import { FactsInScan } from '../../server/src/workspace/scan.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
// biome-ignore lint/correctness/useImportExtensions: scripts of Node use it too, so that its types stand beside it.
import { fileText, random } from '../bench/manifests.mjs';
import { testWorkspace } from '../lint-text.ts';
import { CONFIG_MAP, SERVICE, uriOf, WINDOWS_POD } from './manifests.ts';

const OTHER_SERVICE = SERVICE.replaceAll('web', 'shop');
const OTHER_CONFIG_MAP = CONFIG_MAP.replace('settings', 'other');
const LINUX_POD = WINDOWS_POD.replaceAll('web', 'linux').replace('os: windows', 'os: linux');

function workspaceOf(texts: readonly string[]): Workspace {
  const workspace = testWorkspace();
  workspace.setSettings('', DEFAULT_SETTINGS);
  texts.forEach((text, i) => {
    workspace.setOnDisk(uriOf(i), text);
  });
  return workspace;
}

/** What is found in all files, one by one as the command line does it. */
function scanned(workspace: Workspace): { readonly found: readonly string[][]; readonly again: number } {
  const foundIn = (uri: string) => {
    const found = workspace.report(uri)?.documents.flatMap(({ findings }) => findings.map(({ rule }) => rule)) ?? [];
    workspace.release(uri);
    return found;
  };
  workspace.startScan();
  const first = workspace.uris().map(foundIn);
  workspace.endScan();
  let again = 0;
  const found = workspace.uris().map((uri, i) => {
    if (workspace.isCurrent(uri)) return first[i] ?? [];
    again++;
    return foundIn(uri);
  });
  return { found, again };
}

/** The same where everything is known from the start. */
function known(workspace: Workspace): string[][] {
  return workspace.uris().map((uri) => workspace.findings(uri)?.documents.flatMap(rulesOf) ?? []);
}

function rulesOf({ findings }: { readonly findings: readonly { readonly rule: string }[] }): string[] {
  return findings.map(({ rule }) => rule);
}

test('finds the same in a scan as with all facts, and parses each document once', () => {
  const next = random(7);
  const texts = Array.from({ length: 150 }, (_, i) => fileText(i, next, 0.2));
  const workspace = workspaceOf(texts);
  const { found, again } = scanned(workspace);
  expect(found).toEqual(known(workspaceOf(texts)));
  expect(found.flat().length).toBeGreaterThan(50);
  expect(again).toBe(0);
  const documents = texts.flatMap((text) => text.split('---\n'));
  const windows = documents.filter((text) => text.includes('kubernetes.io/os: windows'));
  const characters = windows.reduce((sum, text) => sum + text.length, 0);
  expect(workspace.parsed.documents).toBeLessThan(2 * windows.length);
  expect(workspace.parsed.characters).toBeLessThan(1.3 * characters);
});

test.each([
  ['its file', [`${WINDOWS_POD}---\n${SERVICE}---\n${CONFIG_MAP}`], 0],
  ['files behind it', [WINDOWS_POD, SERVICE, CONFIG_MAP], 1],
  ['files before it', [CONFIG_MAP, SERVICE, WINDOWS_POD], 1],
])('uses facts of %s', (_, texts, again) => {
  const result = scanned(workspaceOf(texts));
  expect(result.found).toEqual(known(workspaceOf(texts)));
  expect(result.found.flat()).toContain('service/session-affinity-timeout');
  expect(result.found.flat()).toContain('volumes/config-key-case-collision');
  expect(result.again).toBe(again);
});

test('does not parse what nothing asks for', () => {
  const workspace = workspaceOf([WINDOWS_POD, LINUX_POD, OTHER_SERVICE, OTHER_CONFIG_MAP]);
  scanned(workspace);
  expect(workspace.parsed.documents).toBe(1);
});

test('answers a request for one file during a scan without parsing others', () => {
  const next = random(8);
  const workspace = workspaceOf(Array.from({ length: 30 }, (_, i) => fileText(i, next, 0.5)));
  workspace.startScan();
  workspace.open(uriOf(99), WINDOWS_POD, 1);
  const before = workspace.parsed.documents;
  expect(workspace.findings(uriOf(99))?.documents.flatMap(rulesOf).length).toBeGreaterThan(0);
  expect(workspace.parsed.documents - before).toBe(1);
  for (const uri of workspace.uris()) workspace.prepare(uri);
  const { documents } = workspace.parsed;
  for (const uri of workspace.uris()) workspace.findings(uri);
  expect(workspace.parsed.documents).toBe(documents);
  workspace.endScan();
  for (const uri of workspace.uris()) workspace.findings(uri);
  expect(workspace.parsed.documents).toBe(documents);
});

test('parses only the document that is edited', () => {
  const workspace = workspaceOf([]);
  const open = (pod: string, version: number) => {
    workspace.open(uriOf(0), `${WINDOWS_POD}---\n${pod}`, version);
    return workspace.findings(uriOf(0))?.documents.flatMap(rulesOf);
  };
  const found = open(WINDOWS_POD, 1);
  expect(found?.length).toBeGreaterThan(0);
  const { documents, characters } = workspace.parsed;
  expect(open(WINDOWS_POD.replace('web:1.0', 'web:1.1'), 2)).toEqual(found);
  expect(workspace.parsed.documents).toBe(documents + 1);
  expect(workspace.parsed.characters - characters).toBeLessThan(1.1 * WINDOWS_POD.length);
});

test('locates the name of a ConfigMap behind long block scalars', () => {
  const script = `    echo "hidden: {"\n`.repeat(200);
  const map = `apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n${script}  A: "2"\nmetadata:\n  name: settings\n`;
  const workspace = workspaceOf([WINDOWS_POD, map]);
  const { findings = [] } = workspace.findings(uriOf(0))?.documents[0] ?? {};
  const found = findings.find(({ rule }) => rule === 'volumes/config-key-case-collision');
  const start = map.indexOf('settings');
  const at = { uri: uriOf(1), document: 0, span: { start, end: start + 'settings'.length } };
  expect(found?.related).toEqual(expect.arrayContaining([expect.objectContaining({ at })]));
});

test('makes fixes for findings of the requested severities, and safe fixes for all', () => {
  const declared = WINDOWS_POD.replace('  nodeSelector', '  os: { name: windows }\n  hostPID: true\n  nodeSelector');
  const fixesOf = (set: (workspace: Workspace) => void) => {
    const workspace = workspaceOf([declared]);
    set(workspace);
    const found = workspace.findings(uriOf(0))?.documents.flatMap(({ findings }) => findings) ?? [];
    return found.map(({ rule, fixes }) => [rule, fixes.map(({ safety }) => safety)] as const);
  };
  const all = fixesOf(() => {});
  expect(all.flatMap(([, safeties]) => safeties)).toEqual(expect.arrayContaining(['safe', 'review']));
  const safe = all.map(([rule, safeties]) => [rule, safeties.includes('safe') ? safeties : []]);
  expect(fixesOf((workspace) => workspace.setFixable([]))).toEqual(safe);
  expect(fixesOf((workspace) => workspace.setFixable(['error', 'warning', 'information', 'hint']))).toEqual(all);
});

test('rechecks a changed file among 2,000 and those that asked for its facts', () => {
  const next = random(9);
  const texts = Array.from({ length: 2_000 }, (_, i) => fileText(i, next, 0.2));
  const workspace = workspaceOf([...texts, WINDOWS_POD, SERVICE]);
  const look = () => workspace.uris().map((uri) => workspace.findings(uri));
  look();
  const costOf = (index: number, text: string) => {
    const [linted, parsed] = [workspace.lintCount, workspace.parsed.documents];
    workspace.setOnDisk(uriOf(index), text);
    look();
    return [workspace.lintCount - linted, workspace.parsed.documents - parsed];
  };
  const pod = texts.length;
  // What it tells others is the same.
  expect(costOf(pod, WINDOWS_POD.replace('web:1.0', 'web:1.1'))).toEqual([1, 2]);
  // The Service selects it no longer, so that nothing can be found there, and does so again.
  expect(costOf(pod, WINDOWS_POD.replace('app: web', 'app: other'))).toEqual([1, 2]);
  expect(costOf(pod, WINDOWS_POD)).toEqual([2, 3]);
  const linux = texts.findIndex((text) => text.includes('kubernetes.io/os: linux'));
  expect(costOf(linux, (texts[linux] ?? '').replace('LOG_LEVEL', 'LEVEL'))).toEqual([0, 0]);
});

test('derives in a scan once what does not depend on pods, and for each file what does', () => {
  const counts = { labels: 0, pods: 0 };
  const labels = defineDerivation('test labels', (facts) => {
    counts.labels++;
    return facts.ask(ofKind('Node')).map(({ name }) => name);
  });
  const pods = defineDerivation('test pods', (facts) => {
    counts.pods++;
    return [...facts.ask(derived(labels, null)), ...facts.ask(ofKind('Pod')).map(({ name }) => name ?? '')];
  });
  const fact = (kind: FactKind, name: string) => ({ kind, name, namespace: null }) as Fact;
  const folder = new FactIndex((kind) => (kind === 'Node' ? [fact('Node', 'node')] : []));
  const files = ['a', 'b', 'c'].map((name) => new FactsInScan(folder, () => [fact('Pod', name)]));
  expect(files.map((facts) => facts.ask(derived(labels, null)))).toEqual([['node'], ['node'], ['node']]);
  expect(files.map(({ dependsOnPods }) => dependsOnPods)).toEqual([false, false, false]);
  expect(files.map((facts) => facts.ask(derived(pods, null)))).toEqual([
    ['node', 'a'],
    ['node', 'b'],
    ['node', 'c'],
  ]);
  expect(files.map(({ dependsOnPods }) => dependsOnPods)).toEqual([true, true, true]);
  // One attempt shows that they depend on pods.
  expect(counts).toEqual({ labels: 1, pods: 4 });
});

test('an error in a derivation is not taken for a dependency', () => {
  const failing = defineDerivation('test failing', () => {
    throw new Error('a bug');
  });
  const facts = new FactsInScan(new FactIndex(() => []), () => []);
  expect(() => facts.ask(derived(failing, null))).toThrow('a bug');
});
