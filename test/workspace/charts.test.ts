import { beforeEach, describe, expect, test } from 'vitest';
import { applicableFixes } from '../../server/src/lint/fixes/applicable-fixes.ts';
import { ruleSet } from '../../server/src/lint/rule-set/rule-set.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { applyEdits } from '../../server/src/text/edit.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { testWorkspace } from '../lint-text.ts';

const FOLDER = 'file:///work/chart';
const CHART = 'apiVersion: v2\nname: agent\nversion: 1.0.0\n';
const FEW = [
  'pod/host-pid',
  'pod/host-ipc',
  'security-context/privileged',
  'os/name-recommended',
  'image/base-image-end-of-support',
  'image/legacy-docker-hub-repository',
];

let workspace: Workspace;

beforeEach(() => {
  workspace = testWorkspace(ruleSet(RULES.filter(({ id }) => FEW.includes(id))));
});

/** Reads the files of a chart; undefined removes one. */
function read(files: Readonly<Record<string, string | undefined>>, folder = FOLDER): void {
  for (const [path, text] of Object.entries(files)) workspace.setOnDisk(`${folder}/${path}`, text);
}

/** What is found in a file: severity, rule, line, marked text and message. */
function found(path: string): string[] {
  const report = workspace.findings(`${FOLDER}/${path}`);
  const { file, documents = [] } = report ?? {};
  return documents.flatMap(({ start, findings }) =>
    findings.map(({ severity, rule, at }) => {
      const line = (file?.lines.positionAt(start + at.start).line ?? 0) + 1;
      return `${severity} ${rule} ${line}: ${file?.text.slice(start + at.start, start + at.end)}`;
    }),
  );
}

function messages(path: string): string[] {
  const report = workspace.findings(`${FOLDER}/${path}`);
  return report?.documents.flatMap(({ findings }) => findings.map(({ message }) => message)) ?? [];
}

const pod = (spec: string) => `apiVersion: v1
kind: Pod
metadata:
  name: {{ .Release.Name }}-agent
spec:
${spec}`;

const SELECTOR = '  {{- with .Values.nodeSelector }}\n  nodeSelector:\n    {{- toYaml . | nindent 4 }}\n  {{- end }}\n';
const WINDOWS = 'nodeSelector:\n  kubernetes.io/os: windows\n';

