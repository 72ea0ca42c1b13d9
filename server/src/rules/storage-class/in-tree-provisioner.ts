import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { MIGRATED_VOLUMES, type MigratedVolume, migratedProvisioner } from '../../windows/csi-drivers.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

const RESULT = 'The CSI driver must run on the Windows nodes.';

export default {
  id: 'storage-class/in-tree-provisioner',
  title: 'StorageClass with an in-tree provisioner',
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
            '`{1}` needs a CSI driver for Windows {0}: Kubernetes migrates this in-tree provisioner to `{2}`.',
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
    { effect: 'differs', case: 'the provisioner creates cloud disks', since: '1.23', result: RESULT },
    { effect: 'differs', case: 'the provisioner creates Azure file shares', since: '1.24', result: RESULT },
    { effect: 'differs', case: 'the provisioner creates vSphere disks', since: '1.25', result: RESULT },
  ],
  why: `In-tree provisioners used to create and mount these volumes, on Windows too. Kubernetes now migrates them to
CSI drivers and has removed the in-tree code. The drivers have node plug-ins for Windows, but you have to install them.
Set \`provisioner\` to the CSI driver; its parameters may have different names.`,
  sources: [docs.volumes, code('kubernetes/kubernetes pkg/features/kube_features.go CSIMigration')],
  examples: [
    {
      name: 'AWS disks',
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
      name: 'Azure Files shares and vSphere disks',
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
      name: 'Before CSI migration, and the CSI driver itself',
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
      name: 'A class that Linux pods use too, without a fix',
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

/** By the release in which CSI migration starts. */
function caseOf({ since }: MigratedVolume): string {
  if (since === MIGRATED_VOLUMES.azureFile.since) return 'the provisioner creates Azure file shares';
  return since === MIGRATED_VOLUMES.vsphereVolume.since
    ? 'the provisioner creates vSphere disks'
    : 'the provisioner creates cloud disks';
}
