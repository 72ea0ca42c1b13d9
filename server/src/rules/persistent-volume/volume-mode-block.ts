import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { nodesOfVolume } from '../../windows/node-constraint.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfVolume } from '../../windows/storage-links.ts';

export default {
  id: 'persistent-volume/volume-mode-block',
  title: 'PersistentVolume as a raw device for Windows',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'PersistentVolume',
      watches: ['spec.volumeMode'],
      *check(field, { object, facts }) {
        if (field.string !== 'Block') return;
        const users = usersOfVolume(facts, object.name);
        const [first] = users.windows;
        if (first === undefined && nodesOfVolume(object) !== 'windows') return;
        const fix: Fix = {
          title: 'Change `volumeMode` to `Filesystem`',
          safety: 'review',
          changes: [{ kind: 'replace', path: field.path, value: 'Filesystem' }],
        };
        yield {
          at: field.valueSpan,
          message:
            first === undefined
              ? message('This PersistentVolume is a raw device, and only Windows nodes can reach it.')
              : message('This PersistentVolume is a raw device, and the Windows {0} uses it.', podTitle(first.pod)),
          related: relatedUsers(users),
          fixes: users.shared ? [] : [fix],
        };
      },
    },
  ],
  outcomes: [
    { effect: 'fails', result: 'Windows nodes cannot give a raw device to a container, so the pod does not start.' },
  ],
  why: `Volumes of Windows pods have a file system. Say \`volumeMode: Filesystem\`, which is the default, in the volume and in its claim,
and mount it by \`volumeMounts\`.`,
  sources: [docs.persistentVolumes, docs.windowsStorage],
  examples: [
    {
      name: 'Bound to the claim of a Windows pod',
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: disk
spec:
  capacity: { storage: 100Gi }
  volumeMode: Block
#             ^^^^^ fails
  accessModes: [ReadWriteOnce]
  claimRef: { namespace: shop, name: database }
  csi: { driver: disk.csi.azure.com, volumeHandle: disk }
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: database
  namespace: shop
spec:
  serviceName: database
  selector:
    matchLabels: { app: database }
  template:
    metadata:
      labels: { app: database }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: database
          image: registry.example/database:1.0
      volumes:
        - name: data
          persistentVolumeClaim: { claimName: database }
`,
      fixed: {
        'Change `volumeMode` to `Filesystem`': `apiVersion: v1
kind: PersistentVolume
metadata:
  name: disk
spec:
  capacity: { storage: 100Gi }
  volumeMode: Filesystem
  accessModes: [ReadWriteOnce]
  claimRef: { namespace: shop, name: database }
  csi: { driver: disk.csi.azure.com, volumeHandle: disk }
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: database
  namespace: shop
spec:
  serviceName: database
  selector:
    matchLabels: { app: database }
  template:
    metadata:
      labels: { app: database }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: database
          image: registry.example/database:1.0
      volumes:
        - name: data
          persistentVolumeClaim: { claimName: database }
`,
      },
    },
    {
      name: 'A disk of a Windows node',
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: disk
spec:
  capacity: { storage: 100Gi }
  volumeMode: "Block"
#             ^^^^^^^ fails
  accessModes: [ReadWriteOnce]
  local: { path: 'D:' }
  nodeAffinity:
    required:
      nodeSelectorTerms:
        - matchExpressions:
            - { key: kubernetes.io/os, operator: In, values: [windows] }
`,
    },
    {
      name: 'With a file system, and as a device of Linux pods',
      good: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: files
spec:
  capacity: { storage: 100Gi }
  volumeMode: Filesystem
  local: { path: 'D:' }
  nodeAffinity:
    required:
      nodeSelectorTerms:
        - matchExpressions:
            - { key: kubernetes.io/os, operator: In, values: [windows] }
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: disk
spec:
  capacity: { storage: 100Gi }
  volumeMode: Block
  claimRef: { namespace: shop, name: database }
  csi: { driver: disk.csi.azure.com, volumeHandle: disk }
---
apiVersion: v1
kind: Pod
metadata:
  name: database
  namespace: shop
spec:
  nodeSelector: { kubernetes.io/os: linux }
  containers:
    - name: database
      image: registry.example/database:1.0
  volumes:
    - name: data
      persistentVolumeClaim: { claimName: database }
`,
    },
  ],
} satisfies Rule;
