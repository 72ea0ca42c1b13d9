import { describe, expect, test } from 'vitest';
import { packed } from '../archives.ts';
import { folderWith, kubewin, only, textOf } from './kubewin.ts';

const DAEMON_SET = `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: {{ .Release.Name }}-agent
spec:
  template:
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      os: { name: windows }
      hostPID: true
      hostIPC: {{ .Values.hostIPC }}
      {{- with .Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: agent
          image: "{{ .Values.image }}"
`;

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
{{ include "agent.labels" . | indent 2 }}
    app: web
  name: web
spec:
  template:
    spec:
      {{- with .Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: web
          image: "{{ .Values.image }}"
`;

const CHART = {
  'agent/Chart.yaml': 'apiVersion: v2\nname: agent\nversion: 0.1.0\n',
  'agent/values.yaml': 'image: registry.example/agent:1.0\nnodeSelector:\n  kubernetes.io/os: windows\n',
  'agent/templates/daemonset.yaml': DAEMON_SET,
  'agent/templates/deployment.yaml': DEPLOYMENT,
  'agent/templates/_helpers.tpl': '{{- define "agent.labels" -}}\nlabels:\n{{- end }}\n',
};

test('checks and fixes the templates of a chart', async () => {
  const cwd = folderWith(CHART);
  const rules = only('pod/host-pid', 'pod/host-ipc');
  const { code, stdout, stderr } = await kubewin(['check', 'agent', '--format=json', ...rules], { cwd });
  const { files }: { files: { findings: unknown[] }[] } = JSON.parse(stdout);
  expect(files.filter(({ findings }) => findings.length > 0)).toMatchObject([
    { path: 'agent/templates/daemonset.yaml', findings: [{ rule: 'pod/host-pid', effect: 'rejected' }] },
  ]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  await kubewin(['check', 'agent', '--fix', ...rules], { cwd });
  expect(textOf(cwd, 'agent/templates/daemonset.yaml')).toBe(DAEMON_SET.replace('      hostPID: true\n', ''));
});

test('explains pods of a chart by its values', async () => {
  const { code, stdout, stderr } = await kubewin(['explain', 'agent', '--format=json'], { cwd: folderWith(CHART) });
  const { files }: { files: { workloads: unknown[] }[] } = JSON.parse(stdout);
  expect(files.filter(({ workloads }) => workloads.length > 0)).toMatchObject([
    { path: 'agent/templates/daemonset.yaml', workloads: [{ verdict: 'windows', certainty: 'declared' }] },
    {
      path: 'agent/templates/deployment.yaml',
      workloads: [
        {
          verdict: 'windows',
          certainty: 'scheduled',
          evidence: [
            {
              signal: 'nodeSelector',
              says: 'windows',
              field: null,
              path: 'agent/values.yaml',
              range: { start: { line: 3, column: 3 } },
            },
          ],
        },
      ],
    },
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('names tests and hooks of Helm', async () => {
  const job = (name: string, hook: string) => `apiVersion: batch/v1
kind: Job
metadata:
  name: ${name}
  annotations: { helm.sh/hook: "${hook}" }
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{ name: main, image: "{{ .Values.image }}" }]
`;
  const cwd = folderWith({
    ...CHART,
    'agent/templates/hook.yaml': job('migrate', 'pre-install,pre-upgrade'),
    'agent/templates/NOTES.txt': 'Thank you for installing {{ .Chart.Name }}.\n',
    'agent/templates/tests/connection.yaml': job('connection', 'test'),
  });
  const explained = await kubewin(['explain', 'agent'], { cwd });
  expect(explained.stdout).toContain('Job connection (Helm test)');
  expect(explained.stdout).toContain('Job migrate (Helm hook: pre-install, pre-upgrade)');
  const migrated = await kubewin(['migrate', 'agent'], { cwd });
  expect(migrated.stdout).toContain('Job connection (Helm test)');
  const { stdout, stderr } = await kubewin(['explain', 'agent', '--format=json'], { cwd });
  const { files }: { files: { workloads: { hook: string[] }[] }[] } = JSON.parse(stdout);
  const hooks = files.flatMap(({ workloads }) => workloads.map(({ hook }) => hook));
  expect(hooks).toEqual([[], [], ['pre-install', 'pre-upgrade'], ['test']]);
  expect(`${stdout}${stderr}`).not.toContain('NOTES');
});

test('checks a chart with the values files of a release, and without them if one is missing', async () => {
  const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: agent }
spec:
  source:
    path: agent
    helm: { valueFiles: [windows.values] }
`;
  const files = {
    ...CHART,
    'agent/values.yaml': 'image: registry.example/agent:1.0\nnodeSelector: { kubernetes.io/os: linux }\n',
    'agent/templates/deployment.yaml': `${DEPLOYMENT}          securityContext: {{ toJson .Values.security }}\n`,
    'agent/windows.values': 'nodeSelector: { kubernetes.io/os: windows }\nsecurity: { privileged: true }\n',
    'apps/agent.yaml': application,
  };
  const rules = only('security-context/privileged');
  const { code, stdout, stderr } = await kubewin(['check', '.', '--format=compact', ...rules], {
    cwd: folderWith(files),
  });
  expect(stdout).toContain('agent/windows.values:2:');
  expect(stdout).toContain('With the values `Application agent`: ');
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  const { 'agent/windows.values': _, ...others } = files;
  const without = await kubewin(['check', '.', '--format=compact', ...rules], { cwd: folderWith(others) });
  expect(without).toMatchObject({ code: 0, stderr: '' });
});

