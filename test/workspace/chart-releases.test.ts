import { beforeEach, describe, expect, test } from 'vitest';
import { ruleSet } from '../../server/src/lint/rule-set/rule-set.ts';
import { type CheckSettings, DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { testWorkspace } from '../lint-text.ts';
import { POD_BY_VALUES } from './manifests.ts';

const ROOT = 'file:///work';
let workspace: Workspace;

beforeEach(() => {
  workspace = testWorkspace(ruleSet(RULES.filter(({ id }) => id === 'pod/host-pid')));
});

function read(files: Readonly<Record<string, string | undefined>>): void {
  for (const [path, text] of Object.entries(files)) workspace.setOnDisk(`${ROOT}/${path}`, text);
}

/** What is found in all files: the file, line and marked text, and the beginning of the message. */
function found(): string[] {
  return workspace.uris().flatMap((uri) => {
    const { file, documents = [] } = workspace.findings(uri) ?? {};
    return documents.flatMap(({ start, findings }) =>
      findings.map(({ at, message }) => {
        const line = (file?.lines.positionAt(start + at.start).line ?? 0) + 1;
        const [text = ''] = message.split(' has no effect');
        return `${uri.slice(ROOT.length + 1)}:${line}: ${file?.text.slice(start + at.start, start + at.end)}: ${text}`;
      }),
    );
  });
}

const CHART = {
  'charts/agent/Chart.yaml': 'apiVersion: v2\nname: agent\nversion: 1.0.0\n',
  'charts/agent/values.yaml': 'os: linux\n',
  'charts/agent/templates/a.yaml': POD_BY_VALUES,
};
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n---\n';

function flux(spec: string, name = 'web', source = 'kind: GitRepository'): string {
  return `${NAMESPACE}apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: ${name}, namespace: shop }
spec:
  chart:
    spec:
      chart: ./charts/agent
      sourceRef: { ${source}, name: flux-system }
${spec}`;
}

function argo(helm: string): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web, namespace: argocd }
spec:
  source:
    repoURL: https://git.example/shop.git
    path: charts/agent
    helm:
${helm}`;
}

function kustomize(home: string): string {
  return `helmGlobals: { chartHome: ${home} }
helmCharts:
  - name: agent
    releaseName: web
    namespace: shop
    valuesFile: windows.yaml
    valuesInline:
      hostPID: true
