import { describe, expect, test } from 'vitest';
import { assumptionKey } from '../../server/src/lint/engine/assumption.ts';
import { extentOf, moreProblems, problemsIn } from '../../server/src/lint/pages/workload.ts';
import { type CheckSettings, DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { mayBeWindows } from '../../server/src/windows/verdict.ts';
import type { FileReport } from '../../server/src/workspace/report.ts';
import { lintText, testWorkspace } from '../lint-text.ts';
import { pageOf } from '../rules/page.ts';
import { everyNth } from '../seed.ts';
import { offered, workspaceOf } from './refactored.ts';

const ASSUMED: CheckSettings = { ...DEFAULT_SETTINGS, assumeWindows: true };

/** A Deployment with these lines in its pod spec. */
const deployment = (spec: string, image = 'registry.example/web:1.0', name = 'web'): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata:
      labels: { app: web }
    spec:
${spec.replace(/^(?=.)/gm, '      ')}      containers:
        - name: web
          image: ${image}
`;

const LINUX = 'nodeSelector: { kubernetes.io/os: linux }\n';
const FS_GROUP = 'securityContext: { fsGroup: 101 }\n';

const rulesIn = (text: string, settings: CheckSettings) => lintText(text, settings).map(({ rule }) => rule);

describe('a pod that is checked as a Windows pod on request', () => {
  test.each([
    ['for Linux', LINUX],
    ['that declares Linux', 'os: { name: linux }\n'],
    ['without evidence', ''],
    ['with weak evidence', 'tolerations: [{ key: os, value: windows }]\n'],
    ['that prefers Windows', 'affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } }\n'],
  ])('gets the findings of a Windows pod: one %s', (_, spec) => {
    const text = deployment(spec + FS_GROUP);
    expect(rulesIn(text, DEFAULT_SETTINGS)).not.toContain('security-context/fs-group');
    const found = lintText(text, ASSUMED).find(({ rule }) => rule === 'security-context/fs-group');
    expect(found).toMatchObject({ effect: 'ignored', severity: 'warning', certainty: 'assumed' });
    const [related] = found?.related ?? [];
    expect(related?.message).toBe('Checked as a Windows pod on request');
    expect(related && 'start' in related.at && text.slice(related.at.start, related.at.end)).toBe('web');
  });

  test('a comment for Linux does not change the answer', () => {
    const text = `# kubewin: os=linux\n${deployment(FS_GROUP)}`;
    expect(rulesIn(text, DEFAULT_SETTINGS)).toEqual([]);
    expect(rulesIn(text, ASSUMED)).toContain('security-context/fs-group');
  });

  test.each([
    ['a node selector', LINUX],
    ['a node affinity', affinity('In', 'linux')],
    ['a node affinity that excludes Windows', affinity('NotIn', 'windows')],
    ['os.name', 'os: { name: linux }\n'],
    ['os.name and a node selector', `os: { name: linux }\n${LINUX}`],
    ['a toleration of another taint', 'tolerations: [{ key: dedicated, value: web }]\n'],
    ['a path', 'volumes: [{ name: logs, emptyDir: {} }]\n'],
  ])('says nothing of the nodes that it selects so far: %s', (_, spec) => {
    const others = rulesIn(deployment(spec), ASSUMED).filter((rule) => /^(scheduling|os|runtime-class)\//.test(rule));
    expect(others).toEqual([]);
  });

  test('what no Windows node has is reported: Fargate, a label of the pod, a Linux image, a taint', () => {
    const fargate = deployment('nodeSelector: { eks.amazonaws.com/compute-type: fargate }\n');
    expect(rulesIn(fargate, DEFAULT_SETTINGS)).toEqual([]);
    expect(rulesIn(fargate, ASSUMED)).toEqual(['scheduling/eks-compute-type']);
    const labelled = deployment('').replace('labels: { app: web }', 'labels: { app: web, kubernetes.io/os: linux }');
    expect(rulesIn(labelled, ASSUMED)).toEqual(['os/pod-label-mismatch']);
    for (const spec of [LINUX, 'os: { name: linux }\n']) {
      expect(rulesIn(deployment(spec, 'nginx:1.27-alpine'), ASSUMED)).toContain('image/linux-image-on-windows');
    }
    expect(rulesIn(deployment(LINUX), { ...ASSUMED, taint: 'os=windows:NoSchedule' })).toEqual([
      'scheduling/missing-toleration',
    ]);
  });

  test('has no fixes while it declares or selects Linux, where they would be rejected or contradict the selector', () => {
    const fixesOf = (spec: string) =>
      lintText(deployment(spec + FS_GROUP), ASSUMED).find(({ rule }) => rule === 'security-context/fs-group')?.fixes;
    expect(fixesOf('')?.map(({ safety }) => safety)).toEqual(['review']);
    for (const spec of ['os: { name: linux }\n', LINUX, affinity('In', 'linux')]) expect(fixesOf(spec)).toEqual([]);
  });

  test('keeps the verdict of a pod that is known to run on Windows', () => {
    for (const spec of ['os: { name: windows }\n', 'nodeSelector: { kubernetes.io/os: windows }\n']) {
      const text = deployment(spec + FS_GROUP);
      expect(lintText(text, ASSUMED)).toEqual(lintText(text));
    }
    const byImage = deployment(FS_GROUP, 'mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022');
    expect(lintText(byImage, ASSUMED)).toEqual(lintText(byImage));
  });

  test('is one of the objects that are asked for, wherever they are moved in the file', () => {
    const asked = assumptionKey({ kind: 'Deployment', namespace: null, name: 'api' });
    const settings = { ...DEFAULT_SETTINGS, assumeWindows: [asked] };
    const [web, api] = ['web', 'api'].map((name) => deployment(LINUX + FS_GROUP, undefined, name));
    for (const text of [`${web}---\n${api}`, `${api}---\n${web}`]) {
      expect(lintText(text, settings).map(({ object }) => object?.name)).toEqual(['api']);
    }
  });

  test('gets the refactorings that it has anyway', () => {
    const titlesWith = (settings: Partial<CheckSettings>) =>
      offered(workspaceOf(deployment(LINUX + FS_GROUP), settings)).map(({ refactoring }) => refactoring);
    const titles = titlesWith({ assumeWindows: true }).map(({ title }) => title);
    expect(titles).toContain('Add a Windows twin `web-windows`');
    expect(titles).toContain('Pin to Linux');
    const shown = (list: ReturnType<typeof titlesWith>) =>
      list.map((refactoring) => ({ ...refactoring, ...('edits' in refactoring ? { edits: undefined } : {}) }));
    expect(shown(titlesWith({ assumeWindows: true }))).toEqual(shown(titlesWith({})));
  });
});

