import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/rbd',
  title: 'Ceph RBD volume on a Windows node',
  source: 'rbd',
  name: 'Ceph RBD',
  why: `Kubernetes never supported Ceph block devices on Windows, and 1.31 removed the in-tree plug-in. The CSI driver
of Ceph does not run on Windows nodes either. Use disks of your cloud or hypervisor, through a CSI driver with a node
plug-in for Windows.`,
  examples: [
    {
      name: 'An inline volume of a CronJob',
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
      name: 'A PersistentVolume bound by `volumeName`',
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
      name: 'A Linux pod and a PersistentVolume that no Windows pod uses',
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
