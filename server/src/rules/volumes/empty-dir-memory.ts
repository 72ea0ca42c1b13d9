import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volumes/empty-dir-memory',
  title: 'Memory-backed emptyDir on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].emptyDir.medium'],
    *check(field) {
      if (field.string !== 'Memory') return;
      yield {
        at: field.valueSpan,
        message: message(
          '`medium: Memory` has no effect on volume `{0}`: Windows has no tmpfs.',
          field.parent?.parent?.get('name')?.string ?? '?',
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [{ effect: 'ignored', result: 'The kubelet creates a directory on disk instead.' }],
  why: `On Linux, such a volume is a tmpfs. On Windows, the kubelet silently creates an ordinary directory instead. The
volume is not faster than others, secrets in it are written to disk, and \`sizeLimit\` does not limit memory. Remove
\`medium\`, and do not expect the volume to protect secrets.`,
  sources: [docs.windowsStorage, docs.windowsIntro, code('kubernetes/mount-utils mount_windows.go')],
  examples: [
    {
      name: 'A cache in memory',
      bad: `apiVersion: apps/v1
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
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
      volumes:
        - name: cache
          emptyDir:
            medium: Memory
#                   ^^^^^^ ignored
        - name: tokens
          emptyDir: { medium: "Memory", sizeLimit: 1Mi }
#                             ^^^^^^^^ ignored
`,
      fixed: {
        'Remove `medium`': `apiVersion: apps/v1
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
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
      volumes:
        - name: cache
          emptyDir: {}
        - name: tokens
          emptyDir: { medium: "Memory", sizeLimit: 1Mi }
`,
      },
    },
    {
      name: 'A cache on disk',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
  volumes:
    - name: cache
      emptyDir: { medium: "" }
    - name: tokens
      emptyDir: {}
`,
    },
    {
      name: 'A pod that only probably runs on Windows',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
  volumes:
    - name: cache
      emptyDir: { medium: Memory }
`,
    },
  ],
} satisfies Rule;
