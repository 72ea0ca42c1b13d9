import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { changeUserName } from '../../rule-kit/user-name-rule.ts';
import { account, isHostProcessAccount } from '../../windows/accounts.ts';
import { HOST_PROCESS_ACCOUNTS, hostProcessContainers } from '../../windows/host-process-options.ts';
import { isUserNameOpen, userNameFaults } from '../../windows/user-name.ts';

export default {
  id: 'host-process/user-account',
  title: 'Account that a HostProcess container cannot use',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    *check(field, { pod, settings }) {
      const name = field.string;
      if (name === undefined || isUserNameOpen(name) || userNameFaults(name).length > 0) return;
      if (hostProcessContainers(pod, settings.kubernetesVersion, field).length === 0) return;
      const kind = account(name);
      // A plain name may be that of a local group, for which containerd makes an account from 1.7 on.
      const isGroup = kind === 'other' && !name.includes('\\') && settings.containerRuntime === 'containerd-1.7';
      if (isHostProcessAccount(kind) || isGroup) return;
      const isOfContainers = kind === 'container-user' || kind === 'container-administrator';
      yield {
        at: field.valueSpan,
        ...(isOfContainers ? { case: 'the account is `ContainerUser` or `ContainerAdministrator`' } : {}),
        message: isOfContainers
          ? message('HostProcess containers run with an account of the node, and it has no `{0}`.', name)
          : message('`{0}` is none of the service accounts that HostProcess containers are known to run as.', name),
        fixes: HOST_PROCESS_ACCOUNTS.map((one) => changeUserName(field, one)),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the account is `ContainerUser` or `ContainerAdministrator`',
      since: '1.22',
      result: 'The container is never created.',
    },
    { effect: 'differs', since: '1.22', result: 'It depends on the node whether the container can be created.' },
  ],
  why: `A HostProcess container is a process of the node and logs on with an account there: \`NT AUTHORITY\\SYSTEM\`,
\`NT AUTHORITY\\Local service\` or \`NT AUTHORITY\\NetworkService\`. From containerd 1.7 on it may also be the name of a local
group of the node, in which an account is made for the container. \`ContainerUser\` and \`ContainerAdministrator\` exist only
inside of ordinary containers.`,
  sources: [docs.hostProcess, code('kubernetes/enhancements KEP-1981')],
  examples: [
    {
      name: 'An account of ordinary containers',
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
      name: 'Accounts with a domain',
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
      name: 'Service accounts, a local group, a container that is none of the node',
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
      name: 'Groups need containerd 1.7',
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
