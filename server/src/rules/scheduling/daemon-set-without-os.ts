import { message, type Rule } from '../../lint/rule.ts';
import { selectOs } from '../../rule-kit/operating-system.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hasNodesOfBoth, nodeConstraint } from '../../windows/node-constraint.ts';
import { isAtLeast } from '../../windows/verdict.ts';

export default {
  id: 'scheduling/daemon-set-without-os',
  title: 'DaemonSet without an OS selector',
  gate: 'any',
  pod: {
    watches: ['spec'],
    *check(spec, { object, pod, verdict, settings, facts }) {
      if (object.kind !== 'DaemonSet' || pod.partial || spec.holdsActions || spec.get('os') !== undefined) return;
      const { leaves, statements, open, unknownClass } = nodeConstraint(pod, facts);
      const isForWindows = verdict.evidence.some((one) => one.says === 'windows' && isAtLeast(one, 'medium'));
      if (leaves !== 'both' || statements.length > 0 || open || unknownClass || isForWindows) return;
      if (!settings.mixedCluster && !hasNodesOfBoth(facts)) return;
      const name = object.field.at('metadata', 'name');
      yield {
        at: name?.valueSpan ?? spec.span,
        field: [...spec.path, 'nodeSelector'],
        message: message('This DaemonSet runs on the Windows nodes and on the Linux nodes of the cluster.'),
        fixes: verdict.os === 'windows' || verdict.os === 'linux' ? [selectOs(pod, verdict.os)] : [],
      };
    },
  },
  outcomes: [
    {
      effect: 'advice',
      result: 'Where its image has no build for one of them, its pods there fail for ever and hold up rollouts.',
    },
  ],
  why: `A DaemonSet reaches every node that it may. In a cluster with nodes of both systems it needs a node selector, and usually a
twin for the other system. The Nodes of the workspace or the setting \`kubewin.mixedCluster\` say that the cluster is one; without them this rule
is silent.`,
  sources: [docs.windowsGuide],
  examples: [
    {
      name: 'A Linux agent in a mixed cluster',
      settings: { mixedCluster: true },
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
#       ^^^^^ advice
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec:
      containers:
        - name: agent
          image: nginx:1.27-alpine
`,
      fixed: {
        'Insert nodeSelector `kubernetes.io/os: linux`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec:
      nodeSelector:
        kubernetes.io/os: linux
      containers:
        - name: agent
          image: nginx:1.27-alpine
`,
      },
    },
    {
      name: 'Nothing is known of the cluster',
      good: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec:
      containers:
        - name: agent
          image: nginx:1.27-alpine
`,
    },
    {
      name: 'The workspace has nodes of both',
      bad: `apiVersion: v1
kind: Node
metadata: { name: node-1, labels: { kubernetes.io/os: linux } }
---
apiVersion: v1
kind: Node
metadata: { name: node-2, labels: { kubernetes.io/os: windows } }
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
#       ^^^^^ advice
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec:
      containers:
        - name: agent
          image: nginx:1.27-alpine
`,
    },
    {
      name: 'A RuntimeClass that the workspace does not have may select the nodes',
      settings: { mixedCluster: true },
      good: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec:
      runtimeClassName: agents
      containers:
        - name: agent
          image: nginx:1.27-alpine
`,
    },
  ],
} satisfies Rule;
