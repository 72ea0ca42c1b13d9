import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/portworx',
  title: 'Portworx volume on a Windows node',
  source: 'portworxVolume',
  name: 'Portworx',
  why: `Portworx runs on Linux nodes only, and so does the code that mounts its volumes. Use an SMB share or a CSI
driver with a node plug-in for Windows.`,
  examples: [
    {
      name: 'An inline volume',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  selector:
    matchLabels: { app: shop }
  template:
    metadata:
      labels: { app: shop }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: shop
          image: registry.example/shop:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          portworxVolume:
#         ^^^^^^^^^^^^^^ fails
            volumeID: pxvol-shop
`,
    },
    {
      name: 'A PersistentVolume bound by `volumeName`',
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: shop-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  portworxVolume: { volumeID: pxvol-shop }
# ^^^^^^^^^^^^^^ fails
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: shop-data
spec:
  accessModes: [ReadWriteMany]
  storageClassName: ""
  volumeName: shop-volume
  resources: { requests: { storage: 20Gi } }
---
apiVersion: batch/v1
kind: Job
metadata:
  name: shop
spec:
  template:
    spec:
      os: { name: windows }
      containers:
        - name: shop
          image: registry.example/shop:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - { name: data, persistentVolumeClaim: { claimName: shop-data } }
      restartPolicy: Never
`,
    },
    {
      name: 'A Linux pod and a PersistentVolume that no Windows pod uses',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: shop
      image: registry.example/shop:1.0
      volumeMounts:
        - name: data
          mountPath: /data
  volumes:
    - name: data
      portworxVolume:
        volumeID: pxvol-shop
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: shop-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: default, name: shop-data }
  portworxVolume: { volumeID: pxvol-shop }
`,
    },
  ],
});
