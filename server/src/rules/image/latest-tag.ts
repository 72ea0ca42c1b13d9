import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeRelease, fittingReleases } from '../../rule-kit/image-fixes.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { baseImage, imageOs, movedTo, parseImage } from '../../windows/images.ts';

export default {
  id: 'image/latest-tag',
  title: 'Windows image with the latest tag',
  gate: 'guessed',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, settings, facts }) {
      const image = parseImage(field.string ?? '');
      const { text, tag, digest } = image;
      // A tag from a template counts as set.
      if (isPlaceholder(text) || digest !== undefined || (tag !== undefined && tag !== 'latest')) return;
      // Another rule reports images that have moved.
      if (movedTo(image) !== undefined) return;
      const isBase = baseImage(image) !== undefined;
      // The build of an image does not matter to HostProcess containers.
      if (
        !isBase &&
        (imageOs(image, settings)?.os !== 'windows' || isInHostProcess(pod, settings.kubernetesVersion, field))
      )
        return;
      yield {
        at: field.valueSpan,
        case: isBase ? 'the image is a Windows base image' : 'the image is another Windows image',
        message: message(says(isBase, tag !== undefined)),
        fixes: changeRelease(field, image, fittingReleases(pod, facts, settings)),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the image is a Windows base image',
      result: 'The image cannot be pulled.',
      seen: 'ErrImagePull',
    },
    {
      effect: 'differs',
      case: 'the image is another Windows image',
      result: 'The nodes that can run it depend on the last published version.',
    },
  ],
  why: `Windows containers run only on nodes with a compatible build. If a tag moves to another release, your nodes
may no longer be able to run the image. For that reason, Microsoft removed \`latest\` from its base images in 2019.
Pin the image to a release, for example \`ltsc2022\`.`,
  sources: [docs.baseImages],
  examples: [
    {
      name: 'Base images without a release',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: tools
spec:
  initContainers:
    - name: prepare
      image: mcr.microsoft.com/windows/nanoserver
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
  containers:
    - name: tools
      image: "mcr.microsoft.com/windows/servercore:latest"
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
`,
      fixed: {
        'Change the image to `mcr.microsoft.com/windows/nanoserver:ltsc2022`': `apiVersion: v1
kind: Pod
metadata:
  name: tools
spec:
  initContainers:
    - name: prepare
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
  containers:
    - name: tools
      image: "mcr.microsoft.com/windows/servercore:latest"
`,
        'Change the image to `mcr.microsoft.com/windows/servercore:ltsc2025`': `apiVersion: v1
kind: Pod
metadata:
  name: tools
spec:
  initContainers:
    - name: prepare
      image: mcr.microsoft.com/windows/nanoserver
  containers:
    - name: tools
      image: "mcr.microsoft.com/windows/servercore:ltsc2025"
`,
      },
    },
    {
      name: 'Image for selected nodes',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: site
spec:
  selector:
    matchLabels: { app: site }
  template:
    metadata:
      labels: { app: site }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
        node.kubernetes.io/windows-build: 10.0.17763
      containers:
        - name: site
          image: mcr.microsoft.com/windows/servercore/iis
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
        - name: desktop
          image: mcr.microsoft.com/windows
#                ^^^^^^^^^^^^^^^^^^^^^^^^^ fails
        - name: shop
          image: registry.example/shop-servercore:latest
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
`,
      fixed: {
        'Change the image to `mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2019`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: site
spec:
  selector:
    matchLabels: { app: site }
  template:
    metadata:
      labels: { app: site }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
        node.kubernetes.io/windows-build: 10.0.17763
      containers:
        - name: site
          image: mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2019
        - name: desktop
          image: mcr.microsoft.com/windows
        - name: shop
          image: registry.example/shop-servercore:latest
`,
      },
    },
    {
      name: 'Image that the settings identify as Windows',
      settings: { windowsImages: ['registry.example/shop/'] },
      bad: `apiVersion: batch/v1
kind: Job
metadata:
  name: order
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: order
          image: registry.example/shop/order
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
        - name: report
          image: registry.example/report
`,
    },
    {
      name: 'Tag, digest, or template',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: tools
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: tools
      image: mcr.microsoft.com/windows/servercore:ltsc2022
    - name: site
      image: mcr.microsoft.com/windows/servercore/iis@sha256:8c1b6f2c1d1d2b1f4e3d5c6b7a8990123456789abcdef0123456789abcdef012
    - name: shop
      image: mcr.microsoft.com/windows/servercore:\${TAG}
    - name: agent
      image: registry.example/agent:latest
`,
    },
    {
      name: 'HostProcess container',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  hostNetwork: true
  securityContext:
    windowsOptions: { hostProcess: true, runAsUserName: 'NT AUTHORITY\\SYSTEM' }
  containers:
    - name: agent
      image: mcr.microsoft.com/oss/kubernetes/windows-host-process-containers-base-image
`,
    },
  ],
} satisfies Rule;

function says(isBase: boolean, isTagged: boolean): string {
  if (isBase) {
    return isTagged
      ? 'The tag `latest` does not exist for this Windows base image.'
      : 'This Windows base image requires a tag: the default tag `latest` does not exist.';
  }
  return isTagged
    ? 'The tag `latest` does not identify the Windows release of this image.'
    : 'This Windows image has no tag that identifies its Windows release.';
}
