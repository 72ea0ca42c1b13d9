import type { Pod } from '../kubernetes/pod.ts';
import type { Facts } from '../kubernetes/questions.ts';
import { NEWEST_VERSION } from '../kubernetes/version.ts';
import type { Field, Fix } from '../lint/rule.ts';
import type { Settings } from '../lint/settings/settings.ts';
import { t } from '../text/localize.ts';
import type { Span } from '../text/span.ts';
import { runsOn, supportedBuilds, WINDOWS_BUILDS, type WindowsBuild } from '../windows/builds.ts';
import { imageForRelease } from '../windows/image-releases.ts';
import type { Image } from '../windows/images.ts';
import { nodeConstraint } from '../windows/node-constraint.ts';

/** Changes the image of a container. */
export function changeImage(field: Field, image: string): Fix {
  return {
    title: t`Change the image to \`${image}\``,
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: image }],
  };
}

/** The last place of a tag or a repository in the field of an image; undefined if it is not there. */
export function spanOf({ raw, valueSpan }: Field, part: string | undefined): Span | undefined {
  const index = part === undefined ? -1 : raw.replace(/@.*/s, '').lastIndexOf(part);
  if (part === undefined || index === -1) return undefined;
  const start = valueSpan.start + index;
  return { start, end: start + part.length };
}

/** Gives a container the same Microsoft image for one of these releases, if that is a different image. */
export function changeRelease(field: Field, image: Image, releases: readonly WindowsBuild[]): Fix[] {
  return releases.flatMap((release) => {
    const better = imageForRelease(image, release);
    return better === undefined || better === field.string ? [] : [changeImage(field, better)];
  });
}

/**
 * The long-term releases whose images run on the selected nodes, best first. If any node is possible, those that Microsoft
 * and the newest Kubernetes release support, oldest first: nodes of a release also run images of the previous one.
 */
export function fittingReleases(pod: Pod, facts: Facts, settings: Settings): WindowsBuild[] {
  const { hostBuilds } = nodeConstraint(pod, facts);
  const isLongTerm = ({ channel }: WindowsBuild) => channel === 'long-term';
  if (hostBuilds === undefined)
    return supportedBuilds({ kubernetesVersion: NEWEST_VERSION, date: settings.date }).filter(isLongTerm);
  const fits = ({ build }: WindowsBuild) =>
    hostBuilds.every((host) => runsOn(build, host, settings.strictImageMatching));
  return WINDOWS_BUILDS.filter((release) => isLongTerm(release) && fits(release)).reverse();
}
