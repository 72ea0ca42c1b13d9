import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { changeUserName } from '../../rule-kit/user-name-rule.ts';
import { account, isHostProcessAccount } from '../../windows/accounts.ts';
import { HOST_PROCESS_ACCOUNTS, hostProcessContainers } from '../../windows/host-process-options.ts';
import { isUserNameOpen, userNameFaults } from '../../windows/user-name.ts';

export default {
  id: 'host-process/user-account',
  title: 'Unsupported account for a HostProcess container',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    *check(field, { pod, settings }) {
      const name = field.string;
      if (name === undefined || isUserNameOpen(name) || userNameFaults(name).length > 0) return;
      if (hostProcessContainers(pod, settings.kubernetesVersion, field).length === 0) return;
      const kind = account(name);
      // A plain name can be a local group, in which containerd 1.7 and later create an account.
      const isGroup = kind === 'other' && !name.includes('\\') && settings.containerRuntime === 'containerd-1.7';
      if (isHostProcessAccount(kind) || isGroup) return;
      const isOfContainers = kind === 'container-user' || kind === 'container-administrator';
      yield {
        at: field.valueSpan,
        ...(isOfContainers ? { case: 'the account is `ContainerUser` or `ContainerAdministrator`' } : {}),
        message: isOfContainers
          ? message(
              '`{0}` {effect}: HostProcess containers run as an account of the node, where it does not exist.',
              name,
            )
          : message('`{0}` is not one of the service accounts documented for HostProcess containers.', name),
        fixes: HOST_PROCESS_ACCOUNTS.map((one) => changeUserName(field, one)),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the account is `ContainerUser` or `ContainerAdministrator`',
      since: '1.22',
    },
    { effect: 'differs', since: '1.22', result: 'Whether the container can be created depends on the node.' },
  ],
  why: `A HostProcess container runs as an account of the node: \`NT AUTHORITY\\SYSTEM\`, \`NT AUTHORITY\\Local
service\` or \`NT AUTHORITY\\NetworkService\`. With containerd 1.7 and later, you can also name a local group of the
node; containerd then creates an account in this group. \`ContainerUser\` and \`ContainerAdministrator\` exist only
inside ordinary containers. Set \`runAsUserName\` to one of the service accounts.`,
  sources: [docs.hostProcess, code('kubernetes/enhancements KEP-1981')],
  examples: [
    {
      name: 'Account of ordinary containers',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: collector
spec:
  selector:
    matchLabels: { app: collector }
  template:
    metadata:
      labels: { app: collector }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostNetwork: true
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: ContainerAdministrator
#                        ^^^^^^^^^^^^^^^^^^^^^^ fails
      containers:
        - name: collector
          image: registry.example/collector:2.0
`,
      fixed: {
        'Change `runAsUserName` to `NT AUTHORITY\\SYSTEM`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: collector
spec:
  selector:
    matchLabels: { app: collector }
  template:
    metadata:
      labels: { app: collector }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostNetwork: true
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
      containers:
        - name: collector
          image: registry.example/collector:2.0
`,
      },
    },
    {
      name: 'Domain accounts',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: collector
spec:
  hostNetwork: true
  containers:
    - name: collector
      image: registry.example/collector:2.0
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: 'CONTOSO\\collector'
#                        ^^^^^^^^^^^^^^^^^^^ differs
    - name: reader
      image: registry.example/reader:2.0
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: 'User Manager\\ContainerAdministrator'
#                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
`,
    },
    {
      name: 'Service account, local group, and an ordinary container',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: collector
spec:
  hostNetwork: true
  securityContext:
    windowsOptions:
      hostProcess: true
      runAsUserName: 'nt authority\\LocalService'
  containers:
    - name: collector
      image: registry.example/collector:2.0
    - name: reader
      image: registry.example/reader:2.0
      securityContext:
        windowsOptions: { runAsUserName: log-readers }
---
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example/web:2.0
      securityContext:
        windowsOptions: { runAsUserName: ContainerUser }
`,
    },
    {
      name: 'Local group with containerd 1.6',
      settings: { containerRuntime: 'containerd-1.6' },
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: reader
spec:
  hostNetwork: true
  initContainers:
    - name: reader
      image: registry.example/reader:2.0
      securityContext:
        windowsOptions: { hostProcess: true, runAsUserName: log-readers }
#                                                           ^^^^^^^^^^^ differs
  containers:
    - name: collector
      image: registry.example/collector:2.0
      securityContext:
        windowsOptions: { hostProcess: true, runAsUserName: 'NT AUTHORITY\\SYSTEM' }
`,
    },
  ],
} satisfies Rule;
