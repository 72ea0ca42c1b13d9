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
      // With os.name, or next to a Windows image, other rules report it.
      if (known?.os !== 'linux' || intendedOs(pod)?.exact) return;
      if (podImages(pod).some((one) => imageOs(one.image, settings)?.os === 'windows')) return;
      yield {
        at: field.valueSpan,
        message:
          known.from === 'tag'
            ? message('This image {effect}: its tag `{0}` indicates a Linux image.', image.tag ?? '')
            : message('This image {effect}: its repository is known only for Linux images.'),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'The image probably has no Windows variant.',
      seen: 'no match for platform in manifest',
    },
  ],
  why: `An image contains files for one operating system, or for several if it is published for more than one
platform. Windows nodes cannot run Linux images. Kubewin recognizes images by well-known repositories and by words in
the tag such as \`alpine\`; for your own images, set \`kubewin.linuxImages\` and \`kubewin.windowsImages\`. Use an
image that is published for Windows.`,
  sources: [docs.windowsIntro],
  examples: [
    {
      name: 'Images of a Linux workload',
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
      name: 'Image that the settings identify as Linux',
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
      name: 'Names without evidence',
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
      name: 'Pods that other rules report',
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