describe('a finding in a chart is where a person would change it', () => {
  test('at the literal text of a template', () => {
    read({ 'Chart.yaml': CHART, 'values.yaml': WINDOWS, 'templates/a.yaml': pod(`${SELECTOR}  hostPID: true\n`) });
    expect(found('templates/a.yaml')).toEqual(['warning pod/host-pid 10: hostPID']);
    expect(found('values.yaml')).toEqual([]);
  });

  test('at the name of an object in the template, wherever the name is from', () => {
    const named = pod(`${SELECTOR}  containers: [{ name: a, image: b }]\n`).replace(
      '{{ .Release.Name }}-agent',
      '{{ .Values.name }}-{{ include "n" . }}',
    );
    read({
      'Chart.yaml': CHART,
      'values.yaml': `${WINDOWS}name: agent\n`,
      'templates/_name.tpl': '{{- define "n" }}web{{ end }}',
      'templates/a.yaml': named,
    });
    expect(found('templates/a.yaml')).toEqual(['hint os/name-recommended 4: {{ .Values.name }}-{{ include "n" . }}']);
    expect([...found('values.yaml'), ...found('templates/_name.tpl')]).toEqual([]);
  });

  test('at the value that decides, with the place in the template', () => {
    const spec = `${SELECTOR}  containers:\n    - name: a\n      securityContext:\n        {{- toYaml .Values.security | nindent 8 }}\n`;
    read({
      'Chart.yaml': CHART,
      'values.yaml': `${WINDOWS}security:\n  privileged: true # as on Linux\n`,
      'templates/a.yaml': pod(spec),
    });
    expect(found('values.yaml')).toEqual(['warning security-context/privileged 4: privileged']);
    const [finding] = workspace.findings(`${FOLDER}/values.yaml`)?.documents[0]?.findings ?? [];
    const places = finding?.related.map(({ at, message }) => {
      const place = 'uri' in at ? workspace.locate(at) : undefined;
      return [place?.file.uri, place?.file.text.slice(place.span.start, place.span.end), message];
    });
    expect(places?.[0]).toEqual([
      `${FOLDER}/templates/a.yaml`,
      '{{- toYaml .Values.security | nindent 8 }}',
      'The template writes it here.',
    ]);
  });

  test('at the repository or the tag of an image that several values make', () => {
    read({
      'Chart.yaml': CHART,
      'values.yaml': `${WINDOWS}image:\n  registry: example.com\n  name: web\n  tag: 1.0-windowsservercore-1909\n`,
      'templates/a.yaml': pod(
        `${SELECTOR}  containers:\n    - name: a\n      image: "{{ .Values.image.registry }}/{{ .Values.image.name }}:{{ .Values.image.tag }}"\n`,
      ),
    });
    expect(found('values.yaml')).toEqual(['warning image/base-image-end-of-support 6: 1.0-windowsservercore-1909']);
    read({
      'values.yaml': `${WINDOWS}image:\n  registry: docker.io\n  name: microsoft/iis\n  tag: windowsservercore-1803\n`,
    });
    expect(found('values.yaml')).toEqual([
      'information image/legacy-docker-hub-repository 5: microsoft/iis',
      'warning image/base-image-end-of-support 6: windowsservercore-1803',
    ]);
  });

  test('in a helper, which is no manifest by itself', () => {
    read({
      'Chart.yaml': CHART,
      'values.yaml': 'agent:\n  os: windows\n',
      'templates/_pod.tpl':
        '{{- define "pod" -}}\nhostIPC: true\nnodeSelector:\n  kubernetes.io/os: {{ .Values.agent.os }}\n{{- end -}}\n',
      'templates/a.yaml': pod('  {{- include "pod" . | nindent 2 }}\n'),
    });
    expect(found('templates/_pod.tpl')).toEqual(['warning pod/host-ipc 2: hostIPC']);
    expect(found('templates/a.yaml')).toEqual([]);
  });

  test('in the values of the parent chart of a subchart', () => {
    read({
      'Chart.yaml': CHART,
      'values.yaml': 'sub:\n  nodeSelector:\n    kubernetes.io/os: windows\n  hostPID: true\n',
      'charts/sub/Chart.yaml': CHART.replace('agent', 'sub'),
      'charts/sub/values.yaml': 'hostPID: false\n',
      'charts/sub/templates/a.yaml': pod(`${SELECTOR}  {{- toYaml (pick .Values "hostPID") | nindent 2 }}\n`),
    });
    expect(found('values.yaml')).toEqual(['warning pod/host-pid 4: hostPID']);
    expect(found('charts/sub/values.yaml')).toEqual([]);
  });

  test('in a chart beside it that it uses', () => {
    const dependency = 'dependencies:\n  - name: sub\n    version: 1.0.0\n    repository: file://../sub\n';
    read({ 'Chart.yaml': CHART + dependency, 'values.yaml': `sub:\n  ${WINDOWS.replaceAll('\n', '\n  ')}` });
    read(
      { 'Chart.yaml': CHART.replace('agent', 'sub'), 'templates/a.yaml': pod(`${SELECTOR}  hostPID: true\n`) },
      'file:///work/sub',
    );
    expect(found('../sub/templates/a.yaml')).toEqual([]);
    const { documents = [] } = workspace.findings('file:///work/sub/templates/a.yaml') ?? {};
    expect(documents[0]?.findings.map(({ rule }) => rule)).toEqual(['pod/host-pid']);
  });

  test('in a chart beside a chart beside it', () => {
    const using = (name: string) =>
      `dependencies:\n  - name: ${name}\n    version: 1.0.0\n    repository: file://../${name}\n`;
    const helper = '{{- define "pod" }}hostIPC: true{{ end }}';
    read({
      'Chart.yaml': CHART + using('a'),
      'values.yaml': WINDOWS,
      'templates/a.yaml': pod(`${SELECTOR}  {{ include "pod" . }}\n`),
    });
    read({ 'Chart.yaml': CHART.replace('agent', 'a') + using('b') }, 'file:///work/a');
    read({ 'Chart.yaml': CHART.replace('agent', 'b'), 'templates/_pod.tpl': helper }, 'file:///work/b');
    const { documents = [] } = workspace.findings('file:///work/b/templates/_pod.tpl') ?? {};
    expect(documents.flatMap(({ findings }) => findings.map(({ rule }) => rule))).toEqual(['pod/host-ipc']);
  });

  test('once, if the template writes it several times', () => {
    const several = (text: string) => `{{- range list "a" "b" }}\n---\n${text}{{- end }}\n`;
    const text = several(pod(`${SELECTOR.replaceAll('.Values', '$.Values')}  hostPID: true\n`));
    read({ 'Chart.yaml': CHART, 'values.yaml': WINDOWS, 'templates/a.yaml': text.replace('.Release', '$.Release') });
    expect(found('templates/a.yaml').filter((line) => line.includes('host-pid'))).toEqual([
      'warning pod/host-pid 12: hostPID',
    ]);
  });
});

