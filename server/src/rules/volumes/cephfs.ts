import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/cephfs',
  title: 'CephFS volume on a Windows node',
  source: 'cephfs',
  name: 'CephFS',
  why: `Kubernetes never supported CephFS on Windows, and 1.31 removed the in-tree plug-in. The CSI driver of Ceph does
not run on Windows nodes either. Put the files on an SMB share and mount it with \`smb.csi.k8s.io\`.`,
  examples: [
    {
      name: 'An inline volume',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: models
spec:
  selector:
    matchLabels: { app: models }
  template:
    metadata:
      labels: { app: models }
    spec:
      os: { name: windows }
      containers:
        - name: models
          image: registry.example/models:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          cephfs:
#         ^^^^^^ fails
            monitors: ["10.16.154.78:6789"]
            user: admin
            secretRef: { name: ceph }
`,
    },
    {
      name: 'A PersistentVolume bound by `claimRef`',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  namespace: finance
  name: models
spec:
  selector:
    matchLabels: { app: models }
  template:
    metadata:
      labels: { app: models }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: models
          image: registry.example/models:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          persistentVolumeClaim:
            claimName: models-data
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: models-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: finance, name: models-data }
  cephfs:
# ^^^^^^ fails
    monitors:
      - 10.16.154.78:6789
    path: /models
`,
    },
    {
      name: 'A Linux pod and a PersistentVolume that no Windows pod uses',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: models
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: models
      image: registry.example/models:1.0
      volumeMounts:
        - name: data
          mountPath: /data
  volumes:
    - name: data
      cephfs:
        monitors: ["10.16.154.78:6789"]
        user: admin
        secretRef: { name: ceph }
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: models-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: default, name: models-data }
  cephfs:
    monitors:
      - 10.16.154.78:6789
    path: /models
`,
    },
  ],
});
