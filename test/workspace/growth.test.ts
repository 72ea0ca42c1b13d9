import { expect, test } from 'vitest';
import { possibleFixes } from '../../server/src/lint/fixes/applicable-fixes.ts';
import { testWorkspace } from '../lint-text.ts';

const CONTAINER = (i: number) => `
    - name: c${i}
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
      command: [sh, -c, echo]
      workingDir: /app/${i}
      securityContext:
        privileged: true
        runAsUser: 1
        windowsOptions: { hostProcess: false, runAsUserName: '' }
      volumeMounts:
        - { name: data, mountPath: /data, subPath: a }
      resources: { limits: { cpu: 1, memory: 1Mi } }`;

const SPEC = `
  hostPID: true
  nodeSelector:
    kubernetes.io/os: windows
  containers:`;

const SMALL = '\n  nodeSelector: { kubernetes.io/os: windows }\n  containers: [{ name: c }]';

const POD = (name: string, rest: string) => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  labels: { app: ${name}, tier: web }
spec:${rest}
`;

/** Texts whose size follows a number; what is many in them is of one sort. */
const TEXTS: readonly (readonly [string, (count: number) => string])[] = [
  ['containers', (count) => POD('many', SPEC + times(count, CONTAINER))],
  [
    'variables',
    (count) =>
      POD(
        'many',
        `${SPEC}${CONTAINER(0)}\n      env:${times(count, (i) => `\n        - name: ${i % 2 ? 'a' : 'A'}${i}`)}`,
      ),
  ],
  [
    'variables of one name',
    (count) => POD('many', `${SPEC}${CONTAINER(0)}\n      env:${'\n        - name: A'.repeat(count)}`),
  ],
  [
    'mounts',
    (count) => {
      const mount = (i: number) => `\n        - { name: data, mountPath: 'D:\\Data\\${i >> 1}', subPath: a/${i} }`;
      const container = CONTAINER(0).replace(/\n {8}- \{ name: data.*/, times(count, mount));
      return POD('many', `${SPEC}${container}\n  volumes: [{ name: data, emptyDir: {} }]`);
    },
  ],
  [
    'volumes',
    (count) => {
      const volume = (i: number) =>
        `\n    - name: v${i}\n      hostPath: { path: ${i % 2 ? '/var/run/docker.sock' : '\\\\.\\pipe\\a'}, type: Socket }`;
      return POD('many', `${SPEC}${CONTAINER(0)}\n  volumes:${times(count, volume)}`);
    },
  ],
  [
    'items of a List',
    (count) => {
      const item = (i: number) =>
        POD(`p${i}`, SPEC + CONTAINER(0))
          .trimEnd()
          .replaceAll('\n', '\n    ');
      return `apiVersion: v1\nkind: List\nitems:${times(count, (i) => `\n  - ${item(i)}`)}\n`;
    },
  ],
  [
    'pods in one line of JSON',
    (count) => {
      const container = { name: 'c', securityContext: { privileged: true }, command: ['sh'] };
      const spec = { nodeSelector: { 'kubernetes.io/os': 'windows' }, hostPID: true, containers: [container] };
      const items = Array.from({ length: count }, (_, i) => ({
        ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: `p${i}` } },
        spec,
      }));
      return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    },
  ],
  [
    'RuntimeClasses and the pods that use them',
    (count) =>
      times(count, (i) => {
        const selector = '{ node.kubernetes.io/windows-build: 10.0.20348 }';
        const runtimeClass = `apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: rc${i}\nhandler: h\n`;
        const pod = POD(`p${i}`, `\n  runtimeClassName: rc${i}\n  hostPID: true\n  containers:${CONTAINER(0)}`);
        return `---\n${runtimeClass}scheduling:\n  nodeSelector: ${selector}\n---\n${pod}`;
      }),
  ],
  [
    'Services and the pods that they select',
    (count) =>
      times(count, (i) => {
        const service = `apiVersion: v1\nkind: Service\nmetadata:\n  name: s${i}\nspec:\n  sessionAffinity: ClientIP\n`;
        return `---\n${service}  selector: { tier: web, app: p${i} }\n---\n${POD(`p${i}`, SPEC + CONTAINER(0))}`;
      }),
  ],
  [
    'claims with volumes and pods',
    (count) =>
      times(count, (i) => {
        const volume = `apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: v${i}\nspec:\n  local: { path: /mnt }\n`;
        const claim = `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: c${i}\nspec:\n  volumeMode: Block\n`;
        const pod = POD(`p${i}`, `${SMALL}\n  volumes: [{ name: data, persistentVolumeClaim: { claimName: c${i} } }]`);
        return `---\n${volume}  claimRef: { name: c${i} }\n---\n${claim}---\n${pod}`;
      }),
  ],
  [
    'GMSAs with roles',
    (count) =>
      times(count, (i) => {
        const spec = `apiVersion: windows.k8s.io/v1\nkind: GMSACredentialSpec\nmetadata:\n  name: g${i}\n`;
        const rules = `[{ apiGroups: [windows.k8s.io], resources: [gmsacredentialspecs], verbs: [use], resourceNames: [g${i}] }]`;
        const role = `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: r${i}\nrules: ${rules}\n`;
        const binding = `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata:\n  name: b${i}\n`;
        const refs = `subjects: [{ kind: ServiceAccount, name: a${i} }]\nroleRef: { kind: ClusterRole, name: r${i + 1} }\n`;
        const options = `{ windowsOptions: { gmsaCredentialSpecName: g${i} } }`;
        const pod = POD(`p${i}`, `${SMALL}\n  securityContext: ${options}\n  serviceAccountName: a${i}`);
        return `---\n${spec}---\n${role}---\n${binding}${refs}---\n${pod}`;
      }),
  ],
];

test.each(TEXTS)('does about twice the work for twice as many %s', (_, text) => {
  work(text(10));
  const [some, twice] = [work(text(80)), work(text(160))];
  expect(twice / some).toBeLessThan(2.25);
});

/** How often lists and characters are looked at: a measure of the time that it takes to check a file and to try all fixes. */
function work(text: string): number {
  const workspace = testWorkspace();
  workspace.open('file:///many.yaml', text, 1);
  return looks(() => {
    const { documents = [] } = workspace.report('file:///many.yaml') ?? {};
    expect(documents.length).toBeGreaterThan(0);
    for (const { report, findings } of documents) possibleFixes(report.document, findings);
    // The facts are others now, and everything is compared with them.
    workspace.open('file:///other.yaml', 'apiVersion: v1\nkind: Node\nmetadata:\n  name: n\n', 1);
    workspace.report('file:///many.yaml');
  });
}

const METHODS = ['every', 'filter', 'find', 'findIndex', 'findLast', 'flatMap', 'map', 'some'] as const;

/** How often the methods of lists call back while something is done, and how many characters are searched for a line. */
function looks(act: () => void): number {
  let count = 0;
  const { lastIndexOf } = String.prototype;
  String.prototype.lastIndexOf = function (this: string, searched, from = this.length) {
    const found = lastIndexOf.call(this, searched, from);
    count += Math.min(from, this.length) - found;
    return found;
  };
  const originals = METHODS.map((name) => [name, Array.prototype[name]] as const);
  // biome-ignore lint/suspicious/noExplicitAny: each of them takes another callback
  type Method = (this: unknown[], call: (...args: any[]) => unknown, self?: unknown) => unknown;
  for (const [name, original] of originals) {
    const counting: Method = function (call, self) {
      return (original as Method).call(this, (...args) => {
        count++;
        return call.apply(self, args);
      });
    };
    Object.assign(Array.prototype, { [name]: counting });
  }
  try {
    act();
  } finally {
    String.prototype.lastIndexOf = lastIndexOf;
    for (const [name, original] of originals) Object.assign(Array.prototype, { [name]: original });
  }
  return count;
}

function times(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join('');
}
