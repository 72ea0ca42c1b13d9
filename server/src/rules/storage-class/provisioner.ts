import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { isLinuxOnlyProvisioner } from '../../windows/csi-drivers.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

export default {
  id: 'storage-class/provisioner',
  title: 'StorageClass of a driver for Linux only',
  gate: 'object',
  objects: [
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['provisioner'],
      *check(field, { object, facts, settings }) {
        const provisioner = field.string ?? '';
        if (!isLinuxOnlyProvisioner(provisioner, settings.linuxOnlyCsiDrivers)) return;
        const users = usersOfClass(facts, object.name);
        const [first] = users.windows;
        if (first === undefined) return;
        yield {
          at: field.valueSpan,
          message: message(
            'The Windows {0} claims volumes of `{1}`, which is not known to have a node plug-in for Windows.',
            podTitle(first.pod),
            provisioner,
          ),
          related: relatedUsers(users),
        };
      },
    },
  ],
  outcomes: [{ effect: 'fails', doubtful: true, result: 'Without one the pod stays in ContainerCreating.' }],
  why: `The volume is made, but only the driver's pod on the node can mount it, and this driver has one for Linux nodes only. Let the
claims of Windows pods name a class of another driver, such as that of the cloud's disks or \`smb.csi.k8s.io\`. The setting
\`kubewin.linuxOnlyCsiDrivers\` names further drivers that have nothing for Windows.`,
  sources: [docs.windowsStorage],
  examples: [
    {
      name: 'A class for NFS',
      bad: `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: shared
provisioner: nfs.csi.k8s.io
#            ^^^^^^^^^^^^^^ fails
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: reports
  namespace: finance
spec:
  storageClassName: shared
  accessModes: [ReadWriteMany]
---
apiVersion: batch/v1
kind: Job
metadata:
  name: reports
  namespace: finance
spec:
  template:
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: reports
          image: registry.example/reports:1.0
      volumes:
        - name: files
          persistentVolumeClaim: { claimName: reports }
      restartPolicy: Never
`,
    },
    {
      name: 'A provisioner that Kubernetes had itself',
      bad: `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: ceph }
provisioner: kubernetes.io/rbd
#            ^^^^^^^^^^^^^^^^^ fails
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: reports
  annotations:
    volume.beta.kubernetes.io/storage-class: ceph
spec:
  accessModes: [ReadWriteOnce]
---
apiVersion: v1
kind: Pod
metadata:
  name: reports
spec:
  os: { name: windows }
  containers:
    - name: reports
      image: registry.example/reports:1.0
  volumes:
    - name: files
      persistentVolumeClaim: { claimName: reports }
`,
    },
    {
      name: 'A claim that names its volume, and a class of nobody for Windows',
      good: `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: shared
provisioner: efs.csi.aws.com
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: reports
spec:
  storageClassName: shared
  volumeName: share-of-another-kind
  accessModes: [ReadWriteMany]
---
apiVersion: v1
kind: Pod
metadata:
  name: reports
spec:
  os: { name: windows }
  containers:
    - name: reports
      image: registry.example/reports:1.0
  volumes:
    - name: files
      persistentVolumeClaim: { claimName: reports }
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: longhorn
provisioner: driver.longhorn.io
`,
    },
  ],
} satisfies Rule;
