import type { Field, Fix } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { volumeRule } from '../../rule-kit/volume-rule.ts';
import { isLinuxFileSystem } from '../../windows/file-systems.ts';

export default volumeRule({
  id: 'volumes/fs-type',
  title: 'Linux file system on a Windows volume',
  parts: ['csi', 'awsElasticBlockStore', 'azureDisk', 'gcePersistentDisk', 'vsphereVolume'].map(
    (source) => `${source}.fsType`,
  ),
  says: 'cannot be mounted: Windows does not support `fsType: {0}`.',
  concerns: (field) => isLinuxFileSystem(field.string),
  fixes: (field, { isShared }) => (isShared ? [] : [changeToNtfs(field), remove(field)]),
  outcomes: [{ effect: 'fails', result: 'Formatting the disk fails, and the pod stays in ContainerCreating.' }],
  why: `Windows formats a new disk with NTFS by default; some drivers also support ReFS. Remove \`fsType\` or set it to
\`ntfs\`. Windows cannot read a disk that was formatted on Linux, regardless of \`fsType\`.`,
  sources: [docs.windowsStorage, code('kubernetes/mount-utils mount_windows.go formatAndMountSensitive')],
  examples: [
    {
      name: 'Inline disks',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: database
spec:
  selector:
    matchLabels: { app: database }
  template:
    metadata:
      labels: { app: database }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: database
          image: registry.example/database:1.0
      volumes:
        - name: data
          azureDisk:
            diskName: data
            diskURI: /subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/shop/providers/Microsoft.Compute/disks/data
            fsType: ext4
#                   ^^^^ fails
        - name: log
          awsElasticBlockStore: { volumeID: vol-0a1b2c3d4e5f67890, fsType: "XFS" }
#                                                                          ^^^^^ fails
        - name: cache
          gcePersistentDisk: { pdName: cache, fsType: ext3 }
#                                                     ^^^^ fails
        - name: archive
          vsphereVolume: { volumePath: "[store] archive", fsType: btrfs }
#                                                                 ^^^^^ fails
        - name: scratch
          csi: { driver: disk.csi.example.com, fsType: ext2 }
#                                                      ^^^^ fails
`,
      fixed: {
        'Change `fsType` to `ntfs`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: database
spec:
  selector:
    matchLabels: { app: database }
  template:
    metadata:
      labels: { app: database }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: database
          image: registry.example/database:1.0
      volumes:
        - name: data
          azureDisk:
            diskName: data
            diskURI: /subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/shop/providers/Microsoft.Compute/disks/data
            fsType: ntfs
        - name: log
          awsElasticBlockStore: { volumeID: vol-0a1b2c3d4e5f67890, fsType: "XFS" }
        - name: cache
          gcePersistentDisk: { pdName: cache, fsType: ext3 }
        - name: archive
          vsphereVolume: { volumePath: "[store] archive", fsType: btrfs }
        - name: scratch
          csi: { driver: disk.csi.example.com, fsType: ext2 }
`,
      },
    },
    {
      name: 'PersistentVolumes of a Windows pod',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: database
spec:
  os: { name: windows }
  containers:
    - name: database
      image: registry.example/database:1.0
  volumes:
    - { name: data, persistentVolumeClaim: { claimName: data } }
    - { name: log, persistentVolumeClaim: { claimName: log } }
    - { name: cache, persistentVolumeClaim: { claimName: cache } }
    - { name: archive, persistentVolumeClaim: { claimName: archive } }
    - { name: scratch, persistentVolumeClaim: { claimName: scratch } }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { accessModes: [ReadWriteOnce], volumeName: data }
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: data }
spec:
  capacity: { storage: 20Gi }
  csi: { driver: disk.csi.azure.com, volumeHandle: data, fsType: ext4 }
#                                                                ^^^^ fails
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: log }
spec: { accessModes: [ReadWriteOnce], volumeName: log }
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: log }
spec:
  capacity: { storage: 20Gi }
  awsElasticBlockStore: { volumeID: vol-0a1b2c3d4e5f67890, fsType: xfs }
#                                                                  ^^^ fails
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: cache }
spec: { accessModes: [ReadWriteOnce], volumeName: cache }
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: cache }
spec:
  capacity: { storage: 20Gi }
  gcePersistentDisk: { pdName: cache, fsType: ext4 }
#                                             ^^^^ fails
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: archive }
spec: { accessModes: [ReadWriteOnce], volumeName: archive }
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: archive }
spec:
  capacity: { storage: 20Gi }
  vsphereVolume: { volumePath: "[store] archive", fsType: ext4 }
#                                                         ^^^^ fails
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: scratch }
spec: { accessModes: [ReadWriteOnce], volumeName: scratch }
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: scratch }
spec:
  capacity: { storage: 20Gi }
  azureDisk:
    diskName: scratch
    diskURI: /subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/shop/providers/Microsoft.Compute/disks/scratch
    fsType: ext4
#           ^^^^ fails
`,
      fixed: {
        'Remove `fsType`': `apiVersion: v1
kind: Pod
metadata:
  name: database
spec:
  os: { name: windows }
  containers:
    - name: database
      image: registry.example/database:1.0
  volumes:
    - { name: data, persistentVolumeClaim: { claimName: data } }
    - { name: log, persistentVolumeClaim: { claimName: log } }
    - { name: cache, persistentVolumeClaim: { claimName: cache } }
    - { name: archive, persistentVolumeClaim: { claimName: archive } }
    - { name: scratch, persistentVolumeClaim: { claimName: scratch } }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { accessModes: [ReadWriteOnce], volumeName: data }
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: data }
spec:
  capacity: { storage: 20Gi }
  csi: { driver: disk.csi.azure.com, volumeHandle: data }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: log }
spec: { accessModes: [ReadWriteOnce], volumeName: log }
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: log }
spec:
  capacity: { storage: 20Gi }
  awsElasticBlockStore: { volumeID: vol-0a1b2c3d4e5f67890, fsType: xfs }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: cache }
spec: { accessModes: [ReadWriteOnce], volumeName: cache }
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: cache }
spec:
  capacity: { storage: 20Gi }
  gcePersistentDisk: { pdName: cache, fsType: ext4 }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: archive }
spec: { accessModes: [ReadWriteOnce], volumeName: archive }
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: archive }
spec:
  capacity: { storage: 20Gi }
  vsphereVolume: { volumePath: "[store] archive", fsType: ext4 }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: scratch }
spec: { accessModes: [ReadWriteOnce], volumeName: scratch }
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: scratch }
spec:
  capacity: { storage: 20Gi }
  azureDisk:
    diskName: scratch
    diskURI: /subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/shop/providers/Microsoft.Compute/disks/scratch
    fsType: ext4
`,
      },
    },
    {
      name: 'Windows file systems, and a placeholder',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: database
spec:
  os: { name: windows }
  containers:
    - name: database
      image: registry.example/database:1.0
  volumes:
    - name: data
      csi: { driver: disk.csi.azure.com, fsType: ntfs }
    - name: log
      csi: { driver: disk.csi.azure.com, fsType: ReFS }
    - name: cache
      csi: { driver: disk.csi.azure.com, fsType: "\${FS_TYPE}" }
`,
    },
  ],
});

function changeToNtfs(field: Field): Fix {
  return {
    title: 'Change `fsType` to `ntfs`',
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: 'ntfs' }],
  };
}

function remove(field: Field): Fix {
  return { title: 'Remove `fsType`', safety: 'review', changes: [{ kind: 'remove', path: field.path }] };
}
