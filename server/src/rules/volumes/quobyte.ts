import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/quobyte',
  title: 'Quobyte volume on a Windows node',
  source: 'quobyte',
  name: 'Quobyte',
  why: `The in-tree plug-in used the Quobyte client for Linux, and Kubernetes 1.25 removed it. Use an SMB share or a
CSI driver with a node plug-in for Windows.`,
  examples: [
    {
      name: 'An inline volume',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: archive
spec:
  os: { name: windows }
  containers:
    - name: archive
      image: registry.example/archive:1.0
      volumeMounts:
        - name: data
          mountPath: C:\\data
  volumes:
    - name: data
      quobyte:
#     ^^^^^^^ fails
        registry: registry.example.com:7861
        volume: archive
`,
    },
    {
      name: 'A PersistentVolume bound by `volumeName`',
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: archive-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  quobyte: { registry: "registry.example.com:7861", volume: archive }
# ^^^^^^^ fails
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: archive-data
spec:
  accessModes: [ReadWriteMany]
  storageClassName: ""
  volumeName: archive-volume
  resources: { requests: { storage: 20Gi } }
---
apiVersion: batch/v1
kind: Job
metadata:
  name: archive
spec:
  template:
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: archive
          image: registry.example/archive:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - { name: data, persistentVolumeClaim: { claimName: archive-data } }
      restartPolicy: Never
`,
    },
    {
      name: 'A Linux pod and a PersistentVolume that no Windows pod uses',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: archive
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: archive
      image: registry.example/archive:1.0
      volumeMounts:
        - name: data
          mountPath: /data
  volumes:
    - name: data
      quobyte:
        registry: registry.example.com:7861
        volume: archive
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: archive-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: default, name: archive-data }
  quobyte: { registry: "registry.example.com:7861", volume: archive }
`,
    },
  ],
});
