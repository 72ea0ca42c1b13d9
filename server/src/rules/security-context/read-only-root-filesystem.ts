import { forbiddenField, inContainers, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/read-only-root-filesystem',
  title: 'readOnlyRootFilesystem on a Windows container',
  fields: inContainers('securityContext.readOnlyRootFilesystem'),
  says: 'The root filesystem of a Windows container is always writable, and `{0}` cannot change that.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === false,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value is harmless' },
    { effect: 'ignored' },
  ),
  why: `Windows writes to its registry and its database of accounts while a container runs, so that it cannot work on a
read-only root. What must not change can be kept in a volume and mounted with \`readOnly: true\`, which works on Windows as
well. A pod that declares \`os.name: windows\` may not have the field at all, not even \`false\`.`,
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
      name: 'Refused in a pod that declares Windows, even when switched off',
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
      name: 'A volume can be read-only',
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
