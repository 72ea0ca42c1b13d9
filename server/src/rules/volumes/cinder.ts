import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/cinder',
  title: 'OpenStack Cinder volume on a Windows node',
  source: 'cinder',
  name: 'Cinder',
  why: `The in-tree plug-in never supported Windows. Kubernetes 1.26 removed it in favor of the CSI driver
\`cinder.csi.openstack.org\`, which runs on Linux nodes only. Use an SMB share, for example from Manila, or another CSI
driver.`,
  examples: [
    {
      name: 'An inline volume of a CronJob',
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
      name: 'A PersistentVolume bound by `claimRef`',
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
      name: 'A Linux pod and a PersistentVolume that no Windows pod uses',
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
