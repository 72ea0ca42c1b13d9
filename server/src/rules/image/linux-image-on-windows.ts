import { type Field, type Message, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { spanOf } from '../../rule-kit/image-fixes.ts';
import { BY_REGISTRY } from '../../rule-kit/registry.ts';
import { docs } from '../../rule-kit/sources.ts';
import { shownPlatforms } from '../../windows/image-platforms.ts';
import { type Image, type ImageOs, imageOs, lockedImage, parseImage, podImages } from '../../windows/images.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'image/linux-image-on-windows',
  code: 'KW1065',
  title: 'Linux image in a Windows pod',
  gate: 'windows',
  pod: {
    watches: inContainers('image'),
    check(field, { pod, settings, once, report }) {
      const image = parseImage(field.text ?? '');
      const known = imageOs(image, settings);
      const declared = intendedOs(pod);
      // Other rules report a Linux image in a pod with os.name or next to a Windows image.
      if (known?.os !== 'linux' || (declared?.exact && declared.os === 'windows')) return;
      if (once(pod.spec, hasWindowsImage)) return;
      const part = spanOf(field, known.from === 'tag' ? image.tag : image.repository);
      const locked = lockedImage(image, settings);
      if (locked === undefined) report({ at: field.valueSpan, part, message: messageOn(image, known) });
      else {
        const platforms = shownPlatforms(locked.platforms);
        const text = '`{0}` has no Windows variant, only {1}: the pod does not start on a Windows node.';
        report({ at: field.valueSpan, part, case: BY_REGISTRY, message: message(text, image.text, platforms) });
      }
    },
  },
  outcomes: [
    { effect: 'fails', case: BY_REGISTRY, result: '', seen: 'no match for platform in manifest' },
    { effect: 'fails', doubtful: true, result: '', seen: 'no match for platform in manifest' },
  ],
  why: `An image contains files for one operating system; a multi-platform image has variants for several. Windows
nodes cannot run Linux images. Use an image that is published for Windows.

Kubewin recognizes images by well-known repositories and by words in the tag such as \`alpine\`; for your own images,
set \`kubewin.linuxImages\` and \`kubewin.windowsImages\`.`,
  sources: [
    docs.windowsIntro,
    {
      title: 'Docker Official Images with their architectures',
      url: 'https://github.com/docker-library/official-images/tree/master/library',
    },
  ],
} satisfies Rule;

function hasWindowsImage(_: Field, { pod, settings }: PodContext): boolean {
  return podImages(pod).some(({ image }) => imageOs(image, settings)?.os === 'windows');
}

function messageOn({ text, tag = '', namedOs }: Image, { from }: ImageOs): Message {
  if (from === 'tag') return message('Tag `{0}` names a Linux image: the pod may not start on a Windows node.', tag);
  const [reference = ''] = text.split('@');
  const colon = reference.lastIndexOf(':');
  const name = colon > reference.lastIndexOf('/') ? reference.slice(0, colon) : reference;
  return namedOs?.os === 'linux'
    ? message('`{0}` has no Windows image: the pod does not start on a Windows node.', name)
    : message('`{0}` is for Linux by `kubewin.linuxImages`: the pod does not start on a Windows node.', name);
}
