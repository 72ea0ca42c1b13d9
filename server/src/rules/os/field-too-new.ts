import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'os/field-too-new',
  title: 'spec.os before Kubernetes 1.24',
  gate: 'any',
  pod: {
    watches: ['spec.os'],
    *check(field, { settings }) {
      if (!field.isMapping) return;
      yield {
        at: field.span,
        message: message(
          '`os` {effect}: it requires Kubernetes 1.24, but the configured version is {0}.',
          settings.kubernetesVersion,
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      until: '1.23',
      result: 'The API server drops it and does not check for fields of the other operating system.',
    },
  ],
  why: `\`os\` was added in Kubernetes 1.23 behind a feature gate, and you can use it in 1.24 and later. Older API
servers silently drop it, although \`kubectl\` may report an unknown field. In every release, set a node selector to
run the pod on Windows nodes.`,
  sources: [
    docs.podOs,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go 1.23 validateOS'),
    code('kubernetes/kubernetes pkg/api/pod/util.go 1.23 dropDisabledFields'),
  ],
  examples: [
    {
      name: 'Field that the API server drops',
      version: '1.23',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: exporter
spec:
  selector:
    matchLabels: { app: exporter }
  template:
    metadata:
      labels: { app: exporter }
    spec:
      os:
#     ^^ ignored
        name: windows
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: exporter
          image: registry.example/exporter:0.9
`,
      fixed: {
        'Remove `os`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: exporter
spec:
  selector:
    matchLabels: { app: exporter }
  template:
    metadata:
      labels: { app: exporter }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: exporter
          image: registry.example/exporter:0.9
`,
      },
    },
    {
      name: 'First release with the field',
      version: '1.24',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: exporter
spec:
  os: { name: windows }
  containers:
    - name: exporter
      image: registry.example/exporter:0.9
`,
    },
  ],
} satisfies Rule;
