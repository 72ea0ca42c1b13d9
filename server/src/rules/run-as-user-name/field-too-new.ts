import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'run-as-user-name/field-too-new',
  title: 'runAsUserName before Kubernetes 1.17',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    *check(field, { settings }) {
      if (field.string === undefined) return;
      yield {
        at: field.span,
        message: message(
          '`runAsUserName` is switched on from Kubernetes 1.17 on, and this manifest is for {0}.',
          settings.kubernetesVersion,
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      until: '1.16',
      result: 'It is dropped, and the container runs as the user of its image.',
    },
  ],
  why: `The field came with Kubernetes 1.16, behind the feature gate \`WindowsRunAsUserName\`, which is on by default since
1.17; it is stable since 1.18. For an older cluster set the user when the image is built. Which release the manifests
are for is the setting \`kubewin.kubernetesVersion\`.`,
  sources: [docs.runAsUserName],
  examples: [
    {
      name: 'Only behind a feature gate',
      version: '1.16',
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
          runAsUserName: ContainerUser
#         ^^^^^^^^^^^^^ ignored
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      fixed: {
        'Remove `runAsUserName`': `apiVersion: apps/v1
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
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'Not there yet',
      version: '1.14',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        windowsOptions: { gmsaCredentialSpecName: web, runAsUserName: ContainerUser }
#                                                      ^^^^^^^^^^^^^ ignored
`,
    },
    {
      name: 'From 1.17 on',
      version: '1.17',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      runAsUserName: ContainerUser
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;
