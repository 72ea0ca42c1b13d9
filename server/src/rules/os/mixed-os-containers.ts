import { type Field, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { OS_TITLES } from '../../rule-kit/operating-system.ts';
import { BY_REGISTRY } from '../../rule-kit/registry.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { shownPlatforms } from '../../windows/image-platforms.ts';
import { type ImageOs, imageOs, lockedImage, parseImage } from '../../windows/images.ts';
import type { OperatingSystem } from '../../windows/verdict.ts';

const BY_REPOSITORY = 'the repositories identify both operating systems';
const BY_TAG = 'only a tag identifies one of the operating systems';

export default {
  id: 'os/mixed-os-containers',
  code: 'KW1080',
  title: 'Windows and Linux images in one pod',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: inContainers('image'),
    check(field, { pod, verdict, once, report }) {
      const { windows, linux } = once(pod.spec, bestKnownImages);
      if (windows === undefined || linux === undefined) return;
      // Reported once, on the image that does not match the pod: usually a Linux sidecar.
      const [mismatch, other] = verdict.os === 'linux' ? [windows, linux] : [linux, windows];
      if (field !== mismatch.field) return;
      const isByTag = [windows, linux].some(({ from }) => from === 'tag');
      const locked = isByTag ? undefined : mismatch.locked;
      report({
        at: field.valueSpan,
        case: isByTag ? BY_TAG : locked === undefined ? BY_REPOSITORY : BY_REGISTRY,
        message:
          locked === undefined
            ? message(
                'This {0} image {effect}: another container of the pod uses a {1} image.',
                OS_TITLES[mismatch.os],
                OS_TITLES[other.os],
              )
            : message(
                'This {0} image {effect}: its registry has only {2}, and another container uses a {1} image.',
                OS_TITLES[mismatch.os],
                OS_TITLES[other.os],
                shownPlatforms(locked.platforms),
              ),
        related: [{ at: other.field.valueSpan, message: t`${OS_TITLES[other.os]} image` }],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: BY_REGISTRY,
      phrase: 'cannot run in this pod',
      result: '',
    },
    {
      effect: 'fails',
      case: BY_REPOSITORY,
      phrase: 'cannot run in this pod',
      result: 'All containers of a pod share a node, so one of these containers never starts.',
    },
    {
      effect: 'differs',
      case: BY_TAG,
      phrase: 'may not run in this pod',
      result: 'If the tags are correct, one of the two containers never starts.',
    },
  ],
  why: `All containers of a pod run on the same node and therefore on the same operating system, including init
containers and sidecars. The usual case is a Linux sidecar next to a Windows application. Use a sidecar image that is
published for Windows, or move the sidecar to a separate workload.`,
  sources: [docs.windowsIntro],
} satisfies Rule;

interface KnownImage extends ImageOs {
  readonly field: Field;
  readonly locked: ReturnType<typeof lockedImage>;
}

/** The image of each operating system with the strongest evidence. */
function bestKnownImages(_: Field, { pod, settings }: PodContext) {
  const images = pod.containers.flatMap((container) => {
    const field = container.field.get('image');
    if (field?.text === undefined) return [];
    const image = parseImage(field.text);
    const known = imageOs(image, settings);
    return known === undefined ? [] : [{ os: known.os, from: known.from, field, locked: lockedImage(image, settings) }];
  });
  return { windows: bestKnown(images, 'windows'), linux: bestKnown(images, 'linux') };
}

/** The first image that its registry identifies, or else its repository, or else its tag. */
function bestKnown(images: readonly KnownImage[], os: OperatingSystem): KnownImage | undefined {
  const ofOs = images.filter((image) => image.os === os);
  return (['registry', 'repository', 'tag'] as const).flatMap(
    (from) => ofOs.find((image) => image.from === from) ?? [],
  )[0];
}
