import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/gce-persistent-disk',
  title: 'gcePersistentDisk volume on Windows',
  volume: MIGRATED_VOLUMES.gcePersistentDisk,
  name: 'a persistent disk of Google Cloud',
  rewritten: (source) => ({
    volumeHandle: `projects/<project>/zones/<zone>/disks/${source.get('pdName')?.string ?? '<disk>'}`,
  }),
  why: `Kubernetes had its own code for disks of Google Cloud, for Windows too. Since 1.23 it hands them on to the CSI driver, and since
1.28 that code is gone. GKE installs the driver on its Windows nodes; elsewhere that is for you to do. The driver knows a
disk by its project and zone, which the old notation does not name.`,
  examples: [
    {
      name: 'In the pod',
      bad: `apiVersion: batch/v1
kind: Job
metadata:
  name: ledger
spec:
  template:
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: ledger
          image: registry.example/ledger:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          gcePersistentDisk:
#         ^^^^^^^^^^^^^^^^^ differs
            pdName: ledger
            fsType: ntfs
      restartPolicy: Never
`,
    },
    {
      name: 'A PersistentVolume that is kept for the claim of the pod',
      bad: `apiVersion: apps/v1
kind: ReplicaSet
metadata:
  namespace: finance
  name: ledger
spec:
  selector:
    matchLabels: { app: ledger }
  template:
    metadata:
      labels: { app: ledger }
    spec:
      os: { name: windows }
      containers:
        - name: ledger
          image: registry.example/ledger:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          persistentVolumeClaim:
            claimName: ledger-data
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: ledger-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: finance, name: ledger-data }
  gcePersistentDisk: { pdName: ledger, fsType: ntfs }
# ^^^^^^^^^^^^^^^^^ differs
`,
      fixed: {
        'Write it as a CSI volume of `pd.csi.storage.gke.io`': `apiVersion: apps/v1
kind: ReplicaSet
metadata:
  namespace: finance
  name: ledger
spec:
  selector:
    matchLabels: { app: ledger }
  template:
    metadata:
      labels: { app: ledger }
    spec:
      os: { name: windows }
      containers:
        - name: ledger
          image: registry.example/ledger:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          persistentVolumeClaim:
            claimName: ledger-data
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: ledger-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: finance, name: ledger-data }
  csi: { driver: pd.csi.storage.gke.io, volumeHandle: 'projects/<project>/zones/<zone>/disks/ledger', fsType: ntfs }
`,
      },
    },
    {
      name: 'In a Linux pod, and in a PersistentVolume that no pod uses',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: ledger
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: ledger
      image: registry.example/ledger:1.0
      volumeMounts:
        - name: data
          mountPath: /data
  volumes:
    - name: data
      gcePersistentDisk:
        pdName: ledger
        fsType: ntfs
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: ledger-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  gcePersistentDisk: { pdName: ledger, fsType: ntfs }
`,
    },
    {
      name: 'When Kubernetes still had its own code',
      version: '1.22',
      good: `apiVersion: batch/v1
kind: Job
metadata:
  name: ledger
spec:
  template:
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: ledger
          image: registry.example/ledger:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          gcePersistentDisk:
            pdName: ledger
            fsType: ntfs
      restartPolicy: Never
`,
    },
  ],
});
