import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/gce-persistent-disk',
  title: 'gcePersistentDisk volume on Windows',
  volume: MIGRATED_VOLUMES.gcePersistentDisk,
  rewritten: (source) => ({
    volumeHandle: `projects/<project>/zones/<zone>/disks/${source.get('pdName')?.string ?? '<disk>'}`,
  }),
  why: `The in-tree plug-in for Google Cloud persistent disks supported Windows. Kubernetes 1.23 and later migrates
these volumes to the CSI driver, and 1.28 removed the in-tree code. GKE installs the driver on its Windows nodes; on
other clusters, install it yourself. The driver identifies a disk by project and zone, which \`gcePersistentDisk\` does
not contain.`,
  examples: [
    {
      name: 'An inline persistent disk',
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
      name: 'A PersistentVolume bound by `claimRef`',
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
        'Convert to a CSI volume with the driver `pd.csi.storage.gke.io`': `apiVersion: apps/v1
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
      name: 'A Linux pod and a PersistentVolume that no pod uses',
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
      name: 'Before CSI migration',
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
