import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/azure-disk',
  title: 'azureDisk volume on Windows',
  volume: MIGRATED_VOLUMES.azureDisk,
  rewritten: (source) => ({ volumeHandle: source.get('diskURI')?.string ?? '<volume handle>' }),
  why: `The in-tree plug-in for Azure disks supported Windows. Kubernetes 1.23 and later migrates these volumes to the
CSI driver, and 1.27 removed the in-tree code. AKS installs the driver on its Windows nodes; on other clusters, install
it yourself.`,
  examples: [
    {
      name: 'An inline Azure disk',
      bad: `apiVersion: apps/v1
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
        - name: data
          azureDisk:
#         ^^^^^^^^^ differs
            kind: Managed
            diskName: orders
            diskURI: /subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/shop/providers/Microsoft.Compute/disks/orders
`,
    },
    {
      name: 'A PersistentVolume bound by `claimRef`',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  namespace: finance
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
          persistentVolumeClaim:
            claimName: orders-data
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: orders-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: finance, name: orders-data }
  azureDisk:
# ^^^^^^^^^ differs
    kind: Managed
    diskName: orders
    diskURI: /subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/shop/providers/Microsoft.Compute/disks/orders
    readOnly: false
`,
      fixed: {
        'Convert to a CSI volume with the driver `disk.csi.azure.com`': `apiVersion: apps/v1
kind: Deployment
metadata:
  namespace: finance
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
          persistentVolumeClaim:
            claimName: orders-data
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: orders-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: finance, name: orders-data }
  csi:
    driver: disk.csi.azure.com
    volumeHandle: /subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/shop/providers/Microsoft.Compute/disks/orders
    readOnly: false
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
      azureDisk:
        kind: Managed
        diskName: orders
        diskURI: /subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/shop/providers/Microsoft.Compute/disks/orders
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: orders-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  azureDisk:
    kind: Managed
    diskName: orders
    diskURI: /subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/shop/providers/Microsoft.Compute/disks/orders
    readOnly: false
`,
    },
    {
      name: 'Before CSI migration',
      version: '1.22',
      good: `apiVersion: apps/v1
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
        - name: data
          azureDisk:
            kind: Managed
            diskName: orders
            diskURI: /subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/shop/providers/Microsoft.Compute/disks/orders
`,
    },
  ],
});
