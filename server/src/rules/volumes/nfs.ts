import { code } from '../../rule-kit/sources.ts';
import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/nfs',
  title: 'NFS volume on a Windows node',
  source: 'nfs',
  name: 'NFS',
  seen: 'only cifs mount is supported now',
  why: `On Windows, SMB is the only network file system that the kubelet can mount. It cannot use the NFS client of
Windows Server. Put the files on an SMB share and mount it with the CSI driver \`smb.csi.k8s.io\`, or with the driver
of your cloud file service.`,
  sources: [code('kubernetes/mount-utils mount_windows.go')],
  examples: [
    {
      name: 'An inline volume',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: reports
spec:
  selector:
    matchLabels: { app: reports }
  template:
    metadata:
      labels: { app: reports }
    spec:
      os: { name: windows }
      containers:
        - name: reports
          image: registry.example/reports:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          nfs:
#         ^^^ fails
            server: nfs.example.com
            path: /exports/reports
`,
    },
    {
      name: 'A PersistentVolume bound by `volumeName`',
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: reports-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  nfs: { server: nfs.example.com, path: /exports/reports }
# ^^^ fails
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: reports-data
spec:
  accessModes: [ReadWriteMany]
  storageClassName: ""
  volumeName: reports-volume
  resources: { requests: { storage: 20Gi } }
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: reports
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          nodeSelector:
            kubernetes.io/os: windows
          containers:
            - name: reports
              image: registry.example/reports:1.0
              volumeMounts:
                - name: data
                  mountPath: C:\\data
          volumes:
            - { name: data, persistentVolumeClaim: { claimName: reports-data } }
          restartPolicy: Never
`,
    },
    {
      name: 'A Linux pod and a PersistentVolume that no Windows pod uses',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: reports
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: reports
      image: registry.example/reports:1.0
      volumeMounts:
        - name: data
          mountPath: /data
  volumes:
    - name: data
      nfs:
        server: nfs.example.com
        path: /exports/reports
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: reports-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: default, name: reports-data }
  nfs: { server: nfs.example.com, path: /exports/reports }
`,
    },
  ],
});
