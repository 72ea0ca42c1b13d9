import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { MIGRATED_VOLUMES, type MigratedVolume, migratedProvisioner } from '../../windows/csi-drivers.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

const RESULT = 'The Windows nodes need the node plug-in of that driver.';

export default {
  id: 'storage-class/in-tree-provisioner',
  title: 'StorageClass with a provisioner that Kubernetes had itself',
  gate: 'object',
  objects: [
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['provisioner'],
      *check(field, { object, facts }) {
        const volume = migratedProvisioner(field.string);
        if (volume === undefined) return;
        const users = usersOfClass(facts, object.name);
        const [first] = users.windows;
        if (first === undefined) return;
        const fix: Fix = {
          title: `Change \`provisioner\` to \`${volume.driver}\``,
          safety: 'review',
          changes: [{ kind: 'replace', path: field.path, value: volume.driver }],
        };
        yield {
          at: field.valueSpan,
          case: caseOf(volume),
          message: message(
            'The Windows {0} claims volumes of `{1}`, which stands for the CSI driver `{2}` today.',
            podTitle(first.pod),
            volume.provisioner,
            volume.driver,
          ),
          related: relatedUsers(users),
          fixes: users.shared ? [] : [fix],
        };
      },
    },
  ],
  outcomes: [
    { effect: 'differs', case: 'the provisioner makes disks of a cloud', since: '1.23', result: RESULT },
    { effect: 'differs', case: 'the provisioner makes file shares of Azure', since: '1.24', result: RESULT },
    { effect: 'differs', case: 'the provisioner makes disks of vSphere', since: '1.25', result: RESULT },
  ],
  why: `Kubernetes used to make and mount such volumes itself, on Windows too. It hands them on to the CSI drivers now, and its own code
is gone. The drivers have node plug-ins for Windows, but somebody has to install them. A class that names the driver says what
happens; its parameters may have other names there.`,
  sources: [docs.volumes, code('kubernetes/kubernetes pkg/features/kube_features.go CSIMigration')],
  examples: [
    {
      name: 'Disks of AWS',
      bad: `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: disks
provisioner: kubernetes.io/aws-ebs
#            ^^^^^^^^^^^^^^^^^^^^^ differs
parameters: { type: gp3 }
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
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: database
          image: registry.example/database:1.0
  volumeClaimTemplates:
    - metadata: { name: data }
      spec:
        storageClassName: disks
        accessModes: [ReadWriteOnce]
`,
      fixed: {
        'Change `provisioner` to `ebs.csi.aws.com`': `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: disks
provisioner: ebs.csi.aws.com
parameters: { type: gp3 }
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
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: database
          image: registry.example/database:1.0
  volumeClaimTemplates:
    - metadata: { name: data }
      spec:
        storageClassName: disks
        accessModes: [ReadWriteOnce]
`,
      },
    },
    {
      name: 'Shares of Azure Files and disks of vSphere',
      bad: `apiVersion: v1
kind: List
items:
  - apiVersion: storage.k8s.io/v1
    kind: StorageClass
    metadata: { name: shares }
    provisioner: kubernetes.io/azure-file
#                ^^^^^^^^^^^^^^^^^^^^^^^^ differs
  - apiVersion: storage.k8s.io/v1
    kind: StorageClass
    metadata: { name: disks }
    provisioner: "kubernetes.io/vsphere-volume"
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
  - apiVersion: v1
    kind: Pod
    metadata: { name: sort }
    spec:
      os: { name: windows }
      containers:
        - name: sort
          image: registry.example/sort:1.0
      volumes:
        - name: shared
          ephemeral: { volumeClaimTemplate: { spec: { storageClassName: shares, accessModes: [ReadWriteMany] } } }
        - name: scratch
          ephemeral: { volumeClaimTemplate: { spec: { storageClassName: disks, accessModes: [ReadWriteOnce] } } }
`,
    },
    {
      name: 'Before it was handed on, and the driver itself',
      version: '1.22',
      good: `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: disks
provisioner: kubernetes.io/gce-pd
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: others
provisioner: pd.csi.storage.gke.io
---
apiVersion: v1
kind: Pod
metadata:
  name: sort
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: sort
      image: registry.example/sort:1.0
  volumes:
    - name: scratch
      ephemeral: { volumeClaimTemplate: { spec: { storageClassName: disks, accessModes: [ReadWriteOnce] } } }
    - name: other
      ephemeral: { volumeClaimTemplate: { spec: { storageClassName: others, accessModes: [ReadWriteOnce] } } }
`,
    },
    {
      name: 'Linux pods use the class too, so it is not to be changed for Windows alone',
      bad: `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: disks
provisioner: kubernetes.io/aws-ebs
#            ^^^^^^^^^^^^^^^^^^^^^ differs
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
spec:
  storageClassName: disks
  accessModes: [ReadWriteOnce]
---
apiVersion: v1
kind: Pod
metadata:
  name: database
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: database
      image: registry.example/database:1.0
  volumes:
    - name: data
      persistentVolumeClaim:
        claimName: data
---
apiVersion: v1
kind: Pod
metadata:
  name: backup
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: backup
      image: registry.example/backup:1.0
  volumes:
    - name: data
      persistentVolumeClaim:
        claimName: data
`,
    },
  ],
} satisfies Rule;

/** By the release from which on it is handed on. */
function caseOf({ since }: MigratedVolume): string {
  if (since === MIGRATED_VOLUMES.azureFile.since) return 'the provisioner makes file shares of Azure';
  return since === MIGRATED_VOLUMES.vsphereVolume.since
    ? 'the provisioner makes disks of vSphere'
    : 'the provisioner makes disks of a cloud';
}
