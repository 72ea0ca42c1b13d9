import { objects } from '../../server/src/kubernetes/object.ts';
import { podsOf } from '../../server/src/kubernetes/pod.ts';
import { ofKind } from '../../server/src/kubernetes/questions.ts';
import { applicableFixes } from '../../server/src/lint/fixes/applicable-fixes.ts';
import { explain } from '../../server/src/lint/pages/explain.ts';
import { migration } from '../../server/src/lint/refactorings/migration.ts';
import type { RuleSet } from '../../server/src/lint/rule-set/rule-set.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { codeSpan, link } from '../../server/src/text/markdown.ts';
import { mayHaveVolumeWithNodes } from '../../server/src/windows/storage-links.ts';
import { isExcluded } from '../../server/src/workspace/disk.ts';
import type { FileReport } from '../../server/src/workspace/report.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import { ALL_NOTES, testWorkspace } from '../lint-text.ts';
import type { Shape } from './growth.ts';

/** Many items of one kind: the work grows with their number. */
export function structures(rules?: RuleSet): readonly Shape[] {
  const text = (name: string, size: number, write: (n: number) => string, act: Act = look): Shape => ({
    name,
    size,
    run: (n) => {
      const files = { 'file:///work/a.yaml': write(n) };
      return () => act(workspaceOf(files, rules));
    },
  });
  return [
    text('merge keys in a list', 20, (n) => pod(`- &s { <<: [${'*s, '.repeat(n)}*s], name: c }`)),
    text('merge keys in a fan', 5, (n) => `${times(n, fan)}${pod(`- { <<: *m${n - 1} }`)}`),
    text('merges of one wide mapping', 10, (n) => {
      const wide = times(n, (i) => `  k${i}: v\n`);
      return `x: &w\n${wide}${pod(times(20, (i) => `- { <<: *w, name: c${i} }\n    `))}`;
    }),
    text('containers', 3, (n) => pod(times(n, container))),
    text('containers and their fixes', 1, (n) => pod(times(n, container)), tryFixes),
    text('containers and a hover', 3, (n) => pod(times(n, container)), hover),
    text('containers and the steps to Windows', 40, linuxPod, migrate),
    text('images', 10, (n) => pod(times(n, (i) => `- { name: c${i}, image: 'r${i}.example/a/b:1.${i}' }\n    `))),
    text('directives', 40, (n) => `${'# kubewin: allow pod/host-pid\n'.repeat(n)}${pod(container(0))}`),
    text('affinity terms', 5, (n) => pod(container(0), affinity(n))),
    text('node selector keys', 20, (n) => pod(container(0), `nodeSelector: {${times(n, (i) => ` k${i}: v,`)} }`)),
    text('tolerations', 8, (n) => {
      return pod(container(0), `tolerations: [${times(n, (i) => `{ key: k${i}, operator: Exists },`)}]`);
    }),
    text('pods with GMSAs', 1, (n) =>
      times(n, (i) => `---\n${pod(container(i), GMSA, `p${i}`)}---\n${credentialSpec(i)}`),
    ),
    text('credential specs with roles', 1, (n) => times(n, (i) => `---\n${specWithRoles(i)}`)),
    text('volumes, claims and their pods', 1, (n) => times(n, (i) => `---\n${storage(i)}`)),
    text('volumes and claims of one class', 1, (n) => times(n, (i) => `---\n${storage(i, 'fast')}`)),
    text('pods in a file', 1, (n) => times(n, (i) => `---\n${pod(container(i), '', `p${i}`)}`)),
    text('pods in a List', 1, (n) => {
      return `apiVersion: v1\nkind: List\nitems:\n${times(n, (i) => item(pod(container(i), '', `p${i}`)))}`;
    }),
    text('Nodes with a taint each, and pods', 20, (n) => {
      return times(n, (i) => `---\n${node(i)}---\n${pod(container(i), TOLERATION, `p${i}`)}`);
    }),
    text('objects that select each other', 1, (n) => {
      return times(n, (i) => `---\n${pod(container(i), '', `p${i}`)}---\n${service(i)}`);
    }),
    text('open brackets', 50, (n) => `a: ${'['.repeat(n)}\n`),
    text('brackets', 50, (n) => `${pod(container(0))}x: [${'[], '.repeat(n)}]\n`),
    text('braces that are not closed', 20, (n) => `${pod(container(0))}x:\n${'  - {\n'.repeat(n)}`),
    text('quotes that are not closed', 10, (n) => `${pod(container(0))}x:\n${'  - "a\n'.repeat(n)}`),
    text('blank lines', 150, (n) => `${pod(container(0))}${'\n'.repeat(n)}`, tryFixes),
    text('lines of blanks', 60, (n) => `${pod(container(0))}${'   \n'.repeat(n)}`, tryFixes),
    text('separators of documents', 30, (n) => `${'---\n'.repeat(n)}${pod(container(0))}`),
    text('anchors', 20, (n) => `x: [${times(n, (i) => `&a${i} 1, *a${i}, `)}]\n${pod(container(0))}`),
    // Up to 100 branches are checked one by one, each with everything outside of the branches.
    text('branches in branches', 10, (n) => {
      return `${'{{- if .Values.a }}\n'.repeat(n)}${pod(container(0))}${'{{- end }}\n'.repeat(n)}`;
    }),
    { name: 'claims that no volume of their class meets', size: 30, run: claimsWithoutVolume },
    { name: 'keys that a branch has and others that are asked for', size: 50, run: absentKeys },
    { name: 'overlays of Kustomize', size: 1, run: (n) => kustomize(n, 3, rules) },
    { name: 'objects of Kustomize', size: 1, run: (n) => kustomize(2, n, rules) },
  ];
}

