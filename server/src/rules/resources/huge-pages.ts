import { quantityOf } from '../../kubernetes/quantity.ts';
import { type Change, type Field, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';

const LISTS = ['containers', 'initContainers'];
const AMOUNTS = ['requests', 'limits'];

export default {
  id: 'resources/huge-pages',
  title: 'Huge pages on a Windows pod',
  gate: 'windows',
  pod: {
    watches: LISTS.flatMap((list) => AMOUNTS.map((amounts) => `spec.${list}[*].resources.${amounts}[hugepages-*]`)),
    *check(field, context) {
      const amount = quantityOf(field);
      if (amount === undefined || amount <= 0) return;
      yield {
        at: field.span,
        message: message(
          '`{1}` of container `{0}` {effect}: Windows nodes do not provide huge pages.',
          field.parent?.parent?.parent?.get('name')?.string ?? '?',
          String(field.key),
        ),
        fixes: () => [
          { title: `Remove \`${String(field.key)}\``, safety: 'review', changes: removals(field, context) },
        ],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      phrase: 'keeps the pod Pending',
      seen: 'Insufficient hugepages',
    },
  ],
  why: `Large pages require a privilege that Windows containers cannot get, so Windows nodes do not provide huge pages.
The scheduler does not find a node, and the pod stays Pending. Request only \`memory\`.`,
  sources: [docs.windowsIntro],
  examples: [
    {
      name: 'Database tuned for Linux',
      bad: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: store
spec:
  serviceName: store
  selector:
    matchLabels: { app: store }
  template:
    metadata:
      labels: { app: store }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: store
          image: registry.example/store:1.0
          resources:
            requests:
              memory: 1Gi
              hugepages-2Mi: 64Mi
#             ^^^^^^^^^^^^^ fails
            limits: { memory: 1Gi, "hugepages-2Mi": 64Mi }
#                                  ^^^^^^^^^^^^^^^ fails
      volumes:
        - name: buffers
          emptyDir: { medium: HugePages }
`,
      fixed: {
        'Remove `hugepages-2Mi`': `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: store
spec:
  serviceName: store
  selector:
    matchLabels: { app: store }
  template:
    metadata:
      labels: { app: store }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: store
          image: registry.example/store:1.0
          resources:
            requests:
              memory: 1Gi
            limits: { memory: 1Gi }
      volumes:
        - name: buffers
          emptyDir: {}
`,
      },
    },
    {
      name: 'Init container',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: store
spec:
  os: { name: windows }
  initContainers:
    - name: warm-up
      image: registry.example/warm-up:1.0
      resources:
        requests: { hugepages-1Gi: 1Gi }
#                   ^^^^^^^^^^^^^ fails
        limits: { hugepages-1Gi: 1Gi }
#                 ^^^^^^^^^^^^^ fails
  containers:
    - name: store
      image: registry.example/store:1.0
`,
    },
    {
      name: 'Zero huge pages',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: store
spec:
  os: { name: windows }
  containers:
    - name: store
      image: registry.example/store:1.0
      resources:
        limits: { memory: 1Gi, hugepages-2Mi: 0 }
`,
    },
  ],
} satisfies Rule;

/** The API server requires equal requests and limits, and rejects huge page volumes without a container that requests them. */
function removals(field: Field, { pod }: PodContext): Change[] {
  const resources = field.parent?.parent;
  const entries = AMOUNTS.flatMap((amounts) => resources?.at(amounts, String(field.key)) ?? []);
  const mediums = (pod.spec.get('volumes')?.items() ?? []).flatMap((volume) => volume.at('emptyDir', 'medium') ?? []);
  const onHugePages = mediums.filter((medium) => medium.string?.startsWith('HugePages'));
  return [...entries, ...onHugePages].map(({ path }) => ({ kind: 'remove', path }));
}
