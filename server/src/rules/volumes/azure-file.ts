import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/azure-file',
  title: 'azureFile volume on Windows',
  volume: MIGRATED_VOLUMES.azureFile,
  name: 'a share of Azure Files',
  rewritten: (source) => ({
    volumeHandle: '<volume handle>',
    volumeAttributes: { shareName: source.get('shareName')?.string ?? '<share>' },
    nodeStageSecretRef: {
      name: source.get('secretName')?.string ?? '<secret>',
      namespace: source.get('secretNamespace')?.string ?? 'default',
    },
  }),
  why: `Kubernetes had its own code for shares of Azure Files, for Windows too. Since 1.24 it hands them on to the CSI driver, and since
1.30 that code is gone. AKS installs the driver on its Windows nodes; elsewhere that is for you to do. A CSI volume needs a
handle that is unique in the cluster: any name will do.`,
  examples: [
    {
      name: 'In the pod',
      bad: `apiVersion: batch/v1
kind: CronJob
metadata:
  name: reports
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      template:
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
              azureFile:
#             ^^^^^^^^^ differs
                secretName: storage-account
                shareName: reports
          restartPolicy: Never
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
  azureFile:
# ^^^^^^^^^ differs
    secretName: storage-account
    secretNamespace: finance
    shareName: reports
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
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: reports
spec:
  selector:
    matchLabels: { app: reports }
  template:
    metadata:
      labels: { app: reports }
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
`,
      fixed: {
        'Write it as a CSI volume of `file.csi.azure.com`': `apiVersion: v1
kind: PersistentVolume
metadata:
  name: reports-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  csi:
    driver: file.csi.azure.com
    volumeHandle: '<volume handle>'
    volumeAttributes:
      shareName: reports
    nodeStageSecretRef:
      name: storage-account
      namespace: finance
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
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: reports
spec:
  selector:
    matchLabels: { app: reports }
  template:
    metadata:
      labels: { app: reports }
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
`,
      },
    },
    {
      name: 'In a Linux pod, and in a PersistentVolume that no pod uses',
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
      azureFile:
        secretName: storage-account
        shareName: reports
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: reports-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  azureFile:
    secretName: storage-account
    secretNamespace: finance
    shareName: reports
`,
    },
    {
      name: 'When Kubernetes still had its own code',
      version: '1.23',
      good: `apiVersion: batch/v1
kind: CronJob
metadata:
  name: reports
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      template:
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
              azureFile:
                secretName: storage-account
                shareName: reports
          restartPolicy: Never
`,
    },
  ],
});
