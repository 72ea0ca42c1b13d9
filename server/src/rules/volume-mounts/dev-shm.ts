import type { Pod } from '../../kubernetes/pod.ts';
import { mountsOf } from '../../kubernetes/volume.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { removeVolume } from '../../rule-kit/remove-volume.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isSharedMemory } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/dev-shm',
  title: 'Volume mounted at /dev/shm',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field, { pod }) {
      if (!isSharedMemory(field.string ?? '')) return;
      const volume = field.parent?.get('name')?.string;
      yield {
        at: field.valueSpan,
        message: message('Volume `{0}` at `/dev/shm` does not provide shared memory on Windows.', volume ?? '?'),
        fixes: volume === undefined ? [] : [remove(field, volume, pod)],
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'In a Windows container, the path is an ordinary folder on drive C.' }],
  why: `Linux programs share memory through files in \`/dev/shm\`, and a volume there raises the limit. Windows
programs share memory through section objects, which do not use a folder and do not have such a limit. Remove the
mount.`,
  sources: [docs.windowsIntro],
  examples: [
    {
      name: 'More shared memory for a browser',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: browser
spec:
  selector:
    matchLabels: { app: browser }
  template:
    metadata:
      labels: { app: browser }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: browser
          image: registry.example/browser:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
            - name: shm
              mountPath: /dev/shm
#                        ^^^^^^^^ differs
      volumes:
        - name: data
          emptyDir: {}
        - name: shm
          emptyDir: { sizeLimit: 1Gi }
`,
      fixed: {
        'Remove volume `shm` and its mounts': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: browser
spec:
  selector:
    matchLabels: { app: browser }
  template:
    metadata:
      labels: { app: browser }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: browser
          image: registry.example/browser:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          emptyDir: {}
`,
      },
    },
    {
      name: 'A volume with another mount',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: browser
spec:
  os: { name: windows }
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
      volumeMounts:
        - { name: temp, mountPath: 'C:\\temp' }
        - { name: temp, mountPath: /dev/shm/ }
#                                  ^^^^^^^^^ differs
  containers:
    - name: browser
      image: registry.example/browser:1.0
  volumes:
    - { name: temp, emptyDir: {} }
`,
      fixed: {
        'Remove the mount of volume `temp`': `apiVersion: v1
kind: Pod
metadata:
  name: browser
spec:
  os: { name: windows }
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
      volumeMounts:
        - { name: temp, mountPath: 'C:\\temp' }
  containers:
    - name: browser
      image: registry.example/browser:1.0
  volumes:
    - { name: temp, emptyDir: {} }
`,
      },
    },
    {
      name: 'A Linux pod',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: browser
spec:
  nodeSelector: { kubernetes.io/os: linux }
  containers:
    - name: browser
      image: registry.example/browser:1.0
      volumeMounts:
        - { name: shm, mountPath: /dev/shm }
  volumes:
    - { name: shm, emptyDir: { medium: Memory } }
`,
    },
  ],
} satisfies Rule;

/** Removes the volume, too, if all of its mounts are at `/dev/shm`. */
function remove(mountPath: Field, volume: string, pod: Pod): Fix {
  const mounts = pod.containers.flatMap((container) => mountsOf(container, volume));
  if (mounts.every((mount) => isSharedMemory(mount.get('mountPath')?.string ?? ''))) return removeVolume(pod, volume);
  const mount = mountPath.parent;
  const list = mount?.parent;
  const target = list?.items().length === 1 ? list : (mount ?? mountPath);
  return {
    title: `Remove the mount of volume \`${volume}\``,
    safety: 'review',
    changes: [{ kind: 'remove', path: target.path }],
  };
}
