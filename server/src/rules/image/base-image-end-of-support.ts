import { message, type Rule } from '../../lint/rule.ts';
import type { Settings } from '../../lint/settings/settings.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeRelease, fittingReleases, spanOf } from '../../rule-kit/image-fixes.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hasEnded, runsOn, SERVER_2016, SERVER_2019, type WindowsBuild, windowsBuild } from '../../windows/builds.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { imageBuild, parseImage } from '../../windows/images.ts';
import { hasOwnKernel, isIsolationUnknown, nodeConstraint } from '../../windows/node-constraint.ts';
import { lacksServer2019 } from '../../windows/providers.ts';
import { isCertainlyWindows } from '../../windows/verdict.ts';

const ON_AKS = 'the provider is AKS';

export default {
  id: 'image/base-image-end-of-support',
  code: 'KW1060',
  title: 'Image of a Windows release that is no longer supported',
  gate: 'guessed',
  pod: {
    watches: inContainers('image'),
    check(field, { pod, verdict, settings, facts, report }) {
      const image = parseImage(field.text ?? '');
      const release = windowsBuild(imageBuild(image, settings, isCertainlyWindows(verdict)) ?? 0);
      if (release === undefined) return;
      const isOver = hasEnded(release, settings.date);
      if (!isOver && release.build > SERVER_2019) return;
      // Containers that do not depend on the Windows release of their node also run on supported nodes.
      const constraint = nodeConstraint(pod, facts);
      const runsAnywhere =
        isInHostProcess(pod, settings.kubernetesVersion, field) ||
        hasOwnKernel(constraint) ||
        isIsolationUnknown(constraint);
      if (!isOver && runsAnywhere) return;
      const isSelected = constraint.hostBuilds?.some((host) => runsOn(release.build, host, false)) === true;
      const problemCase = caseOf(release, isSelected, runsAnywhere || isSelected, settings);
      const newer = fittingReleases(pod, facts, settings).filter(({ build }) => build > release.build);
      report({
        at: field.valueSpan,
        part: spanOf(field, image.tag),
        ...(problemCase === undefined ? {} : { case: problemCase }),
        message: message('{0} image: {effect}.', release.product),
        fixes: changeRelease(field, image, newer),
      });
    },
  },
  outcomes: [
    {
      effect: 'unsupported',
      case: 'its support has ended, but its nodes can run it',
      phrase: 'no longer receives updates',
      result: 'Microsoft no longer supports its Windows release.',
    },
    {
      effect: 'unsupported',
      case: 'the pod selects nodes that run it',
      since: '1.35',
      phrase: 'runs only on nodes that Kubernetes no longer supports',
    },
    {
      effect: 'fails',
      case: 'its nodes were never supported',
      doubtful: true,
      phrase: 'does not run on any supported node',
    },
    {
      effect: 'fails',
      case: 'its support has ended',
      since: '1.25',
      doubtful: true,
      phrase: 'does not run on any supported node',
    },
    {
      effect: 'unsupported',
      case: 'its support has ended',
      phrase: 'no longer receives updates',
      result: 'Microsoft no longer supports its Windows release.',
    },
    {
      effect: 'fails',
      case: 'it is Windows Server 2016',
      doubtful: true,
      phrase: 'does not run on any supported node',
      result: 'Kubernetes supported nodes with Windows Server 2016 only up to 1.13.',
    },
    {
      effect: 'fails',
      case: ON_AKS,
      since: '1.33',
      until: '1.34',
      doubtful: true,
      phrase: 'does not run on any node of AKS',
      result: 'Only node pools of Kubernetes 1.32 and earlier have Windows Server 2019.',
    },
    {
      effect: 'fails',
      since: '1.35',
      doubtful: true,
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
unpatched. Rebuild the image on a supported release.

Kubernetes supports nodes with Windows Server 2022 and 2025, and up to 1.34 also Windows Server 2019. With the setting
\`kubewin.strictOsSupport\`, Kubewin also reports images of Windows Server 2019 for older clusters. If \`kubewin.provider\` is
\`aks\`, it does so in Kubernetes 1.33 and later, where AKS has no such nodes.`,
  sources: [
    docs.imageLifecycle,
    docs.windowsIntro,
    {
      title: 'AKS release notes of 2026-05-29: Windows Server 2019 retired',
      url: 'https://github.com/Azure/AKS/releases/tag/2026-05-29',
    },
  ],
} satisfies Rule;

function caseOf(release: WindowsBuild, isSelected: boolean, canRun: boolean, settings: Settings): string | undefined {
  const { strictOsSupport, date } = settings;
  const { build, label } = release;
  if (hasEnded(release, date)) {
    if (canRun) return 'its support has ended, but its nodes can run it';
    // Kubernetes 1.14, the first release with support for Windows nodes, requires Windows Server 2019.
    const neverHadNodes = label === undefined;
    return neverHadNodes ? 'its nodes were never supported' : 'its support has ended';
  }
  if (build === SERVER_2019 && !isSelected && lacksServer2019(settings)) return ON_AKS;
  if (build === SERVER_2019 && strictOsSupport) return '`kubewin.strictOsSupport` is set';
  if (isSelected) return 'the pod selects nodes that run it';
  return build === SERVER_2016 ? 'it is Windows Server 2016' : undefined;
}
