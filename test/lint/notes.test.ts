import { describe, expect, test } from 'vitest';
import { type KubernetesVersion, NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import type { Note } from '../../server/src/lint/note.ts';
import { explain } from '../../server/src/lint/pages/explain.ts';
import { firstParagraph } from '../../server/src/lint/pages/first-paragraph.ts';
import { parsePattern } from '../../server/src/lint/pattern.ts';
import { ruleSet } from '../../server/src/lint/rule-set/rule-set.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { NOTES, TOPICS } from '../../server/src/notes/index.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { ALL_NOTES, testWorkspace } from '../lint-text.ts';
import { TestClient } from '../lsp/test-client.ts';
import { NOT_CHECKABLE } from '../rules/catalogue.ts';
import { OTHER_FIELDS, PARTS_OF_RULES } from './note-exceptions.ts';

const BY_ID = new Map(NOTES.map((note) => [note.id, note]));

test('every item of the catalogue that cannot be checked is a note or part of a rule', () => {
  const parts = Object.keys(PARTS_OF_RULES);
  expect([...BY_ID.keys(), ...parts].sort()).toEqual([...NOT_CHECKABLE.keys()].sort());
  expect(parts.filter((id) => BY_ID.has(id))).toEqual([]);
  expect(NOT_CHECKABLE.size).toBeGreaterThan(0);
});

test('topics and their notes are sorted by ID, and each note has one topic', () => {
  expect(TOPICS.map(({ id }) => id)).toEqual(TOPICS.map(({ id }) => id).sort());
  for (const { notes } of TOPICS) expect(notes.map(({ id }) => id)).toEqual(notes.map(({ id }) => id).sort());
  expect(BY_ID.size).toBe(NOTES.length);
});

test('no field shows more than three notes, and titles and texts are unique', () => {
  const fields = NOTES.flatMap((note) => [
    ...(note.watches ?? []),
    ...(note.objects ?? []).flatMap(({ kind, watches }) => watches.map((pattern) => `${kind} ${pattern}`)),
  ]).filter((field) => field !== 'spec.tolerations');
  expect([...new Set(fields)].filter((field) => fields.filter((other) => other === field).length > 3)).toEqual([]);
  for (const values of [NOTES.map(({ title }) => title), NOTES.map(({ text }) => text)]) {
    expect(new Set(values).size).toBe(NOTES.length);
  }
});

describe.each(NOTES.map((note) => [note.id, note, NOT_CHECKABLE.get(note.id)] as const))(
  '%s agrees with the catalogue',
  (id, note, item) => {
    test('about the releases and the page that it links to', () => {
      const [bounds] = item?.outcomes ?? [];
      expect([note.since ?? '1.14', note.until]).toEqual([bounds?.since, bounds?.until]);
      // One URL of the catalogue contains `..`.
      expect(note.sources[0].url).toBe(new URL(item?.docs ?? '').href);
    });

    test('about the fields, if it names any', () => {
      const paths = (item?.paths ?? []).map(pattern);
      const others = OTHER_FIELDS[id]?.fields ?? [];
      const watched = [...(note.watches ?? []), ...(note.objects ?? []).flatMap(({ watches }) => watches)];
      const isUnder = (field: string, path: string) => field === path || field.startsWith(`${path}[`);
      const isKnown = (field: string) => others.includes(field) || paths.some((path) => isUnder(field, path));
      if (paths.length > 0) expect(watched.filter((field) => !isKnown(field))).toEqual([]);
      if (id in OTHER_FIELDS) return;
      expect(paths.filter((path) => !watched.some((field) => isUnder(field, path)))).toEqual([]);
    });
  },
);

/** What a note requires to be shown: the value of the field, other fields of the pod, settings. */
const NEEDS: Readonly<Record<string, { value?: unknown; spec?: object; settings?: Partial<Settings> }>> = {
  'host-process/base-image': { value: 'registry.example/agent:1.4', spec: hostProcess() },
  'host-process/service-endpoint': { value: true, spec: hostProcess() },
  'host-process/linux-fields': { value: false, spec: hostProcess() },
  'image/floating-os-version': { value: 'mcr.microsoft.com/dotnet/framework/aspnet:4.8' },
  'image/tag-hover': { value: 'mcr.microsoft.com/windows/servercore:ltsc2022' },
  'knowledge/aks-windows': { settings: { taint: 'aks' } },
  'knowledge/fargate-windows': { settings: { taint: 'eks' } },
  'knowledge/gke-windows': { settings: { taint: 'gke' } },
  'knowledge/openshift-windows': { settings: { taint: 'openshift' } },
  'knowledge/node-problem-detector': { value: 'node-problem-detector' },
  'support/local-accounts': { settings: { kubernetesVersion: '1.15' } },
  'volume-mounts/no-drive-letter': { value: '/data' },
  'volumes/host-path-permissions': { value: 'DirectoryOrCreate' },
};

const IN_PODS = NOTES.flatMap((note) => (note.watches ?? []).map((watched) => [note.id, watched, note] as const));

describe.each(IN_PODS)('%s in the hover of %s', (id, watched, note) => {
  const { value = { some: 'value' }, spec, settings } = NEEDS[id] ?? {};

  test.each(['windows', 'linux'])('is shown only in a Windows pod: %s', (os) => {
    const { text, path } = podWith(watched, value, { os: { name: os }, ...spec });
    const hover = hoverAt(text, path, settings, []);
    if (os === 'linux') return expect(hover).toBeUndefined();
    expect(hover).toContain(`**${note.title}**: `);
    expect(hover).toContain(` ([more](${note.sources[0].url}))`);
    if (note.says === undefined) expect(hover).toContain(firstParagraph(note.text));
  });

  test('is not shown in other releases', () => {
    const { text, path } = podWith(watched, value, { os: { name: 'windows' }, ...spec });
    for (const kubernetesVersion of ['1.14', NEWEST_VERSION] as const) {
      const within = kubernetesVersion === '1.14' ? note.since === undefined : note.until === undefined;
      const hover = hoverAt(text, path, { ...settings, kubernetesVersion }, []) ?? '';
      expect(hover.includes(`**${note.title}**: `)).toBe(within);
    }
  });
});

describe('notes', () => {
  const text = 'apiVersion: v1\nkind: Pod\nspec:\n  os: { name: windows }\n  containers: [{ name: a, image: a }]\n';

  test.each([
    ['None', /^\*\*Mounts made inside a container\*\*: /],
    ['Bidirectional', /^The kubelet on a Windows node treats every value as `None`(?!.*Mounts made inside)/s],
  ])('are hidden by a finding: mountPropagation: %s', (value, expected) => {
    const mount = `${text.replace('image: a', `image: a, volumeMounts: [{ mountPropagation: ${value} }]`)}`;
    const hover = hoverAt(mount, ['spec', 'containers', 0, 'volumeMounts', 0, 'mountPropagation']);
    expect(hover).toMatch(expected);
  });

  test('on a list are shown for its items', () => {
    const command = `${text.replace('image: a', 'image: a, command: [cmd, /c, dir]')}`;
    const hover = hoverAt(command, ['spec', 'containers', 0, 'command', 2]);
    expect(hover).toMatch(/^\*\*Path separators in commands\*\*: /);
  });
});

test('the language server has all notes', async () => {
  const client = await TestClient.start();
  const uri = 'file:///work/pod.yaml';
  await client.open(
    uri,
    'apiVersion: v1\nkind: Pod\nspec:\n  nodeName: a\n  os: { name: windows }\n  containers: []\n',
  );
  expect(JSON.stringify(await client.hover(uri, 3, 4))).toContain('**nodeName**: ');
});

describe('notes about the value of a field', () => {
  test.each([
    [
      'image',
      'mcr.microsoft.com/windows/nanoserver:ltsc2019',
      [
        'Windows Server 2019 (build 17763): supported by Microsoft until 2029-01-09 and by Kubernetes up to 1.34.',
        `Nodes that Kubernetes ${NEWEST_VERSION} supports cannot run it.`,
        'runs as `ContainerUser` by default and contains `cmd`',
      ],
    ],
    [
      'image',
      'mcr.microsoft.com/windows/servercore:ltsc2022',
      ['on nodes with Windows Server 2022 and Windows Server 2025.', '`cmd` and `powershell`'],
    ],
    [
      'image',
      'mcr.microsoft.com/windows/servercore:1903',
      ['no longer supported since 2020-12-08.', `Nodes that Kubernetes ${NEWEST_VERSION} supports cannot`],
    ],
    [
      'image',
      'mcr.microsoft.com/windows/servercore:ltsc2016',
      [`supported by Microsoft until 2027-01-12. Nodes that Kubernetes ${NEWEST_VERSION} supports cannot run it.`],
    ],
    ['image', 'registry.example/web:1.0-windows', ['**Image tag for several Windows releases**']],
    ['image', 'registry.example/web:1.0-windows@sha256:0', undefined],
    ['image', 'registry.example/web:1.0', undefined],
    ['image', '{{ .Values.image }}', undefined],
    ['image', ['nanoserver'], undefined],
    ['volumeMounts', [{ name: 'a', mountPath: '/var/data' }], ['`C:\\var\\data`']],
    ['volumeMounts', [{ name: 'a', mountPath: '\\data' }], ['`C:\\data`']],
    ['volumeMounts', [{ name: 'a', mountPath: 'C:\\data' }], undefined],
    ['volumeMounts', [{ name: 'a', mountPath: '//server/share' }], undefined],
    ['volumeMounts', [{ name: 'a', mountPath: '/<data>' }], undefined],
    ['volumeMounts', [{ name: 'a', mountPath: 1 }], undefined],
  ])('%s: %o', (key, value, expected) => {
    const { text } = podWith(`spec.containers[*].${key}`, value, { os: { name: 'windows' } });
    const hover = hoverAt(
      text,
      ['spec', 'containers', 0, ...(key === 'image' ? [key] : [key, 0, 'mountPath'])],
      {},
      [],
    );
    if (expected === undefined) return expect(hover).toBeUndefined();
    for (const part of expected) expect(hover).toContain(part);
  });

  test.each([
    ['ContainerAdministrator', /^Has full rights in the container\. .*`ContainerUser`\.$/],
    ['containeruser', /^Standard user of the container, without administrative rights\.$/],
    ['constructor', /^\*\*Security identifiers of container accounts\*\*/],
  ])('say what the account %s may do', (name, expected) => {
    const field = 'securityContext.windowsOptions.runAsUserName';
    const { text, path } = podWith(`spec.containers[*].${field}`, name, { os: { name: 'windows' } });
    expect(hoverAt(text, path, {}, [])).toMatch(expected);
  });

  test('do not speak of ICMP on ports', () => {
    const ports = [{ containerPort: 80 }];
    const { text, path } = podWith('spec.containers[*].ports', ports, { os: { name: 'windows' } });
    expect(hoverAt(text, path, {}, [])).toMatch(/^\*\*Supported network flows\*\*(?!.*ICMP)/s);
  });

  test.each([
    ['spec.volumes[*].hostPath.type', 'Directory', {}],
    ['spec.containers[*].securityContext.privileged', true, {}],
    ['spec.containers[*].volumeMounts[*].mountPath', '/data', hostProcess()],
    ['spec.tolerations', [], { runtimeClassName: 'windows' }],
  ])('are not shown for %s: %o', (watched, value, spec) => {
    const { text, path } = podWith(watched, value, { os: { name: 'windows' }, ...spec });
    expect(hoverAt(text, path, {}, [])).toBeUndefined();
  });
});

const POD = 'spec: { os: { name: OS }, containers: [{ name: a, image: a }] }';
const CLAIMING =
  'spec: { os: { name: OS }, containers: [{ name: a, image: a }], volumes: [{ persistentVolumeClaim: { claimName: data } }] }';
const TEMPLATE = `template: { ${POD} }`;

describe('the hover of other objects', () => {
  test.each<readonly [string, readonly (string | number)[], string, readonly string[]]>([
    [
      'Service',
      ['spec', 'type'],
      `apiVersion: v1\nkind: Service\nspec: { type: NodePort, selector: { app: web } }\n---\napiVersion: v1\nkind: Pod\nmetadata: { name: web, labels: { app: web } }\n${POD}\n`,
      ['service/node-port-from-node', 'service/supported-types', 'service/vip-from-node'],
    ],
    [
      'Service of another type',
      ['spec', 'type'],
      `apiVersion: v1\nkind: Service\nspec: { type: ClusterIP, selector: { app: web } }\n---\napiVersion: v1\nkind: Pod\nmetadata: { name: web, labels: { app: web } }\n${POD}\n`,
      ['service/supported-types', 'service/vip-from-node'],
    ],
    [
      'Service with a local policy, beside Windows pods',
      ['spec', 'externalTrafficPolicy'],
      `apiVersion: v1\nkind: Service\nspec: { externalTrafficPolicy: Local, selector: { app: api } }\n---\napiVersion: v1\nkind: Pod\nmetadata: { name: web, labels: { app: web } }\n${POD}\n`,
      ['service/local-policy-from-windows'],
    ],
    [
      'PersistentVolumeClaim',
      ['spec', 'accessModes'],
      `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data }\nspec: { accessModes: [ReadWriteMany] }\n---\napiVersion: v1\nkind: Pod\nmetadata: { name: web }\n${CLAIMING}\n`,
      ['storage/access-modes'],
    ],
    [
      'PersistentVolume',
      ['spec', 'accessModes', 0],
      `apiVersion: v1\nkind: PersistentVolume\nmetadata: { name: disk }\nspec: { accessModes: [ReadWriteMany], claimRef: { name: data } }\n---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data }\n---\napiVersion: v1\nkind: Pod\nmetadata: { name: web }\n${CLAIMING}\n`,
      ['storage/access-modes'],
    ],
    [
      'StatefulSet',
      ['spec', 'volumeClaimTemplates', 0, 'spec', 'accessModes'],
      `apiVersion: apps/v1\nkind: StatefulSet\nspec: { volumeClaimTemplates: [{ spec: { accessModes: [a] } }], ${TEMPLATE} }\n`,
      ['storage/access-modes'],
    ],
    [
      'Namespace',
      ['metadata', 'labels', 'pod-security.kubernetes.io/enforce'],
      `apiVersion: v1\nkind: Namespace\nmetadata: { name: shop, labels: { pod-security.kubernetes.io/enforce: restricted } }\n---\napiVersion: v1\nkind: Pod\nmetadata: { name: web, namespace: shop }\n${POD}\n`,
      ['pod-security/old-kubelets'],
    ],
    [
      'Deployment',
      ['selector'],
      `apiVersion: apps/v1\nkind: Deployment\nselector: { matchLabels: { app: web } }\nspec: { ${TEMPLATE} }\n`,
      ['service/misplaced-selector'],
    ],
    ...['v1/ReplicationController', 'apps/v1/DaemonSet', 'apps/v1/ReplicaSet', 'batch/v1/Job'].map(
      (api): [string, string[], string, string[]] => [
        `${api}, its apiVersion`,
        ['apiVersion'],
        `apiVersion: ${api.slice(0, api.lastIndexOf('/'))}\nkind: ${api.slice(api.lastIndexOf('/') + 1)}\nspec: { ${TEMPLATE} }\n`,
        ['support/workload-kinds'],
      ],
    ),
    [
      'Job',
      ['spec', 'podFailurePolicy', 'rules', 0, 'onExitCodes'],
      `apiVersion: batch/v1\nkind: Job\nspec: { podFailurePolicy: { rules: [{ onExitCodes: { values: [1] } }] }, ${TEMPLATE} }\n`,
      ['knowledge/exit-codes'],
    ],
    [
      'CronJob',
      ['spec', 'jobTemplate', 'spec', 'podFailurePolicy', 'rules', 0, 'onExitCodes'],
      `apiVersion: batch/v1\nkind: CronJob\nspec: { jobTemplate: { spec: { podFailurePolicy: { rules: [{ onExitCodes: { values: [1] } }] }, ${TEMPLATE} } } }\n`,
      ['knowledge/exit-codes'],
    ],
  ])('shows notes only if they are related to Windows pods: %s', (_, path, text, ids) => {
    const titles = (hover = '') => NOTES.filter(({ title }) => hover.includes(`**${title}**: `)).map(({ id }) => id);
    expect(titles(hoverAt(text.replace('OS', 'windows'), path))).toEqual(ids);
    expect(hoverAt(text.replace('OS', 'linux'), path)).toBeUndefined();
  });

  test('shows the note on ports of an EndpointSlice up to 1.33', () => {
    const text = `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nports: [{ port: 8080 }]\n---\napiVersion: v1\nkind: Pod\nmetadata: { name: web }\n${POD.replace('OS', 'windows')}\n`;
    const hover = (kubernetesVersion: KubernetesVersion) => hoverAt(text, ['ports', 0, 'port'], { kubernetesVersion });
    expect(hover('1.33')).toContain('**Ports of an EndpointSlice without a selector**: ');
    expect(hover('1.34')).toBeUndefined();
  });

  test('is tested for all kinds with notes', () => {
    const kinds = NOTES.flatMap((note: Note) => note.objects ?? []).map(({ kind }) => kind);
    expect([...new Set(kinds)].sort()).toEqual([
      'CronJob',
      'DaemonSet',
      'Deployment',
      'EndpointSlice',
      'Job',
      'Namespace',
      'PersistentVolume',
      'PersistentVolumeClaim',
      'ReplicaSet',
      'ReplicationController',
      'Service',
      'StatefulSet',
    ]);
  });
});

function hostProcess(): object {
  return { hostNetwork: true, securityContext: { windowsOptions: { hostProcess: true } } };
}

/** A pod with a field that matches a pattern, and the path of the field. */
function podWith(watched: string, value: unknown, spec: object): { text: string; path: (string | number)[] } {
  const root: Record<string, unknown> = { spec: structuredClone(spec) };
  const path = parsePattern(watched).map((step) =>
    step === 'items' ? 0 : 'key' in step ? step.key : step.keys.replaceAll('*', 'x'),
  );
  let parent: Record<string | number, unknown> = root;
  path.forEach((key, i) => {
    const next = path[i + 1];
    const child = next === undefined ? value : (parent[key] ?? (next === 0 ? [] : {}));
    parent[key] = child;
    if (next !== undefined) parent = child as Record<string | number, unknown>;
  });
  return { text: JSON.stringify({ apiVersion: 'v1', kind: 'Pod', ...root }, null, 2), path };
}

/** The hover at the start of a field of the first document. */
function hoverAt(
  text: string,
  path: readonly (string | number)[],
  settings: Partial<Settings> = {},
  rules = RULES,
): string | undefined {
  const uri = 'file:///test.yaml';
  const workspace = testWorkspace(ruleSet(rules));
  workspace.setSettings('', { ...DEFAULT_SETTINGS, ...settings });
  workspace.open(uri, text, 1);
  const report = workspace.report(uri, true)?.documents[0]?.report;
  const field = report?.document.root?.at(...path);
  if (report === undefined || field === undefined) throw new Error(`no field ${path.join('.')}`);
  return explain(report, field.span.start, {
    rules: workspace.rules,
    notes: ALL_NOTES,
    settings: workspace.settingsOf(uri),
    facts: workspace.factsFor(uri),
    where: () => 'here',
    isShown: () => true,
    pageOf: undefined,
  })?.markdown;
}

/** A path of the catalogue as a pattern. */
function pattern(path: string): string {
  return path
    .replace(/^\$POD/, 'spec')
    .replace(/^\$(PV|PVC|NS)\./, '')
    .replace(/\['([^']*)'\]/g, '[$1]');
}