/** Places for a long text in a manifest. */
export const PLACES: Readonly<Record<string, (value: string) => string>> = {
  image: (value) => pod(`- { name: c, image: "${value}" }`),
  quantity: (value) => pod(`- { name: c, image: a, resources: { limits: { cpu: "${value}x", memory: "${value}" } } }`),
  command: (value) => pod(`- { name: c, image: a, command: [cmd, /c, "${value}"], args: ["${value}"] }`),
  'environment variable': (value) => pod(`- { name: c, image: a, env: [{ name: PATH, value: "${value}" }] }`),
  'path in a container': (value) => {
    return pod(`- { name: c, image: a, volumeMounts: [{ name: v, mountPath: "${value}", subPath: "${value}" }] }`);
  },
  'path on a host': (value) => pod(container(0), `volumes: [{ name: data, hostPath: { path: "${value}" } }]`),
  'user name': (value) => {
    return pod(container(0), `securityContext: { windowsOptions: { runAsUserName: "${value}" } }`);
  },
  label: (value) => pod(container(0), `nodeSelector: { kubernetes.io/os: "${value}", "${value}": windows }`),
  ConfigMap: (value) => {
    return `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kube-flannel-cfg }\ndata: { net-conf.json: "${value}" }\n`;
  },
  annotation: (value) =>
    pod(container(0)).replace('labels:', `annotations: { a: "${value}", "${value}": a }\n  labels:`),
  directive: (value) => `# kubewin: ${value}\n${pod(container(0))}`,
  'plain scalar': (value) => pod(container(0), `hostname: ${value}`),
  'text that is not closed': (value) => `${pod(container(0))}x: ${value}\n`,
  'comment of a template': (value) => `# ${value}*/\n${pod(container(0))}`,
  JSON: (value) => `{ "kind": "Pod", "apiVersion": "v1" ${value} }`,
};

/** A long text and its place. */
const LONG: readonly (readonly [place: keyof typeof PLACES, parts: readonly string[]])[] = [
  ['image', ['a/', 'a.', 'a:', '@', 'a-', '1.']],
  ['quantity', ['1', '1e', '0', '.', ' ', '-']],
  ['command', ['ping ', 'kill -9 ', 'trap x ', 'ping -', 'a;', ' ', '$', 'cmd /c ', '\\\\']],
  ['path on a host', ['/', '\\\\', '/a', '/..', 'C:', 'C:/', '\\\\.\\\\pipe\\\\', ' ']],
  ['user name', ['a', 'a.', '\\\\', '.', '-']],
  ['directive', ['allow ', 'a/b ', 'a, ', '-', ': ', '#']],
  ['comment of a template', ['{{/* ']],
  ['text that is not closed', ['{{ ', '{{/* ', '{{ " ', '${', '<A', '__A', '#{', '{{ .Values.x }}', '[]']],
  ['JSON', ['/* a */ ', '/* ', '// a\n', '"']],
];

