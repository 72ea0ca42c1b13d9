import { code } from '../../rule-kit/sources.ts';
import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/nfs',
  title: 'NFS volume on a Windows node',
  source: 'nfs',
  name: 'an NFS share',
  seen: 'only cifs mount is supported now',
  why: `The kubelet of a Windows node mounts SMB shares and nothing else from the network; the NFS client of Windows Server is no use
to it. Put the files on an SMB share and mount it with the CSI driver \`smb.csi.k8s.io\`, or with the driver of your cloud's
file service.`,
  sources: [code('kubernetes/mount-utils mount_windows.go')],
  examples: [
    {
      name: 'A share in the pod',
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
      name: 'A PersistentVolume that the claim of the pod names',
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
      name: 'In a Linux pod, and in a PersistentVolume that no Windows pod uses',
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
