import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/photon-persistent-disk',
  title: 'Photon Controller disk on a Windows node',
  source: 'photonPersistentDisk',
  name: 'Photon Controller',
  why: `VMware has discontinued the Photon Controller, and Kubernetes has removed this volume type, which supported
only Linux nodes. On vSphere, use the CSI driver \`csi.vsphere.vmware.com\`, which has a node plug-in for Windows.`,
  examples: [
    {
      name: 'An inline volume',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: legacy
spec:
  os: { name: windows }
  containers:
    - name: legacy
      image: registry.example/legacy:1.0
      volumeMounts:
        - name: data
          mountPath: C:\\data
  volumes:
    - name: data
      photonPersistentDisk:
#     ^^^^^^^^^^^^^^^^^^^^ fails
        pdID: 1c8d2f
`,
    },
    {
      name: 'A PersistentVolume bound by `volumeName`',
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: legacy-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  photonPersistentDisk: { pdID: 1c8d2f }
# ^^^^^^^^^^^^^^^^^^^^ fails
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: legacy-data
spec:
  accessModes: [ReadWriteMany]
  storageClassName: ""
  volumeName: legacy-volume
  resources: { requests: { storage: 20Gi } }
---
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: legacy
spec:
  selector:
    matchLabels: { app: legacy }
  template:
    metadata:
      labels: { app: legacy }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: legacy
          image: registry.example/legacy:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - { name: data, persistentVolumeClaim: { claimName: legacy-data } }
`,
    },
    {
      name: 'A Linux pod and a PersistentVolume that no Windows pod uses',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: legacy
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: legacy
      image: registry.example/legacy:1.0
      volumeMounts:
        - name: data
          mountPath: /data
  volumes:
    - name: data
      photonPersistentDisk:
        pdID: 1c8d2f
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: legacy-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: default, name: legacy-data }
  photonPersistentDisk: { pdID: 1c8d2f }
`,
    },
  ],
});