/** One long text: built-in functions and loops process it, so that only time can be measured. */
export function longTexts(): readonly Shape[] {
  return [
    ...LONG.flatMap(([place, parts]) => parts.map((part) => longText(place, part))),
    // With three `**`, the time grows with the third power of the number of folders on a path, which is small.
    ...['*a*a*a*b', '**/a*/**/*b/**', '?'.repeat(20)].map((glob): Shape => {
      const name = (n: number) => `file:///work/${'a'.repeat(n)}/${'a/'.repeat(n)}`;
      return { name: `the glob ${glob}`, size: 10, run: (n) => () => isExcluded('file:///work', [glob], name(n)) };
    }),
    ...['`', '` ', '[', '](', '\\', '<!--', '&', '\n'].map((mark): Shape => {
      const act = (text: string) => codeSpan(text) + link(text, text);
      return { name: `Markdown of ${JSON.stringify(mark)}`, size: 2_000, run: (n) => () => act(mark.repeat(n)) };
    }),
  ];
}

export function longText(place: keyof typeof PLACES, part: string): Shape {
  const write = PLACES[place] ?? String;
  return {
    name: `${place}: ${JSON.stringify(part)} again and again`,
    size: 2_000,
    run: (n) => {
      const files = { 'file:///work/a.yaml': write(part.repeat(n)) };
      return () => look(workspaceOf(files));
    },
  };
}

type Act = (workspace: Workspace) => void;

function workspaceOf(files: Readonly<Record<string, string>>, rules?: RuleSet): Workspace {
  const workspace = testWorkspace(rules);
  workspace.setFolders(['file:///work']);
  workspace.setSettings('file:///work', { ...DEFAULT_SETTINGS, mixedCluster: true, taint: 'upstream' });
  for (const [uri, text] of Object.entries(files)) workspace.open(uri, text, 1);
  return workspace;
}

function look(workspace: Workspace): readonly FileReport[] {
  return workspace.uris().flatMap((uri) => workspace.report(uri, true) ?? []);
}

function tryFixes(workspace: Workspace): void {
  for (const { documents } of look(workspace)) {
    for (const { report, findings } of documents) {
      for (const finding of findings) applicableFixes(report.document, finding);
    }
  }
}

function hover(workspace: Workspace): void {
  const settings = workspace.settingsOf('');
  const facts = workspace.factsFor('file:///work/a.yaml');
  for (const { documents } of look(workspace)) {
    for (const { report } of documents) {
      const at = report.document.text.indexOf('kind');
      explain(report, at, {
        rules: workspace.rules,
        notes: ALL_NOTES,
        settings,
        facts,
        where: () => 'here',
        isShown: () => true,
        pageOf: undefined,
      });
    }
  }
}

function migrate(workspace: Workspace): void {
  for (const { documents } of look(workspace)) {
    for (const { report } of documents) {
      const context = workspace.lintContext('file:///work/a.yaml');
      for (const workload of report.workloads) migration(workload, report, context);
    }
  }
}

function pod(containers: string, spec = '', name = 'web'): string {
  return `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  labels: { app: ${name} }
spec:
  os: { name: windows }
  ${spec}
  containers:
    ${containers}
`;
}

function container(i: number): string {
  return `- name: c${i}
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
      command: [sh, -c, echo]
      securityContext: { privileged: true, runAsUser: 1, seLinuxOptions: {} }
      volumeMounts: [{ name: data, mountPath: /data, subPath: a }]
    `;
}

function linuxPod(containers: number): string {
  const ofLinux = (i: number) => container(i).replace(/image: .*/, `image: redis:${i}-alpine`);
  return pod(times(containers, ofLinux)).replace('name: windows', 'name: linux');
}

/** For the taint of the settings, but for none of the Nodes. */
const TOLERATION = 'tolerations: [{ key: os, operator: Exists }]';

const GMSA = 'securityContext: { windowsOptions: { gmsaCredentialSpecName: web } }\n  serviceAccountName: web';

function credentialSpec(i: number): string {
  return `apiVersion: windows.k8s.io/v1
kind: GMSACredentialSpec
metadata: { name: web${i || ''} }
credspec: {}
`;
}

/** A credential spec, what allows a service account to use it, and a pod of another service account. */
function specWithRoles(i: number): string {
  return `${credentialSpec(i)}---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: role${i} }
rules:
  - { apiGroups: [windows.k8s.io], resources: [gmsacredentialspecs], resourceNames: [web${i || ''}], verbs: [use] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: binding${i}, namespace: default }
subjects: [{ kind: ServiceAccount, name: user${i}, namespace: default }]
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: role${i} }
---
${pod(container(i), GMSA.replace('Name: web', `Name: web${i || ''}`).replace(': web\n', `: other${i}\n`), `p${i}`)}`;
}

