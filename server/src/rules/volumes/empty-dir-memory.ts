import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volumes/empty-dir-memory',
  title: 'emptyDir in memory on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].emptyDir.medium'],
    *check(field) {
      if (field.string !== 'Memory') return;
      yield {
        at: field.valueSpan,
        message: message(
          'Volume `{0}` is to lie in memory, and Windows has no file system there.',
          field.parent?.parent?.get('name')?.string ?? '?',
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [{ effect: 'ignored', result: 'The kubelet makes a folder on the disk instead.' }],
  why: `On Linux such a volume is a tmpfs. The kubelet of a Windows node makes an ordinary folder instead and says nothing:
the volume is no faster than others, what is secret in it is written to disk, and \`sizeLimit\` does not bound any memory.`,
  sources: [docs.windowsStorage, docs.windowsIntro, code('kubernetes/mount-utils mount_windows.go')],
  examples: [
    {
      name: 'A cache that was to be fast',
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
      name: 'On the disk from the start',
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
      name: 'A pod that only looks like one for Windows',
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