describe('what the values of a chart close', () => {
  const closed = (condition: string) => pod(`${SELECTOR}  {{- if ${condition} }}\n  hostPID: true\n  {{- end }}\n`);

  test.each([
    ['.Values.debug', 'If `.Values.debug` is set: '],
    ['and .Values.debug .Values.more', 'If `and .Values.debug .Values.more` is true: '],
  ])('is one severity lower and names the condition %s', (condition, start) => {
    read({ 'Chart.yaml': CHART, 'values.yaml': WINDOWS, 'templates/a.yaml': closed(condition) });
    expect(found('templates/a.yaml')).toContain('information pod/host-pid 11: hostPID');
    expect(messages('templates/a.yaml').at(-1)).toMatch(start);
  });

  test('is named by the outermost condition', () => {
    const template = `{{- if .Values.windows }}\n${closed('.Values.debug').replace(SELECTOR, '  os: { name: windows }\n')}{{- end }}\n`;
    read({ 'Chart.yaml': CHART, 'values.yaml': WINDOWS, 'templates/a.yaml': template });
    expect(messages('templates/a.yaml').at(-1)).toMatch(/^If `\.Values\.windows` is set: /);
  });

  test('is only a possibility behind `else`', () => {
    const template = closed('true').replace('  hostPID: true\n', '  priority: 1\n  {{- else }}\n  hostPID: true\n');
    read({ 'Chart.yaml': CHART, 'values.yaml': WINDOWS, 'templates/a.yaml': template });
    expect(messages('templates/a.yaml').at(-1)).toMatch(/^With other values of the chart: /);
  });

  test('keeps the severity of the settings', () => {
    workspace.setSettings('', { ...DEFAULT_SETTINGS, rules: { 'pod/host-pid': 'error' } });
    read({ 'Chart.yaml': CHART, 'values.yaml': WINDOWS, 'templates/a.yaml': closed('.Values.debug') });
    expect(found('templates/a.yaml')).toContain('error pod/host-pid 11: hostPID');
  });
});

describe('a chart is silent', () => {
  test('for Linux, whatever its branches for Windows would say', () => {
    const spec = '  nodeSelector:\n    kubernetes.io/os: {{ .Values.os }}\n  hostPID: true\n';
    read({ 'Chart.yaml': CHART, 'values.yaml': 'os: linux\n', 'templates/a.yaml': pod(spec) });
    expect(found('templates/a.yaml')).toEqual([]);
    workspace.setOnDisk(`${FOLDER}/values.yaml`, 'os: windows\n');
    expect(found('templates/a.yaml')).toContain('warning pod/host-pid 8: hostPID');
  });

  test('without a `Chart.yaml`', () => {
    const files = {
      'values.yaml': 'os: windows\n',
      'templates/a.yaml': pod('  nodeSelector:\n    kubernetes.io/os: {{ .Values.os }}\n  hostPID: true\n'),
    };
    read(files);
    expect(found('templates/a.yaml')).toEqual([]);
    read({ 'Chart.yaml': CHART });
    expect(found('templates/a.yaml')).not.toEqual([]);
    read({ 'Chart.yaml': undefined });
    expect(found('templates/a.yaml')).toEqual([]);
  });

  test('where a template fails', () => {
    read({
      'Chart.yaml': CHART,
      'values.yaml': WINDOWS,
      'templates/a.yaml': pod(`${SELECTOR}  hostPID: {{ required "a value" .Values.missing }}\n`),
    });
    expect(found('templates/a.yaml')).toEqual([]);
  });
});