test('objects that select pods know only the verdicts by evidence', () => {
  const service = `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: { app: web }
  sessionAffinity: ClientIP
  sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } }
  ports: [{ port: 80 }]
`;
  const findings = (spec: string, settings: CheckSettings) =>
    lintText(`${deployment(spec)}---\n${service}`, settings).filter(({ object }) => object?.kind === 'Service');
  expect(findings('nodeSelector: { kubernetes.io/os: windows }\n', ASSUMED)).not.toEqual([]);
  expect(findings(LINUX, ASSUMED)).toEqual([]);
});

test('the pods that Kustomize builds are checked, also where a patch writes the field', () => {
  const workspace = testWorkspace();
  workspace.setSettings('', ASSUMED);
  const files = {
    'base/kustomization.yaml': 'resources: [web.yaml]\n',
    'base/web.yaml': deployment(LINUX),
    'overlay/kustomization.yaml':
      'resources: [../base]\npatches:\n  - target: { kind: Deployment }\n    patch: |\n      - { op: add, path: /spec/template/spec/hostPID, value: true }\n',
  };
  for (const [name, text] of Object.entries(files)) workspace.setOnDisk(`file:///${name}`, text);
  const found = workspace.findings('file:///overlay/kustomization.yaml')?.documents.flatMap(({ findings }) => findings);
  expect(found).toMatchObject([{ rule: 'pod/host-pid', certainty: 'assumed' }]);
});

const EXAMPLES = RULES.flatMap(({ id }) => pageOf(id).examples);

test('checks every example of the rules without a fault, and adds nothing to what is known to run on Windows', () => {
  for (const { text, settings } of everyNth(EXAMPLES, 5)) {
    const [before, after] = [settings, { ...settings, assumeWindows: true as const }].map((each) =>
      reportIn(text, each),
    );
    for (const [i, { report, findings }] of (before?.documents ?? []).entries()) {
      const areKnown = report.workloads.every(
        ({ verdict: { os, certainty } }) => os === 'windows' && certainty !== 'guessed',
      );
      if (areKnown) expect(after?.documents[i]?.findings, text).toEqual(findings);
    }
  }
});

test('the number of further problems is that of the problems once the pod is checked as a Windows pod', () => {
  let [count, sum] = [0, 0];
  for (const { text: example, settings } of everyNth(EXAMPLES, 3)) {
    // Another label is only weak evidence.
    const text = example.replaceAll('kubernetes.io/os: windows', 'example.com/os: windows');
    const { workspace, report } = opened(text, settings);
    const onWindows = workspace.reportOnWindows(URI, true);
    for (const [i, { report: document, findings }] of report.documents.entries()) {
      for (const workload of document.workloads.filter(({ verdict }) => mayBeWindows(verdict))) {
        const extent = extentOf(workload, document.workloads);
        const more = moreProblems(extent, findings, onWindows?.documents[i]?.findings ?? []);
        const asked = { ...settings, assumeWindows: [assumptionKey(workload.pod.object)] };
        const checked = problemsIn(extent, reportIn(text, asked).documents[i]?.findings ?? []).length;
        expect(problemsIn(extent, findings).length + more, text).toBe(checked);
        count++;
        sum += more;
      }
    }
  }
  expect(count).toBeGreaterThan(20);
  expect(sum).toBeGreaterThan(10);
});

test('what is behind a guess is found once while nothing changes, and only for guesses', () => {
  const { workspace } = opened(deployment(`${FS_GROUP}tolerations: [{ key: os, value: windows }]\n`), DEFAULT_SETTINGS);
  const before = workspace.lintCount;
  for (let i = 0; i < 3; i++) workspace.reportOnWindows(URI, true);
  expect(workspace.lintCount).toBe(before + 1);
  workspace.report(URI, true);
  expect(workspace.lintCount).toBe(before + 1);
  const linux = opened(deployment(LINUX), DEFAULT_SETTINGS).workspace;
  const countOfLinux = linux.lintCount;
  linux.reportOnWindows(URI, true);
  expect(linux.lintCount).toBe(countOfLinux);
});

const URI = 'file:///test.yaml';

function opened(text: string, settings: CheckSettings) {
  const workspace = testWorkspace();
  workspace.setSettings('', settings);
  workspace.open(URI, text, 1);
  return { workspace, report: workspace.report(URI, true) as FileReport };
}

function reportIn(text: string, settings: CheckSettings): FileReport {
  return opened(text, settings).report;
}

function affinity(operator: string, os: string): string {
  return `affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions: [{ key: kubernetes.io/os, operator: ${operator}, values: [${os}] }]
`;
}
