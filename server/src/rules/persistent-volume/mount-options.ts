import { type CheckContext, type Field, message, type Problem, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { linuxMountOptions } from '../../windows/file-systems.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { type StorageUsers, usersOfClass, usersOfVolume } from '../../windows/storage-links.ts';

export default {
  id: 'persistent-volume/mount-options',
  title: 'Linux mount options on a Windows volume',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'PersistentVolume',
      watches: ['spec.mountOptions'],
      check: (field, { object, facts }: CheckContext) => problems(field, () => usersOfVolume(facts, object.name)),
    },
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['mountOptions'],
      check: (field, { object, facts }: CheckContext) => problems(field, () => usersOfClass(facts, object.name)),
    },
  ],
  outcomes: [{ effect: 'differs', result: 'Windows nodes ignore these options.' }],
  why: `Mount options are for the Linux \`mount\` command. Windows maps a share with its own command and formats disks
with NTFS, so owners, modes and protocol versions cannot be set this way. Control access with the access control lists
of the share or disk. If Linux pods use the volume too, keep the options.`,
  sources: [docs.windowsStorage],
  examples: [
    {
      name: 'A share with modes and owners',
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: share
spec:
  capacity: { storage: 100Gi }
  accessModes: [ReadWriteMany]
  mountOptions:
# ^^^^^^^^^^^^ differs
    - dir_mode=0777
    - file_mode=0777
    - vers=3.0
  csi: { driver: smb.csi.k8s.io, volumeHandle: share }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: files
spec:
  accessModes: [ReadWriteMany]
  volumeName: share
---
apiVersion: apps/v1
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
      volumes:
        - name: files
          persistentVolumeClaim: { claimName: files }
`,
    },
    {
      name: 'A class used by a StatefulSet',
      bad: `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: fast
provisioner: disk.csi.azure.com
mountOptions: [noatime]
#<-- differs
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: database
spec:
  serviceName: database
  selector:
    matchLabels: { app: database }
  template:
    metadata:
      labels: { app: database }
    spec:
      os: { name: windows }
      containers:
        - name: database
          image: registry.example/database:1.0
  volumeClaimTemplates:
    - metadata: { name: data }
      spec:
        storageClassName: fast
        accessModes: [ReadWriteOnce]
`,
    },
    {
      name: 'Volumes and classes that no Windows pod uses',
      good: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: share
spec:
  capacity: { storage: 100Gi }
  mountOptions: [dir_mode=0777]
  csi: { driver: smb.csi.k8s.io, volumeHandle: share }
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: fast
provisioner: disk.csi.azure.com
mountOptions: [noatime]
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
spec:
  storageClassName: fast
  accessModes: [ReadWriteOnce]
---
apiVersion: v1
kind: Pod
metadata:
  name: database
spec:
  nodeSelector: { kubernetes.io/os: linux }
  containers:
    - name: database
      image: registry.example/database:1.0
  volumes:
    - name: data
      persistentVolumeClaim: { claimName: data }
`,
    },
  ],
} satisfies Rule;

function* problems(field: Field, usersOf: () => StorageUsers): Iterable<Problem> {
  const options = linuxMountOptions(field.strings());
  if (options.length === 0) return;
  const users = usersOf();
  const [first] = users.windows;
  if (first === undefined) return;
  yield {
    at: field.span,
    message: message(
      'Linux mount options have no effect for Windows {0}: {1}.',
      podTitle(first.pod),
      options.map((option) => `\`${option}\``).join(', '),
    ),
    related: relatedUsers(users),
  };
}