test('each named template of a chart is a separate manifest', async () => {
  const defined = (name: string) => `{{- define "agent.${name}" -}}\n${DAEMON_SET}{{- end -}}\n`;
  const cwd = folderWith({ ...CHART, 'agent/templates/_workloads.tpl': defined('one') + defined('two') });
  const { stdout } = await kubewin(
    ['check', 'agent/templates/_workloads.tpl', '--format=json', ...only('pod/host-pid')],
    {
      cwd,
    },
  );
  const { files }: { files: { findings: { rule: string }[] }[] } = JSON.parse(stdout);
  expect(files.flatMap(({ findings }) => findings.map(({ rule }) => rule))).toEqual(['pod/host-pid', 'pod/host-pid']);
});

test('checks a packed chart, with the subchart that is packed in it', async () => {
  const library = {
    'common/Chart.yaml': 'apiVersion: v2\nname: common\nversion: 1.0.0\ntype: library\n',
    'common/templates/_os.tpl': '{{- define "common.os" -}}\nkubernetes.io/os: windows\n{{- end }}\n',
  };
  const chart = {
    'agent/Chart.yaml':
      'apiVersion: v2\nname: agent\nversion: 0.1.0\ndependencies: [{ name: common, version: 1.x.x, repository: "https://charts.example" }]\n',
    'agent/values.yaml': 'hostPID: true\n',
    'agent/templates/pod.yaml': `apiVersion: v1
kind: Pod
metadata: { name: agent }
spec:
  nodeSelector:
    {{- include "common.os" . | nindent 4 }}
  hostPID: {{ .Values.hostPID }}
  containers: [{ name: agent, image: registry.example/agent:1.0 }]
`,
  };
  const files = { ...chart, 'agent/charts/common-1.0.0.tgz': await packed(library) };
  const rules = only('pod/host-pid');
  const cwd = folderWith({ ...files, 'agent-0.1.0.tgz': await packed(files) });
  const inFolder = await kubewin(['check', '.', '--format=compact', ...rules], { cwd });
  expect(inFolder.stdout).toMatch(/^\.\/agent\/templates\/pod\.yaml:7:3: /);
  const archive = await kubewin(['check', 'agent-0.1.0.tgz', '--format=compact', ...rules], { cwd });
  expect(archive.stdout).toMatch(/^agent-0\.1\.0\.tgz\/templates\/pod\.yaml:7:3: /);
  expect(archive).toMatchObject({ code: inFolder.code, stderr: '' });
});

test('.helmignore is not among the files that are checked', async () => {
  const cwd = folderWith({ ...CHART, 'agent/.helmignore': '*.swp\n.git/\n' });
  const { stdout, stderr } = await kubewin(['check', 'agent', '--format=json', ...only('pod/host-pid')], { cwd });
  expect(stdout).not.toContain('.helmignore');
  expect(stderr).toBe('');
});

describe('a template that is not YAML as it is written', () => {
  const [HEAD] = DAEMON_SET.split('      containers:');
  const inChart = async (template: string, values = '', ...args: readonly string[]) => {
    const files = {
      'a/Chart.yaml': 'apiVersion: v2\nname: a\nversion: 0.1.0\n',
      'a/values.yaml': values,
      'a/templates/a.yaml': template,
    };
    const { code, stderr } = await kubewin(['check', 'a', '--fail-on=never', ...args], { cwd: folderWith(files) });
    return { code, stderr };
  };
  const BRANCHES = `${HEAD}      containers:
{{- if .Values.old }}
      - name: agent
        image: registry.example/agent:1.0
{{- else }}
        - name: agent
          image: registry.example/agent:2.0
{{- end }}
`;
  const LIST = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"os":{"name":"windows"},"containers":[
{{- range $i, $name := .Values.names }}{{ if $i }},{{ end }}{"name":{{ $name | toJson }},"image":"b"}{{ end }}]}}
`;

  test.each([
    ['because of its branches', BRANCHES, ''],
    ['because of a list', LIST, 'names: [a, b]\n'],
    ['without anything for Windows', BRANCHES.replace(/ {6}nodeSelector:[\s\S]*?hostIPC.*\n/, ''), ''],
    ['with text that another one includes', `{{- define "text" -}}\na: b: "\n{{- end -}}\n${BRANCHES}`, ''],
  ])('is no error %s', async (_, template, values) => {
    expect(await inChart(template, values)).toEqual({ code: 0, stderr: '' });
  });

  test('is an error if it is not YAML as Helm renders it', async () => {
    expect(await inChart(BRANCHES, 'old: true\n')).toEqual({ code: 0, stderr: '' });
    const { code, stderr } = await inChart(`${BRANCHES}          workingDir: "C:\\inetpub"\n`);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^a\/templates\/a\.yaml:\d+:\d+: What Helm renders here is not YAML: Invalid escape sequence/,
    );
  });

  test('is no error if that depends on unknown values', async () => {
    const { code, stderr } = await inChart(BRANCHES.replace('.Values.old', '.Release.IsInstall'));
    expect(code).toBe(0);
    expect(stderr).toMatch(/^a\/templates\/a\.yaml:.*: What Helm renders here depends on unknown values: /);
  });

  test('is no error if Helm fails with its values', async () => {
    const { code, stderr } = await inChart(`${BRANCHES}{{ fail "no image" }}\n`);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^a\/templates\/a\.yaml:.*Helm fails with this template: .*no image.*; what could be read/);
  });
});
