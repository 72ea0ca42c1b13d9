import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/iscsi',
  title: 'iSCSI volume on a Windows node',
  source: 'iscsi',
  name: 'an iSCSI disk',
  why: `Windows itself can use iSCSI, but the part of the kubelet that logs in to a target and mounts its disk was written for Linux
alone. A CSI driver of the storage's maker that has a node plug-in for Windows can take its place; files that several pods
share fit on an SMB share.`,
  examples: [
    {
      name: 'A disk in the pod',
      bad: `apiVersion: apps/v1
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
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          iscsi:
#         ^^^^^ fails
            targetPortal: 10.0.2.15:3260
            iqn: iqn.2001-04.com.example:storage.disk1
            lun: 0
            fsType: ntfs
`,
    },
    {
      name: 'A PersistentVolume that is kept for the claim of the pod',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  namespace: finance
  name: database
spec:
  selector:
    matchLabels: { app: database }
  template:
    metadata:
      labels: { app: database }
    spec:
      os: { name: windows }
      containers:
        - name: database
          image: registry.example/database:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          persistentVolumeClaim:
            claimName: database-data
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: database-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: finance, name: database-data }
  iscsi: { targetPortal: "10.0.2.15:3260", iqn: "iqn.2001-04.com.example:storage.disk1", lun: 0 }
# ^^^^^ fails
`,
    },
    {
      name: 'In a Linux pod, and in a PersistentVolume that no Windows pod uses',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: database
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: database
      image: registry.example/database:1.0
      volumeMounts:
        - name: data
          mountPath: /data
  volumes:
    - name: data
      iscsi:
        targetPortal: 10.0.2.15:3260
        iqn: iqn.2001-04.com.example:storage.disk1
        lun: 0
        fsType: ntfs
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: database-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: default, name: database-data }
  iscsi: { targetPortal: "10.0.2.15:3260", iqn: "iqn.2001-04.com.example:storage.disk1", lun: 0 }
`,
    },
  ],
});
