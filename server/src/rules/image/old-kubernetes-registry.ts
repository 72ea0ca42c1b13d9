import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeImage } from '../../rule-kit/image-fixes.ts';

const OLD = 'k8s.gcr.io/';
const NEW = 'registry.k8s.io/';

export default {
  id: 'image/old-kubernetes-registry',
  title: 'Image from k8s.gcr.io, which is frozen',
  gate: 'windows',
  pod: {
    watches: inContainers('image'),
    *check(field) {
      const image = field.string;
      if (!image?.startsWith(OLD)) return;
      yield {
        at: field.valueSpan,
        message: message('The registry `k8s.gcr.io` has been frozen since April 2023.'),
        fixes: [changeImage(field, NEW + image.slice(OLD.length))],
      };
    },
  },
  outcomes: [{ effect: 'advice', result: 'Newer versions are published at `registry.k8s.io` only.' }],
  why: `The images of Kubernetes moved from \`k8s.gcr.io\` to \`registry.k8s.io\`, under the same names and tags. The old registry gets no new
versions, so that images for newer releases of Windows are missing there.`,
  sources: [
    {
      title: 'Kubernetes blog: k8s.gcr.io Image Registry Will Be Frozen',
      url: 'https://kubernetes.io/blog/2023/02/06/k8s-gcr-io-freeze-announcement/',
    },
  ],
  examples: [
    {
      name: 'A test image',
      bad: `apiVersion: v1
kind: List
items:
  - apiVersion: batch/v1
    kind: CronJob
    metadata:
      name: probe
    spec:
      schedule: 0 3 * * *
      jobTemplate:
        spec:
          template:
            spec:
              nodeSelector:
                kubernetes.io/os: windows
              restartPolicy: Never
              containers:
                - name: probe
                  image: k8s.gcr.io/e2e-test-images/agnhost:2.39
#                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ advice
`,
      fixed: {
        'Change the image to `registry.k8s.io/e2e-test-images/agnhost:2.39`': `apiVersion: v1
kind: List
items:
  - apiVersion: batch/v1
    kind: CronJob
    metadata:
      name: probe
    spec:
      schedule: 0 3 * * *
      jobTemplate:
        spec:
          template:
            spec:
              nodeSelector:
                kubernetes.io/os: windows
              restartPolicy: Never
              containers:
                - name: probe
                  image: registry.k8s.io/e2e-test-images/agnhost:2.39
`,
      },
    },
    {
      name: 'The registry of today, and Linux pods',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: probe
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: probe
      image: registry.k8s.io/e2e-test-images/agnhost:2.39
---
apiVersion: v1
kind: Pod
metadata:
  name: pause
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: pause
      image: k8s.gcr.io/pause:3.5
`,
    },
  ],
} satisfies Rule;
