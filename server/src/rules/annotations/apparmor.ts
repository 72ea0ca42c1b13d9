import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

const PREFIX = 'container.apparmor.security.beta.kubernetes.io/';

export default {
  id: 'annotations/apparmor',
  title: 'AppArmor annotation on a Windows pod',
  gate: 'windows',
  pod: {
    watches: [`metadata.annotations[${PREFIX}*]`],
    *check(field) {
      if (field.string === undefined) return;
      yield {
        at: field.span,
        message: message(
          'The AppArmor annotation for container `{0}` {effect}: Windows does not support AppArmor.',
          String(field.key).slice(PREFIX.length),
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [{ effect: 'ignored' }],
  why: `AppArmor is a Linux kernel security module, and the kubelet checks its annotations only on Linux nodes. On a
Windows node, the annotation has no effect, whatever its value. Remove it.`,
  sources: [docs.appArmor, code('kubernetes/kubernetes pkg/kubelet/kubelet.go')],
  examples: [
    {
      name: 'Copied from a Linux pod',
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
      annotations:
        container.apparmor.security.beta.kubernetes.io/exporter: unconfined
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ignored
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: exporter
          image: registry.example/exporter:2.0
`,
      fixed: {
        'Remove `container.apparmor.security.beta.kubernetes.io/exporter`': `apiVersion: apps/v1
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
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: exporter
          image: registry.example/exporter:2.0
`,
      },
    },
    {
      name: 'A Linux pod',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations:
    container.apparmor.security.beta.kubernetes.io/web: runtime/default
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;
