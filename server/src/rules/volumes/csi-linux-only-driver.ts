import { docs } from '../../rule-kit/sources.ts';
import { volumeRule } from '../../rule-kit/volume-rule.ts';
import { isLinuxOnlyDriver } from '../../windows/csi-drivers.ts';

export default volumeRule({
  id: 'volumes/csi-linux-only-driver',
  title: 'CSI driver without a node plug-in for Windows',
  parts: ['csi.driver'],
  says: 'may fail to mount: the CSI driver `{0}` has no known node plug-in for Windows.',
  concerns: (field, { settings }) => isLinuxOnlyDriver(field.string ?? '', settings.linuxOnlyCsiDrivers),
  outcomes: [{ effect: 'fails', doubtful: true, result: 'Without one, the pod stays in ContainerCreating.' }],
  why: `The node plug-in of a CSI driver mounts its volumes, and many drivers have a node plug-in for Linux only. For
Windows, use the driver of your cloud or hypervisor for disks: \`ebs.csi.aws.com\`, \`disk.csi.azure.com\`,
\`pd.csi.storage.gke.io\`, \`csi.vsphere.vmware.com\`. For shares, use \`file.csi.azure.com\` or \`smb.csi.k8s.io\`;
for secrets, \`secrets-store.csi.k8s.io\`. To report further drivers without Windows support, add them to the setting
\`kubewin.linuxOnlyCsiDrivers\`.`,
  sources: [docs.windowsStorage],
  examples: [
    {
      name: 'Amazon EFS and a Cloud Storage bucket',
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
      name: 'A PersistentVolume of Rook, and a driver from the setting',
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
      name: 'Drivers with Windows support, unknown drivers, and drivers of Linux pods',
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
