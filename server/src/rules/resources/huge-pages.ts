import { quantityOf } from '../../kubernetes/quantity.ts';
import { type Change, type Field, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';

const LISTS = ['containers', 'initContainers'];
const AMOUNTS = ['requests', 'limits'];

export default {
  id: 'resources/huge-pages',
  title: 'Huge pages on Windows',
  gate: 'windows',
  pod: {
    watches: LISTS.flatMap((list) => AMOUNTS.map((amounts) => `spec.${list}[*].resources.${amounts}[hugepages-*]`)),
    *check(field, context) {
      const amount = quantityOf(field);
      if (amount === undefined || amount <= 0) return;
      yield {
        at: field.span,
        message: message(
          'Container `{0}` wants `{1}`, and Windows nodes have no huge pages to give.',
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
      result: 'The scheduler finds no node for it, so the pod stays Pending.',
      seen: 'Insufficient hugepages',
    },
  ],
  why: `Large pages of memory need a privilege that Windows containers cannot get, so Windows nodes offer none and the pod
waits for a node for ever. Ask for \`memory\` alone.`,
  sources: [docs.windowsIntro],
  examples: [
    {
      name: 'A database that was tuned for Linux',
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
      name: 'In an init container',
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
      name: 'None at all',
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

/** The server wants requests and limits of huge pages equal, and refuses volumes on pages that no container asks for. */
function removals(field: Field, { pod }: PodContext): Change[] {
  const resources = field.parent?.parent;
  const entries = AMOUNTS.flatMap((amounts) => resources?.at(amounts, String(field.key)) ?? []);
  const mediums = (pod.spec.get('volumes')?.items() ?? []).flatMap((volume) => volume.at('emptyDir', 'medium') ?? []);
  const onHugePages = mediums.filter((medium) => medium.string?.startsWith('HugePages'));
  return [...entries, ...onHugePages].map(({ path }) => ({ kind: 'remove', path }));
}
