import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeImage, changeRelease, fittingReleases } from '../../rule-kit/image-fixes.ts';
import { docs } from '../../rule-kit/sources.ts';
import { baseImage, movedTo, parseImage } from '../../windows/images.ts';

/** Repositories that were moved together with their tags; .NET got new tags. */
const MOVED_WITH_TAGS: readonly (string | undefined)[] = [
  'microsoft/windowsservercore',
  'microsoft/nanoserver',
  'microsoft/iis',
  'microsoft/aspnet',
];

export default {
  id: 'image/legacy-docker-hub-repository',
  title: 'Microsoft image on Docker Hub',
  gate: 'guessed',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, settings, facts }) {
      const image = parseImage(field.string ?? '');
      const { text, repository, tag, digest } = image;
      const target = movedTo(image);
      if (target === undefined || repository === undefined) return;
      yield {
        at: field.valueSpan,
        message:
          target === null
            ? message('`{0}` is no longer published on Docker Hub.', repository)
            : message('`{0}` has moved from Docker Hub to `{1}`.', repository, target),
        fixes: () => {
          if (target === null || digest !== undefined || !MOVED_WITH_TAGS.includes(repository)) return [];
          const moved = parseImage(target);
          // Microsoft's base images have no tag `latest`.
          if (baseImage(moved) !== undefined && !isPlaceholder(text) && (tag ?? 'latest') === 'latest') {
            return changeRelease(field, moved, fittingReleases(pod, facts, settings));
          }
          return [changeImage(field, target + text.slice(text.indexOf(repository) + repository.length))];
        },
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'The old repository is no longer updated and may be gone.' }],
  why: `Microsoft moved its images from Docker Hub to its own registry, \`mcr.microsoft.com\`, in 2018 and 2019. The
old repositories contain only releases from before the move, which need nodes that are no longer supported. Use the
image from \`mcr.microsoft.com\`.`,
  sources: [docs.baseImages],
  examples: [
    {
      name: 'Names from an old guide',
      bad: `apiVersion: apps/v1
kind: DaemonSet
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
      initContainers:
        - name: prepare
          image: microsoft/dotnet:2.1-sdk
#                ^^^^^^^^^^^^^^^^^^^^^^^^ differs
      containers:
        - name: site
          image: "microsoft/iis:windowsservercore-1803"
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
        - name: store
          image: docker.io/microsoft/mssql-server-windows-express
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
`,
      fixed: {
        'Change the image to `mcr.microsoft.com/windows/servercore/iis:windowsservercore-1803`': `apiVersion: apps/v1
kind: DaemonSet
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
      initContainers:
        - name: prepare
          image: microsoft/dotnet:2.1-sdk
      containers:
        - name: site
          image: "mcr.microsoft.com/windows/servercore/iis:windowsservercore-1803"
        - name: store
          image: docker.io/microsoft/mssql-server-windows-express
`,
      },
    },
    {
      name: 'Base image without a release',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: tools
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.20348
  containers:
    - name: tools
      image: microsoft/windowsservercore
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
    - name: ping
      image: microsoft/nanoserver:latest
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
`,
      fixed: {
        'Change the image to `mcr.microsoft.com/windows/servercore:ltsc2022`': `apiVersion: v1
kind: Pod
metadata:
  name: tools
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.20348
  containers:
    - name: tools
      image: mcr.microsoft.com/windows/servercore:ltsc2022
    - name: ping
      image: microsoft/nanoserver:latest
`,
      },
    },
    {
      name: 'Current names, and other repositories',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: site
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: site
      image: mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022
    - name: mirror
      image: registry.example/microsoft/iis:windowsservercore-ltsc2022
    - name: shop
      image: microsoft/shop:1.0
`,
    },
    {
      name: 'Pod that is not for Windows',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: tool
spec:
  containers:
    - name: tool
      image: microsoft/dotnet:2.1-sdk
`,
    },
  ],
} satisfies Rule;
