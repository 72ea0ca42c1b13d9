import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { imageOs, parseImage, podImages } from '../../windows/images.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'image/linux-image-on-windows',
  title: 'Linux image in a Windows pod',
  gate: 'windows',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, settings }) {
      const image = parseImage(field.text ?? '');
      const known = imageOs(image, settings);
      // Other rules report a Linux image in a pod with os.name or next to a Windows image.
      if (known?.os !== 'linux' || intendedOs(pod)?.exact) return;
      if (podImages(pod).some((podImage) => imageOs(podImage.image, settings)?.os === 'windows')) return;
      yield {
        at: field.valueSpan,
        message:
          known.from === 'tag'
            ? message('This image {effect}: its tag `{0}` indicates a Linux image.', image.tag ?? '')
            : message('This image {effect}: its repository is known to contain only Linux images.'),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'The image probably has no Windows variant.',
      seen: 'no match for platform in manifest',
    },
  ],
  why: `An image contains files for one operating system; a multi-platform image has variants for several. Windows
nodes cannot run Linux images. Use an image that is published for Windows.

Kubewin recognizes images by well-known repositories and by words in the tag such as \`alpine\`; for your own images,
set \`kubewin.linuxImages\` and \`kubewin.windowsImages\`.`,
  sources: [docs.windowsIntro],
} satisfies Rule;
