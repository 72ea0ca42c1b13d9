import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { changeOsName } from '../../rule-kit/operating-system.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { intendedOs } from '../../windows/verdict.ts';

const NAMES = ['windows', 'linux'] as const;

export default {
  id: 'os/name-invalid',
  title: 'Invalid spec.os.name',
  gate: 'any',
  pod: {
    watches: ['spec.os.name'],
    *check(field, { pod }) {
      const name = field.string;
      const intended = intendedOs(pod);
      if (name === undefined || isPlaceholder(name) || intended?.exact) return;
      yield {
        at: field.valueSpan,
        // The API server reports an invalid name on `os` itself.
        field: [...pod.spec.path, 'os'],
        message: message('`os.name: {0}` {effect}: the value must be `windows` or `linux`, in lower case.', name),
        fixes: (intended === undefined ? NAMES : [intended.os]).map((os) => changeOsName(pod, os)),
      };
    },
  },
  outcomes: [
    { effect: 'rejected', since: '1.24', seen: 'Unsupported value: "Windows": supported values: "linux", "windows"' },
  ],
  why: `The value of \`os.name\` must be exactly \`windows\` or \`linux\`, in lower case. It tells the API server and
the kubelet which fields apply to the pod; it does not select a node. As long as the name is invalid, the API server
does not check the pod's fields for either operating system.`,
  sources: [docs.podOs, code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateOS')],
  examples: [
    {
      name: 'Capital letter',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os:
    name: Windows # as the product is called
#         ^^^^^^^ rejected
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      fixed: {
        'Change `os.name` to `windows`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os:
    name: windows # as the product is called
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'Unknown name',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os:
    name: windows-2022
#         ^^^^^^^^^^^^ rejected
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      fixed: {
        'Change `os.name` to `linux`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os:
    name: linux
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'Placeholder',
      good: `apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec:
      os: { name: "\${TARGET_OS}" }
      restartPolicy: Never
      containers:
        - name: import
          image: registry.example/import:1.0
`,
    },
    {
      name: 'Valid name',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os:
    name: windows
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;
