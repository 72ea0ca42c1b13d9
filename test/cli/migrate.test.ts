import { describe, expect, test } from 'vitest';
import { effortOf, type MigrationStep } from '../../server/src/lint/refactorings/migration.ts';
import type { MigrationStep as StepJson } from '../../server/src/results.ts';
import { expectFresh } from '../generated.ts';
import { folderWith, kubewin, withoutVersion } from './kubewin.ts';
import { deployment, MIGRATED, recording } from './recordings.ts';
import { expectSchema } from './schema.ts';

/** The only evidence that this image is for Windows. */
const ARGS = ['--windows-images=registry.example/known'];

interface Result {
  readonly totals: object;
  readonly files: readonly { readonly workloads: readonly Workload[]; readonly skipped: readonly object[] }[];
}
interface Workload {
  readonly object: { readonly name: string };
  readonly state: string;
  readonly effort: string;
  readonly steps: readonly StepJson[];
}

async function migrated(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Result> {
  const { stdout, stderr, code } = await kubewin(['migrate', '--format=json', ...args], { cwd: folderWith(files) });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expectSchema('migrate', stdout);
  return JSON.parse(stdout);
}

const workloadsOf = ({ files }: Result) => files.flatMap(({ workloads }) => workloads);

test('gives each workload a state and an effort, with totals', async () => {
  const linux = Object.fromEntries(
    Object.entries(MIGRATED).map(([path, text]) => [
      path,
      // With a Windows image, the pod would be guessed to be a Windows pod.
      text.replace('    spec:\n', '    spec:\n      nodeSelector: { kubernetes.io/os: linux }\n'),
    ]),
  );
  const result = await migrated(linux, ...ARGS);
  expect(workloadsOf(result).map(({ object, state, effort }) => [object.name, state, effort])).toEqual([
    ['fixable', 'fixable', 'none'],
    ['ready', 'ready', 'none'],
    ['medium', 'manual', 'medium'],
    ['small', 'manual', 'small'],
    ['large', 'manual', 'large'],
  ]);
  expect(result.totals).toEqual({
    workloads: 5,
    windows: 1,
    skipped: 0,
    states: { ready: 1, fixable: 1, manual: 3, linux: 0 },
    efforts: { none: 2, small: 1, medium: 1, large: 1 },
    topics: { images: 3, commands: 0, hostPaths: 1, volumes: 1, security: 0, network: 0, scheduling: 0, other: 0 },
  });
  const [fixable, , medium, small] = workloadsOf(result);
  expect(fixable?.steps).toMatchObject([{ topic: 'security', by: 'fix', rule: 'security-context/run-as-user' }]);
  expect(small?.steps).toMatchObject([
    {
      topic: 'images',
      by: 'person',
      rule: null,
      message: 'Check that `registry.example/web:1.0` has a Windows variant.',
    },
  ]);
  expect(medium?.steps).toMatchObject([
    { topic: 'images' },
    { topic: 'hostPaths', by: 'person', rule: 'volumes/host-path-linux-path' },
  ]);
});

describe('formats', () => {
  const options = ['--kubernetes-version=1.36', '--no-config'];

  test.each(['txt', 'md', 'json', 'html'])('writes the recorded report (%s)', async (ending) => {
    const { files, args } = recording(`migrate.${ending}`);
    const { code, stdout, stderr } = await kubewin(args, { cwd: folderWith(files) });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expectFresh(`test/cli/expected/migrate.${ending}`, withoutVersion(stdout));
  });

  test('escapes manifests in HTML, which loads no external resources', async () => {
    const hostile = { 'd/<u>.yaml': deployment('hostile', `"registry.example/<i>&'x:1.0"`) };
    const { stdout } = await kubewin(['migrate', '--format=html', ...options], {
      cwd: folderWith({ ...recording('migrate.html').files, ...hostile }),
    });
    expect(stdout).not.toMatch(/<[ui]>|<i>&/);
    expect(stdout).toContain('d/&#60;u&#62;.yaml');
    expect(stdout).toContain('<code>registry.example/&#60;i&#62;&#38;&#39;x:1.0</code>');
    expect(stdout.replace(/<a href="https:[^"<>]*">/g, '')).not.toMatch(/<script|src=|href=|url\(|@import|https?:/i);
    expect(stdout).toContain('<svg viewBox="0 0 720 56" role="img" aria-labelledby="chart-title chart-text">');
    expect(stdout).toContain('<desc id="chart-text">Of 4 workloads: 2 small, 1 medium, 1 large.</desc>');
    // In print, the page is white and collapsed parts are open.
    expect(stdout).toContain('@media screen and (prefers-color-scheme: dark)');
    expect(stdout).toMatch(/@media print \{.*details::details-content \{ content-visibility: visible;/s);
    for (const tag of ['section', 'table', 'details', 'summary', 'ul', 'li', 'svg', 'main', 'p', 'code', 'span']) {
      const count = (pattern: string) => stdout.match(new RegExp(pattern, 'g'))?.length ?? 0;
      expect(count(`<${tag}[ >]`), tag).toBe(count(`</${tag}>`));
    }
  });

  test.each(['text', 'markdown', 'html'])('%s without workloads', async (format) => {
    const { code, stdout } = await kubewin(['migrate', `--format=${format}`], { cwd: folderWith({}) });
    expect(code).toBe(0);
    expect(stdout).toContain('0 workloads for Linux or without an operating system in 0 files.');
  });
});

test('assesses a workload whose template writes the node selector', async () => {
  const text = deployment(
    'web',
    'registry.example/web:1.0',
    '',
    '\n      nodeSelector: {{ toYaml .Values.nodeSelector }}\n      hostPID: true',
  );
  const [web] = workloadsOf(await migrated({ 'Chart.yaml': 'name: a\nversion: 0.1.0\n', 'templates/web.yaml': text }));
  expect(web?.steps.map(({ rule }) => rule)).toContain('pod/host-pid');
});

test('counts items of a List and documents of a file as separate workloads', async () => {
  const item = (name: string) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { hostIPC: name === 'b', containers: [{ name: 'web', image: 'registry.example/web:1.0' }] },
  });
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [item('a'), item('b')] }, null, 2);
  const all = workloadsOf(
    await migrated({ 'a.json': list, 'b.yaml': `${deployment('c', 'x')}---\n${deployment('d', 'x')}` }),
  );
  const rules = all.map(({ object, steps }) => [object.name, steps.flatMap(({ rule }) => rule ?? [])]);
  expect(rules).toEqual([
    ['a', []],
    ['b', ['pod/host-ipc']],
    ['c', []],
    ['d', []],
  ]);
});

