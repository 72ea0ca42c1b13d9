import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { firstHostProcessField } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/host-network-required',
  title: 'HostProcess pod without hostNetwork',
  gate: 'any',
  pod: {
    watches: ['spec', 'spec.hostNetwork'],
    *check(field, { pod, settings }) {
      const hostProcess = firstHostProcessField(pod, settings.kubernetesVersion);
      const hostNetwork = pod.spec.get('hostNetwork');
      if (hostProcess === undefined || field !== (hostNetwork ?? pod.spec)) return;
      const isMissing = hostNetwork === undefined && !pod.partial;
      if (!isMissing && hostNetwork?.boolean !== false) return;
      const path = [...pod.spec.path, 'hostNetwork'];
      const set: Fix = {
        title: 'Set `hostNetwork: true`',
        safety: 'review',
        changes: [
          hostNetwork === undefined
            ? { kind: 'insert', path, value: true, place: { before: 'containers' } }
            : { kind: 'replace', path, value: true },
        ],
      };
      yield {
        at: hostNetwork?.valueSpan ?? hostProcess.span,
        field: path,
        message: message('HostProcess pods require `hostNetwork: true`.'),
        related:
          hostNetwork === undefined ? [] : [{ at: hostProcess.wholeSpan, message: 'This makes it a HostProcess pod' }],
        fixes: [set],
      };
    },
  },
  outcomes: [
    {
      effect: 'rejected',
      since: '1.23',
      seen: 'hostNetwork must be true if pod contains any hostProcess containers',
    },
  ],
  why: `HostProcess containers use the network of the node. The API server requires \`hostNetwork: true\` explicitly,
regardless of \`os.name\`. With \`hostNetwork: true\`, each \`hostPort\` must equal its \`containerPort\`.`,
  sources: [
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindowsHostProcessPod'),
  ],
  examples: [
    {
      name: '`hostNetwork` is not set',
      bad: `apiVersion: batch/v1
kind: CronJob
metadata:
  name: patch
spec:
  schedule: 0 4 * * 0
  jobTemplate:
    spec:
      template:
        spec:
          nodeSelector:
            kubernetes.io/os: windows
          restartPolicy: Never
          containers:
            - name: patch
              image: registry.example/patch:1.1
              securityContext:
                windowsOptions:
                  hostProcess: true
#                 ^^^^^^^^^^^ rejected
                  runAsUserName: 'NT AUTHORITY\\SYSTEM'
`,
      fixed: {
        'Set `hostNetwork: true`': `apiVersion: batch/v1
kind: CronJob
metadata:
  name: patch
spec:
  schedule: 0 4 * * 0
  jobTemplate:
    spec:
      template:
        spec:
          nodeSelector:
            kubernetes.io/os: windows
          restartPolicy: Never
          hostNetwork: true
          containers:
            - name: patch
              image: registry.example/patch:1.1
              securityContext:
                windowsOptions:
                  hostProcess: true
                  runAsUserName: 'NT AUTHORITY\\SYSTEM'
`,
      },
    },
    {
      name: '`hostNetwork: false`',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: patch
spec:
  hostNetwork: false
#              ^^^^^ rejected
  securityContext:
    windowsOptions: { hostProcess: true }
  containers:
    - name: patch
      image: registry.example/patch:1.1
`,
      fixed: {
        'Set `hostNetwork: true`': `apiVersion: v1
kind: Pod
metadata:
  name: patch
spec:
  hostNetwork: true
  securityContext:
    windowsOptions: { hostProcess: true }
  containers:
    - name: patch
      image: registry.example/patch:1.1
`,
      },
    },
    {
      name: '`hostNetwork: true`, or `hostProcess: false`',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: patch
spec:
  hostNetwork: true
  containers:
    - name: patch
      image: registry.example/patch:1.1
      securityContext:
        windowsOptions: { hostProcess: true }
---
apiVersion: v1
kind: Pod
metadata:
  name: patch-ordinary
spec:
  containers:
    - name: patch
      image: registry.example/patch:1.1
      securityContext:
        windowsOptions: { hostProcess: false }
`,
    },
  ],
} satisfies Rule;