/** A volume, a claim and the pod that uses it. Without a class, the volume is for the claim. */
function storage(i: number, shared?: string): string {
  const bound = shared === undefined ? `  claimRef: { name: claim-${i}, namespace: default }\n` : '';
  return `apiVersion: v1
kind: PersistentVolume
metadata: { name: volume${i} }
spec:
  capacity: { storage: 1Gi }
  accessModes: [ReadWriteOnce]
  storageClassName: ${shared ?? `class${i}`}
  local: { path: /mnt/${i} }
  nodeAffinity:
    required: { nodeSelectorTerms: [{ matchExpressions: [{ key: name, operator: In, values: [n${i}] }] }] }
${bound}---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: claim-${i}, namespace: default }
spec:
  storageClassName: ${shared ?? `class${i}`}
  volumeMode: Block
  accessModes: [ReadWriteOnce]
  resources: { requests: { storage: 1Gi } }
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: set-${i}, namespace: default }
spec:
  template:
    metadata: { labels: { app: set-${i} } }
    spec:
      containers: [{ name: web, image: 'mcr.microsoft.com/windows/nanoserver:ltsc2022' }]
      volumes: [{ name: data, persistentVolumeClaim: { claimName: claim-${i} } }]
  volumeClaimTemplates: [{ metadata: { name: data }, spec: { storageClassName: fast } }]
`;
}

function node(i: number): string {
  return `apiVersion: v1
kind: Node
metadata: { name: node${i}, labels: { kubernetes.io/os: windows, kubernetes.io/hostname: node${i} } }
spec: { taints: [{ key: team${i}, value: web, effect: NoSchedule }] }
`;
}

function fan(i: number): string {
  return `m${i}: &m${i} { k${i}: v${i === 0 ? '' : `, <<: [*m${i - 1}, *m${i - 1}]`} }\n`;
}

function affinity(count: number): string {
  const term = (i: number) =>
    `{ matchExpressions: [{ key: kubernetes.io/os, operator: In, values: [windows, v${i}] }] },`;
  const terms = `nodeSelectorTerms: [${times(count, term)}]`;
  return `affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { ${terms} } } }`;
}

function service(i: number): string {
  return `apiVersion: v1\nkind: Service\nmetadata: { name: s${i} }\nspec: { sessionAffinity: ClientIP, selector: { app: p${i} } }\n`;
}

function item(text: string): string {
  return `  - ${text.trimEnd().replaceAll('\n', '\n    ')}\n`;
}

/** Looks up as many keys in a mapping whose keys are in a branch. */
function absentKeys(count: number): () => unknown {
  const { root } = parse(`{{ if .Values.a }}\n${times(count, (i) => `k${i}: v\n`)}{{ end }}\nx: y\n`);
  return () => times(count, (i) => String(root?.get(`none${i}`)));
}

/** Asks for the volumes of many claims, of which each differs from all volumes. */
function claimsWithoutVolume(count: number): () => unknown {
  const claims = times(count, (i) => `{ name: v${i}, persistentVolumeClaim: { claimName: claim-${i} } },`);
  const owner = pod(container(0), `volumes: [${claims}]`).replace('metadata:', 'metadata:\n  namespace: default');
  const workspace = workspaceOf({ 'file:///work/a.yaml': times(count, (i) => `---\n${storage(i, 'fast')}`) });
  const facts = workspace.factsFor('file:///work/a.yaml');
  for (const kind of ['PersistentVolume', 'PersistentVolumeClaim', 'StorageClass'] as const) facts.ask(ofKind(kind));
  const pods = objects(parse(owner)).flatMap((object) => podsOf(object, {}));
  return () => pods.map((own) => mayHaveVolumeWithNodes(facts, own));
}

/** Overlays that each change one object of a shared base. */
function kustomize(overlays: number, objects: number, rules?: RuleSet): () => unknown {
  const files: Record<string, string> = {
    'file:///work/base/kustomization.yaml': 'resources: [all.yaml]\n',
    'file:///work/base/all.yaml': times(objects, (i) => `---\n${pod(container(i), '', `p${i}`)}`),
  };
  for (let i = 0; i < overlays; i++) {
    files[`file:///work/o${i}/kustomization.yaml`] = 'resources: [../base]\npatches: [{ path: patch.yaml }]\n';
    files[`file:///work/o${i}/patch.yaml`] =
      'apiVersion: v1\nkind: Pod\nmetadata: { name: p0 }\nspec: { hostPID: true }\n';
  }
  return () => look(workspaceOf(files, rules));
}

function times(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join('');
}