test('an object with several pods is one workload, without its Windows pods', async () => {
  const template = (name: string, more: object) => ({
    name,
    template: { spec: { ...more, containers: [{ name, image: `registry.example/${name}:1.0` }] } },
  });
  const experiment = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Experiment',
    metadata: { name: 'several' },
    spec: {
      templates: [
        template('a', {}),
        template('b', { hostPID: true }),
        template('c', { nodeSelector: { 'kubernetes.io/os': 'windows' }, hostIPC: true }),
      ],
    },
  };
  const result = await migrated({ 'a.json': JSON.stringify(experiment, null, 2) });
  expect(result.totals).toMatchObject({ workloads: 1, windows: 1, efforts: { small: 1 } });
  const [several] = workloadsOf(result);
  expect(several?.steps.map(({ rule, message }) => rule ?? message)).toEqual([
    'Check that `registry.example/a:1.0` has a Windows variant.',
    'Check that `registry.example/b:1.0` has a Windows variant.',
    'pod/host-pid',
  ]);
});

test('branches of a template are one workload with the steps of all branches', async () => {
  const [head = '', pod = ''] = deployment('web', 'registry.example/web:1.0').split('    spec:\n');
  const branch = (image: string, more: string) => `    spec:\n${more}${pod.replace('registry.example/web', image)}`;
  const text = `${head}    {{- if .Values.other }}\n${branch('registry.example/a', '      hostPID: true\n')}    {{- else }}\n${branch('docker.io/library/alpine', '')}    {{- end }}\n`;
  const result = await migrated({ 'Chart.yaml': 'name: a\nversion: 0.1.0\n', 'templates/web.yaml': text });
  expect(result.totals).toMatchObject({ workloads: 1, windows: 0 });
  expect(workloadsOf(result)[0]?.steps.map(({ rule, message }) => rule ?? message)).toEqual([
    'Check that `registry.example/a:1.0` has a Windows variant.',
    'os/conflicts-with-image',
    'pod/host-pid',
  ]);
});

