import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/fc',
  title: 'Fibre Channel volume on a Windows node',
  source: 'fc',
  name: 'a Fibre Channel disk',
  why: `Finding a disk by its World Wide Name and mounting it is code for Linux in the kubelet, whatever adapters a Windows node has.
Use a CSI driver of the storage's maker that has a node plug-in for Windows.`,
  examples: [
    {
      name: 'A disk for a job',
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
      name: 'A PersistentVolume that the claim of the pod names',
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
      name: 'In a Linux pod, and in a PersistentVolume that no Windows pod uses',
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
