import type { Pod } from '../kubernetes/pod.ts';
import { minorOf } from '../kubernetes/version.ts';
import type { CheckContext, Fix } from '../lint/rule.ts';
import { t } from '../text/localize.ts';
import { labelOfBuild, supportedBuilds, type WindowsBuild } from '../windows/builds.ts';
import { hostProcess } from '../windows/host-process.ts';
import { imageBuild, podImages } from '../windows/images.ts';
import { isBuildAllowed, nodeConstraint, WINDOWS_BUILD_LABEL } from '../windows/node-constraint.ts';
import { imagesRunOn } from '../windows/pod-images.ts';
import { selectorPlace } from './scheduling-place.ts';

/** What is known besides the pod. */
type Surroundings = Pick<CheckContext, 'settings' | 'facts'>;

/** Selects nodes of the Windows build that the images name, or else of a build to choose. */
export function selectBuilds(pod: Pod, context: Surroundings): Fix[] {
  return buildChoices(pod, context).flatMap((build) => (build === undefined ? [] : selectBuild(pod, build)));
}

/**
 * The builds to offer, undefined for none: that of the images, or all supported ones if no image names a build. Builds that
 * the pod excludes or that are out of support are not among them.
 */
export function buildChoices(pod: Pod, { settings, facts }: Surroundings): (WindowsBuild | undefined)[] {
  const { kubernetesVersion } = settings;
  const constraint = nodeConstraint(pod, facts);
  // A refactoring replaces the selector of a pod that is not for Windows yet.
  const isLeft = (build: number) => ['linux', 'none'].includes(constraint.nodes) || isBuildAllowed(constraint, build);
  const isChosen = constraint.hostBuilds !== undefined || minorOf(kubernetesVersion) < 17;
  // HostProcess containers run on nodes of any build.
  if (isChosen || hostProcess(pod, settings.kubernetesVersion).extent !== 'none') return [undefined];
  const supported = supportedBuilds(settings).filter(({ build }) => isLeft(build));
  const runAll = imagesRunOn(pod, settings);
  if (runAll !== undefined) {
    const fitting = supported.filter(({ build }) => runAll(build));
    return fitting.length > 0 ? fitting : [undefined];
  }
  const named = new Set(podImages(pod).flatMap(({ image }) => imageBuild(image, settings, true) ?? []));
  if (named.size > 0) {
    // Nodes of a build that is out of support should not be selected, and never supported ones do not exist.
    const build = supported.find((candidate) => named.size === 1 && named.has(candidate.build));
    return [build];
  }
  return [undefined, ...supported];
}

/** Selects nodes of one Windows build. */
export function selectBuild(pod: Pod, { build, product }: WindowsBuild): Fix {
  const value = labelOfBuild(build);
  return {
    title: t`Insert \`${WINDOWS_BUILD_LABEL}: ${value}\` (${product})`,
    safety: 'review',
    changes: [
      {
        kind: 'insert',
        path: [...pod.spec.path, 'nodeSelector', WINDOWS_BUILD_LABEL],
        value,
        place: selectorPlace(pod),
      },
    ],
  };
}
