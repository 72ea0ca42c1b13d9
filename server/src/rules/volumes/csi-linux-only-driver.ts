import { docs } from '../../rule-kit/sources.ts';
import { volumeRule } from '../../rule-kit/volume-rule.ts';
import { isLinuxOnlyDriver } from '../../windows/csi-drivers.ts';

export default volumeRule({
  id: 'volumes/csi-linux-only-driver',
  title: 'CSI driver without a node plug-in for Windows',
  parts: ['csi.driver'],
  says: 'is mounted by the CSI driver `{0}`, which is not known to have a node plug-in for Windows.',
  concerns: (field, { settings }) => isLinuxOnlyDriver(field.string ?? '', settings.linuxOnlyCsiDrivers),
  outcomes: [{ effect: 'fails', doubtful: true, result: 'Without one the pod stays in ContainerCreating.' }],
  why: `A CSI volume is mounted by the driver's own pod on the node, and many drivers have such a pod for Linux only. For Windows
there are those of the clouds' disks (\`ebs.csi.aws.com\`, \`disk.csi.azure.com\`, \`pd.csi.storage.gke.io\`,
\`csi.vsphere.vmware.com\`), \`file.csi.azure.com\` and \`smb.csi.k8s.io\` for shares, and \`secrets-store.csi.k8s.io\`. The
setting \`kubewin.linuxOnlyCsiDrivers\` names further drivers that have none.`,
  sources: [docs.windowsStorage],
  examples: [
    {
      name: 'Files of Amazon EFS and a bucket',
      bad: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: reports
spec:
  serviceName: reports
  selector:
    matchLabels: { app: reports }
  template:
    metadata:
      labels: { app: reports }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: reports
          image: registry.example/reports:1.0
      volumes:
        - name: files
          csi:
            driver: efs.csi.aws.com
#                   ^^^^^^^^^^^^^^^ fails
        - name: bucket
          csi: { "driver": "gcsfuse.csi.storage.gke.io", volumeAttributes: { bucketName: reports } }
#                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
`,
    },
    {
      name: 'A PersistentVolume of Rook, and a driver from the settings',
      settings: { linuxOnlyCsiDrivers: ['*.storage.example.com'] },
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: models
spec:
  capacity: { storage: 50Gi }
  accessModes: [ReadWriteMany]
  csi:
    driver: rook-ceph.cephfs.csi.ceph.com
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
    volumeHandle: models
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: models
  namespace: research
spec:
  accessModes: [ReadWriteMany]
  volumeName: models
  resources: { requests: { storage: 50Gi } }
---
apiVersion: batch/v1
kind: Job
metadata:
  name: train
  namespace: research
spec:
  template:
    spec:
      os: { name: windows }
      containers:
        - name: train
          image: registry.example/train:1.0
      volumes:
        - name: models
          persistentVolumeClaim: { claimName: models }
        - name: scratch
          csi: { driver: fast.storage.example.com }
#                        ^^^^^^^^^^^^^^^^^^^^^^^^ fails
      restartPolicy: Never
`,
    },
    {
      name: 'Drivers for Windows, unknown ones and those of Linux pods',
      good: `apiVersion: v1
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
      csi: { driver: smb.csi.k8s.io }
    - name: other
      csi: { driver: fast.storage.example.com }
---
apiVersion: v1
kind: Pod
metadata:
  name: reports-linux
spec:
  nodeSelector: { kubernetes.io/os: linux }
  containers:
    - name: reports
      image: registry.example/reports:1.0
  volumes:
    - name: files
      csi: { driver: nfs.csi.k8s.io }
`,
    },
  ],
});
