import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'run-as-non-root/before-1-20',
  title: 'runAsNonRoot before Kubernetes 1.20',
  gate: 'windows',
  pod: {
    watches: inSecurityContexts('runAsNonRoot'),
    *check(field, { settings }) {
      if (field.boolean !== true) return;
      yield {
        at: field.span,
        message: message(
          'In Kubernetes {0} the kubelet tests `runAsNonRoot` by numeric user ids, on Windows too.',
          settings.kubernetesVersion,
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      until: '1.19',
      doubtful: true,
      result: 'If the image names a user, the container is not created; otherwise it starts, and nothing is protected.',
      seen: 'image has non-numeric user',
    },
  ],
  why: `Up to Kubernetes 1.19 the kubelet used the Linux test for all nodes: it wants a numeric user id other than 0.
Windows images have users with names, which it refuses, and an image without one passes whatever it runs as. Since 1.20
it compares names on Windows. Which release the manifests are for is the setting \`kubewin.kubernetesVersion\`.`,
  sources: [docs.windowsIntro, code('kubernetes/kubernetes pull request 92355')],
  examples: [
    {
      name: 'Good advice, but for a later release',
      version: '1.19',
      bad: `apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
spec:
  schedule: 0 3 * * *
  jobTemplate:
    spec:
      template:
        spec:
          nodeSelector: { kubernetes.io/os: windows }
          restartPolicy: Never
          securityContext: { runAsNonRoot: true }
#                            ^^^^^^^^^^^^ fails
          containers:
            - name: report
              image: registry.example/report:1.0
              securityContext:
                "runAsNonRoot": true
#               ^^^^^^^^^^^^^^ fails
`,
      fixed: {
        'Remove `runAsNonRoot`': `apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
spec:
  schedule: 0 3 * * *
  jobTemplate:
    spec:
      template:
        spec:
          nodeSelector: { kubernetes.io/os: windows }
          restartPolicy: Never
          containers:
            - name: report
              image: registry.example/report:1.0
              securityContext:
                "runAsNonRoot": true
`,
      },
    },
    {
      name: 'From 1.20 on',
      version: '1.20',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  securityContext:
    runAsNonRoot: true
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'Switched off',
      version: '1.18',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  securityContext:
    runAsNonRoot: false
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;
