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
        ...(isFile ? { case: 'the `subPath` refers to a single file' } : {}),
        message: message(
          '`{0}` of volume `{1}` {effect}.',
          String(field.key),
          field.parent?.get('name')?.string ?? '?',
        ),
        // Where a template may add mounts, the other mounts of the volume are unknown.
        fixes: isFile && !field.parent?.parent?.isOpen ? mountWhole(field, once) : [],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the `subPath` refers to a single file',
      runtime: 'docker',
      doubtful: true,
      result: 'Docker on Windows cannot mount a single file.',
    },
    {
      effect: 'differs',
      phrase: 'is documented as unsupported on Windows',
      result: 'Nodes with containerd support it for folders and files.',
    },
  ],
  why: `The Kubernetes documentation lists \`subPath\` as unsupported on Windows, but the kubelet implements it, and
Kubernetes tests it on Windows with containerd. It works, but without a guarantee. To be safe, mount the whole volume
in a separate folder, and configure the application to read from there. For several such mounts in one container, see
\`volume-mounts/multiple-sub-paths\`.`,
  sources: [docs.windowsStorage, code('kubernetes/kubernetes pkg/volume/util/subpath/subpath_windows.go')],
  examples: [
    {
      name: 'A settings file, and a folder with `subPathExpr`',
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
      name: 'Nodes with Docker',
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
      name: 'The whole volume in a separate folder',
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

/** Whether the mount is a single file of a volume that Kubernetes writes, such as a ConfigMap. */
function isSingleFile(field: Field, pod: Pod): boolean {
  const volume = volumeNamed(pod, field.parent?.get('name')?.string);
  return volume !== undefined && isFileIn(volume, field.string ?? '');
}

function mountPaths(list: Field): ReadonlySet<string> {
  return new Set(list.items().flatMap((mount) => mount.get('mountPath')?.string?.toLowerCase() ?? []));
}

/** Mounts the folder of the file if its path stays the same. The root of a drive is not offered. */
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
