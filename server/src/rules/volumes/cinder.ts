import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/cinder',
  title: 'OpenStack Cinder volume on a Windows node',
  source: 'cinder',
  name: 'a Cinder disk',
  why: `The kubelet never mounted disks of OpenStack on Windows. Since 1.26 they are handed on to the CSI driver
\`cinder.csi.openstack.org\`, which is for Linux nodes. Use an SMB share, such as one of Manila, or another CSI driver.`,
  examples: [
    {
      name: 'A disk for a nightly run',
      bad: `apiVersion: batch/v1
kind: CronJob
metadata:
  name: backup
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          nodeSelector:
            kubernetes.io/os: windows
          containers:
            - name: backup
              image: registry.example/backup:1.0
              volumeMounts:
                - name: data
                  mountPath: C:\\data
          volumes:
            - name: data
              cinder:
#             ^^^^^^ fails
                volumeID: bd82f7e2-3ece-4c01-a505-4acf60b07f4a
          restartPolicy: Never
`,
    },
    {
      name: 'A PersistentVolume that is kept for the claim of the pod',
      bad: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  namespace: finance
  name: backup
spec:
  serviceName: backup
  selector:
    matchLabels: { app: backup }
  template:
    metadata:
      labels: { app: backup }
    spec:
      os: { name: windows }
      containers:
        - name: backup
          image: registry.example/backup:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          persistentVolumeClaim:
            claimName: backup-data
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: backup-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: finance, name: backup-data }
  cinder: { volumeID: bd82f7e2-3ece-4c01-a505-4acf60b07f4a, fsType: ntfs }
# ^^^^^^ fails
`,
    },
    {
      name: 'In a Linux pod, and in a PersistentVolume that no Windows pod uses',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: backup
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: backup
      image: registry.example/backup:1.0
      volumeMounts:
        - name: data
          mountPath: /data
  volumes:
    - name: data
      cinder:
        volumeID: bd82f7e2-3ece-4c01-a505-4acf60b07f4a
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: backup-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: default, name: backup-data }
  cinder: { volumeID: bd82f7e2-3ece-4c01-a505-4acf60b07f4a, fsType: ntfs }
`,
    },
  ],
});
