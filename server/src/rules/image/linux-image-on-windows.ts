import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { imageOs, parseImage, podImages } from '../../windows/images.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'image/linux-image-on-windows',
  title: 'Linux image in a Windows pod',
  gate: 'windows',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, settings }) {
      const image = parseImage(field.string ?? '');
      const known = imageOs(image, settings);
      // Beside os.name, or beside an image for Windows, other rules tell of it.
      if (known?.os !== 'linux' || intendedOs(pod)?.exact) return;
      if (podImages(pod).some((one) => imageOs(one.image, settings)?.os === 'windows')) return;
      yield {
        at: field.valueSpan,
        message:
          known.from === 'tag'
            ? message('By its tag `{0}` this image is for Linux, but the pod is for Windows.', image.tag ?? '')
            : message('This repository is known for Linux images only, but the pod is for Windows.'),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'The node may find nothing in it that it can run.',
      seen: 'no match for platform in manifest',
    },
  ],
  why: `An image holds the files of one operating system, or of several where it is published for more than one platform, and a Windows
node cannot run a Linux image. Kubewin judges by well-known repositories and by words in the tag such as \`alpine\`; what your own
images are for can be said with \`kubewin.linuxImages\` and \`kubewin.windowsImages\`.`,
  sources: [docs.windowsIntro],
  examples: [
    {
      name: 'The images of the Linux twin',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: logs
spec:
  selector:
    matchLabels: { app: logs }
  template:
    metadata:
      labels: { app: logs }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      initContainers:
        - name: wait
          image: busybox:1.36
#                ^^^^^^^^^^^^ fails
      containers:
        - name: logs
          image: registry.example/logs:2.1-alpine
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
`,
    },
    {
      name: 'An image that the settings say is for Linux',
      settings: { linuxImages: ['registry.example/'], windowsImages: ['registry.example/windows/'] },
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: shop
      image: registry.example/shop:1.0
#            ^^^^^^^^^^^^^^^^^^^^^^^^^ fails
---
apiVersion: v1
kind: Pod
metadata:
  name: till
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: till
      image: registry.example/windows/till:1.0-alpine
`,
    },
    {
      name: 'Names that leave it open',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: logs
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: logs
      image: registry.example/logs:2.1
    - name: pause
      image: registry.k8s.io/pause:3.10
`,
    },
    {
      name: 'With os.name, or beside a Windows image, other rules speak',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: cache
spec:
  os: { name: windows }
  containers:
    - name: cache
      image: redis:7
---
apiVersion: v1
kind: Pod
metadata:
  name: site
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: site
      image: mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022
    - name: proxy
      image: envoyproxy/envoy:v1.31.0
`,
    },
  ],
} satisfies Rule;
