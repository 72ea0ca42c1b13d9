import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/fc',
  title: 'Fibre Channel volume on a Windows node',
  source: 'fc',
  name: 'Fibre Channel',
  why: `The kubelet can find and mount Fibre Channel disks only on Linux, whatever host bus adapters a Windows node
has. Use a CSI driver from your storage vendor that has a node plug-in for Windows.`,
  examples: [
    {
      name: 'An inline volume of a Job',
      bad: `apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: import
          image: registry.example/import:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          fc:
#         ^^ fails
            targetWWNs: ["500a0982991b8dc5"]
            lun: 2
      restartPolicy: Never
`,
    },
    {
      name: 'A PersistentVolume bound by `volumeName`',
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: import-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  fc: { targetWWNs: ["500a0982991b8dc5"], lun: 2 }
# ^^ fails
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: import-data
spec:
  accessModes: [ReadWriteMany]
  storageClassName: ""
  volumeName: import-volume
  resources: { requests: { storage: 20Gi } }
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: import
spec:
  serviceName: import
  selector:
    matchLabels: { app: import }
  template:
    metadata:
      labels: { app: import }
    spec:
      os: { name: windows }
      containers:
        - name: import
          image: registry.example/import:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - { name: data, persistentVolumeClaim: { claimName: import-data } }
`,
    },
    {
      name: 'A Linux pod and a PersistentVolume that no Windows pod uses',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: import
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: import
      image: registry.example/import:1.0
      volumeMounts:
        - name: data
          mountPath: /data
  volumes:
    - name: data
      fc:
        targetWWNs: ["500a0982991b8dc5"]
        lun: 2
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: import-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: default, name: import-data }
  fc: { targetWWNs: ["500a0982991b8dc5"], lun: 2 }
`,
    },
  ],
});
