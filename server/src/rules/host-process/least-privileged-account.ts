import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { changeUserName } from '../../rule-kit/user-name-rule.ts';
import { account } from '../../windows/accounts.ts';
import { HOST_PROCESS_ACCOUNTS, hostProcessContainers } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/least-privileged-account',
  title: 'HostProcess container that runs as SYSTEM',
  gate: 'any',
  offByDefault: true,
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    *check(field, { pod, settings }) {
      const name = field.string;
      if (
        name === undefined ||
        account(name) !== 'system' ||
        hostProcessContainers(pod, settings.kubernetesVersion, field).length === 0
      )
        return;
      const [, localService] = HOST_PROCESS_ACCOUNTS;
      yield {
        at: field.valueSpan,
        message: message('As `{0}` a HostProcess container may do anything on its node.', name),
        fixes: [changeUserName(field, localService)],
      };
    },
  },
  outcomes: [{ effect: 'advice', since: '1.22' }],
  why: `\`NT AUTHORITY\\SYSTEM\` owns the node. Where the task allows it, take \`NT AUTHORITY\\Local service\`, the least
privileged of the three service accounts, or with containerd 1.7 a local group of the node that has just the rights needed.`,
  sources: [docs.hostProcess],
  examples: [
    {
      name: 'More rights than needed, perhaps',
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
          runAsUserName: 'NT AUTHORITY\\system'
#                        ^^^^^^^^^^^^^^^^^^^^^ advice
      containers:
        - name: exporter
          image: registry.example/exporter:0.30
`,
      fixed: {
        'Change `runAsUserName` to `NT AUTHORITY\\Local service`': `apiVersion: apps/v1
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
          runAsUserName: 'NT AUTHORITY\\Local service'
      containers:
        - name: exporter
          image: registry.example/exporter:0.30
`,
      },
    },
    {
      name: 'In the containers',
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
#                                                           ^^^^^^^^^^^^^^^^^^^^^ advice
  ephemeralContainers:
    - name: debug
      image: registry.example/debug:1.0
      securityContext:
        windowsOptions: { hostProcess: true, runAsUserName: 'NT AUTHORITY\\NetworkService' }
`,
    },
    {
      name: 'A lesser account',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: exporter
spec:
  hostNetwork: true
  securityContext:
    windowsOptions: { hostProcess: true, runAsUserName: 'NT AUTHORITY\\Local service' }
  containers:
    - name: exporter
      image: registry.example/exporter:0.30
`,
    },
  ],
} satisfies Rule;
