import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volumes/image',
  title: 'Image volume on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].image'],
    *check(field) {
      if (!field.isMapping) return;
      yield {
        at: field.span,
        message: message('Image volume `{0}` {effect}.', volumeNameOf(field)),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.35',
      doubtful: true,
      result: 'On Windows, containerd is not known to support image volumes.',
    },
    {
      effect: 'ignored',
      since: '1.31',
      until: '1.34',
      result: 'Before Kubernetes 1.35, the feature is disabled by default, and the API server drops the volume source.',
    },
  ],
  why: `The container runtime unpacks the image and mounts it; so far, containerd supports this only for Linux
containers. Instead, put the files into an image that an init container runs, and copy them into an \`emptyDir\`.`,
  sources: [docs.volumesAt('image'), code('containerd/containerd issue 11903')],
  examples: [
    {
      name: 'A model in its own image',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: translate
spec:
  selector:
    matchLabels: { app: translate }
  template:
    metadata:
      labels: { app: translate }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: translate
          image: registry.example/translate:1.0
          volumeMounts:
            - name: model
              mountPath: C:\\model
      volumes:
        - name: model
          image:
#         ^^^^^ fails
            reference: registry.example/model:7
            pullPolicy: IfNotPresent
`,
    },
    {
      name: 'Disabled by default in Kubernetes 1.31',
      version: '1.31',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: translate
spec:
  os: { name: windows }
  containers:
    - name: translate
      image: registry.example/translate:1.0
  volumes:
    - { name: model, image: { reference: registry.example/model:7 } }
#                    ^^^^^ ignored
`,
    },
    {
      name: 'Files copied by an init container',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: translate
spec:
  os: { name: windows }
  initContainers:
    - name: model
      image: registry.example/model:7
      volumeMounts: [{ name: model, mountPath: 'C:\\out' }]
  containers:
    - name: translate
      image: registry.example/translate:1.0
      volumeMounts: [{ name: model, mountPath: 'C:\\model' }]
  volumes:
    - { name: model, emptyDir: {} }
`,
    },
  ],
} satisfies Rule;
