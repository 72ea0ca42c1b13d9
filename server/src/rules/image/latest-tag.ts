import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { inContainers } from '../../lint/forbidden-field.ts';
import { changeRelease, fittingReleases } from '../../lint/image-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { baseImage, imageOs, movedTo, parseImage } from '../../windows/images.ts';

export default {
  id: 'image/latest-tag',
  title: 'Tag latest of a Windows image',
  gate: 'guessed',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, settings, facts }) {
      const image = parseImage(field.string ?? '');
      const { text, tag, digest } = image;
      // A tag that a template fills in is as good as there.
      if (isPlaceholder(text) || digest !== undefined || (tag !== undefined && tag !== 'latest')) return;
      // Of those another rule tells that they have gone.
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
        case: isBase ? 'the image is a base image of Windows' : 'the image is another one for Windows',
        message: message(says(isBase, tag !== undefined)),
        fixes: changeRelease(field, image, fittingReleases(pod, facts, settings)),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the image is a base image of Windows',
      result: 'The image cannot be pulled.',
      seen: 'ErrImagePull',
    },
    {
      effect: 'differs',
      case: 'the image is another one for Windows',
      result: 'On which nodes it runs depends on what was published last.',
    },
  ],
  why: `A Windows container runs only on nodes whose build suits its image, so a tag that moves to another release takes the pod off
its nodes. Microsoft removed \`latest\` from its base images in 2019 for that reason. Name the release, for example \`ltsc2022\`.`,
  sources: [docs.baseImages],
} satisfies Rule;

function says(isBase: boolean, isTagged: boolean): string {
  if (isBase) {
    return isTagged
      ? 'Microsoft publishes no `latest` of this base image.'
      : 'No tag means `latest`, and Microsoft publishes none of this base image.';
  }
  return isTagged
    ? 'The tag `latest` of this Windows image does not say for which release it is built.'
    : 'This Windows image has no tag, so nothing says for which release it is built.';
}
