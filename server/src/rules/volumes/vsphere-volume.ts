import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/vsphere-volume',
  title: 'vsphereVolume volume on Windows',
  volume: MIGRATED_VOLUMES.vsphereVolume,
  name: 'a disk of vSphere',
  rewritten: () => ({ volumeHandle: '<volume handle>' }),
  why: `Kubernetes had its own code for disks of vSphere, for Windows too. Since 1.25 it hands them on to the CSI driver, and since 1.30
that code is gone; up to 1.26 the switch could be turned back. Install the Windows part of the driver on the Windows nodes. It
knows a disk by an identifier that only vCenter tells.`,
  examples: [
    {
      name: 'In the pod',
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
      name: 'A PersistentVolume that the claim of the pod names',
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
        'Write it as a CSI volume of `csi.vsphere.vmware.com`': `apiVersion: v1
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
      name: 'When Kubernetes still had its own code',
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
