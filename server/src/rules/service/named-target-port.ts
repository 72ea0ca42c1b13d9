import type { PodFact } from '../../kubernetes/facts.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';
import { podTitle } from '../../windows/selected-pods.ts';

export default {
  id: 'service/named-target-port',
  title: 'Named target port with different port numbers',
  gate: 'object',
  objects: [
    proxiedService(['spec.ports[*].targetPort'], (field, { pods }) => {
      const name = field.string;
      if (name === undefined) return undefined;
      const protocol = field.parent?.get('protocol')?.string ?? 'TCP';
      const ports = pods.flatMap((pod) => {
        const number = portNumber(pod, name, protocol);
        return number === undefined ? [] : [{ title: podTitle(pod), number }];
      });
      const [first] = ports;
      // The same workload twice is two variants of it, of which only one is deployed.
      const other = ports.find(({ title, number }) => number !== first?.number && title !== first?.title);
      if (first === undefined || other === undefined) return undefined;
      return {
        at: field.valueSpan,
        message: message(
          'Target port `{0}` is {1} in {2} but {3} in {4}.',
          name,
          String(first.number),
          first.title,
          String(other.number),
          other.title,
        ),
      };
    }),
  ],
  outcomes: [{ effect: 'differs', result: 'On Windows, kube-proxy uses the port number of one pod for all pods.' }],
  why: `A named target port can have a different number in each pod, so that a new version of an application can listen
on another port. On Windows, kube-proxy creates one load balancer for all pods and uses the port number of one of them.
Connections to the other pods fail. Use the same port number in all pods that a Service selects.`,
  sources: [docs.service, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go syncProxyRules')],
  examples: [
    {
      name: 'Two versions of an application',
      bad: `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
    - port: 80
      targetPort: http
#                 ^^^^ differs
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-blue
spec:
  selector: { matchLabels: { app: web, color: blue } }
  template:
    metadata: { labels: { app: web, color: blue } }
    spec:
      nodeSelector: { kubernetes.io/os: windows }
      containers:
        - name: web
          image: registry.example/web:1.0
          ports: [{ name: http, containerPort: 80 }]
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-green
spec:
  selector: { matchLabels: { app: web, color: green } }
  template:
    metadata: { labels: { app: web, color: green } }
    spec:
      nodeSelector: { kubernetes.io/os: windows }
      containers:
        - name: web
          image: registry.example/web:2.0
          ports: [{ name: http, containerPort: 8080 }]
`,
    },
    {
      name: 'Same port number, numeric target port, and two variants of a workload',
      good: `apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  selector: { app: web }
  ports:
    - { name: http, port: 80, targetPort: http }
    - { name: status, port: 90, targetPort: 9090 }
---
apiVersion: v1
kind: Service
metadata: { name: api }
spec:
  selector: { app: api }
  ports: [{ port: 80, targetPort: http }]
---
apiVersion: v1
kind: Pod
metadata: { name: web-a, labels: { app: web } }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
      ports: [{ name: http, containerPort: 80 }, { name: http, containerPort: 81, protocol: UDP }]
---
apiVersion: v1
kind: Pod
metadata: { name: web-b, labels: { app: web } }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
      ports: [{ name: http, containerPort: 80 }]
---
apiVersion: v1
kind: Pod
metadata: { name: api, labels: { app: api } }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - { name: api, image: 'registry.example/api:1.0', ports: [{ name: http, containerPort: 80 }] }
---
apiVersion: v1
kind: Pod
metadata: { name: api, labels: { app: api } }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - { name: api, image: 'registry.example/api:2.0', ports: [{ name: http, containerPort: 8080 }] }
`,
    },
  ],
} satisfies Rule;

function portNumber({ ports }: PodFact, name: string, protocol: string): number | undefined {
  return ports.find((port) => port.name === name && port.protocol === protocol)?.port;
}
