import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/run-as-group',
  title: 'runAsGroup on a Windows pod',
  fields: inSecurityContexts('runAsGroup'),
  says: 'Windows groups have names and no numbers, so `{0}: {1}` is none of them.',
  accepted: (field) => !Number.isInteger(field.number),
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored' }),
  why: `A Windows process has no primary group with a number: its account decides which groups it is in, and access control
lists on files decide what that permits. Choose the account with \`windowsOptions.runAsUserName\`. A pod that declares
\`os.name: windows\` may not have the field at all, HostProcess pods included.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'User and group of the Linux image',
      bad: `apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
spec:
  schedule: "0 4 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          nodeSelector:
            kubernetes.io/os: windows
          securityContext:
            runAsGroup: 3000
#           ^^^^^^^^^^ ignored
          containers:
            - name: report
              image: registry.example/report:2.0
              securityContext:
                runAsGroup: 0
#               ^^^^^^^^^^ ignored
`,
      fixed: {
        'Remove `runAsGroup`': `apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
spec:
  schedule: "0 4 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          nodeSelector:
            kubernetes.io/os: windows
          containers:
            - name: report
              image: registry.example/report:2.0
              securityContext:
                runAsGroup: 0
`,
      },
    },
    {
      name: 'Refused in a pod that declares Windows',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: report
spec:
  os:
    name: windows
  securityContext: { runAsGroup: 3000, runAsNonRoot: true }
#                    ^^^^^^^^^^ rejected
  containers:
    - name: report
      image: registry.example/report:2.0
`,
      fixed: {
        'Remove `runAsGroup`': `apiVersion: v1
kind: Pod
metadata:
  name: report
spec:
  os:
    name: windows
  securityContext: { runAsNonRoot: true }
  containers:
    - name: report
      image: registry.example/report:2.0
`,
      },
    },
    {
      name: 'An account by its name',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: report
spec:
  os:
    name: windows
  securityContext:
    windowsOptions:
      runAsUserName: ContainerUser
  containers:
    - name: report
      image: registry.example/report:2.0
`,
    },
  ],
});
