import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/storage-os',
  title: 'StorageOS volume on a Windows node',
  source: 'storageos',
  name: 'StorageOS',
  why: `StorageOS runs on Linux nodes only, and Kubernetes 1.25 removed this volume type. Use an SMB share or a CSI
driver with a node plug-in for Windows.`,
  examples: [
    {
      name: 'An inline volume',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: cache
spec:
  selector:
    matchLabels: { app: cache }
  template:
    metadata:
      labels: { app: cache }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: cache
          image: registry.example/cache:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          storageos:
#         ^^^^^^^^^ fails
            volumeName: cache
            fsType: ntfs
`,
    },
    {
      name: 'A PersistentVolume bound by `volumeName`',
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: cache-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  storageos: { volumeName: cache, volumeNamespace: default }
# ^^^^^^^^^ fails
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: cache-data
spec:
  accessModes: [ReadWriteMany]
  storageClassName: ""
  volumeName: cache-volume
  resources: { requests: { storage: 20Gi } }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: cache
spec:
  selector:
    matchLabels: { app: cache }
  template:
    metadata:
      labels: { app: cache }
    spec:
      os: { name: windows }
      containers:
        - name: cache
          image: registry.example/cache:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - { name: data, persistentVolumeClaim: { claimName: cache-data } }
`,
    },
    {
      name: 'A Linux pod and a PersistentVolume that no Windows pod uses',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: cache
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: cache
      image: registry.example/cache:1.0
      volumeMounts:
        - name: data
          mountPath: /data
  volumes:
    - name: data
      storageos:
        volumeName: cache
        fsType: ntfs
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: cache-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: default, name: cache-data }
  storageos: { volumeName: cache, volumeNamespace: default }
`,
    },
  ],
});
