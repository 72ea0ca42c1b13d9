import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/aws-elastic-block-store',
  title: 'awsElasticBlockStore volume on Windows',
  volume: MIGRATED_VOLUMES.awsElasticBlockStore,
  name: 'an EBS disk',
  rewritten: (source) => ({
    // Up to the last slash an old identifier names the zone.
    volumeHandle: source.get('volumeID')?.string?.replace(/^.*\//, '') ?? '<volume handle>',
  }),
  why: `Kubernetes had its own code for EBS disks, for Windows too. Since 1.23 it hands them on to the CSI driver, and since 1.27 that
code is gone. The driver has a node plug-in for Windows, but it has to be installed on the Windows nodes. A PersistentVolume
that names the driver says what happens.`,
  examples: [
    {
      name: 'In the pod',
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
      name: 'A PersistentVolume that the claim of the pod names',
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
        'Write it as a CSI volume of `ebs.csi.aws.com`': `apiVersion: v1
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
      name: 'In a Linux pod, and in a PersistentVolume that no pod uses',
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
      name: 'When Kubernetes still had its own code',
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
