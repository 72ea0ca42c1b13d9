import type { Pod } from '../../kubernetes/pod.ts';
import { volumeNamed, volumeNameOf } from '../../kubernetes/volume.ts';
import { type Field, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isFileIn } from '../../windows/volume-files.ts';

export default {
  id: 'volume-mounts/single-file-docker',
  title: 'Mount of a single file with Docker',
  gate: 'windows',
  pod: {
    watches: [...inContainers('volumeMounts[*].subPath'), 'spec.volumes[*].hostPath.type'],
    *check(field, { pod }) {
      const volume = field.key === 'type' ? fileOfNode(field) : volumeOfFile(field, pod);
      if (volume === undefined) return;
      yield {
        at: field.valueSpan,
        message: message('A single file is mounted from volume `{0}`.', volume),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      runtime: 'docker',
      doubtful: true,
      result: 'Docker on Windows mounts folders only, so the container may not start.',
    },
  ],
  why: `Docker cannot bind one file into a Windows container, containerd can. Mount the folder that the file is in, or move the nodes
to containerd, as Kubernetes itself did in 1.24.`,
  sources: [docs.windowsIntro, docs.windowsStorage],
  examples: [
    {
      name: 'A key of a ConfigMap and a file of the node',
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

/** The name of the volume whose `type` says that it is a file of the node. */
function fileOfNode(type: Field): string | undefined {
  return type.string === 'File' || type.string === 'FileOrCreate' ? volumeNameOf(type) : undefined;
}

/** The name of the volume of which `subPath` mounts a single file. */
function volumeOfFile(subPath: Field, pod: Pod): string | undefined {
  const name = subPath.parent?.get('name')?.string;
  const volume = volumeNamed(pod, name);
  return subPath.string && volume !== undefined && isFileIn(volume, subPath.string) ? name : undefined;
}
