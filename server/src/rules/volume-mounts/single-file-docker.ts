import type { Pod } from '../../kubernetes/pod.ts';
import { volumeNamed, volumeNameOf } from '../../kubernetes/volume.ts';
import { type Field, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isFileIn } from '../../windows/volume-files.ts';

export default {
  id: 'volume-mounts/single-file-docker',
  title: 'Single-file mount with Docker',
  gate: 'windows',
  pod: {
    watches: [...inContainers('volumeMounts[*].subPath'), 'spec.volumes[*].hostPath.type'],
    *check(field, { pod }) {
      const volume = field.key === 'type' ? fileOfNode(field) : volumeOfFile(field, pod);
      if (volume === undefined) return;
      yield {
        at: field.valueSpan,
        message: message('Volume `{0}` {effect}: Docker on Windows cannot mount a single file.', volume),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      runtime: 'docker',
      doubtful: true,
    },
  ],
  why: `In Windows containers, Docker can mount only folders, while containerd can also mount single files. Mount the
folder that contains the file, or move the nodes to containerd. Kubernetes 1.24 removed its built-in support for
Docker.`,
  sources: [docs.windowsIntro, docs.windowsStorage],
  examples: [
    {
      name: 'A ConfigMap key and a file on the node',
      settings: { containerRuntime: 'docker' },
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
          volumeMounts:
            - name: settings
              mountPath: C:\\web\\web.config
              subPath: web.config
#                      ^^^^^^^^^^ fails
            - { name: license, mountPath: 'C:\\web\\license.txt' }
            - { name: data, mountPath: 'C:\\web\\data', subPath: web }
      volumes:
        - name: settings
          configMap: { name: settings }
        - name: license
          hostPath:
            path: C:\\license.txt
            type: File
#                 ^^^^ fails
        - name: log
          hostPath: { path: 'C:\\web.log', type: FileOrCreate }
#                                               ^^^^^^^^^^^^ fails
        - name: data
          persistentVolumeClaim: { claimName: data }
`,
    },
    {
      name: 'With containerd',
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
        - { name: settings, mountPath: 'C:\\web\\web.config', subPath: web.config }
  volumes:
    - name: settings
      configMap: { name: settings }
    - name: license
      hostPath: { path: 'C:\\license.txt', type: File }
`,
    },
    {
      name: 'Folders with Docker',
      settings: { containerRuntime: 'docker' },
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
        - { name: settings, mountPath: 'C:\\web\\settings' }
  volumes:
    - name: settings
      configMap: { name: settings }
    - name: data
      hostPath: { path: 'C:\\data', type: Directory }
`,
    },
  ],
} satisfies Rule;

/** The name of the volume, if its `hostPath.type` is a file. */
function fileOfNode(type: Field): string | undefined {
  return type.string === 'File' || type.string === 'FileOrCreate' ? volumeNameOf(type) : undefined;
}

/** The name of the volume, if `subPath` mounts a single file of it. */
function volumeOfFile(subPath: Field, pod: Pod): string | undefined {
  const name = subPath.parent?.get('name')?.string;
  const volume = volumeNamed(pod, name);
  return subPath.string && volume !== undefined && isFileIn(volume, subPath.string) ? name : undefined;
}
