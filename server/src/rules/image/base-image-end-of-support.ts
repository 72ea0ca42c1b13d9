import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeRelease, fittingReleases } from '../../rule-kit/image-fixes.ts';
import { docs } from '../../rule-kit/sources.ts';
import { windowsBuild } from '../../windows/builds.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { imageBuild, parseImage } from '../../windows/images.ts';
import { hasOwnKernel, nodeConstraint } from '../../windows/node-constraint.ts';

const SERVER_2016 = 14393;
const SERVER_2019 = 17763;

export default {
  id: 'image/base-image-end-of-support',
  title: 'Image of a Windows release that is no longer supported',
  gate: 'guessed',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, settings, facts }) {
      const image = parseImage(field.string ?? '');
      const release = windowsBuild(imageBuild(image, settings) ?? 0);
      if (release === undefined || (!release.ended && release.build > SERVER_2019)) return;
      // Kubernetes supports nodes of certain releases, and these containers also run on nodes of other releases.
      const runsAnywhere =
        isInHostProcess(pod, settings.kubernetesVersion, field) || hasOwnKernel(nodeConstraint(pod, facts));
      if (!release.ended && runsAnywhere) return;
      const newer = fittingReleases(pod, facts, settings).filter(({ build }) => build > release.build);
      yield {
        at: field.valueSpan,
        ...(release.ended ? { case: 'Microsoft no longer supports its release' } : {}),
        ...(release.build === SERVER_2016 ? { case: 'its release is Windows Server 2016' } : {}),
        ...(release.build === SERVER_2019 && settings.strictOsSupport
          ? { case: '`kubewin.strictOsSupport` is set' }
          : {}),
        message: message('This image {effect}: it is built for {0}.', release.product),
        fixes: changeRelease(field, image, newer),
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      case: 'Microsoft no longer supports its release',
      phrase: 'no longer receives updates',
      result: 'Microsoft no longer supports this release.',
    },
    {
      effect: 'differs',
      case: 'its release is Windows Server 2016',
      phrase: 'does not run on any supported node',
      result: 'Kubernetes never supported nodes with Windows Server 2016, and later releases cannot run the image.',
    },
    {
      effect: 'differs',
      since: '1.35',
      phrase: 'does not run on any supported node',
      result: 'Kubernetes 1.35 and later support only nodes with Windows Server 2022 and 2025.',
    },
    {
      effect: 'advice',
      case: '`kubewin.strictOsSupport` is set',
      phrase: 'does not run on the nodes that Kubernetes 1.35 supports',
      result: 'Kubernetes 1.35 and later support only nodes with Windows Server 2022 and 2025.',
    },
  ],
  why: `Microsoft updates base images only while it supports their release; after that, vulnerabilities stay
unpatched. Kubernetes supports nodes with Windows Server 2022 and 2025, and up to 1.34 also Windows Server 2019.
Rebuild the image on a supported release. With the setting \`kubewin.strictOsSupport\`, Kubewin also reports images of
Windows Server 2019 for older clusters.`,
  sources: [docs.imageLifecycle, docs.windowsIntro],
  examples: [
    {
      name: 'Semi-annual releases',
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
      initContainers:
        - name: prepare
          image: mcr.microsoft.com/windows/nanoserver:1909
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
      containers:
        - name: site
          image: mcr.microsoft.com/dotnet/framework/aspnet:4.8-windowsservercore-20H2 # from the guide
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
        - name: logs
          image: registry.example/logs:1.0-nanoserver-2004
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
`,
      fixed: {
        'Change the image to `mcr.microsoft.com/dotnet/framework/aspnet:4.8-windowsservercore-ltsc2022`': `apiVersion: apps/v1
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
      initContainers:
        - name: prepare
          image: mcr.microsoft.com/windows/nanoserver:1909
      containers:
        - name: site
          image: mcr.microsoft.com/dotnet/framework/aspnet:4.8-windowsservercore-ltsc2022 # from the guide
        - name: logs
          image: registry.example/logs:1.0-nanoserver-2004
`,
      },
    },
    {
      name: 'Windows Server 2016, and 2019 in 1.35 and later',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: site
spec:
  containers:
    - name: site
      image: mcr.microsoft.com/windows/servercore:ltsc2016
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
    - name: logs
      image: "mcr.microsoft.com/windows/nanoserver:10.0.17763.5830"
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
`,
    },
    {
      name: '`strictOsSupport` in an older cluster',
      version: '1.34',
      settings: { strictOsSupport: true },
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: site
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: site
      image: mcr.microsoft.com/windows/servercore:ltsc2019
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ advice
`,
    },
    {
      name: 'Windows Server 2019 up to 1.34, and newer releases',
      version: '1.34',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: site
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: site
      image: mcr.microsoft.com/windows/servercore:ltsc2019
    - name: logs
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
    - name: shop
      image: registry.example/shop:1.0-20200414
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
      image: mcr.microsoft.com/windows/nanoserver:1809
`,
    },
  ],
} satisfies Rule;
