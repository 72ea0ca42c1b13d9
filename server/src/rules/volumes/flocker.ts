import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/flocker',
  title: 'Flocker volume on a Windows node',
  source: 'flocker',
  name: 'Flocker',
  why: `Flocker had an agent for Linux only, and the project has ended. Kubernetes 1.25 removed this volume type. Use
an SMB share or a CSI driver with a node plug-in for Windows.`,
  examples: [
    {
      name: 'An inline volume',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: orders
spec:
  selector:
    matchLabels: { app: orders }
  template:
    metadata:
      labels: { app: orders }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: orders
          image: registry.example/orders:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          flocker:
#         ^^^^^^^ fails
            datasetName: orders
`,
    },
    {
      name: 'A PersistentVolume bound by `claimRef`',
      bad: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  namespace: finance
  name: orders
spec:
  serviceName: orders
  selector:
    matchLabels: { app: orders }
  template:
    metadata:
      labels: { app: orders }
    spec:
      os: { name: windows }
      containers:
        - name: orders
          image: registry.example/orders:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          persistentVolumeClaim:
            claimName: orders-data
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: orders-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: finance, name: orders-data }
  flocker: { datasetName: orders }
# ^^^^^^^ fails
`,
    },
    {
      name: 'A Linux pod and a PersistentVolume that no Windows pod uses',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: orders
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: orders
      image: registry.example/orders:1.0
      volumeMounts:
        - name: data
          mountPath: /data
  volumes:
    - name: data
      flocker:
        datasetName: orders
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: orders-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: default, name: orders-data }
  flocker: { datasetName: orders }
`,
    },
  ],
});
