import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/glusterfs',
  title: 'GlusterFS volume on a Windows node',
  source: 'glusterfs',
  name: 'GlusterFS',
  why: `The in-tree plug-in used the GlusterFS client for Linux, and Kubernetes 1.26 removed it. Gluster can export the
same files through Samba: mount that share on Windows with \`smb.csi.k8s.io\`.`,
  examples: [
    {
      name: 'An inline volume',
      bad: `apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: media
spec:
  selector:
    matchLabels: { app: media }
  template:
    metadata:
      labels: { app: media }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: media
          image: registry.example/media:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          glusterfs:
#         ^^^^^^^^^ fails
            endpoints: glusterfs-cluster
            path: media
`,
    },
    {
      name: 'A PersistentVolume bound by `claimRef`',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  namespace: finance
  name: media
spec:
  selector:
    matchLabels: { app: media }
  template:
    metadata:
      labels: { app: media }
    spec:
      os: { name: windows }
      containers:
        - name: media
          image: registry.example/media:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          persistentVolumeClaim:
            claimName: media-data
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: media-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: finance, name: media-data }
  glusterfs: { endpoints: glusterfs-cluster, path: media }
# ^^^^^^^^^ fails
`,
    },
    {
      name: 'A Linux pod and a PersistentVolume that no Windows pod uses',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: media
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: media
      image: registry.example/media:1.0
      volumeMounts:
        - name: data
          mountPath: /data
  volumes:
    - name: data
      glusterfs:
        endpoints: glusterfs-cluster
        path: media
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: media-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: default, name: media-data }
  glusterfs: { endpoints: glusterfs-cluster, path: media }
`,
    },
  ],
});
