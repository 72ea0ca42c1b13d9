import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeRelease, fittingReleases } from '../../rule-kit/image-fixes.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { productOf, runsOn, windowsBuild } from '../../windows/builds.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { imageBuild, parseImage } from '../../windows/images.ts';
import { hasOwnKernel, nodeConstraint, WINDOWS_BUILD_LABEL } from '../../windows/node-constraint.ts';

export default {
  id: 'image/build-mismatch-with-node',
  title: 'Image build does not fit the selected Windows build',
  gate: 'windows',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, settings, facts }) {
      const image = parseImage(field.string ?? '');
      const build = imageBuild(image, settings);
      const constraint = nodeConstraint(pod, facts);
      const { hostBuilds, statements } = constraint;
      if (build === undefined || hostBuilds === undefined || hostBuilds.length === 0) return;
      // HostProcess containers run with any build.
      if (isInHostProcess(pod, settings.kubernetesVersion, field) || hasOwnKernel(constraint)) return;
      if (hostBuilds.some((host) => runsOn(build, host, true))) return;
      const running = hostBuilds.filter((host) => runsOn(build, host, settings.strictImageMatching));
      const others = hostBuilds.filter((host) => !running.includes(host));
      const selector = pod.spec.at('nodeSelector', WINDOWS_BUILD_LABEL);
      // No node has the label of a build that Kubernetes never supported.
      const label = windowsBuild(build)?.label;
      const select: Fix[] =
        selector === undefined || label === undefined
          ? []
          : [
              {
                title: `Change \`${WINDOWS_BUILD_LABEL}\` to \`${label}\` (${productOf(build)})`,
                safety: 'review',
                changes: [{ kind: 'replace', path: selector.path, value: label }],
              },
            ];
      // What a digest names has no sibling.
      const releases = image.digest === undefined ? fittingReleases(pod, facts, settings) : [];
      yield {
        at: field.valueSpan,
        case:
          running.length > 0
            ? 'the image is of the release before that of the nodes'
            : 'no selected node can run the image',
        message:
          running.length > 0 && others.length > 0
            ? message(
                'The image is built for {0}, and the pod selects nodes of {1}, where it can run, but also of {2}, where the container cannot be created.',
                productOf(build),
                running.map(productOf).join(' or '),
                others.map(productOf).join(' or '),
              )
            : message(
                'The image is built for {0}, but the pod selects nodes of {1}.',
                productOf(build),
                hostBuilds.map(productOf).join(' or '),
              ),
        related: statements
          .filter(({ key, requirement }) => key === WINDOWS_BUILD_LABEL || requirement !== undefined)
          .filter(({ signal, key }) => key === WINDOWS_BUILD_LABEL || signal === 'cloudLabel')
          .map(({ at, text }) => ({ at, message: `The node's build: ${text}` })),
        fixes: [...select, ...changeRelease(field, image, releases)],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'no selected node can run the image',
      result: 'The container cannot be created there.',
      seen: 'The container operating system does not match the host operating system.',
    },
    {
      effect: 'differs',
      case: 'the image is of the release before that of the nodes',
      result: 'The newer nodes run it with a current containerd; some providers still ask for equal builds.',
    },
  ],
  why: `A container shares the kernel of its node, so the build of its image has to fit. On Windows Server 2019 it has to be the very
same. From Windows Server 2022 on a node also runs images of the long-term release before its own, never newer ones; the setting
\`kubewin.strictImageMatching\` asks for equal builds everywhere. HostProcess containers run with any build.`,
  sources: [
    docs.imageCompatibility,
    docs.windowsGuide,
    code('containerd/platforms windows matcher'),
    code('microsoft/hcsshim osversion'),
  ],
  examples: [
    {
      name: 'An image newer than the node',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.17763
  containers:
    - name: web
      image: mcr.microsoft.com/windows/servercore:ltsc2022
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
`,
      fixed: {
        'Change `node.kubernetes.io/windows-build` to `10.0.20348` (Windows Server 2022)': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.20348
  containers:
    - name: web
      image: mcr.microsoft.com/windows/servercore:ltsc2022
`,
        'Change the image to `mcr.microsoft.com/windows/servercore:ltsc2019`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.17763
  containers:
    - name: web
      image: mcr.microsoft.com/windows/servercore:ltsc2019
`,
      },
    },
    {
      name: 'The node is chosen by a RuntimeClass',
      bad: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: windows-2019
handler: runhcs-wcow-process
scheduling:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.17763
---
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
spec:
  template:
    spec:
      runtimeClassName: windows-2019
      restartPolicy: Never
      containers:
        - name: migrate
          image: mcr.microsoft.com/dotnet/framework/runtime:4.8-windowsservercore-ltsc2022
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
`,
    },
    {
      name: 'An image that names a version too',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.20348
  containers:
    - name: web
      image: mcr.microsoft.com/dotnet/aspnet:8.0-nanoserver-1809
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
`,
      fixed: {
        'Change the image to `mcr.microsoft.com/dotnet/aspnet:8.0-nanoserver-ltsc2022`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.20348
  containers:
    - name: web
      image: mcr.microsoft.com/dotnet/aspnet:8.0-nanoserver-ltsc2022
`,
      },
    },
    {
      name: 'An image that a digest names has no other',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: site
spec:
  nodeSelector:
    kubernetes.azure.com/os-sku: Windows2022
  containers:
    - name: site
      image: mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2019@sha256:93bb8a1b7f2a8a4ad4fcd3d1ba1bfbc4a8f9f5a1e56f2f3c1a6b4a0d2a6f7e31
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
`,
    },
    {
      name: 'An image of the release before',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.azure.com/os-sku: Windows2025
  containers:
    - name: web
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
`,
    },
    {
      name: 'Nodes of which only some run the image',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions:
              - { key: kubernetes.io/os, operator: In, values: [windows] }
              - { key: node.kubernetes.io/windows-build, operator: In, values: [10.0.17763, 10.0.26100] }
  containers:
    - name: web
      image: mcr.microsoft.com/windows/servercore:ltsc2022
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
`,
    },
    {
      name: 'An image that no node of Kubernetes runs',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.17763
  containers:
    - name: web
      image: mcr.microsoft.com/windows/servercore:ltsc2016
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
`,
      fixed: {
        'Change the image to `mcr.microsoft.com/windows/servercore:ltsc2019`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.17763
  containers:
    - name: web
      image: mcr.microsoft.com/windows/servercore:ltsc2019
`,
      },
    },
    {
      name: 'The same where builds have to be equal',
      settings: { strictImageMatching: true },
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.azure.com/os-sku: Windows2025
  containers:
    - name: web
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
`,
    },
    {
      name: 'A HostProcess container',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.17763
  hostNetwork: true
  securityContext:
    windowsOptions: { hostProcess: true, runAsUserName: 'NT AUTHORITY\\SYSTEM' }
  containers:
    - name: agent
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
`,
    },
    {
      name: 'A release that drops `hostProcess`',
      version: '1.20',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.17763
  securityContext:
    windowsOptions: { hostProcess: true }
  containers:
    - name: agent
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
`,
    },
    {
      name: 'Hyper-V isolation brings its own kernel',
      good: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: hyperv-2019
handler: runhcs-wcow-hypervisor-17763
scheduling:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.19041
---
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  runtimeClassName: hyperv-2019
  containers:
    - name: web
      image: mcr.microsoft.com/windows/servercore:ltsc2019
`,
    },
  ],
} satisfies Rule;
