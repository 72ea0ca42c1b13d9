import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/aws-elastic-block-store',
  title: 'awsElasticBlockStore volume on Windows',
  volume: MIGRATED_VOLUMES.awsElasticBlockStore,
  rewritten: (source) => ({
    // An in-tree ID may have the zone in front of the last slash.
    volumeHandle: source.get('volumeID')?.string?.replace(/^.*\//, '') ?? '<volume handle>',
  }),
  why: `The in-tree plug-in for EBS supported Windows. Kubernetes 1.23 and later migrates these volumes to the CSI
driver, and 1.27 removed the in-tree code. The driver has a node plug-in for Windows, which you have to install on the
Windows nodes. In a PersistentVolume, use \`csi\` to name the driver explicitly.`,
  examples: [
    {
      name: 'An inline EBS volume',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: orders
spec:
  selector:
    matchLabels: { app: orders }
  template:
    metadata:
      labels: { app: orders }
    spec:
      os: { name: windows }
      containers:
        - name: orders
          image: registry.example/orders:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          awsElasticBlockStore:
#         ^^^^^^^^^^^^^^^^^^^^ differs
            volumeID: vol-0a1b2c3d4e5f67890
            fsType: ntfs
`,
    },
    {
      name: 'A PersistentVolume bound by `volumeName`',
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: orders-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  awsElasticBlockStore:
# ^^^^^^^^^^^^^^^^^^^^ differs
    volumeID: aws://us-east-1a/vol-0a1b2c3d4e5f67890
    fsType: ntfs
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: orders-data
spec:
  accessModes: [ReadWriteMany]
  storageClassName: ""
  volumeName: orders-volume
  resources: { requests: { storage: 20Gi } }
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: orders
spec:
  serviceName: orders
  selector:
    matchLabels: { app: orders }
  template:
    metadata:
      labels: { app: orders }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: orders
          image: registry.example/orders:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - { name: data, persistentVolumeClaim: { claimName: orders-data } }
`,
      fixed: {
        'Convert to a CSI volume with the driver `ebs.csi.aws.com`': `apiVersion: v1
kind: PersistentVolume
metadata:
  name: orders-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  csi:
    driver: ebs.csi.aws.com
    volumeHandle: vol-0a1b2c3d4e5f67890
    fsType: ntfs
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: orders-data
spec:
  accessModes: [ReadWriteMany]
  storageClassName: ""
  volumeName: orders-volume
  resources: { requests: { storage: 20Gi } }
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: orders
spec:
  serviceName: orders
  selector:
    matchLabels: { app: orders }
  template:
    metadata:
      labels: { app: orders }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: orders
          image: registry.example/orders:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - { name: data, persistentVolumeClaim: { claimName: orders-data } }
`,
      },
    },
    {
      name: 'A Linux pod and a PersistentVolume that no pod uses',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: orders
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: orders
      image: registry.example/orders:1.0
      volumeMounts:
        - name: data
          mountPath: /data
  volumes:
    - name: data
      awsElasticBlockStore:
        volumeID: vol-0a1b2c3d4e5f67890
        fsType: ntfs
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: orders-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  awsElasticBlockStore:
    volumeID: aws://us-east-1a/vol-0a1b2c3d4e5f67890
    fsType: ntfs
`,
    },
    {
      name: 'Before CSI migration',
      version: '1.22',
      good: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: orders
spec:
  selector:
    matchLabels: { app: orders }
  template:
    metadata:
      labels: { app: orders }
    spec:
      os: { name: windows }
      containers:
        - name: orders
          image: registry.example/orders:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          awsElasticBlockStore:
            volumeID: vol-0a1b2c3d4e5f67890
            fsType: ntfs
`,
    },
  ],
});
