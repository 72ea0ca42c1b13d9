import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { isLinuxOnlyProvisioner } from '../../windows/csi-drivers.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

export default {
  id: 'storage-class/provisioner',
  title: 'StorageClass with a Linux-only driver',
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
            '`{1}` may prevent Windows {0} from starting: the driver has no known node plug-in for Windows.',
            podTitle(first.pod),
            provisioner,
          ),
          related: relatedUsers(users),
        };
      },
    },
  ],
  outcomes: [{ effect: 'fails', doubtful: true, result: 'Without one, the pod stays in ContainerCreating.' }],
  why: `The volume is provisioned, but only the node plug-in of the driver can mount it, and this driver has one for
Linux only. In the claims of Windows pods, use a class with another driver, such as the disk driver of your cloud or
\`smb.csi.k8s.io\`. To report further drivers without Windows support, add them to the setting
\`kubewin.linuxOnlyCsiDrivers\`.`,
  sources: [docs.windowsStorage],
  examples: [
    {
      name: 'A class for NFS shares',
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
      name: 'An in-tree provisioner',
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
      name: 'A claim with a `volumeName`, and a class that no Windows pod uses',
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
