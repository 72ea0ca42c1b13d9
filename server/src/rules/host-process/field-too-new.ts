import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'host-process/field-too-new',
  title: 'hostProcess on a release that does not have it',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.hostProcess'),
    *check(field, { settings }) {
      if (field.boolean === undefined) return;
      yield {
        at: field.span,
        message: message(
          '`hostProcess` needs Kubernetes 1.23, and these manifests are for {0}.',
          settings.kubernetesVersion,
        ),
        fixes: [{ ...removal(field), safety: 'review' }],
      };
    },
  },
  outcomes: [
    {
      effect: 'rejected',
      since: '1.22',
      until: '1.22',
      seen: "not allowed when feature gate 'WindowsHostProcessContainers' is not enabled",
    },
    { effect: 'ignored', until: '1.21', result: 'The API server does not know the field and drops it.' },
  ],
  why: `HostProcess containers came with Kubernetes 1.22, switched off, are on by default from 1.23 and stable from 1.26.
Older servers drop the field, and the container runs as an ordinary one without access to its node.`,
  sources: [docs.hostProcess],
  examples: [
    {
      name: 'Switched off in 1.22',
      version: '1.22',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: proxy
spec:
  selector:
    matchLabels: { app: proxy }
  template:
    metadata:
      labels: { app: proxy }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostNetwork: true
      securityContext:
        windowsOptions:
          hostProcess: true
#         ^^^^^^^^^^^ rejected
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
      containers:
        - name: proxy
          image: registry.example/proxy:1.22
`,
      fixed: {
        'Remove `hostProcess`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: proxy
spec:
  selector:
    matchLabels: { app: proxy }
  template:
    metadata:
      labels: { app: proxy }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostNetwork: true
      securityContext:
        windowsOptions:
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
      containers:
        - name: proxy
          image: registry.example/proxy:1.22
`,
      },
    },
    {
      name: 'Not known before',
      version: '1.20',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: proxy
spec:
  hostNetwork: true
  containers:
    - name: proxy
      image: registry.example/proxy:1.20
      securityContext: { windowsOptions: { hostProcess: true } }
#                                          ^^^^^^^^^^^ ignored
`,
    },
    {
      name: 'On by default',
      version: '1.23',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: proxy
spec:
  hostNetwork: true
  containers:
    - name: proxy
      image: registry.example/proxy:1.23
      securityContext: { windowsOptions: { hostProcess: true } }
`,
    },
  ],
} satisfies Rule;
