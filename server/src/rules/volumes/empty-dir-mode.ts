import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'volumes/empty-dir-mode',
  title: 'emptyDir mode on Windows',
  fields: ['spec.volumes[*].emptyDir.mode'],
  says: '`{0}: {1}` has no effect: Windows directories have no mode bits.',
  accepted: (field) => !field.isScalar,
  outcomes: [
    {
      effect: 'ignored',
      since: '1.37',
      doubtful: true,
      result: 'The field is alpha: the API server drops it unless its feature gate is enabled.',
    },
  ],
  why: `\`mode\` applies to the directory that the kubelet creates on a Linux node. On Windows, access control lists
(ACLs) control access, and the directory inherits the ACL of its parent directory. Remove the field.`,
  sources: [docs.volumes, code('kubernetes/api core/v1/types.go')],
  examples: [
    {
      name: 'A directory for all users',
      bad: `apiVersion: batch/v1
kind: CronJob
metadata:
  name: export
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          nodeSelector:
            kubernetes.io/os: windows
          containers:
            - name: export
              image: registry.example/export:1.0
          volumes:
            - name: out
              emptyDir:
                mode: 01777
#               ^^^^ ignored
            - name: in
              emptyDir: { sizeLimit: 1Gi, "mode": 511 }
#                                         ^^^^^^ ignored
          restartPolicy: Never
`,
      fixed: {
        'Remove `mode`': `apiVersion: batch/v1
kind: CronJob
metadata:
  name: export
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          nodeSelector:
            kubernetes.io/os: windows
          containers:
            - name: export
              image: registry.example/export:1.0
          volumes:
            - name: out
              emptyDir: {}
            - name: in
              emptyDir: { sizeLimit: 1Gi, "mode": 511 }
          restartPolicy: Never
`,
      },
    },
    {
      name: 'No mode',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: export
spec:
  os: { name: windows }
  containers:
    - name: export
      image: registry.example/export:1.0
  volumes:
    - name: out
      emptyDir: {}
`,
    },
    {
      name: 'Before the field existed',
      version: '1.36',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: export
spec:
  os: { name: windows }
  containers:
    - name: export
      image: registry.example/export:1.0
  volumes:
    - name: out
      emptyDir: { mode: 511 }
`,
    },
  ],
});
