import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { type Field, message, type Problem, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

const ARCH = 'kubernetes.io/arch';
const BETA_ARCH = 'beta.kubernetes.io/arch';
const TERMS = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';

export default {
  id: 'scheduling/architecture',
  title: 'Windows on a non-amd64 architecture',
  gate: 'windows',
  pod: {
    watches: [`spec.nodeSelector[${ARCH}]`, `spec.nodeSelector[${BETA_ARCH}]`, TERMS],
    *check(field) {
      if (field.isScalar) return yield* wrong(field);
      const values = field.items().map((term) =>
        (term.get('matchExpressions')?.items() ?? [])
          .filter((one) => [ARCH, BETA_ARCH].includes(one.get('key')?.string ?? ''))
          .filter((one) => one.get('operator')?.string === 'In')
          .flatMap((one) => one.get('values') ?? []),
      );
      // Terms are alternatives: one that leaves amd64 is enough.
      const excluding = values.flatMap((lists) => lists.find(excludesAmd64) ?? []);
      const [first] = excluding;
      const value = first?.items()[0];
      if (value !== undefined && excluding.length === values.length) yield* wrong(value);
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'Windows nodes are amd64, so the pod stays Pending.',
      seen: "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. (FailedScheduling)",
    },
  ],
  why: 'Kubernetes supports Windows nodes on amd64 only. A Windows pod that asks for another architecture finds no node.',
  sources: [docs.windowsGuide],
  examples: [
    {
      name: 'Copied from an ARM pool',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
    kubernetes.io/arch: arm64
#                       ^^^^^ fails
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      fixed: {
        'Change `arm64` to `amd64`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
    kubernetes.io/arch: amd64
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'The deprecated label',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
    beta.kubernetes.io/arch: arm64
#                            ^^^^^ fails
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'In a required affinity',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector: { kubernetes.io/os: windows }
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions:
              - key: kubernetes.io/arch
                operator: In
                values: [arm64]
#                        ^^^^^ fails
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'Both architectures are allowed',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector: { kubernetes.io/os: windows }
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions:
              - { key: kubernetes.io/arch, operator: In, values: [arm64, amd64] }
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;

function excludesAmd64(values: Field): boolean {
  const given = values.items().map((one) => one.string ?? '');
  return given.length > 0 && !given.includes('amd64') && !given.some(isPlaceholder);
}

function* wrong(field: Field): Iterable<Problem> {
  const value = field.string;
  if (value === undefined || value === 'amd64' || isPlaceholder(value)) return;
  yield {
    at: field.valueSpan,
    field: field.path,
    message: message('This Windows pod asks for the architecture `{0}`.', value),
    fixes: [
      {
        title: `Change \`${value}\` to \`amd64\``,
        safety: 'review',
        changes: [{ kind: 'replace', path: field.path, value: 'amd64' }],
      },
    ],
  };
}