describe('other parts of a chart', () => {
  test('suppressions in values and templates have an effect', () => {
    const spec = `${SELECTOR}  # kubewin: allow pod/host-ipc -- read by the twin\n  hostIPC: true\n  {{- toYaml .Values.pod | nindent 2 }}\n`;
    read({
      'Chart.yaml': CHART,
      'values.yaml': `${WINDOWS}pod:\n  # kubewin: allow pod/host-pid -- only for Linux\n  hostPID: true\n`,
      'templates/a.yaml': pod(spec),
    });
    expect([...found('values.yaml'), ...found('templates/a.yaml')]).toEqual([]);
  });

  test('the verdict of a pod is that of the rendered pod, with its evidence', () => {
    read({ 'Chart.yaml': CHART, 'values.yaml': WINDOWS, 'templates/a.yaml': pod(`${SELECTOR}  hostPID: true\n`) });
    const report = workspace.report(`${FOLDER}/templates/a.yaml`, true);
    const [workload] = report?.documents[0]?.report.workloads ?? [];
    expect(workload?.verdict).toMatchObject({ os: 'windows', certainty: 'scheduled' });
    const at = workload?.verdict.evidence[0]?.at;
    const place = at && 'uri' in at ? workspace.locate(at) : undefined;
    expect(place?.file.uri).toBe(`${FOLDER}/values.yaml`);
  });

  test('literal text has the fixes that it has without values', () => {
    read({ 'Chart.yaml': CHART, 'values.yaml': WINDOWS, 'templates/a.yaml': pod(`${SELECTOR}  hostPID: true\n`) });
    const findings = workspace.report(`${FOLDER}/templates/a.yaml`)?.documents[0]?.findings;
    expect(findings?.at(-1)?.fixes.map(({ title }) => title)).toEqual(['Remove `hostPID`']);
  });

  test('a workload whose pod a helper writes is known, once', () => {
    const helper =
      '{{- define "pod" -}}\nmetadata: {}\nspec:\n  nodeSelector: { kubernetes.io/os: windows }\n{{- end -}}\n';
    const job = `{{- range list "a" "b" }}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: job
spec:
  template:
    {{- include "pod" $ | nindent 4 }}
{{- end }}
`;
    read({ 'Chart.yaml': CHART, 'templates/_pod.tpl': helper, 'templates/a.yaml': job });
    const documents = workspace.report(`${FOLDER}/templates/a.yaml`, true)?.documents ?? [];
    const rendered = documents.flatMap(({ report, start }) =>
      (report.renderedWorkloads ?? []).map(({ object, verdict, extent }) => [
        object.kind,
        verdict.os,
        job.slice(start + extent.start).split('\n')[0],
      ]),
    );
    expect(rendered).toEqual([['Job', 'windows', 'apiVersion: batch/v1']]);
    expect(documents.flatMap(({ report }) => report.workloads)).toEqual([]);
  });

  test('rendered templates are no files for front ends', () => {
    read({ 'Chart.yaml': CHART, 'values.yaml': WINDOWS, 'templates/a.yaml': pod(SELECTOR) });
    found('templates/a.yaml');
    const files = ['Chart.yaml', 'templates/a.yaml', 'values.yaml'].map((path) => `${FOLDER}/${path}`);
    expect(workspace.uris()).toEqual(files);
    expect(workspace.urisIn('')).toEqual(files);
  });
});

