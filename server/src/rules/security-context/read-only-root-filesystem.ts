import { inContainers } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/read-only-root-filesystem',
  title: 'readOnlyRootFilesystem on a Windows container',
  fields: inContainers('securityContext.readOnlyRootFilesystem'),
  says: '`{0}` {effect}: the root filesystem of a Windows container is always writable.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === false,
  outcomes: rejectedOnceDeclared('1.24', { effect: 'advice', case: 'the value is harmless' }, { effect: 'ignored' }),
  why: `Windows writes to the registry and the account database while a container runs, so the root filesystem cannot
be read-only. To protect files from changes, put them in a volume and mount it with \`readOnly: true\`, which works on
Windows. With \`os.name: windows\`, the API server rejects \`readOnlyRootFilesystem\` with either value.`,
  sources: [docs.windowsIntro, docs.windowsStorage, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'A hardened container',
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
          initContainers:
            - name: prepare
              image: registry.example/prepare:1.0
              securityContext:
                readOnlyRootFilesystem: false
#               ^^^^^^^^^^^^^^^^^^^^^^ advice
          containers:
            - name: report
              image: registry.example/report:2.0
              securityContext:
                runAsNonRoot: true
                readOnlyRootFilesystem: yes
#               ^^^^^^^^^^^^^^^^^^^^^^ ignored
`,
      fixed: {
        'Remove `readOnlyRootFilesystem`': `apiVersion: batch/v1
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
          initContainers:
            - name: prepare
              image: registry.example/prepare:1.0
          containers:
            - name: report
              image: registry.example/report:2.0
              securityContext:
                runAsNonRoot: true
                readOnlyRootFilesystem: yes
`,
      },
    },
    {
      name: 'Rejected with `os.name: windows`, even if `false`',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: report
spec:
  os:
    name: windows
  containers:
    - name: report
      image: registry.example/report:2.0
      securityContext: { readOnlyRootFilesystem: false, runAsNonRoot: true }
#                        ^^^^^^^^^^^^^^^^^^^^^^ rejected
`,
      fixed: {
        'Remove `readOnlyRootFilesystem`': `apiVersion: v1
kind: Pod
metadata:
  name: report
spec:
  os:
    name: windows
  containers:
    - name: report
      image: registry.example/report:2.0
      securityContext: { runAsNonRoot: true }
`,
      },
    },
    {
      name: 'A read-only volume',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: report
spec:
  os:
    name: windows
  containers:
    - name: report
      image: registry.example/report:2.0
      volumeMounts:
        - name: settings
          mountPath: C:\\settings
          readOnly: true
  volumes:
    - name: settings
      configMap:
        name: report
`,
    },
  ],
});
