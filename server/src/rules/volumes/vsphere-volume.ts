import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/vsphere-volume',
  title: 'vsphereVolume volume on Windows',
  volume: MIGRATED_VOLUMES.vsphereVolume,
  rewritten: () => ({ volumeHandle: '<volume handle>' }),
  why: `The in-tree plug-in for vSphere disks supported Windows. Kubernetes 1.25 and later migrates these volumes to
the CSI driver; up to 1.26, you could disable the migration. Kubernetes 1.30 removed the in-tree code. Install the node
plug-in of the driver on the Windows nodes, and look up the ID of the disk in vCenter.`,
  examples: [
    {
      name: 'An inline vSphere disk',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: ledger
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
      vsphereVolume:
#     ^^^^^^^^^^^^^ differs
        volumePath: "[datastore1] volumes/ledger"
        fsType: ntfs
`,
    },
    {
      name: 'A PersistentVolume bound by `volumeName`',
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: ledger-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  vsphereVolume:
# ^^^^^^^^^^^^^ differs
    volumePath: "[datastore1] volumes/ledger"
    fsType: ntfs
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: ledger-data
spec:
  accessModes: [ReadWriteMany]
  storageClassName: ""
  volumeName: ledger-volume
  resources: { requests: { storage: 20Gi } }
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: ledger
spec:
  schedule: "0 3 * * *"
  jobTemplate:
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
            - { name: data, persistentVolumeClaim: { claimName: ledger-data } }
          restartPolicy: Never
`,
      fixed: {
        'Convert to a CSI volume with the driver `csi.vsphere.vmware.com`': `apiVersion: v1
kind: PersistentVolume
metadata:
  name: ledger-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  csi:
    driver: csi.vsphere.vmware.com
    volumeHandle: '<volume handle>'
    fsType: ntfs
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: ledger-data
spec:
  accessModes: [ReadWriteMany]
  storageClassName: ""
  volumeName: ledger-volume
  resources: { requests: { storage: 20Gi } }
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: ledger
spec:
  schedule: "0 3 * * *"
  jobTemplate:
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
            - { name: data, persistentVolumeClaim: { claimName: ledger-data } }
          restartPolicy: Never
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
      vsphereVolume:
        volumePath: "[datastore1] volumes/ledger"
        fsType: ntfs
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: ledger-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  vsphereVolume:
    volumePath: "[datastore1] volumes/ledger"
    fsType: ntfs
`,
    },
    {
      name: 'Before CSI migration',
      version: '1.24',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: ledger
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
      vsphereVolume:
        volumePath: "[datastore1] volumes/ledger"
        fsType: ntfs
`,
    },
  ],
});
