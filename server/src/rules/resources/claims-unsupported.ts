import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'resources/claims-unsupported',
  title: 'Claims of dynamic resources on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.resourceClaims', 'spec.containers[*].resources.claims', 'spec.initContainers[*].resources.claims'],
    *check(field) {
      const names = field.items().flatMap((claim) => claim.get('name')?.string ?? []);
      if (names.length === 0) return;
      yield {
        at: field.span,
        message: message(
          'Kubelets on Windows prepare no dynamic resources such as {0}.',
          names.map((name) => `\`${name}\``).join(', '),
        ),
      };
    },
  },
  outcomes: [{ effect: 'fails', since: '1.26', doubtful: true }],
  why: `Dynamic resource allocation is made for Linux nodes; no driver for it runs on Windows. Devices are offered there by
device plug-ins, and a container asks for them under \`resources.limits\`, as in \`microsoft.com/directx: 1\`.`,
  sources: [docs.dynamicResources, code('kubernetes/kubernetes pkg/kubelet/cm/container_manager_windows.go')],
  examples: [
    {
      name: 'A claim and those who use it',
      bad: `apiVersion: batch/v1
kind: Job
metadata:
  name: render
spec:
  template:
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      restartPolicy: Never
      resourceClaims:
#     ^^^^^^^^^^^^^^ fails
        - name: gpu
          resourceClaimTemplateName: gpu
      initContainers:
        - name: prepare
          image: registry.example/prepare:1.0
          resources: { claims: [{ name: gpu }] }
#                      ^^^^^^ fails
      containers:
        - name: render
          image: registry.example/render:1.0
          resources:
            claims:
#           ^^^^^^ fails
              - name: gpu
`,
    },
    {
      name: 'A device plug-in',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: render
spec:
  os: { name: windows }
  resourceClaims: []
  containers:
    - name: render
      image: registry.example/render:1.0
      resources:
        limits: { microsoft.com/directx: 1 }
`,
    },
  ],
} satisfies Rule;
