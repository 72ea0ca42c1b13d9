import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { HOST_PROCESS_ACCOUNTS, hostProcessContainers } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/user-account-missing',
  title: 'HostProcess container without runAsUserName',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.hostProcess'),
    *check(field, { pod, settings }) {
      const isNameless = hostProcessContainers(pod, settings.kubernetesVersion, field).some(
        (one) => one.runAsUserName === undefined,
      );
      if (!isNameless || pod.partial) return;
      const [system] = HOST_PROCESS_ACCOUNTS;
      const path = [...field.path.slice(0, -1), 'runAsUserName'];
      yield {
        at: field.span,
        field: path,
        message: message('`runAsUserName` is not set for this HostProcess container.'),
        fixes: [
          {
            title: `Insert \`runAsUserName: '${system}'\``,
            safety: 'review',
            changes: [{ kind: 'insert', path, value: system, place: { after: 'hostProcess' } }],
          },
        ],
      };
    },
  },
  outcomes: [
    { effect: 'differs', since: '1.22', result: 'The account depends on the image and the container runtime.' },
  ],
  why: `The documentation lists \`runAsUserName\` as a required setting of HostProcess pods, although the API server
does not check it. Set it so that reviewers see which rights the process has on the node. \`NT AUTHORITY\\Local
service\` is the least privileged of the three service accounts.`,
  sources: [docs.hostProcess],
  examples: [
    {
      name: 'Account not set',
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
      nodeSelector:
        kubernetes.io/os: windows
      hostNetwork: true
      securityContext:
        windowsOptions:
          hostProcess: true
#         ^^^^^^^^^^^ differs
      containers:
        - name: exporter
          image: registry.example/exporter:0.30
`,
      fixed: {
        "Insert `runAsUserName: 'NT AUTHORITY\\SYSTEM'`": `apiVersion: apps/v1
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
      hostNetwork: true
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
      containers:
        - name: exporter
          image: registry.example/exporter:0.30
`,
      },
    },
    {
      name: 'Account set on only one container',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: exporter
spec:
  hostNetwork: true
  containers:
    - name: exporter
      image: registry.example/exporter:0.30
      securityContext:
        windowsOptions: { hostProcess: true, runAsUserName: 'NT AUTHORITY\\SYSTEM' }
    - name: proxy
      image: registry.example/proxy:0.30
      securityContext: { windowsOptions: { hostProcess: true } }
#                                          ^^^^^^^^^^^ differs
`,
    },
    {
      name: 'Account set on the pod, or on the container',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: exporter
spec:
  hostNetwork: true
  securityContext:
    windowsOptions: { runAsUserName: 'NT AUTHORITY\\Local service' }
  containers:
    - name: exporter
      image: registry.example/exporter:0.30
      securityContext: { windowsOptions: { hostProcess: true } }
---
apiVersion: v1
kind: Pod
metadata:
  name: exporter-each
spec:
  hostNetwork: true
  securityContext:
    windowsOptions: { hostProcess: true }
  containers:
    - name: exporter
      image: registry.example/exporter:0.30
      securityContext: { windowsOptions: { runAsUserName: 'NT AUTHORITY\\SYSTEM' } }
`,
    },
  ],
} satisfies Rule;