test('a Linux image and its programs need a person, even if there is a fix', async () => {
  const known = deployment('known', 'docker.io/library/alpine:3.20', '\n          command: [sh, -c, ls]');
  const other = deployment('other', 'registry.example/web:1.0', '\n          command: [bash, -c, dotnet web.dll]');
  const workloads = workloadsOf(await migrated({ 'a.yaml': known, 'b.yaml': other }));
  expect(workloads.map(({ steps }) => steps.map(({ by, topic, rule }) => [by, topic, rule]))).toEqual([
    [
      ['person', 'images', 'os/conflicts-with-image'],
      ['person', 'commands', null],
    ],
    [
      ['person', 'images', null],
      ['person', 'commands', 'command/linux-shell'],
    ],
  ]);
  expect(workloads[1]?.steps[1]?.fix).toBe('Run it with `cmd /c`');
});

test('each image is a step, and a workload without a Windows variant stays on Linux', async () => {
  const containers = (...images: string[]) =>
    images.map((image, i) => `\n        - { name: c${i}, image: '${image}' }`).join('');
  const linux = deployment('linux', 'redis:7', containers('postgres:15', 'nginx:1-alpine', 'redis:7'));
  const mixed = deployment('mixed', 'redis:7', containers('registry.example/own:1', 'golang:1.22-alpine'));
  const workloads = workloadsOf(await migrated({ 'a.yaml': linux, 'b.yaml': mixed }));
  expect(workloads.map(({ state, effort, steps }) => [state, effort, steps.map(({ message }) => message)])).toEqual([
    [
      'linux',
      'large',
      [
        '`redis:7` has no Windows variant.',
        '`postgres:15` has no Windows variant.',
        '`nginx:1-alpine` has no Windows variant.',
      ],
    ],
    [
      'manual',
      'large',
      [
        '`redis:7` has no Windows variant.',
        '`golang:1.22-alpine` is a Linux image.',
        'Check that `registry.example/own:1` has a Windows variant.',
      ],
    ],
  ]);
  expect(workloads[0]?.steps[0]).toMatchObject({
    image: 'redis:7',
    field: 'spec.template.spec.containers[0].image',
    fields: ['spec.template.spec.containers[0].image', 'spec.template.spec.containers[3].image'],
  });
  expect(workloads[1]).toMatchObject({
    images: [
      { name: 'redis:7', windows: false },
      { name: 'registry.example/own:1', windows: null },
      { name: 'golang:1.22-alpine', windows: null },
    ],
  });
});

test('a step in several containers has all their fields', async () => {
  const text = deployment(
    'web',
    'registry.example/web:1.0',
    `
          securityContext: { privileged: true }
        - { name: other, image: registry.example/other:1.0, securityContext: { privileged: true } }`,
  );
  const [web] = workloadsOf(await migrated({ 'a.yaml': text }));
  expect(web?.steps.filter(({ rule }) => rule === 'security-context/privileged')).toMatchObject([
    { fields: [0, 1].map((i) => `spec.template.spec.containers[${i}].securityContext.privileged`) },
  ]);
});

test('affinity that excludes all Windows nodes is a large effort', async () => {
  const affinity = `
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
              - matchExpressions:
                  - { key: kubernetes.io/os, operator: In, values: [linux, freebsd] }`;
  const [web] = workloadsOf(await migrated({ 'a.yaml': deployment('web', 'registry.example/web:1.0', '', affinity) }));
  expect(web).toMatchObject({ effort: 'large' });
  expect(web?.steps.find(({ topic }) => topic === 'scheduling')?.message).toMatch(/^No Windows node would match/);
});

test('a patch is not assessed', async () => {
  const patch =
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { template: { spec: { hostPID: true } } }\n';
  const files = {
    'kustomization.yaml': 'resources: [web.yaml]\npatches: [{ path: patch.yaml }]\n',
    'patch.yaml': patch,
  };
  const { totals } = await migrated({ ...files, 'web.yaml': deployment('web', 'registry.example/web:1.0') });
  expect(totals).toMatchObject({ workloads: 1, skipped: 1 });
});

