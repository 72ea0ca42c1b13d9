import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { changeUserName } from '../../rule-kit/user-name-rule.ts';
import { account } from '../../windows/accounts.ts';
import { parseImage } from '../../windows/images.ts';
import { contextsUnder, type MergedContext } from '../../windows/merged-context.ts';

export default {
  id: 'run-as-user-name/unknown-account',
  title: 'Account that no Windows image has',
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
      // An image of one's own may switch on an account that Windows has switched off.
      if (contexts.length === 0 || (kind === 'missing' && !contexts.every(isFromMicrosoft))) return;
      yield {
        at: field.valueSpan,
        message:
          kind === 'linux'
            ? message('`{0}` is a user on Linux; no Windows base image has it.', name)
            : message('`{0}` is no account to run as in the images that Microsoft publishes.', name),
        fixes: [changeUserName(field, 'ContainerUser'), changeUserName(field, 'ContainerAdministrator')],
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.16',
      result: 'A container whose image has no such account is not created.',
    },
  ],
  why: `The name in \`runAsUserName\` is looked up inside the image. Every Windows base image has \`ContainerUser\` with few
rights and \`ContainerAdministrator\` with all of them, and the service accounts \`NT AUTHORITY\\SYSTEM\`,
\`NT AUTHORITY\\LOCAL SERVICE\` and \`NT AUTHORITY\\NETWORK SERVICE\`; others have to be made when the image is built.
Users of Linux images and numeric ids mean nothing to Windows.`,
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
      name: 'A user id, and an account that is switched off',
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
      name: 'Accounts that are there, or that an image may have made',
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
      name: 'On HostProcess pods another rule speaks',
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
