import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { changeUserName } from '../../rule-kit/user-name-rule.ts';
import { account } from '../../windows/accounts.ts';
import { parseImage } from '../../windows/images.ts';
import { contextsUnder, type MergedContext } from '../../windows/merged-context.ts';

export default {
  id: 'run-as-user-name/unknown-account',
  title: 'runAsUserName that does not exist in Windows images',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    *check(field, { pod, settings }) {
      const name = field.string;
      const kind = account(name ?? '');
      if (name === undefined || (kind !== 'linux' && kind !== 'missing')) return;
      const contexts = contextsUnder(pod, settings.kubernetesVersion, field, 'windowsOptions', 'runAsUserName').filter(
        (one) => !one.isHostProcess,
      );
      // A custom image may enable an account that is disabled in Windows.
      if (contexts.length === 0 || (kind === 'missing' && !contexts.every(isFromMicrosoft))) return;
      yield {
        at: field.valueSpan,
        message:
          kind === 'linux'
            ? message('User `{0}` exists on Linux, but not in Windows base images.', name)
            : message('User `{0}` is disabled or missing in the images that Microsoft publishes.', name),
        fixes: [changeUserName(field, 'ContainerUser'), changeUserName(field, 'ContainerAdministrator')],
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.16',
      result: 'The container is not created unless its image has this account.',
    },
  ],
  why: `The name in \`runAsUserName\` is looked up in the image. Every Windows base image has \`ContainerUser\` with
few privileges, \`ContainerAdministrator\` with full privileges, and the service accounts \`NT AUTHORITY\\SYSTEM\`,
\`NT AUTHORITY\\LOCAL SERVICE\` and \`NT AUTHORITY\\NETWORK SERVICE\`. Other accounts must be created when the image
is built. The users of Linux images and numeric IDs do not exist on Windows.`,
  sources: [docs.runAsUserName],
  examples: [
    {
      name: 'A user of the Linux image',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        windowsOptions:
          runAsUserName: nobody
#                        ^^^^^^ differs
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      fixed: {
        'Change `runAsUserName` to `ContainerUser`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        windowsOptions:
          runAsUserName: ContainerUser
      containers:
        - name: web
          image: registry.example/web:1.0
`,
        'Change `runAsUserName` to `ContainerAdministrator`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        windowsOptions:
          runAsUserName: ContainerAdministrator
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'A user ID, and a disabled account',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022
      securityContext:
        windowsOptions: { runAsUserName: Administrator }
#                                        ^^^^^^^^^^^^^ differs
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
      securityContext:
        windowsOptions: { runAsUserName: "1000" }
#                                        ^^^^^^ differs
`,
    },
    {
      name: 'Built-in accounts, and accounts of a custom image',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
      securityContext:
        windowsOptions:
          runAsUserName: ContainerUser
    - name: log
      image: registry.example/log:1.0
      securityContext:
        windowsOptions:
          runAsUserName: Administrator
    - name: store
      image: registry.example/store:1.0
      securityContext:
        windowsOptions:
          runAsUserName: storekeeper
`,
    },
    {
      name: 'HostProcess pods, which have another rule',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  hostNetwork: true
  securityContext:
    windowsOptions:
      hostProcess: true
      runAsUserName: root
  containers:
    - name: agent
      image: registry.example/agent:1.4
`,
    },
  ],
} satisfies Rule;

function isFromMicrosoft({ container }: MergedContext): boolean {
  const image = container.field.get('image')?.string;
  return image !== undefined && parseImage(image).registry === 'mcr.microsoft.com';
}
