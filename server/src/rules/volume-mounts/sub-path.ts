import type { Pod } from '../../kubernetes/pod.ts';
import { volumeNamed } from '../../kubernetes/volume.ts';
import { type Field, type Fix, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { isFileIn } from '../../windows/volume-files.ts';

export default {
  id: 'volume-mounts/sub-path',
  title: 'subPath on Windows',
  gate: 'windows',
  pod: {
    watches: [...inContainers('volumeMounts[*].subPath'), ...inContainers('volumeMounts[*].subPathExpr')],
    *check(field, { pod, once }) {
      if (!field.string) return;
      const isFile = isSingleFile(field, pod);
      yield {
        at: field.span,
        ...(isFile ? { case: 'the `subPath` names a single file' } : {}),
        message: message(
          'Volume `{0}` is mounted with `{1}`.',
          field.parent?.get('name')?.string ?? '?',
          String(field.key),
        ),
        // Which others mount the volume is not known where a template may add mounts.
        fixes: isFile && !field.parent?.parent?.isOpen ? mountWhole(field, once) : [],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the `subPath` names a single file',
      runtime: 'docker',
      doubtful: true,
      result: 'That is a single file, and Docker on Windows mounts folders only, so the container may not start.',
    },
    {
      effect: 'differs',
      result:
        'The documentation calls that unsupported on Windows, but nodes with containerd do it, with folders and files.',
    },
  ],
  why: `The kubelet has the code for it, and tests of Kubernetes run it on Windows with containerd; the documentation still
lists \`subPath\` among what does not work. Take it as working without a promise. To be on the safe side, mount the whole
volume at a folder of its own and let the application read there. Several such mounts in one container have a problem of
their own.`,
  sources: [docs.windowsStorage, code('kubernetes/kubernetes pkg/volume/util/subpath/subpath_windows.go')],
  examples: [
    {
      name: 'A file with settings, and a folder by its expression',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: exporter
spec:
  selector:
    matchLabels: { app: exporter }
  template:
    metadata:
      labels: { app: exporter }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: exporter
          image: registry.example/exporter:2.0
          volumeMounts:
            - name: settings
              mountPath: C:\\exporter\\settings\\config.yml
              subPath: config.yml
#             ^^^^^^^ differs
      initContainers:
        - name: prepare
          image: registry.example/prepare:2.0
          volumeMounts:
            - { name: data, mountPath: C:\\data, subPathExpr: $(NODE_NAME) }
#                                               ^^^^^^^^^^^ differs
      volumes:
        - name: settings
          configMap: { name: settings }
        - name: data
          hostPath: { path: C:\\data }
`,
      fixed: {
        'Mount the whole volume at `C:\\exporter\\settings`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: exporter
spec:
  selector:
    matchLabels: { app: exporter }
  template:
    metadata:
      labels: { app: exporter }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: exporter
          image: registry.example/exporter:2.0
          volumeMounts:
            - name: settings
              mountPath: 'C:\\exporter\\settings'
      initContainers:
        - name: prepare
          image: registry.example/prepare:2.0
          volumeMounts:
            - { name: data, mountPath: C:\\data, subPathExpr: $(NODE_NAME) }
      volumes:
        - name: settings
          configMap: { name: settings }
        - name: data
          hostPath: { path: C:\\data }
`,
      },
    },
    {
      name: 'With Docker on the nodes',
      settings: { containerRuntime: 'docker' },
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
      volumeMounts:
        - name: settings
          mountPath: /inetpub/web.config
          subPath: web.config
#         ^^^^^^^ fails
        - name: all
          mountPath: /certificates
          subPath: certificates
#         ^^^^^^^ differs
        - name: all
          mountPath: /token
          subPathExpr: token
#         ^^^^^^^^^^^ fails
        - name: whole
          mountPath: /whole
          subPath: ""
  ephemeralContainers:
    - name: debug
      image: registry.example/debug:1.0
      volumeMounts:
        - { name: data, mountPath: /logs, subPath: logs }
#                                         ^^^^^^^ differs
        - { name: data, mountPath: /traces, subPathExpr: traces }
#                                           ^^^^^^^^^^^ differs
  volumes:
    - name: settings
      secret: { secretName: settings }
    - name: all
      projected:
        sources:
          - configMap: { name: ca, items: [{ key: ca, path: certificates/ca.pem }] }
          - serviceAccountToken: { path: token }
    - name: data
      persistentVolumeClaim: { claimName: data }
    - name: whole
      emptyDir: {}
`,
      fixed: {
        'Mount the whole volume at `/inetpub`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
      volumeMounts:
        - name: settings
          mountPath: /inetpub
        - name: all
          mountPath: /certificates
          subPath: certificates
        - name: all
          mountPath: /token
          subPathExpr: token
        - name: whole
          mountPath: /whole
          subPath: ""
  ephemeralContainers:
    - name: debug
      image: registry.example/debug:1.0
      volumeMounts:
        - { name: data, mountPath: /logs, subPath: logs }
        - { name: data, mountPath: /traces, subPathExpr: traces }
  volumes:
    - name: settings
      secret: { secretName: settings }
    - name: all
      projected:
        sources:
          - configMap: { name: ca, items: [{ key: ca, path: certificates/ca.pem }] }
          - serviceAccountToken: { path: token }
    - name: data
      persistentVolumeClaim: { claimName: data }
    - name: whole
      emptyDir: {}
`,
      },
    },
    {
      name: 'The whole volume in a folder of its own',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
      volumeMounts:
        - name: settings
          mountPath: C:\\settings
  volumes:
    - name: settings
      configMap: { name: settings }
`,
    },
  ],
} satisfies Rule;

/** Whether what is mounted is one file of a volume that Kubernetes fills with files. */
function isSingleFile(field: Field, pod: Pod): boolean {
  const volume = volumeNamed(pod, field.parent?.get('name')?.string);
  return volume !== undefined && isFileIn(volume, field.string ?? '');
}

function mountPaths(list: Field): ReadonlySet<string> {
  return new Set(list.items().flatMap((mount) => mount.get('mountPath')?.string?.toLowerCase() ?? []));
}

/** Where the file keeps its place and its name, the folder around it can be the mount; a drive's root cannot. */
function mountWhole(field: Field, once: PodContext['once']): Fix[] {
  const mountPath = field.parent?.get('mountPath');
  const [, folder, file] = /^(.*[^\\/:])[\\/]+([^\\/]+)$/.exec(mountPath?.string ?? '') ?? [];
  const list = field.parent?.parent;
  if (mountPath === undefined || folder === undefined || file !== field.string || list === undefined) return [];
  if (once(list, mountPaths).has(folder.toLowerCase())) return [];
  return [
    {
      title: `Mount the whole volume at \`${folder}\``,
      safety: 'review',
      changes: [
        { kind: 'replace', path: mountPath.path, value: folder },
        { kind: 'remove', path: field.path },
      ],
    },
  ];
}
