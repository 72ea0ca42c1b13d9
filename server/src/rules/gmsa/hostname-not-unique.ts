import type { KubeObject } from '../../kubernetes/object.ts';
import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hasGmsa } from '../../windows/gmsa.ts';

export default {
  id: 'gmsa/hostname-not-unique',
  title: 'hostname shared by several pods with a GMSA',
  gate: 'guessed',
  pod: {
    watches: ['spec.hostname'],
    *check(field, { pod, object }) {
      const name = field.string;
      if (name === undefined || isPlaceholder(name) || !hasSeveralPods(object)) return;
      if (!pod.containers.some((container) => hasGmsa(pod, container))) return;
      yield {
        at: field.span,
        message: message('All pods of this {0} share the host name `{1}` and a GMSA.', object.kind, name),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.16',
      result: 'Domain controllers see the pods as one computer, so logons fail intermittently.',
    },
  ],
  why: `Containers that use the same GMSA at the same time need unique host names. Otherwise, their trust relationship
with the domain fails intermittently. Remove \`hostname\`, and each pod uses its own name as the host name. The GMSA
webhook can assign random host names, but it keeps one that is already set.`,
  sources: [docs.gmsaTroubleshooting],
  examples: [
    {
      name: 'Three replicas with the same host name',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostname: web
#     ^^^^^^^^ differs
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: web
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      fixed: {
        'Remove `hostname`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: web
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'DaemonSet and parallel Job',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: monitor
spec:
  selector:
    matchLabels: { app: monitor }
  template:
    metadata:
      labels: { app: monitor }
    spec:
      hostname: monitor
#     ^^^^^^^^ differs
      containers:
        - name: monitor
          image: registry.example/monitor:2.0
          securityContext:
            windowsOptions: { gmsaCredentialSpecName: monitor }
---
apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  parallelism: 2
  template:
    spec:
      "hostname": import
#     ^^^^^^^^^^ differs
      restartPolicy: Never
      containers:
        - name: import
          image: registry.example/import:1.0
          securityContext:
            windowsOptions: { gmsaCredentialSpecName: import }
`,
    },
    {
      name: 'GMSA name on an init container, which the webhook ignores',
      good: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostname: web
      initContainers:
        - name: prepare
          image: registry.example/prepare:1.0
          securityContext:
            windowsOptions:
              gmsaCredentialSpecName: web
      containers:
        - name: web
          image: registry.example/web:1.0
`,
    },
    {
      name: 'Single pod, and StatefulSet',
      good: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      hostname: web
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: web
      containers:
        - name: web
          image: registry.example/web:1.0
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: store
spec:
  replicas: 3
  serviceName: store
  selector:
    matchLabels: { app: store }
  template:
    metadata:
      labels: { app: store }
    spec:
      hostname: store
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: store
      containers:
        - name: store
          image: registry.example/store:1.0
`,
    },
  ],
} satisfies Rule;

/** Whether several pods of the template can run at once with the host name that it sets. */
function hasSeveralPods({ kind, field }: KubeObject): boolean {
  switch (kind) {
    case 'DaemonSet':
      return true;
    case 'Deployment':
    case 'ReplicaSet':
    case 'ReplicationController':
      return isSeveral(field.at('spec', 'replicas')?.number);
    case 'Job':
    case 'CronJob': {
      const job = kind === 'Job' ? field.get('spec') : field.at('spec', 'jobTemplate', 'spec');
      // The controller sets the host names of an indexed Job's pods, like those of a StatefulSet's.
      return job?.get('completionMode')?.string !== 'Indexed' && isSeveral(job?.get('parallelism')?.number);
    }
    default:
      return false;
  }
}

function isSeveral(count: number | undefined): boolean {
  return count !== undefined && count > 1;
}
