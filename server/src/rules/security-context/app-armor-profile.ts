import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/app-armor-profile',
  title: 'AppArmor profile on a Windows pod',
  fields: inSecurityContexts('appArmorProfile'),
  says: '`{0}` {effect}: Windows does not support AppArmor.',
  accepted: (field) => !field.isMapping,
  harmless: (field) => field.get('type')?.string === 'Unconfined',
  outcomes: rejectedOnceDeclared(
    '1.30',
    { effect: 'advice', case: 'the value is harmless', since: '1.30' },
    { effect: 'ignored', since: '1.30' },
  ),
  why: `AppArmor is a Linux kernel security module. The kubelet on a Windows node ignores the profile, so the
container runs as if the field were not set. With \`os.name: windows\`, the API server rejects the field, even with
the type \`Unconfined\` and in HostProcess pods.`,
  sources: [
    docs.windowsIntro,
    docs.appArmor,
    VALIDATE_WINDOWS,
    code('kubernetes/kubernetes pkg/kubelet/kubelet.go: the check of AppArmor is added on Linux only'),
  ],
  examples: [
    {
      name: 'A profile for the whole pod and another for one container',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  selector:
    matchLabels: { app: shop }
  template:
    metadata:
      labels: { app: shop }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        appArmorProfile:
#       ^^^^^^^^^^^^^^^ ignored
          type: RuntimeDefault
      initContainers:
        - name: migrate
          image: registry.example/shop-migrate:3.1
          securityContext:
            # its own profile
            appArmorProfile:
#           ^^^^^^^^^^^^^^^ ignored
              type: Localhost
              localhostProfile: migrate
            windowsOptions:
              runAsUserName: ContainerAdministrator
      containers:
        - name: shop
          image: registry.example/shop:3.1
`,
      fixed: {
        'Remove `appArmorProfile`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  selector:
    matchLabels: { app: shop }
  template:
    metadata:
      labels: { app: shop }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      initContainers:
        - name: migrate
          image: registry.example/shop-migrate:3.1
          securityContext:
            # its own profile
            appArmorProfile:
              type: Localhost
              localhostProfile: migrate
            windowsOptions:
              runAsUserName: ContainerAdministrator
      containers:
        - name: shop
          image: registry.example/shop:3.1
`,
      },
    },
    {
      name: '`Unconfined` without `os.name`',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: shop
      image: registry.example/shop:3.1
      securityContext: { appArmorProfile: { type: Unconfined } }
#                        ^^^^^^^^^^^^^^^ advice
`,
    },
    {
      name: 'Rejected with `os.name: windows`, even if `Unconfined`',
      bad: `apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec:
      os: { name: windows }
      restartPolicy: Never
      securityContext:
        appArmorProfile: { type: Unconfined }
#       ^^^^^^^^^^^^^^^ rejected
      containers:
        - name: import
          image: registry.example/import:1.0
`,
    },
    {
      name: 'No such field before 1.30',
      version: '1.29',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  os: { name: windows }
  securityContext:
    appArmorProfile:
      type: RuntimeDefault
  containers:
    - name: shop
      image: registry.example/shop:3.1
`,
    },
  ],
});
