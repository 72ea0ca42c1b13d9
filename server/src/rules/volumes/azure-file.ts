import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/azure-file',
  title: 'azureFile volume on Windows',
  volume: MIGRATED_VOLUMES.azureFile,
  rewritten: (source) => ({
    volumeHandle: '<volume handle>',
    volumeAttributes: { shareName: source.get('shareName')?.string ?? '<share>' },
    nodeStageSecretRef: {
      name: source.get('secretName')?.string ?? '<secret>',
      namespace: source.get('secretNamespace')?.string ?? 'default',
    },
  }),
  why: `The in-tree plug-in for Azure Files supported Windows. Kubernetes 1.24 and later migrates these volumes to the
CSI driver, and 1.30 removed the in-tree code. AKS installs the driver on its Windows nodes; on other clusters, install
it yourself. A CSI volume needs a \`volumeHandle\` that is unique in the cluster: you can choose any name.`,
  examples: [
    {
      name: 'An inline Azure Files share',
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
      name: 'A PersistentVolume bound by `volumeName`',
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
        'Convert to a CSI volume with the driver `file.csi.azure.com`': `apiVersion: v1
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
      name: 'A Linux pod and a PersistentVolume that no pod uses',
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
      name: 'Before CSI migration',
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
