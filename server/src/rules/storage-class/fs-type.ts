import type { KubeObject } from '../../kubernetes/object.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { isLinuxFileSystem } from '../../windows/file-systems.ts';
import { BETA_OS_LABEL, OS_LABEL } from '../../windows/node-constraint.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

export default {
  id: 'storage-class/fs-type',
  title: 'StorageClass with a Linux file system',
  gate: 'object',
  objects: [
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['parameters[csi.storage.k8s.io/fstype]', 'parameters.fsType', 'parameters.fstype'],
      *check(field, { object, facts }) {
        const fileSystem = field.string ?? '';
        if (!isLinuxFileSystem(fileSystem)) return;
        const users = usersOfClass(facts, object.name);
        const [first] = users.windows;
        if (first === undefined && (users.shared || !namesWindows(object))) return;
        const fix: Fix = {
          title: `Change \`${String(field.key)}\` to \`ntfs\``,
          safety: 'review',
          changes: [{ kind: 'replace', path: field.path, value: 'ntfs' }],
        };
        yield {
          at: field.valueSpan,
          case:
            first === undefined ? 'the class is for Windows by its name or topology' : 'a Windows pod uses the class',
          message:
            first === undefined
              ? message(
                  '`{0}` does not work on Windows, but this class is for Windows by its name or topology.',
                  fileSystem,
                )
              : message(
                  '`{1}` may prevent Windows {0} from starting: Windows does not support this file system.',
                  podTitle(first.pod),
                  fileSystem,
                ),
          related: relatedUsers(users),
          fixes: users.shared ? [] : [fix],
        };
      },
    },
  ],
  outcomes: [
    {
      effect: 'fails',
      case: 'a Windows pod uses the class',
      doubtful: true,
      result: 'If the driver cannot format the disk, the pod stays in ContainerCreating.',
    },
    {
      effect: 'differs',
      case: 'the class is for Windows by its name or topology',
      result: 'Windows cannot format or mount such a disk.',
    },
  ],
  why: `Windows formats disks with NTFS. Some drivers also support ReFS, and a few use NTFS on Windows whatever the
class says. If Linux pods use the class too, create another class with \`ntfs\`, and name it in the claims of Windows
pods.`,
  sources: [docs.windowsStorage],
  examples: [
    {
      name: 'A class that a Windows pod uses',
      bad: `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: fast
provisioner: disk.csi.azure.com
parameters:
  skuName: Premium_LRS
  csi.storage.k8s.io/fstype: ext4
#                            ^^^^ fails
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
spec:
  storageClassName: fast
  accessModes: [ReadWriteOnce]
  resources: { requests: { storage: 10Gi } }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: database
spec:
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
          persistentVolumeClaim: { claimName: data }
`,
      fixed: {
        'Change `csi.storage.k8s.io/fstype` to `ntfs`': `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: fast
provisioner: disk.csi.azure.com
parameters:
  skuName: Premium_LRS
  csi.storage.k8s.io/fstype: ntfs
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
spec:
  storageClassName: fast
  accessModes: [ReadWriteOnce]
  resources: { requests: { storage: 10Gi } }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: database
spec:
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
          persistentVolumeClaim: { claimName: data }
`,
      },
    },
    {
      name: 'A class that both Windows and Linux pods use',
      bad: `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: fast
provisioner: kubernetes.io/aws-ebs
parameters: { type: gp3, fsType: "xfs" }
#                                ^^^^^ fails
---
apiVersion: v1
kind: Pod
metadata:
  name: sort
spec:
  os: { name: windows }
  containers:
    - name: sort
      image: registry.example/sort:1.0
  volumes:
    - name: scratch
      ephemeral:
        volumeClaimTemplate:
          spec: { storageClassName: fast, accessModes: [ReadWriteOnce] }
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
spec:
  serviceName: cache
  selector:
    matchLabels: { app: cache }
  template:
    metadata:
      labels: { app: cache }
    spec:
      nodeSelector: { kubernetes.io/os: linux }
      containers:
        - name: cache
          image: registry.example/cache:1.0
  volumeClaimTemplates:
    - metadata: { name: data }
      spec: { storageClassName: fast, accessModes: [ReadWriteOnce] }
`,
    },
    {
      name: 'Classes for Windows by name or topology',
      bad: `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: windows-disks
provisioner: csi.vsphere.vmware.com
parameters:
  fstype: ext3
#         ^^^^ differs
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: disks
provisioner: pd.csi.storage.gke.io
parameters:
  csi.storage.k8s.io/fstype: ext4
#                            ^^^^ differs
allowedTopologies:
  - matchLabelExpressions:
      - key: kubernetes.io/os
        values: [windows]
`,
    },
    {
      name: 'NTFS, and classes that do not mention Windows',
      good: `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: windows-disks
provisioner: disk.csi.azure.com
parameters: { fsType: ntfs }
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: darwin
provisioner: disk.csi.azure.com
parameters: { fsType: ext4 }
`,
    },
  ],
} satisfies Rule;

/** Whether the name or the topology of a class says that it is for Windows. */
function namesWindows({ name, field }: KubeObject): boolean {
  if (/windows|(?:^|[-_.])win(?:$|[-_.\d])/i.test(name ?? '')) return true;
  const topologies = field.get('allowedTopologies')?.items() ?? [];
  return topologies
    .flatMap((topology) => topology.get('matchLabelExpressions')?.items() ?? [])
    .filter((expression) => [OS_LABEL, BETA_OS_LABEL].includes(expression.get('key')?.string ?? ''))
    .some((expression) => expression.get('values')?.strings().join() === 'windows');
}
