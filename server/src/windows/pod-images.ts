import type { Pod } from '../kubernetes/pod.ts';
import { someRunsOn } from './builds.ts';
import { type ImagePrefixes, imageBuilds, lockedImage, podImages } from './images.ts';

/**
 * Whether all images of a pod run on a Windows build, as far as their builds are known; undefined if no registry says it of any
 * image.
 */
export function imagesRunOn(
  pod: Pod,
  settings: ImagePrefixes & { readonly strictImageMatching: boolean },
): ((build: number) => boolean) | undefined {
  const images = podImages(pod).map(({ image }) => image);
  const isRecorded = images.some((image) => lockedImage(image, settings) && imageBuilds(image, settings));
  if (!isRecorded) return undefined;
  const known = images.flatMap((image) => {
    const builds = imageBuilds(image, settings, true);
    return builds === undefined ? [] : [builds];
  });
  return (build) => known.every((builds) => someRunsOn(builds, build, settings.strictImageMatching));
}
