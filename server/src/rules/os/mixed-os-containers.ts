import { type Field, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { OS_TITLES } from '../../rule-kit/operating-system.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { type ImageOs, imageOs, parseImage } from '../../windows/images.ts';
import type { OperatingSystem } from '../../windows/verdict.ts';

export default {
  id: 'os/mixed-os-containers',
  title: 'Windows and Linux images in one pod',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, verdict, once }) {
      const { windows, linux } = once(pod.spec, bestKnownImages);
      if (windows === undefined || linux === undefined) return;
      // Reported once, on the image that does not match the pod: usually a Linux sidecar.
      const [mismatch, other] = verdict.os === 'linux' ? [windows, linux] : [linux, windows];
      if (field !== mismatch.field) return;
      yield {
        at: field.valueSpan,
        case:
          windows.from === 'repository' && linux.from === 'repository'
            ? 'the repositories identify both operating systems'
            : 'only a tag identifies one of the operating systems',
        message: message(
          'This {0} image {effect}: another container of the pod uses a {1} image.',
          OS_TITLES[mismatch.os],
          OS_TITLES[other.os],
        ),
        related: [{ at: other.field.valueSpan, message: t`${OS_TITLES[other.os]} image` }],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the repositories identify both operating systems',
      phrase: 'cannot run in this pod',
      result: 'All containers of a pod share a node, so one of these containers never starts.',
    },
    {
      effect: 'differs',
      case: 'only a tag identifies one of the operating systems',
      phrase: 'may not run in this pod',
      result: 'If the tags are correct, one of the two containers never starts.',
    },
  ],
  why: `All containers of a pod run on the same node and therefore on the same operating system, including init
containers and sidecars. The usual case is a Linux sidecar next to a Windows application. Use a sidecar image that is
published for Windows, or move the sidecar to a separate workload.`,
  sources: [docs.windowsIntro],
} satisfies Rule;

type KnownImage = ImageOs & { readonly field: Field };

/** The image of each operating system with the strongest evidence. */
function bestKnownImages(_: Field, { pod, settings }: PodContext) {
  const images = pod.containers.flatMap((container) => {
    const field = container.field.get('image');
    const known = field?.text === undefined ? undefined : imageOs(parseImage(field.text), settings);
    return field === undefined || known === undefined ? [] : [{ ...known, field }];
  });
  return { windows: bestKnown(images, 'windows'), linux: bestKnown(images, 'linux') };
}

/** The image that its repository identifies, or else one that its tag identifies. */
function bestKnown(images: readonly KnownImage[], os: OperatingSystem): KnownImage | undefined {
  const ofOs = images.filter((image) => image.os === os);
  return ofOs.find((image) => image.from === 'repository') ?? ofOs[0];
}
