import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/rbd',
  title: 'Ceph RBD volume on a Windows node',
  source: 'rbd',
  name: 'a Ceph block device',
  why: `No release of Kubernetes could map a block device of Ceph on Windows, and since 1.31 none has this kind of volume at all. The
CSI driver of Ceph does not run on Windows nodes either. Use the disks of the cloud or hypervisor by a CSI driver with a
node plug-in for Windows.`,
  examples: [
    {
      name: 'A device for a nightly run',
      bad: `apiVersion: batch/v1
kind: CronJob
metadata:
  name: ledger
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          nodeSelector:
            kubernetes.io/os: windows
          containers:
            - name: ledger
              image: registry.example/ledger:1.0
              volumeMounts:
                - name: data
                  mountPath: C:\\data
          volumes:
            - name: data
              rbd:
#             ^^^ fails
                monitors: ["10.16.154.78:6789"]
                image: ledger
                pool: kube
          restartPolicy: Never
`,
    },
    {
      name: 'A PersistentVolume that the claim of the pod names',
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: ledger-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  rbd: { monitors: ["10.16.154.78:6789"], image: ledger, pool: kube }
# ^^^ fails
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: ledger-data
spec:
  accessModes: [ReadWriteMany]
  storageClassName: ""
  volumeName: ledger-volume
  resources: { requests: { storage: 20Gi } }
---
apiVersion: v1
kind: Pod
metadata:
  name: ledger
spec:
  os: { name: windows }
  containers:
    - name: ledger
      image: registry.example/ledger:1.0
      volumeMounts:
        - name: data
          mountPath: C:\\data
  volumes:
    - { name: data, persistentVolumeClaim: { claimName: ledger-data } }
`,
    },
    {
      name: 'In a Linux pod, and in a PersistentVolume that no Windows pod uses',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: ledger
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: ledger
      image: registry.example/ledger:1.0
      volumeMounts:
        - name: data
          mountPath: /data
  volumes:
    - name: data
      rbd:
        monitors: ["10.16.154.78:6789"]
        image: ledger
        pool: kube
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: ledger-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: default, name: ledger-data }
  rbd: { monitors: ["10.16.154.78:6789"], image: ledger, pool: kube }
`,
    },
  ],
});
