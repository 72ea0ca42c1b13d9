import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/photon-persistent-disk',
  title: 'Photon disk on a Windows node',
  source: 'photonPersistentDisk',
  name: 'a disk of the Photon Controller',
  why: `The Photon Controller of VMware has ended, its disks were for Linux nodes only, and Kubernetes has dropped them since. On
vSphere use the CSI driver \`csi.vsphere.vmware.com\`, which has a node plug-in for Windows.`,
  examples: [
    {
      name: 'A disk in the pod',
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
      name: 'A PersistentVolume that the claim of the pod names',
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
      name: 'In a Linux pod, and in a PersistentVolume that no Windows pod uses',
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
