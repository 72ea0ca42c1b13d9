import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';

const DEFAULT_PATH = '/dev/termination-log';
const FALLBACK = 'FallbackToLogsOnError';
const FALLS_BACK = `\`terminationMessagePolicy\` is \`${FALLBACK}\``;

export default {
  id: 'container/termination-message-path',
  title: 'Custom terminationMessagePath with Docker',
  gate: 'windows',
  pod: {
    watches: inContainers('terminationMessagePath'),
    *check(field) {
      const path = field.string ?? '';
      if (isPlaceholder(path) || path === DEFAULT_PATH) return;
      yield {
        at: field.span,
        ...(policyOf(field)?.string === FALLBACK ? { case: FALLS_BACK } : {}),
        message: message(
          'Docker on Windows cannot mount a single file, so what is written to `{0}` does not reach the kubelet.',
          path,
        ),
        fixes: [() => readLog(field), removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      case: FALLS_BACK,
      runtime: 'docker',
      result: 'Where the container fails, the end of its log is the message; otherwise there is none.',
    },
    { effect: 'differs', runtime: 'docker', result: 'The status of the container has no message.' },
  ],
  why: `A termination message is a file that the kubelet mounts into the container and reads when the container has ended.
containerd mounts single files on Windows, Docker only folders. With \`terminationMessagePolicy: FallbackToLogsOnError\` the
end of the log takes the place of the message where a container fails.`,
  sources: [docs.windowsIntro],
  examples: [
    {
      name: 'A path of its own, with Docker',
      settings: { containerRuntime: 'docker' },
      bad: `apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec:
      restartPolicy: Never
      nodeSelector:
        kubernetes.io/os: windows
      initContainers:
        - name: fetch
          image: registry.example/fetch:1.0
          terminationMessagePath: C:\\fetch.log # read by the operator
#         ^^^^^^^^^^^^^^^^^^^^^^ differs
          terminationMessagePolicy: File
      containers:
        - name: import
          image: registry.example/import:1.0
          terminationMessagePath: /tmp/result
#         ^^^^^^^^^^^^^^^^^^^^^^ differs
          terminationMessagePolicy: FallbackToLogsOnError
`,
      fixed: {
        'Replace `terminationMessagePath` by `terminationMessagePolicy: FallbackToLogsOnError`': `apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec:
      restartPolicy: Never
      nodeSelector:
        kubernetes.io/os: windows
      initContainers:
        - name: fetch
          image: registry.example/fetch:1.0
          terminationMessagePolicy: FallbackToLogsOnError
      containers:
        - name: import
          image: registry.example/import:1.0
          terminationMessagePath: /tmp/result
          terminationMessagePolicy: FallbackToLogsOnError
`,
        'Remove `terminationMessagePath`': `apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec:
      restartPolicy: Never
      nodeSelector:
        kubernetes.io/os: windows
      initContainers:
        - name: fetch
          image: registry.example/fetch:1.0
          terminationMessagePolicy: File
      containers:
        - name: import
          image: registry.example/import:1.0
          terminationMessagePath: /tmp/result
          terminationMessagePolicy: FallbackToLogsOnError
`,
      },
    },
    {
      name: 'Without a policy',
      settings: { containerRuntime: 'docker' },
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: import
spec:
  os: { name: windows }
  containers:
    - name: import
      terminationMessagePath: C:\\result.txt
#     ^^^^^^^^^^^^^^^^^^^^^^ differs
      image: registry.example/import:1.0
`,
      fixed: {
        'Replace `terminationMessagePath` by `terminationMessagePolicy: FallbackToLogsOnError`': `apiVersion: v1
kind: Pod
metadata:
  name: import
spec:
  os: { name: windows }
  containers:
    - name: import
      image: registry.example/import:1.0
      terminationMessagePolicy: FallbackToLogsOnError
`,
      },
    },
    {
      name: 'The default path',
      settings: { containerRuntime: 'docker' },
      good: `apiVersion: v1
kind: Pod
metadata:
  name: import
spec:
  os: { name: windows }
  containers:
    - name: import
      image: registry.example/import:1.0
      terminationMessagePath: /dev/termination-log
      terminationMessagePolicy: File
`,
    },
    {
      name: 'With containerd it works',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: import
spec:
  os: { name: windows }
  containers:
    - name: import
      image: registry.example/import:1.0
      terminationMessagePath: C:\\result.txt
`,
    },
  ],
} satisfies Rule;

/** Takes the end of the log for the message, where that is not so already. */
function readLog(field: Field): Fix[] {
  const container = field.parent;
  const policy = policyOf(field);
  if (container === undefined || policy?.string === FALLBACK) return [];
  return [
    {
      title: `Replace \`terminationMessagePath\` by \`terminationMessagePolicy: ${FALLBACK}\``,
      safety: 'review',
      changes: [
        { kind: 'remove', path: field.path },
        {
          kind: policy === undefined ? 'insert' : 'replace',
          path: [...container.path, 'terminationMessagePolicy'],
          value: FALLBACK,
        },
      ],
    },
  ];
}

function policyOf({ parent }: Field): Field | undefined {
  return parent?.get('terminationMessagePolicy');
}