`;
}

const VALUES = '  values:\n    os: windows\n    hostPID: true\n';

describe('values of a release', () => {
  test.each([
    ['of Flux', flux(VALUES), 'clusters/web.yaml:15: hostPID: With the values `HelmRelease shop/web`: `hostPID`'],
    [
      'of Flux on one line',
      flux('  values: { os: windows, hostPID: true }\n'),
      'clusters/web.yaml:13: hostPID: With the values `HelmRelease shop/web`: `hostPID`',
    ],
    [
      'in an object of Argo CD',
      argo('      valuesObject:\n        os: windows\n        hostPID: true\n'),
      'clusters/web.yaml:11: hostPID: With the values `Application argocd/web`: `hostPID`',
    ],
    [
      'in a text of Argo CD',
      argo('      values: |-\n        os: windows\n        hostPID: true\n'),
      'clusters/web.yaml:11: hostPID: With the values `Application argocd/web`: `hostPID`',
    ],
    [
      'in a text of Argo CD with CRLF',
      argo('      values: |\n        os: windows\n        hostPID: true\n').replaceAll('\n', '\r\n'),
      'clusters/web.yaml:11: hostPID: With the values `Application argocd/web`: `hostPID`',
    ],
    [
      'in parameters of Argo CD',
      argo(
        '      parameters: [{ name: os, value: windows }]\n      values: |\n        os: linux\n        hostPID: true\n',
      ),
      'clusters/web.yaml:12: hostPID: With the values `Application argocd/web`: `hostPID`',
    ],
  ])('%s', (_, release, expected) => {
    read({ ...CHART, 'clusters/web.yaml': release });
    expect(found()).toEqual([expected]);
  });

  test('in helmCharts of Kustomize, beside the Kustomization', () => {
    const files = { 'overlay/kustomization.yaml': kustomize('../charts'), 'overlay/windows.yaml': 'os: windows\n' };
    read({ ...CHART, ...files });
    expect(found()).toEqual([
      'overlay/kustomization.yaml:8: hostPID: With the values `helmCharts shop/web`: `hostPID`',
    ]);
    const others = [
      kustomize('charts'),
      `${kustomize('../charts')}    valuesMerge: merge\n`,
      `${kustomize('../charts')}    additionalValuesFiles: [windows.yaml]\n`,
      kustomize('../charts').replace('hostPID: true', 'hostPID: true\n      a: { b: false }'),
    ];
    for (const other of others) {
      read({ 'overlay/kustomization.yaml': other });
      expect(found(), other).toEqual([]);
    }
    read({
      'overlay/kustomization.yaml': undefined,
      'kustomization.yml': kustomize('charts'),
      'windows.yaml': 'os: windows\n',
    });
    expect(found()).toHaveLength(1);
    read({ 'kustomization.yml': undefined, 'other.yaml': kustomize('charts') });
    expect(found()).toEqual([]);
  });

  test('do not matter while the file is no release of this chart', () => {
    const others = [
      flux(VALUES, 'web', 'kind: HelmRepository'),
      flux(VALUES).replace('./charts/agent', './charts/other'),
      flux(VALUES).replace('helm.toolkit.fluxcd.io', 'example.com'),
      `${flux(VALUES)}  valuesFrom: [{ kind: ConfigMap, name: values }]\n`,
      argo('      fileParameters: [{ name: a, path: b }]\n      valuesObject: { os: windows, hostPID: true }\n'),
      argo('      valueFiles: [$values/a.yaml]\n      valuesObject: { os: windows, hostPID: true }\n'),
      argo('      valueFiles: [missing.yaml]\n      valuesObject: { os: windows, hostPID: true }\n'),
      argo('      values: "os: windows"\n'),
      argo('      parameters: [{ name: os, value: "1", forceString: true }, { name: os, value: windows }]\n'),
    ];
    for (const other of others) {
      read({ ...CHART, 'clusters/web.yaml': other });
      expect(found(), other).toEqual([]);
    }
    read({ 'clusters/web.yaml': flux(VALUES) });
    expect(found()).toHaveLength(1);
    read({ 'clusters/web.yaml': flux(VALUES.replace('windows', 'linux')) });
    expect(found()).toEqual([]);
  });

  test('count whichever file is read first, and until the file is gone', () => {
    read({ 'clusters/web.yaml': flux(VALUES) });
    expect(workspace.forgetIdle(`${ROOT}/clusters/web.yaml`)).toBe(false);
    read(CHART);
    expect(found()).toHaveLength(1);
    read({ 'clusters/web.yaml': undefined });
    expect(found()).toEqual([]);
  });

  test('come after its values files, which are below the root of the repository', () => {
    const files = {
      'charts/agent/windows.yaml': 'os: windows\nhostPID: true\n',
      'clusters/web.yaml': argo('      valueFiles: [windows.yaml]\n'),
    };
    read({ ...CHART, ...files });
    expect(found()).toEqual([
      'charts/agent/windows.yaml:2: hostPID: With the values `Application argocd/web`: `hostPID`',
    ]);
    read({
      'clusters/web.yaml': argo('      valueFiles: [/charts/agent/windows.yaml]\n      values: |\n        os: linux\n'),
    });
    expect(found()).toEqual([]);
    read({ 'clusters/web.yaml': argo('      valueFiles: [../../../other.yaml]\n') });
    expect(workspace.charts.values.unread()).toEqual([]);
    read({ 'clusters/web.yaml': argo('      valueFiles: [other.yaml]\n') });
    expect(workspace.charts.values.unread()).toEqual([
      { uri: `${ROOT}/charts/agent/other.yaml`, within: ROOT, isOptional: true },
    ]);
  });

  test('of several releases count each, by distinct names', () => {
    read({
      ...CHART,
      'clusters/a.yaml': flux(VALUES),
      'clusters/b.yaml': flux(VALUES.replace('    hostPID: true\n', '')),
      'clusters/c.yaml': `${flux(VALUES, 'other')}---\n${flux('  values: { a: 1 }\n')}---\n${flux('  values: { a: 2 }\n')}`,
    });
    expect(found()).toEqual([
      'clusters/a.yaml:15: hostPID: With the values `HelmRelease shop/web`: `hostPID`',
      'clusters/c.yaml:15: hostPID: With the values `HelmRelease shop/other`: `hostPID`',
    ]);
    expect(workspace.charts.values.setsOf(`${ROOT}/charts/agent`).map(({ name }) => name)).toEqual([
      'values.yaml',
      'HelmRelease shop/web',
      'HelmRelease shop/web (clusters/b.yaml)',
      'HelmRelease shop/other',
      'HelmRelease shop/web (clusters/c.yaml)',
      'HelmRelease shop/web (clusters/c.yaml 2)',
    ]);
  });

  test('beyond 20 sets do not count', () => {
    const releases = Array.from({ length: 25 }, (_, i) => flux(VALUES, `web-${i}`));
    read({ ...CHART, 'clusters/web.yaml': releases.join('---\n') });
    expect(workspace.charts.values.setsOf(`${ROOT}/charts/agent`)).toHaveLength(20);
    expect(found()).toHaveLength(19);
  });

  test('do not count if options name the values', () => {
    const settings: CheckSettings = {
      ...DEFAULT_SETTINGS,
      chartValues: { sets: [{ name: '', files: [], assignments: ['os=linux'] }], within: undefined },
    };
    read({ ...CHART, 'clusters/web.yaml': flux(VALUES) });
    workspace.setSettings('', DEFAULT_SETTINGS, () => settings);
    expect(found()).toEqual([]);
  });

  test('hide nothing that the values of the chart decide', () => {
    read({
      ...CHART,
      'charts/agent/values.yaml': 'os: windows\nhostPID: true\n',
      'clusters/web.yaml': flux('  values:\n    hostPID: false\n'),
    });
    expect(found()).toEqual(['charts/agent/values.yaml:2: hostPID: With the values `values.yaml`: `hostPID`']);
  });
});
