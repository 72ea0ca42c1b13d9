import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/run-as-group',
  title: 'runAsGroup on a Windows pod',
  fields: inSecurityContexts('runAsGroup'),
  says: '`{0}: {1}` {effect}: Windows does not use numeric group IDs.',
  accepted: (field) => !Number.isInteger(field.number),
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored' }),
  why: `A Windows process does not have a numeric primary group. Its account determines its groups, and access control
lists (ACLs) determine what they can access. To choose the account, set \`windowsOptions.runAsUserName\`. With
\`os.name: windows\`, the API server rejects \`runAsGroup\`, even in HostProcess pods.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'The group of the Linux image',
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
      name: 'Rejected with `os.name: windows`',
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
      name: 'An account set by name',
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