test('workloads of a chart are assessed as Helm renders them', async () => {
  const chart = {
    'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'values.yaml': `image: registry.example/web:1.0
podSecurityContext:
  fsGroup: 1000
  runAsUser: 1000
nodeSelector: {}
`,
    'templates/_pod.tpl': `{{- define "web.pod" -}}
spec:
  hostPID: true
  {{- with .Values.nodeSelector }}
  nodeSelector: {{ toYaml . | nindent 4 }}
  {{- end }}
  securityContext: {{ toYaml .Values.podSecurityContext | nindent 4 }}
  containers: [{ name: web, image: {{ .Values.image }} }]
{{- end }}
`,
    'templates/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}-web
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    {{- include "web.pod" . | nindent 4 }}
`,
  };
  const result = await migrated(chart);
  const [{ object, steps = [] } = { object: { name: '' } }, ...others] = workloadsOf(result);
  expect(object.name).toContain('-web');
  expect(others).toEqual([]);
  expect(steps.map(({ by, rule, fix }) => [by, rule, fix])).toEqual([
    ['person', null, null],
    ['fix', 'security-context/fs-group', 'Remove `fsGroup`'],
    ['fix', 'security-context/run-as-user', expect.stringContaining('runAsUserName')],
    ['fix', 'pod/host-pid', 'Remove `hostPID`'],
  ]);
  const windows = chart['values.yaml'].replace('{}', '{ kubernetes.io/os: windows }');
  expect(await migrated({ ...chart, 'values.yaml': windows })).toMatchObject({ totals: { workloads: 0, windows: 1 } });
  // Nothing is fixed in a pod that selects Linux nodes.
  const linux = chart['values.yaml'].replace('{}', '{ kubernetes.io/os: linux }');
  expect(
    workloadsOf(await migrated({ ...chart, 'values.yaml': linux })).map(({ state, effort }) => [state, effort]),
  ).toEqual([['manual', 'large']]);
});

describe('charts', () => {
  const CHART = 'apiVersion: v2\nname: web\nversion: 1.0.0\n';
  const inChart = (template: string, values = '') =>
    migrated({ 'Chart.yaml': CHART, 'values.yaml': values, 'templates/web.yaml': template });
  const [before = '', behind = ''] = deployment('web', '@').split(/^ {6}containers:\n.*@\n/ms);
  const withPod = (pod: string) => `${before}${pod}${behind}`;

  test.each([
    ['of an empty value', 'image: {}\n'],
    ['of a value that is not set', ''],
  ])('an image %s is not ready', async (_, values) => {
    const text = withPod(`      containers:
        - name: web
          {{- with .Values.image }}
          image: "{{ .repository }}:{{ .tag }}"
          {{- end }}
`);
    const [web] = workloadsOf(await inChart(text, values));
    expect(web).toMatchObject({
      state: 'manual',
      effort: 'small',
      images: [{ name: null, windows: null }],
      steps: [{ message: 'Check the image of container `web`, which is unknown.' }],
    });
  });

  test.each([
    ['containers', withPod('      containers: {{- include "common.containers" . | nindent 8 }}\n'), 'web'],
    ['a pod spec', withPod('      {{- include "common.pod" . | nindent 6 }}\n'), 'web'],
    ['a workload', '{{ include "common.deployment" . }}\n', undefined],
  ])('%s that an unknown template writes are named', async (_, text, name) => {
    const { totals, files } = await inChart(text);
    expect(totals).toMatchObject({ workloads: 0, skipped: 1 });
    expect(files.flatMap(({ skipped }) => skipped)).toMatchObject([
      { object: name === undefined ? null : { name }, reason: 'template' },
    ]);
  });

  test('what Helm does not render is not named', async () => {
    const { totals } = await migrated({
      'Chart.yaml': CHART,
      'values.yaml': 'pods: []\n',
      'templates/_pods.tpl': '{{- define "web.all" -}}\n{{ include "web.pod" . }}\n{{- end }}\n',
      'templates/web.yaml': '{{- range .Values.pods }}\n---\n{{ include "web.pod" . }}\n{{- end }}\n',
    });
    expect(totals).toMatchObject({ workloads: 0, skipped: 0 });
  });

  test('several objects that one template writes are several workloads', async () => {
    const { totals, files } = await inChart(`{{- define "web.pod" -}}
apiVersion: v1
kind: Pod
metadata: { name: {{ .name }} }
spec: { containers: [{ name: web, image: registry.example/web:1.0 }] }
{{- end -}}
{{- range tuple "a" "b" }}
---
{{ include "web.pod" (dict "name" .) }}
{{- end }}
`);
    expect(totals).toMatchObject({ workloads: 2 });
    expect(workloadsOf({ totals, files }).map(({ object }) => object.name)).toEqual(['a', 'b']);
  });
});

