import { called, type PodFact } from '../../kubernetes/facts.ts';
import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { type Field, type Fix, message, type Problem, type Related, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClaim } from '../../windows/storage-links.ts';
import { isCertainlyWindows } from '../../windows/verdict.ts';

export default {
  id: 'persistent-volume-claim/volume-mode-block',
  title: 'Claim of a raw device by a Windows pod',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'PersistentVolumeClaim',
      watches: ['spec.volumeMode'],
      *check(field, { object, facts }) {
        if (field.string !== 'Block') return;
        const users = usersOfClaim(facts, object.name, object.namespace);
        const [first] = users.windows;
        if (first !== undefined) yield problem(field, first.pod, relatedUsers(users), users.shared);
      },
    },
    {
      group: 'apps',
      kind: 'StatefulSet',
      watches: ['spec.volumeClaimTemplates[*].spec.volumeMode'],
      *check(field, { object, facts }) {
        // Names of which only an outline is known may be those of several.
        if (field.string !== 'Block' || isPlaceholder(object.name ?? '')) return;
        const name = object.name ?? '';
        const [own, ...others] = facts.where('Pod', object.namespace, isOfStatefulSet, name, [called(name)]);
        if (own === undefined || ![own, ...others].every(isCertainlyWindows)) return;
        yield problem(field, own, [], false);
      },
    },
  ],
  outcomes: [
    { effect: 'fails', result: 'Windows nodes cannot give a raw device to a container, so the pod does not start.' },
  ],
  why: `Volumes of Windows pods have a file system. Claim them with \`volumeMode: Filesystem\`, which is the default, and mount them by
\`volumeMounts\` in place of \`volumeDevices\`. The mode of a claim that exists already cannot be changed: it has to be made anew.`,
  sources: [docs.persistentVolumes],
  examples: [
    {
      name: 'A claim that a Windows pod names',
      bad: `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
spec:
  accessModes: [ReadWriteOnce]
  volumeMode: Block
#             ^^^^^ fails
  resources: { requests: { storage: 10Gi } }
---
apiVersion: apps/v1
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
          persistentVolumeClaim:
            claimName: data
`,
      fixed: {
        'Change `volumeMode` to `Filesystem`': `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
spec:
  accessModes: [ReadWriteOnce]
  volumeMode: Filesystem
  resources: { requests: { storage: 10Gi } }
---
apiVersion: apps/v1
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
          persistentVolumeClaim:
            claimName: data
`,
      },
    },
    {
      name: 'A claim in a StatefulSet',
      bad: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: database
spec:
  serviceName: database
  selector:
    matchLabels: { app: database }
  template:
    metadata:
      labels: { app: database }
    spec:
      os: { name: windows }
      containers:
        - name: database
          image: registry.example/database:1.0
  volumeClaimTemplates:
    - metadata: { name: data }
      spec:
        accessModes: [ReadWriteOnce]
        "volumeMode": "Block"
#                     ^^^^^^^ fails
`,
    },
    {
      name: 'Claims of file systems, of Linux pods and of nobody',
      good: `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: nobodys
spec:
  accessModes: [ReadWriteOnce]
  volumeMode: Block
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: database
spec:
  serviceName: database
  selector:
    matchLabels: { app: database }
  template:
    metadata:
      labels: { app: database }
    spec:
      nodeSelector: { kubernetes.io/os: linux }
      containers:
        - name: database
          image: registry.example/database:1.0
  volumeClaimTemplates:
    - metadata: { name: data }
      spec: { accessModes: [ReadWriteOnce], volumeMode: Block }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
  namespace: shop
spec:
  accessModes: [ReadWriteOnce]
  volumeMode: Block
---
apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: other
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
  volumes:
    - name: data
      persistentVolumeClaim: { claimName: data }
`,
    },
    {
      name: 'A claim that a StatefulSet finds there already',
      bad: `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data-database-0
spec:
  accessModes: [ReadWriteOnce]
  volumeMode: Block
#             ^^^^^ fails
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: database
spec:
  selector:
    matchLabels: { app: database }
  template:
    metadata:
      labels: { app: database }
    spec:
      os: { name: windows }
      containers:
        - name: database
          image: registry.example/database:1.0
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
`,
    },
  ],
} satisfies Rule;

function problem(field: Field, pod: PodFact, related: readonly Related[], isShared: boolean): Problem {
  const fix: Fix = {
    title: 'Change `volumeMode` to `Filesystem`',
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: 'Filesystem' }],
  };
  return {
    at: field.valueSpan,
    message: message('A raw device is claimed for the Windows {0}.', podTitle(pod)),
    related,
    fixes: isShared ? [] : [fix],
  };
}

function isOfStatefulSet({ workload, name }: PodFact, wanted: string): boolean {
  return workload === 'StatefulSet' && name === wanted;
}
