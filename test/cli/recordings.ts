import { CHECK_FORMATS } from '../../server/src/cli/options/check.ts';
import { runInFolder } from './in-process.ts';
import { only, withoutVersion } from './kubewin.ts';
import { BY_CLASS, DECLARED, MANIFEST_RULES, RUNTIME_CLASS, SCHEDULED } from './manifests.ts';

/** A run of the command line in a folder with these files, whose output is a file in `test/cli/expected`. */
export interface Recording {
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

const RULES = only(...MANIFEST_RULES);
const RELEASE = '--kubernetes-version=1.36';

const CHECKED = {
  'b/scheduled.yaml': SCHEDULED,
  'a.yaml': `${BY_CLASS}---\n${DECLARED}`,
  'class.json': JSON.stringify({
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: 'win' },
    scheduling: { nodeSelector: { 'kubernetes.io/os': 'windows' } },
  }),
  'values.yaml': 'os: windows\n',
  'readme.md': SCHEDULED,
};

/** A path with characters that are escaped in addresses, properties of annotations, XML or Markdown. */
const ODD_PATH = 'a b,c/100% "x" <&> | `é`.yaml';

export const FORMATTED = {
  'class.yaml': RUNTIME_CLASS,
  [ODD_PATH]: `${BY_CLASS}---\n${DECLARED}`,
  'allowed.yaml': SCHEDULED.replace('true\n', 'true # kubewin: allow pod/host-pid -- the agent needs it\n'),
};

/** The formats whose output is for programs only. */
export const OTHER_FORMATS = CHECK_FORMATS.filter((format) => format !== 'text' && format !== 'json');

const LISTED = `apiVersion: v1
kind: List
items:
  - apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: listed
    spec:
      template:
        spec:
          containers:
            - name: app
              image: mcr.microsoft.com/windows/nanoserver:ltsc2022
`;

/** A pod without evidence, in a text without the word Windows. */
const PLAIN = `apiVersion: v1
kind: Pod
metadata:
  generateName: plain-
spec:
  containers:
    - name: app
      image: registry.example/app:1
`;

const OTHER_SYSTEM = SCHEDULED.replace('kubernetes.io/os: windows', 'kubernetes.io/os: solaris');

const EXPLAINED = {
  'a.yaml': [SCHEDULED, DECLARED, PLAIN, OTHER_SYSTEM].join('---\n'),
  'b/by-class.yaml': BY_CLASS,
  'b/class.yaml': RUNTIME_CLASS,
  'directive.yaml': `# kubewin: os=windows\n${PLAIN}`,
  'list.yaml': LISTED,
};

/** A Deployment of one container; `more` and `pod` are lines of the container and of the pod. */
export function deployment(name: string, image: string, more = '', pod = ''): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  selector:
    matchLabels: { app: ${name} }
  template:
    metadata:
      labels: { app: ${name} }
    spec:${pod}
      containers:
        - name: web
          image: ${image}${more}
`;
}

const HOST_PATH = (path: string, i = 0) => `\n        - name: v${i}\n          hostPath: { path: ${path} }`;
const MOUNT = (i = 0) => `\n            - { name: v${i}, mountPath: /data${i} }`;

export const MIGRATED = {
  // An image alone is only a guess. The other pods have no evidence of Windows.
  'a/ready.yaml': deployment('ready', 'registry.example/known:1.0'),
  'a/fixable.yaml': deployment(
    'fixable',
    'registry.example/known:1.0',
    '\n          securityContext: { runAsUser: 101 }',
  ),
  'b/small.yaml': deployment('small', 'registry.example/web:1.0'),
  'b/medium.yaml': deployment(
    'medium',
    'registry.example/web:1.0',
    `\n          volumeMounts:${MOUNT()}`,
    `\n      volumes:${HOST_PATH('/var/run')}`,
  ),
  'c/large.yaml': deployment(
    'large',
    'registry.example/web:1.0',
    `\n          volumeMounts:${MOUNT()}`,
    '\n      volumes:\n        - name: v0\n          nfs: { server: nfs.example, path: /<b>`x`|y }',
  ),
  'c/windows.yaml': DECLARED,
};

/** Workloads without any evidence, or that declare Windows. */
const WITHOUT_GUESSES = Object.fromEntries(Object.entries(MIGRATED).filter(([path]) => !path.startsWith('a/')));

const MIGRATE_FORMATS = { text: 'txt', markdown: 'md', json: 'json', html: 'html' };

/** The recordings, by the name of their file. */
export const RECORDINGS: Readonly<Record<string, Recording>> = {
  'check.txt': { files: CHECKED, args: ['check', RELEASE, ...RULES] },
  'check.json': { files: CHECKED, args: ['check', '--format', 'json', RELEASE, ...RULES] },
  'check-color.txt': { files: { 'a.yaml': SCHEDULED }, args: ['check', '--color', ...RULES] },
  'explain.txt': { files: EXPLAINED, args: ['explain'] },
  'explain.json': { files: EXPLAINED, args: ['explain', '--format=json', RELEASE, '.'] },
  ...Object.fromEntries(
    OTHER_FORMATS.flatMap((format) => {
      const args = ['check', `--format=${format}`, RELEASE, ...RULES];
      return [
        [`check.${format}`, { files: FORMATTED, args: [...args, ...Object.keys(FORMATTED)] }],
        [`nothing.${format}`, { files: { 'class.yaml': RUNTIME_CLASS }, args: [...args, 'class.yaml'] }],
      ];
    }),
  ),
  ...Object.fromEntries(
    Object.entries(MIGRATE_FORMATS).map(([format, ending]) => [
      `migrate.${ending}`,
      { files: WITHOUT_GUESSES, args: ['migrate', `--format=${format}`, RELEASE, '--no-config', 'b', 'c'] },
    ]),
  ),
};

/** The recording of a file. */
export function recording(name: string): Recording {
  const found = RECORDINGS[name];
  if (found === undefined) throw new Error(`There is no recording ${name}.`);
  return found;
}

/** The output of a run without the version of Kubewin, as in the recorded files. */
export async function recorded({ files, args }: Recording): Promise<string> {
  const { stdout } = await runInFolder(files, ...args);
  return withoutVersion(stdout);
}
