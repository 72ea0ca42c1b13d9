import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeRelease, fittingReleases, spanOf } from '../../rule-kit/image-fixes.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { baseImage, imageOs, movedTo, parseImage } from '../../windows/images.ts';

export default {
  id: 'image/latest-tag',
  code: 'KW1063',
  title: 'Windows image with the latest tag',
  gate: 'guessed',
  pod: {
    watches: inContainers('image'),
    check(field, { pod, settings, facts, report }) {
      const image = parseImage(field.text ?? '');
      const { text, tag, digest } = image;
      // A tag from a template counts as set.
      if (isPlaceholder(text) || digest !== undefined || (tag !== undefined && tag !== 'latest')) return;
      // Another rule reports images that have moved to another registry.
      if (movedTo(image) !== undefined) return;
      const isBase = baseImage(image) !== undefined;
      // The build of an image does not matter to HostProcess containers.
      if (
        !isBase &&
        (imageOs(image, settings)?.os !== 'windows' || isInHostProcess(pod, settings.kubernetesVersion, field))
      )
        return;
      report({
        at: field.valueSpan,
        part: spanOf(field, image.tag),
        case: isBase ? 'the image is a Windows base image' : 'the image is another Windows image',
        message: message(messageTemplate(isBase, tag !== undefined)),
        fixes: changeRelease(field, image, fittingReleases(pod, facts, settings)),
      });
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
      result: 'Which nodes can run the image depends on its last published version.',
    },
  ],
  why: `Windows containers run only on nodes with a compatible build. If a tag moves to another release, your nodes
may no longer be able to run the image. Pin the image to a release, for example \`ltsc2022\`.

Microsoft removed \`latest\` from its base images in 2019.`,
  sources: [docs.baseImages],
} satisfies Rule;

function messageTemplate(isBase: boolean, isTagged: boolean): string {
  if (isBase) {
    return isTagged
      ? 'The tag `latest` does not exist for this Windows base image.'
      : 'This Windows base image requires a tag: the default tag `latest` does not exist.';
  }
  return isTagged
    ? 'The tag `latest` does not identify the Windows release of this image.'
    : 'This Windows image has no tag that identifies its Windows release.';
}
