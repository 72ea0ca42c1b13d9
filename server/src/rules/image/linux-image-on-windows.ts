import { inContainers } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { imageOs, parseImage, podImages } from '../../windows/images.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'image/linux-image-on-windows',
  title: 'Linux image in a Windows pod',
  gate: 'windows',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, settings }) {
      const image = parseImage(field.string ?? '');
      const known = imageOs(image, settings);
      // Beside os.name, or beside an image for Windows, other rules tell of it.
      if (known?.os !== 'linux' || intendedOs(pod)?.exact) return;
      if (podImages(pod).some((one) => imageOs(one.image, settings)?.os === 'windows')) return;
      yield {
        at: field.valueSpan,
        message:
          known.from === 'tag'
            ? message('By its tag `{0}` this image is for Linux, but the pod is for Windows.', image.tag ?? '')
            : message('This repository is known for Linux images only, but the pod is for Windows.'),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'The node may find nothing in it that it can run.',
      seen: 'no match for platform in manifest',
    },
  ],
  why: `An image holds the files of one operating system, or of several where it is published for more than one platform, and a Windows
node cannot run a Linux image. Kubewin judges by well-known repositories and by words in the tag such as \`alpine\`; what your own
images are for can be said with \`kubewin.linuxImages\` and \`kubewin.windowsImages\`.`,
  sources: [docs.windowsIntro],
} satisfies Rule;