describe('a fix changes the place of its finding, if the chart then differs in nothing else', () => {
  const SPEC = `${SELECTOR}  containers:
    - name: a
      image: a
      securityContext:
        {{- toYaml .Values.security | nindent 8 }}
`;
  const SECURITY = 'security:\n  # as on Linux\n  privileged: true # needed there\n  procMount: Default\n';
  const files = { 'Chart.yaml': CHART, 'values.yaml': WINDOWS + SECURITY, 'templates/a.yaml': pod(SPEC) };

  /** The titles and changed texts of the fixes in a file. */
  function fixesIn(path: string): (readonly [title: string, safety: string, text: string])[] {
    const documents = workspace.report(`${FOLDER}/${path}`)?.documents ?? [];
    return documents.flatMap(({ report, findings }) =>
      findings.flatMap((finding) =>
        applicableFixes(report.document, finding).applicable.map(
          ({ fix, edits }) => [fix.title, fix.safety, applyEdits(report.document.text, edits)] as const,
        ),
      ),
    );
  }

  test('a value, with the comments around it', () => {
    read(files);
    expect(fixesIn('values.yaml')).toEqual([
      ['Remove `privileged`', 'ineffective', `${WINDOWS}security:\n  procMount: Default\n`],
    ]);
  });

  test('a value that several Windows pods have', () => {
    read({ ...files, 'templates/b.yaml': pod(SPEC).replace('-agent', '-b') });
    expect(fixesIn('values.yaml')).toHaveLength(1);
  });

  test.each([
    ['another pod has', pod(SPEC.replace(SELECTOR, '  nodeSelector:\n    kubernetes.io/os: linux\n'))],
    [
      'a condition reads',
      `{{- if .Values.security.privileged }}\n${pod('  containers: [{ name: a, image: a }]\n')}{{- end }}\n`,
    ],
    [
      'a text contains',
      pod('  containers: [{ name: a, image: a }]\n').replace('-agent', '-{{ .Values.security.privileged }}'),
    ],
  ])('but not a value that %s', (_, template) => {
    read({ ...files, 'templates/b.yaml': template });
    expect(found('values.yaml')).toEqual(['warning security-context/privileged 5: privileged']);
    expect(fixesIn('values.yaml')).toEqual([]);
  });

  test('a helper, but not one that a Linux pod includes', () => {
    const helper = '{{- define "pod" -}}\nhostIPC: true # as on Linux\npriority: 1\n{{- end -}}\n';
    const including = `${SELECTOR}  {{- include "pod" . | nindent 2 }}\n`;
    read({
      'Chart.yaml': CHART,
      'values.yaml': WINDOWS,
      'templates/_pod.tpl': helper,
      'templates/a.yaml': pod(including),
    });
    expect(fixesIn('templates/_pod.tpl').map(([, , text]) => text)).toEqual([
      helper.replace('hostIPC: true # as on Linux\n', ''),
    ]);
    read({ 'templates/b.yaml': pod(including.replace(SELECTOR, '  nodeSelector:\n    kubernetes.io/os: linux\n')) });
    expect(fixesIn('templates/_pod.tpl')).toEqual([]);
  });

  test('several values without a review only if they can be changed together', () => {
    const pods = 'pod:\n  hostPID: true\n  hostIPC: true\n  priority: 1\n';
    const spec = `${SELECTOR}  {{- toYaml .Values.pod | nindent 2 }}\n`;
    const either = '{{- if or .Values.pod.hostPID .Values.pod.hostIPC }}\na: b\n{{- end }}\n';
    read({ 'Chart.yaml': CHART, 'values.yaml': WINDOWS + pods, 'templates/a.yaml': pod(spec) });
    expect(fixesIn('values.yaml').map(([, safety]) => safety)).toEqual(['ineffective', 'ineffective']);
    read({ 'templates/b.yaml': either });
    expect(fixesIn('values.yaml').map(([, safety]) => safety)).toEqual(['review', 'review']);
  });
});

describe('findings follow changes', () => {
  const files = {
    'Chart.yaml': CHART,
    'values.yaml': WINDOWS,
    'templates/a.yaml': pod(`${SELECTOR}  hostPID: true\n`),
  };

  test('of values, without a check of what stays the same', () => {
    read(files);
    read({ 'values.yaml': 'nodeSelector:\n  kubernetes.io/os: linux\n' });
    expect(found('templates/a.yaml')).toEqual([]);
    read({ 'values.yaml': WINDOWS });
    expect(found('templates/a.yaml')).toHaveLength(1);
    expect(workspace.isCurrent(`${FOLDER}/templates/a.yaml`)).toBe(true);
    read({ 'values.yaml': 'nodeSelector: {}\n' });
    expect(workspace.isCurrent(`${FOLDER}/templates/a.yaml`)).toBe(false);
    const { lintCount } = workspace;
    read({ 'values.yaml': WINDOWS });
    read({ 'values.yaml': `${WINDOWS}other: 1\n` });
    expect(found('templates/a.yaml')).toHaveLength(1);
    found('templates/a.yaml');
    expect(workspace.lintCount - lintCount).toBeLessThanOrEqual(2);
  });

  test('of an open file, until it is closed', () => {
    read(files);
    workspace.open(`${FOLDER}/values.yaml`, 'nodeSelector: {}\n', 1);
    expect(found('templates/a.yaml')).toEqual([]);
    workspace.close(`${FOLDER}/values.yaml`);
    expect(found('templates/a.yaml')).toHaveLength(1);
  });

  test('of the release', () => {
    read({
      ...files,
      'templates/a.yaml': pod(
        `${SELECTOR}  {{- if semverCompare ">=1.30-0" .Capabilities.KubeVersion.Version }}\n  hostPID: true\n  {{- end }}\n`,
      ),
    });
    expect(found('templates/a.yaml')).toContain('warning pod/host-pid 11: hostPID');
    workspace.setSettings('', { ...DEFAULT_SETTINGS, kubernetesVersion: '1.29' });
    expect(found('templates/a.yaml')).toContain('information pod/host-pid 11: hostPID');
  });

  test('in a scan as without one', () => {
    read(files);
    workspace.startScan();
    const first = found('templates/a.yaml');
    workspace.endScan();
    expect(workspace.isCurrent(`${FOLDER}/templates/a.yaml`)).toBe(true);
    expect(found('templates/a.yaml')).toEqual(first);
    expect(first).toHaveLength(1);
  });
});
