import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'volumes/empty-dir-mode',
  title: 'Mode of an emptyDir on Windows',
  fields: ['spec.volumes[*].emptyDir.mode'],
  says: 'Folders on Windows have no mode bits, so `{0}: {1}` says nothing of who may use this one.',
  accepted: (field) => !field.isScalar,
  outcomes: [
    {
      effect: 'ignored',
      since: '1.37',
      doubtful: true,
      result: 'The field is alpha as well: the API server drops it unless its feature gate is on.',
    },
  ],
  why: `The mode is for the folder that the kubelet makes on a Linux node. On Windows access control lists decide, and the folder gets
those of the one above it.`,
  sources: [docs.volumes, code('kubernetes/api core/v1/types.go')],
  examples: [
    {
      name: 'A folder for all users',
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
      name: 'Before the field was there',
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
