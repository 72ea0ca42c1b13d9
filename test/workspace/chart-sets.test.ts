import { beforeEach, describe, expect, test } from 'vitest';
import { ruleSet } from '../../server/src/lint/rule-set/rule-set.ts';
import type { ChartValues } from '../../server/src/lint/settings/chart-values.ts';
import { valueSets } from '../../server/src/lint/settings/chart-values.ts';
import { type CheckSettings, DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { resolveUri } from '../../server/src/workspace/uri.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { testWorkspace } from '../lint-text.ts';
import { POD_BY_VALUES } from './manifests.ts';

const FOLDER = 'file:///work/chart';
const CHART = 'apiVersion: v2\nname: agent\nversion: 1.0.0\n';
const FEW = ['pod/host-pid', 'service/session-affinity-timeout'];

let workspace: Workspace;

beforeEach(() => {
  workspace = testWorkspace(ruleSet(RULES.filter(({ id }) => FEW.includes(id))));
});

function uriOf(path: string): string {
  return resolveUri(FOLDER, path) ?? '';
}

function read(files: Readonly<Record<string, string | undefined>>): void {
  for (const [path, text] of Object.entries(files)) workspace.setOnDisk(uriOf(path), text);
}

function use(chartValues: ChartValues): void {
  const settings: CheckSettings = { ...DEFAULT_SETTINGS, chartValues };
  workspace.setSettings('', DEFAULT_SETTINGS, (uri) => (uri.startsWith(`${FOLDER}/`) ? settings : undefined));
}

/** Several sets of values, each with one file of its name. */
function useSets(...names: string[]): void {
  const sets = valueSets(Object.fromEntries(names.map((name) => [name, [`${name}.yaml`]])));
  use({ sets, within: 'file:///work' });
}

/** What is found in a file: severity, rule, line and message. */
function found(path: string): string[] {
  const { file, documents = [] } = workspace.findings(uriOf(path)) ?? {};
  return documents.flatMap(({ start, findings }) =>
    findings.map(({ severity, rule, at, message }) => {
      const line = (file?.lines.positionAt(start + at.start).line ?? 0) + 1;
      return `${severity} ${rule} ${line}: ${message.replace(/(`hostPID`|`timeoutSeconds).*/, '$1')}`;
    }),
  );
}

const LITERAL = POD_BY_VALUES.replace(/ {2}\{\{- toYaml.*\n/, '  hostPID: true\n');
const FILES = {
  'Chart.yaml': CHART,
  'values.yaml': 'os: linux\nhostPID: true\n',
  'linux.yaml': 'os: linux\n',
  'windows.yaml': 'os: windows\n',
  'other.yaml': 'os: windows\nhostPID: false\n',
  'templates/a.yaml': POD_BY_VALUES,
};

describe('values that a user names', () => {
  test('override those of the chart, the last file most', () => {
    read(FILES);
    expect(found('values.yaml')).toEqual([]);
    use({ sets: valueSets(['linux.yaml', 'windows.yaml']), within: 'file:///work' });
    expect(found('values.yaml')).toEqual(['warning pod/host-pid 2: `hostPID`']);
    use({ sets: valueSets(['windows.yaml', 'linux.yaml']), within: 'file:///work' });
    expect(found('values.yaml')).toEqual([]);
  });

  test('make a chart one for Windows in which nothing else is', () => {
    read({
      'Chart.yaml': CHART,
      'values.yaml': 'spec: {}\n',
      'templates/a.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: {{ toJson .Values.spec }}\n',
      '../windows.yaml': 'spec:\n  nodeSelector: { kubernetes.io/os: windows }\n  hostPID: true\n',
    });
    expect(found('../windows.yaml')).toEqual([]);
    use({ sets: valueSets(['../windows.yaml']), within: 'file:///work' });
    expect(found('../windows.yaml')).toEqual(['warning pod/host-pid 3: `hostPID`']);
    read({ '../windows.yaml': undefined });
    const assignments = ['spec.nodeSelector.kubernetes\\.io/os=windows,spec.hostPID=true'];
    use({ sets: [{ name: '', files: [], assignments }], within: undefined });
    expect(found('templates/a.yaml')).toHaveLength(1);
  });

  test('have the findings that they decide, in whatever folder they are', () => {
    read({ ...FILES, '../templates/win.yaml': 'os: windows\nhostPID: true\n' });
    use({ sets: valueSets(['../templates/win.yaml']), within: 'file:///work' });
    expect(found('../templates/win.yaml')).toEqual(['warning pod/host-pid 2: `hostPID`']);
    expect([...found('values.yaml'), ...found('templates/a.yaml')]).toEqual([]);
  });

  test('make a chart for Windows that is not by itself', () => {
    read({ ...FILES, 'values.yaml': 'hostPID: true\n' });
    expect(found('values.yaml')).toEqual([]);
    use({ sets: [{ name: '', files: [], assignments: ['os=windows'] }], within: undefined });
    expect(found('values.yaml')).toEqual(['warning pod/host-pid 1: `hostPID`']);
  });

  test('of an assignment have their findings at the action of the template', () => {
    read(FILES);
    use({ sets: [{ name: '', files: ['windows.yaml'], assignments: ['hostPID=true'] }], within: 'file:///work' });
    expect(found('templates/a.yaml')).toEqual(['warning pod/host-pid 8: `hostPID`']);
  });

  test('are in the rendered template, also if the chart is for Linux', () => {
    read({ ...FILES, 'values.yaml': 'os: none\nhostPID: false\n', 'windows.yaml': 'os: none\n' });
    use({ sets: valueSets(['linux.yaml']), within: 'file:///work' });
    const rendered = workspace.rendered(uriOf('templates/a.yaml'));
    expect(rendered && 'text' in rendered ? rendered.text.text : '').toContain('kubernetes.io/os: linux\n');
  });

  test('render the chart again when they change', () => {
    read(FILES);
    use({ sets: valueSets(['windows.yaml']), within: 'file:///work' });
    expect(found('values.yaml')).toHaveLength(1);
    read({ 'windows.yaml': 'os: linux\n' });
    expect(workspace.isCurrent(`${FOLDER}/values.yaml`)).toBe(false);
    expect(found('values.yaml')).toEqual([]);
    workspace.open(`${FOLDER}/windows.yaml`, 'os: windows\n', 1);
    expect(found('values.yaml')).toHaveLength(1);
    workspace.close(`${FOLDER}/windows.yaml`);
    expect(found('values.yaml')).toEqual([]);
  });

  test('are read, even without an object', () => {
    read({ 'Chart.yaml': CHART, 'templates/a.yaml': POD_BY_VALUES });
    use({ sets: valueSets(['a.yaml', '../b.yaml', '../../out.yaml']), within: 'file:///work' });
    const unread = () => workspace.charts.values.unread().map(({ uri }) => uri);
    expect(unread()).toEqual([`${FOLDER}/a.yaml`, 'file:///work/b.yaml']);
    read({ 'a.yaml': 'x: 1\n' });
    expect(unread()).toEqual(['file:///work/b.yaml']);
    expect(workspace.forgetIdle(`${FOLDER}/a.yaml`)).toBe(false);
    expect(workspace.charts.valuesFaults(`${FOLDER}/templates/a.yaml`)).toEqual([
      { file: { uri: 'file:///work/b.yaml', path: '../b.yaml' }, isMissing: true, message: expect.any(String) },
      { file: { uri: 'file:///out.yaml', path: '../../out.yaml' }, isMissing: false, message: expect.any(String) },
    ]);
  });

  test.each(['a: [', '- a\n', 'text'])('have a fault if they are not a mapping: %s', (text) => {
    read({ ...FILES, 'windows.yaml': text });
    use({ sets: valueSets(['windows.yaml']), within: 'file:///work' });
    const message = 'The values file is not valid YAML, or not a mapping.';
    expect(workspace.charts.valuesFaults()).toMatchObject([{ file: { uri: `${FOLDER}/windows.yaml` }, message }]);
    expect(workspace.charts.valuesFaults('file:///work/other.yaml')).toEqual([]);
    expect(found('values.yaml')).toEqual([]);
  });
});

describe('several sets of values', () => {
  test('report once what holds in all of them', () => {
    read(FILES);
    read({ 'third.yaml': 'os: windows\nx: 1\n' });
    useSets('windows', 'third');
    expect(found('values.yaml')).toEqual(['warning pod/host-pid 2: `hostPID`']);
  });

  test('name those in which something holds', () => {
    read(FILES);
    useSets('linux', 'windows', 'other');
    expect(found('values.yaml')).toEqual(['warning pod/host-pid 2: With the values `windows`: `hostPID`']);
    read({ 'templates/a.yaml': LITERAL });
    expect(found('templates/a.yaml')).toEqual([
      'warning pod/host-pid 8: With the values `other`, `windows`: `hostPID`',
    ]);
  });

  test('name three of them, and how many more there are', () => {
    read({ ...FILES, 'a.yaml': 'os: windows\n', 'b.yaml': 'os: windows\n', 'c.yaml': 'os: windows\n' });
    useSets('a', 'b', 'c', 'windows', 'linux');
    expect(found('values.yaml')).toEqual([
      'warning pod/host-pid 2: With the values `a`, `b`, `c` and 1 more: `hostPID`',
    ]);
  });

  test('have the worst severity', () => {
    const declared = `${POD_BY_VALUES}  {{- if .Values.declared }}\n  os:\n    name: windows\n  {{- end }}\n`;
    read({ ...FILES, 'templates/a.yaml': declared, 'other.yaml': 'os: windows\ndeclared: true\n' });
    useSets('windows', 'other');
    expect(found('values.yaml')).toEqual(['error pod/host-pid 2: `hostPID`']);
  });

  test('close a branch only together', () => {
    const branch = LITERAL.replace('  hostPID: true', '  {{- if .Values.debug }}\n  hostPID: true\n  {{- end }}');
    read({ ...FILES, 'templates/a.yaml': branch });
    useSets('linux', 'windows');
    expect(found('templates/a.yaml')).toEqual(['information pod/host-pid 9: If `.Values.debug` is set: `hostPID`']);
    read({ 'linux.yaml': 'os: linux\ndebug: true\n' });
    expect(found('templates/a.yaml')).toEqual([]);
    read({ 'linux.yaml': 'os: linux\n', 'windows.yaml': 'os: windows\ndebug: true\n' });
    expect(found('templates/a.yaml')).toEqual(['warning pod/host-pid 9: With the values `windows`: `hostPID`']);
  });

  test('offer no fix that would change the others', () => {
    read({ ...FILES, 'templates/a.yaml': LITERAL });
    const fixes = () =>
      workspace.report(`${FOLDER}/templates/a.yaml`)?.documents[0]?.findings[0]?.fixes.map(({ title }) => title);
    useSets('linux', 'windows');
    expect(fixes()).toEqual([]);
    useSets('windows', 'other');
    expect(fixes()).toEqual(['Remove `hostPID`']);
  });

  test('make a Windows pod of one that runs on Windows in any of them', () => {
    read(FILES);
    useSets('linux', 'windows');
    const [workload] = workspace.report(`${FOLDER}/templates/a.yaml`, true)?.documents[0]?.report.workloads ?? [];
    expect(workload?.verdict).toMatchObject({ os: 'windows', certainty: 'scheduled' });
  });

  test('do not see the objects of each other', () => {
    const service = `apiVersion: v1
kind: Service
metadata:
  name: agent
spec:
  selector:
    app: agent
  sessionAffinity: ClientIP
  sessionAffinityConfig:
    clientIP:
      timeoutSeconds: {{ .Values.timeout }}
`;
    const labeled = `${POD_BY_VALUES.replace('  name: agent\n', '  name: agent\n  labels: { app: agent }\n')}  containers:\n    - name: agent\n      image: agent\n`;
    read({
      ...FILES,
      'values.yaml': 'hostPID: false\n',
      'linux.yaml': 'os: linux\ntimeout: 10\n',
      'windows.yaml': 'os: windows\ntimeout: 20\n',
      'templates/a.yaml': labeled,
      'templates/b.yaml': service,
    });
    useSets('linux', 'windows');
    const expected = ['warning service/session-affinity-timeout 11: With the values `windows`: `timeoutSeconds'];
    expect(found('templates/b.yaml')).toEqual(expected);
    workspace.startScan();
    found('templates/b.yaml');
    workspace.endScan();
    expect(found('templates/b.yaml')).toEqual(expected);
  });
});
