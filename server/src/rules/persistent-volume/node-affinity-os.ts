import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { nodesOfVolume } from '../../windows/node-constraint.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfVolume } from '../../windows/storage-links.ts';

export default {
  id: 'persistent-volume/node-affinity-os',
  title: 'Windows pod with a PersistentVolume on Linux nodes',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'PersistentVolume',
      watches: ['spec.nodeAffinity.required'],
      *check(field, { object, facts }) {
        if (nodesOfVolume(object) !== 'linux') return;
        const users = usersOfVolume(facts, object.name);
        const [first] = users.windows;
        if (first === undefined) return;
        yield {
          at: field.span,
          message: message(
            '`nodeAffinity` {effect}: only Linux nodes can access this volume, but Windows {0} uses it.',
            podTitle(first.pod),
          ),
          related: relatedUsers(users),
        };
      },
    },
  ],
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      phrase: 'may keep the pod Pending',
      result: 'The scheduler may report a volume node affinity conflict.',
    },
  ],
  why: `The node affinity of a PersistentVolume defines which nodes can access it, and the scheduler places a pod only
on one of them. A Windows pod cannot use a volume that only Linux nodes can access: give it its own PersistentVolume.`,
  sources: [docs.persistentVolumes],
  examples: [
    {
      name: 'A disk on Linux nodes',
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: disk
spec:
  capacity: { storage: 100Gi }
  accessModes: [ReadWriteOnce]
  csi: { driver: disk.csi.example.com, volumeHandle: disk }
  nodeAffinity:
    required:
#   ^^^^^^^^ fails
      nodeSelectorTerms:
        - matchExpressions:
            - { key: kubernetes.io/os, operator: In, values: [linux] }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: reports
spec:
  accessModes: [ReadWriteOnce]
  volumeName: disk
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
          os: { name: windows }
          containers:
            - name: reports
              image: registry.example/reports:1.0
          volumes:
            - name: data
              persistentVolumeClaim: { claimName: reports }
          restartPolicy: Never
`,
    },
    {
      name: 'A volume for nodes of both operating systems, and a volume of Linux pods',
      good: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: share
spec:
  capacity: { storage: 100Gi }
  claimRef: { namespace: shop, name: reports }
  csi: { driver: smb.csi.k8s.io, volumeHandle: share }
  nodeAffinity:
    required:
      nodeSelectorTerms:
        - matchExpressions:
            - { key: topology.kubernetes.io/zone, operator: In, values: [west-1] }
---
apiVersion: v1
kind: Pod
metadata:
  name: reports
  namespace: shop
spec:
  os: { name: windows }
  containers:
    - name: reports
      image: registry.example/reports:1.0
  volumes:
    - name: data
      persistentVolumeClaim: { claimName: reports }
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: disk
spec:
  capacity: { storage: 100Gi }
  local: { path: /mnt/disk }
  nodeAffinity:
    required:
      nodeSelectorTerms:
        - matchExpressions:
            - { key: kubernetes.io/os, operator: In, values: [linux] }
`,
    },
    {
      name: 'Volumes bound to the claims of a StatefulSet',
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: first
spec:
  capacity: { storage: 100Gi }
  accessModes: [ReadWriteOnce]
  claimRef: { name: data-web-0 }
  csi: { driver: disk.csi.example.com, volumeHandle: first }
  nodeAffinity:
    required:
#   ^^^^^^^^ fails
      nodeSelectorTerms:
        - matchExpressions:
            - { key: kubernetes.io/os, operator: In, values: [linux] }
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: logs
spec:
  capacity: { storage: 100Gi }
  accessModes: [ReadWriteOnce]
  csi: { driver: disk.csi.example.com, volumeHandle: logs }
  nodeAffinity:
    required:
#   ^^^^^^^^ fails
      nodeSelectorTerms:
        - matchExpressions:
            - { key: kubernetes.io/os, operator: In, values: [linux] }
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      os: { name: windows }
      containers:
        - name: web
          image: registry.example/web:1.0
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
    - metadata:
        name: logs
      spec:
        accessModes: [ReadWriteOnce]
        volumeName: logs
`,
    },
    {
      name: 'A volume bound to the claim of an ephemeral volume',
      bad: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: disk
spec:
  capacity: { storage: 100Gi }
  accessModes: [ReadWriteOnce]
  claimRef: { name: reports-data }
  csi: { driver: disk.csi.example.com, volumeHandle: disk }
  nodeAffinity:
    required:
#   ^^^^^^^^ fails
      nodeSelectorTerms:
        - matchExpressions:
            - { key: kubernetes.io/os, operator: In, values: [linux] }
---
apiVersion: v1
kind: Pod
metadata:
  name: reports
spec:
  os: { name: windows }
  containers:
    - name: reports
      image: registry.example/reports:1.0
  volumes:
    - name: data
      ephemeral:
        volumeClaimTemplate:
          spec:
            accessModes: [ReadWriteOnce]
`,
    },
    {
      name: 'Claims with other names, or for another volume',
      good: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: first
spec:
  capacity: { storage: 100Gi }
  accessModes: [ReadWriteOnce]
  claimRef: { name: data-web-blue }
  csi: { driver: disk.csi.example.com, volumeHandle: first }
  nodeAffinity:
    required:
      nodeSelectorTerms:
        - matchExpressions:
            - { key: kubernetes.io/os, operator: In, values: [linux] }
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: second
spec:
  capacity: { storage: 100Gi }
  accessModes: [ReadWriteOnce]
  claimRef: { name: data-web-0 }
  csi: { driver: disk.csi.example.com, volumeHandle: second }
  nodeAffinity:
    required:
      nodeSelectorTerms:
        - matchExpressions:
            - { key: kubernetes.io/os, operator: In, values: [linux] }
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      os: { name: windows }
      containers:
        - name: web
          image: registry.example/web:1.0
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        volumeName: third
`,
    },
  ],
} satisfies Rule;
