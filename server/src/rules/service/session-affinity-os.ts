import type { PodFact } from '../../kubernetes/facts.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';
import { windowsBuild } from '../../windows/builds.ts';
import { podTitle } from '../../windows/selected-pods.ts';

/** Windows Server 2022, the first build with session affinity. */
const FIRST_BUILD = 20348;

export default {
  id: 'service/session-affinity-os',
  title: 'Session affinity before Windows Server 2022',
  gate: 'object',
  objects: [
    proxiedService(['spec.sessionAffinity'], (field, { pods }) => {
      const old = pods.find(isOnOldNodes);
      const build = old?.hostBuilds?.at(-1);
      if (field.string !== 'ClientIP' || old === undefined || build === undefined) return undefined;
      return {
        at: field.valueSpan,
        message: message(
          '`sessionAffinity: ClientIP` requires Windows Server 2022 or later, but {0} runs on {1}.',
          podTitle(old),
          windowsBuild(build)?.product ?? `build ${build}`,
        ),
      };
    }),
  ],
  outcomes: [
    {
      effect: 'differs',
      since: '1.20',
      result: 'On older nodes, connections of one client are distributed across all pods.',
    },
  ],
  why: `The Host Networking Service supports session affinity in Windows Server 2022 and later. On older nodes,
kube-proxy logs that session affinity is not supported and continues without it.`,
  sources: [docs.windowsNetworking],
  examples: [
    {
      name: 'Pods on Windows Server 2019',
      bad: `apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec:
  selector: { app: web }
  ports: [{ port: 80 }]
  sessionAffinity: ClientIP
#                  ^^^^^^^^ differs
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: web, namespace: shop }
spec:
  serviceName: web
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
        node.kubernetes.io/windows-build: 10.0.17763
      containers:
        - name: web
          image: registry.example/web:1.0
`,
    },
    {
      name: 'Later version, unknown build, and no session affinity',
      good: `apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  selector: { app: web }
  ports: [{ port: 80 }]
  sessionAffinity: ClientIP
---
apiVersion: v1
kind: Service
metadata: { name: old }
spec:
  selector: { app: old }
  ports: [{ port: 80 }]
  sessionAffinity: None
---
apiVersion: v1
kind: Pod
metadata: { name: web, labels: { app: web } }
spec:
  nodeSelector: { node.kubernetes.io/windows-build: 10.0.20348 }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
---
apiVersion: v1
kind: Pod
metadata: { name: web-canary, labels: { app: web } }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: web, image: 'registry.example/web:1.1' }]
---
apiVersion: v1
kind: Pod
metadata: { name: old, labels: { app: old } }
spec:
  nodeSelector: { node.kubernetes.io/windows-build: 10.0.17763 }
  containers: [{ name: old, image: 'registry.example/old:1.0' }]
`,
    },
  ],
} satisfies Rule;

function isOnOldNodes({ hostBuilds }: PodFact): boolean {
  return hostBuilds?.every((build) => build < FIRST_BUILD) ?? false;
}