test.each(['text', 'markdown', 'html'])('%s names what is not assessed', async (format) => {
  const cwd = folderWith({
    'kustomization.yaml': 'resources: []\n',
    'patch.yaml':
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { template: { spec: { hostPID: true } } }\n',
  });
  const { stdout } = await kubewin(['migrate', `--format=${format}`], { cwd });
  expect(stdout).toContain('1 workload was not assessed.');
  expect(stdout).toMatch(/patch\.yaml:3:19/);
  expect(stdout).toContain('Deployment web: a patch or a part of an object, which is assessed with the object itself.');
});

test('the page names what was read, lists the images, hides workloads and links rules', async () => {
  const files = { 'deploy/a.yaml': deployment('a', 'redis:7'), ...recording('migrate.html').files };
  const { stdout } = await kubewin(['migrate', '--format=html', 'deploy', 'b'], { cwd: folderWith(files) });
  expect(stdout).toContain('<title>deploy, b: migration to Windows nodes</title>');
  expect(stdout).toContain('<th scope="row"><code>redis:7</code></th><td>no</td><td class="number">1</td>');
  for (const box of ['state-manual', 'state-linux', 'effort-small', 'effort-medium', 'effort-large']) {
    expect(stdout).toContain(`<input type="checkbox" id="${box}" checked>`);
    expect(stdout).toContain(`main:has(#${box}:not(:checked)) .${box}`);
  }
  expect(stdout).toContain('<details class="workload state-linux effort-large" open>');
  expect(stdout).toMatch(
    /<code>spec\.template\.spec\.volumes\[0\]\.hostPath\.path<\/code> <a href="https:[^"]+">volumes\/host-path-linux-path<\/a>/,
  );
});

test('unreadable files give exit code 2, and the rest is assessed', async () => {
  const cwd = folderWith({ 'b/small.yaml': MIGRATED['b/small.yaml'] });
  const { code, stdout, stderr } = await kubewin(['migrate', 'none.yaml', 'b'], { cwd });
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'none.yaml: No such file or folder.\n' });
  expect(stdout).toContain('1 workload for Linux or without an operating system in 1 file: 0 ready');
  expect((await kubewin(['migrate', '--format=xml'])).stderr).toContain(
    'It must be `text`, `markdown`, `json` or `html`.',
  );
  expect((await kubewin(['migrate', '--fix'])).stderr).toContain('`migrate` has no option `--fix`.');
});

test.each<[effort: string, steps: readonly Partial<MigrationStep>[]]>([
  ['none', []],
  ['none', [{ by: 'fix', severity: 'error' }]],
  ['small', [{ topic: 'images', severity: 'error' }]],
  ['medium', Array(5).fill({ severity: 'warning' })],
  ['large', Array(6).fill({ severity: 'information' })],
  ['large', [{ severity: 'error' }]],
  ['large', [{ topic: 'images', isLinuxOnly: true }]],
  ['medium', Array(9).fill({ message: 'the same in nine containers' })],
])('effort %s of %j', (effort, steps) => {
  const step = {
    topic: 'other',
    by: 'person',
    message: '',
    rule: undefined,
    severity: 'warning',
    fields: [],
    image: undefined,
    isLinuxOnly: false,
    fix: undefined,
  };
  const all = steps.map((partial, i) => ({ ...step, message: String(i), ...partial }) as MigrationStep);
  expect(effortOf(all)).toBe(effort);
});
