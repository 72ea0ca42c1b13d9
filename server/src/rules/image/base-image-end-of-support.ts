import { inContainers } from '../../lint/forbidden-field.ts';
import { changeRelease, fittingReleases } from '../../lint/image-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { windowsBuild } from '../../windows/builds.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { imageBuild, parseImage } from '../../windows/images.ts';
import { hasOwnKernel, nodeConstraint } from '../../windows/node-constraint.ts';

const SERVER_2016 = 14393;
const SERVER_2019 = 17763;

export default {
  id: 'image/base-image-end-of-support',
  title: 'Image of a Windows release out of support',
  gate: 'guessed',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, settings, facts }) {
      const image = parseImage(field.string ?? '');
      const release = windowsBuild(imageBuild(image, settings) ?? 0);
      if (release === undefined || (!release.ended && release.build > SERVER_2019)) return;
      // What Kubernetes supports are nodes, and these containers run on others, too.
      const runsAnywhere =
        isInHostProcess(pod, settings.kubernetesVersion, field) || hasOwnKernel(nodeConstraint(pod, facts));
      if (!release.ended && runsAnywhere) return;
      const newer = fittingReleases(pod, facts, settings).filter(({ build }) => build > release.build);
      yield {
        at: field.valueSpan,
        ...(release.ended ? { case: 'support of its release has ended' } : {}),
        ...(release.build === SERVER_2016 ? { case: 'its release is Windows Server 2016' } : {}),
        ...(release.build === SERVER_2019 && settings.strictOsSupport
          ? { case: '`kubewin.strictOsSupport` is set' }
          : {}),
        message: message('The image is built for {0}.', release.product),
        fixes: changeRelease(field, image, newer),
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      case: 'support of its release has ended',
      result: 'Microsoft no longer updates images of that release.',
    },
    {
      effect: 'differs',
      case: 'its release is Windows Server 2016',
      result: 'Kubernetes never supported nodes of that release, and nodes of later ones do not run it.',
    },
    {
      effect: 'differs',
      since: '1.35',
      result: 'Since 1.35 Kubernetes supports only nodes of Windows Server 2022 and 2025, which do not run it.',
    },
    {
      effect: 'advice',
      case: '`kubewin.strictOsSupport` is set',
      result: 'From 1.35 on Kubernetes supports only nodes of later releases, which do not run it.',
    },
  ],
  why: `The base of an image is updated as long as Microsoft supports its release; after that holes in it stay open. An image also needs
a node that suits its build, and Kubernetes supports nodes of few releases: Windows Server 2022 and 2025 today, Windows Server 2019
up to 1.34. Build the image anew on a release that is in support. With the setting \`kubewin.strictOsSupport\` images of Windows
Server 2019 are named for older clusters, too.`,
  sources: [docs.imageLifecycle, docs.windowsIntro],
} satisfies Rule;
