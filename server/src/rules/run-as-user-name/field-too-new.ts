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
          '`runAsUserName` {effect} in Kubernetes {0}: it is enabled by default in 1.17 and later.',
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
      result: 'The API server drops it, and the container runs as the user of its image.',
    },
  ],
  why: `Kubernetes 1.16 introduced the field behind the feature gate \`WindowsRunAsUserName\`. The gate is enabled by
default in 1.17 and later, and the field is stable in 1.18 and later. For an older cluster, set the user when you
build the image. If your cluster is newer, change the setting \`kubewin.kubernetesVersion\`.`,
  sources: [docs.runAsUserName],
  examples: [
    {
      name: 'Behind a feature gate',
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
      name: 'No such field before 1.16',
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
      name: 'Enabled by default',
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
