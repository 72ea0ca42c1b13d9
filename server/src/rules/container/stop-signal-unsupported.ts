import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';

const SIGNALS = ['SIGTERM', 'SIGKILL'];

export default {
  id: 'container/stop-signal-unsupported',
  title: 'stopSignal other than SIGTERM or SIGKILL',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].lifecycle.stopSignal', 'spec.initContainers[*].lifecycle.stopSignal'],
    *check(field) {
      const signal = field.string ?? '';
      if (isPlaceholder(signal) || SIGNALS.includes(signal)) return;
      yield {
        at: field.valueSpan,
        message: message(
          '`stopSignal: {0}` {effect}: Windows containers support only `SIGTERM` and `SIGKILL`.',
          signal,
        ),
        fixes: [
          {
            title: 'Change `stopSignal` to `SIGTERM`',
            safety: 'review',
            changes: [{ kind: 'replace', path: field.path, value: 'SIGTERM' }],
          },
        ],
      };
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      since: '1.33',
      certainty: 'declared',
      result: 'The API server silently drops the field: the feature gate `ContainerStopSignals` is off by default.',
    },
  ],
  why: `Windows does not have signals: a container is either asked to shut down or terminated. In the API, \`SIGTERM\`
and \`SIGKILL\` represent these two actions, and other values are invalid with \`os.name: windows\`. If the feature gate
\`ContainerStopSignals\` is on, the API server rejects the pod with \`supported values: "SIGKILL", "SIGTERM"\`.
Otherwise, it drops the field, and the container stops as usual.`,
  sources: [
    docs.windowsIntro,
    docs.podLifecycle,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateStopSignal'),
  ],
  examples: [
    {
      name: 'Signal of the Linux image',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: proxy
spec:
  selector:
    matchLabels: { app: proxy }
  template:
    metadata:
      labels: { app: proxy }
    spec:
      os:
        name: windows
      initContainers:
        - name: log
          image: registry.example/log:1.0
          restartPolicy: Always
          lifecycle: { stopSignal: SIGINT }
#                                  ^^^^^^ ignored
      containers:
        - name: proxy
          image: registry.example/proxy:1.27
          lifecycle:
            stopSignal: "SIGQUIT" # finish requests
#                       ^^^^^^^^^ ignored
`,
      fixed: {
        'Change `stopSignal` to `SIGTERM`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: proxy
spec:
  selector:
    matchLabels: { app: proxy }
  template:
    metadata:
      labels: { app: proxy }
    spec:
      os:
        name: windows
      initContainers:
        - name: log
          image: registry.example/log:1.0
          restartPolicy: Always
          lifecycle: { stopSignal: SIGTERM }
      containers:
        - name: proxy
          image: registry.example/proxy:1.27
          lifecycle:
            stopSignal: "SIGQUIT" # finish requests
`,
      },
    },
    {
      name: 'Valid values',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: proxy
spec:
  os:
    name: windows
  containers:
    - name: proxy
      image: registry.example/proxy:1.27
      lifecycle:
        stopSignal: SIGTERM
    - name: log
      image: registry.example/log:1.0
      lifecycle:
        stopSignal: SIGKILL
`,
    },
    {
      name: 'Without os.name, where another rule applies',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: proxy
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: proxy
      image: registry.example/proxy:1.27
      lifecycle:
        stopSignal: SIGQUIT
`,
    },
  ],
} satisfies Rule;
