import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { account } from '../../windows/accounts.ts';
import { contextsUnder } from '../../windows/merged-context.ts';
import { isUserNameOpen, userNameFaults, userNameParts } from '../../windows/user-name.ts';

const MAX_LENGTH = 20;

export default {
  id: 'run-as-user-name/longer-than-20',
  title: 'User name longer than a Windows account name',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    *check(field, { pod, settings }) {
      const name = field.string;
      if (name === undefined || isUserNameOpen(name) || userNameFaults(name).length > 0) return;
      // An escape of YAML where a backslash was meant, as in "NT AUTHORITY\NetworkService", is no length of a name.
      if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) return;
      // The longest name of a built-in account, ContainerAdministrator, has 22 characters.
      if (userNameParts(name).domain !== undefined || name.length <= MAX_LENGTH || account(name) !== 'other') return;
      // A HostProcess container may run as a local group, and groups have longer names.
      if (
        pod.partial ||
        contextsUnder(pod, settings.kubernetesVersion, field, 'windowsOptions', 'runAsUserName').some(
          (one) => one.isHostProcess,
        )
      )
        return;
      yield {
        at: field.valueSpan,
        message: message('The user `{0}` has {1} characters.', name, String(name.length)),
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.16',
      result:
        'The API server accepts that, but accounts of an image have 20 at most, so that no container can run as it.',
    },
  ],
  why: `Local accounts of Windows have names of up to 20 characters, and a user without a domain is looked up among the
accounts of the image. The API server does not mind up to 104, so that the pod is accepted and its container does not
start.`,
  sources: [docs.runAsUserName],
  examples: [
    {
      name: 'A speaking name, but too long a speech',
      bad: `apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      restartPolicy: Never
      containers:
        - name: import
          image: registry.example/import:1.0
          securityContext:
            windowsOptions:
              runAsUserName: nightly-import-of-orders
#                            ^^^^^^^^^^^^^^^^^^^^^^^^ differs
`,
    },
    {
      name: 'For the whole pod',
      version: '1.16',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      runAsUserName: "storefront-web-server"
#                    ^^^^^^^^^^^^^^^^^^^^^^^ differs
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'Short enough, built in, or of a domain',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        windowsOptions:
          runAsUserName: storefront-web-serve
    - name: install
      image: registry.example/install:1.0
      securityContext:
        windowsOptions:
          runAsUserName: ContainerAdministrator
    - name: log
      image: registry.example/log:1.0
      securityContext:
        windowsOptions:
          runAsUserName: CONTOSO\\storefront-web-server
`,
    },
    {
      name: 'A local group of the node',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  hostNetwork: true
  securityContext:
    windowsOptions:
      hostProcess: true
      runAsUserName: kubernetes-node-agents
  containers:
    - name: agent
      image: registry.example/agent:1.4
`,
    },
    {
      name: 'A backslash that YAML took for a line end',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  securityContext:
    windowsOptions:
      runAsUserName: "NT AUTHORITY\\NetworkService"
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;
