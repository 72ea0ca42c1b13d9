import { inContainers } from '../../lint/forbidden-field.ts';
import { OS_TITLES } from '../../lint/operating-system.ts';
import { type Field, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { type ImageOs, imageOs, parseImage } from '../../windows/images.ts';
import type { OperatingSystem } from '../../windows/verdict.ts';

export default {
  id: 'os/mixed-os-containers',
  title: 'Windows and Linux images in one pod',
  gate: 'any',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, verdict, once }) {
      const { windows, linux } = once(pod.spec, surestImages);
      if (windows === undefined || linux === undefined) return;
      // Told once, on the image that does not fit the pod: most often a Linux sidecar.
      const [stranger, other] = verdict.os === 'linux' ? [windows, linux] : [linux, windows];
      if (field !== stranger.field) return;
      yield {
        at: field.valueSpan,
        case:
          windows.from === 'repository' && linux.from === 'repository'
            ? 'the repositories of the images tell both systems'
            : 'only a tag tells one of the two systems',
        message: message(
          'This is an image for {0}, and another container of the pod has one for {1}.',
          OS_TITLES[stranger.os],
          OS_TITLES[other.os],
        ),
        related: [{ at: other.field.valueSpan, message: `An image for ${OS_TITLES[other.os]}` }],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the repositories of the images tell both systems',
      result: 'All containers of a pod share a node, so one of the two never starts.',
    },
    {
      effect: 'differs',
      case: 'only a tag tells one of the two systems',
      result: 'If the tags tell the truth, one of the two containers never starts.',
    },
  ],
  why: `All containers of a pod run on one node and so on one operating system, init containers and sidecars included. The
usual case is a Linux sidecar beside a Windows application. Use one that is published for Windows too, or put it into a
workload of its own.`,
  sources: [docs.windowsIntro],
} satisfies Rule;

type KnownImage = ImageOs & { readonly field: Field };

/** The surest image of each system. */
function surestImages(_: Field, { pod, settings }: PodContext) {
  const images = pod.containers.flatMap((container) => {
    const field = container.field.get('image');
    const known = field?.string === undefined ? undefined : imageOs(parseImage(field.string), settings);
    return field === undefined || known === undefined ? [] : [{ ...known, field }];
  });
  return { windows: surest(images, 'windows'), linux: surest(images, 'linux') };
}

/** The image of a system whose repository says so, else one whose tag does. */
function surest(images: readonly KnownImage[], os: OperatingSystem): KnownImage | undefined {
  const ofSystem = images.filter((image) => image.os === os);
  return ofSystem.find((image) => image.from === 'repository') ?? ofSystem[0];
}
