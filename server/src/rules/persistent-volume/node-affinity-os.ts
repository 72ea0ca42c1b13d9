import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { nodesOfVolume } from '../../windows/node-constraint.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfVolume } from '../../windows/storage-links.ts';

export default {
  id: 'persistent-volume/node-affinity-os',
  title: 'PersistentVolume of Linux nodes for a Windows pod',
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
            'Only Linux nodes can reach this PersistentVolume, but the Windows {0} uses it.',
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
      result: 'The scheduler may find no node for the pod, which then stays Pending.',
    },
  ],
  why: `The node affinity of a volume says which nodes can reach it, and the scheduler puts a pod on one of them only. A volume that is a
disk of Linux nodes is of no use to a Windows pod: give it a volume of its own.`,
  sources: [docs.persistentVolumes],
  examples: [
    {
      name: 'A disk of Linux nodes',
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
      name: 'A volume that nodes of both kinds can reach, and one of Linux pods',
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
      name: 'It is kept for a claim of a StatefulSet, or the claim template names it',
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
      name: 'It is kept for the claim of an ephemeral volume',
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
      name: 'Claims of other names, or for another volume',
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
