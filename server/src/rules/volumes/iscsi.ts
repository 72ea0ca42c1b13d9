import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/iscsi',
  title: 'iSCSI volume on a Windows node',
  source: 'iscsi',
  name: 'iSCSI',
  why: `Windows itself supports iSCSI, but the in-tree plug-in logs in to targets and mounts disks only on Linux. Use a
CSI driver from your storage vendor that has a node plug-in for Windows. For files that several pods share, use an SMB
share.`,
  examples: [
    {
      name: 'An inline volume',
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
      name: 'A PersistentVolume bound by `claimRef`',
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
      name: 'A Linux pod and a PersistentVolume that no Windows pod uses',
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
