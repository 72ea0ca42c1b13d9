import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeOsName, OS_TITLES } from '../../rule-kit/operating-system.ts';
import { BY_REGISTRY } from '../../rule-kit/registry.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { shownPlatforms } from '../../windows/image-platforms.ts';
import { imageOs, lockedImage, parseImage } from '../../windows/images.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'os/conflicts-with-image',
  code: 'KW1077',
  title: 'Image for a different operating system than the pod',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: inContainers('image'),
    check(field, { pod, verdict, settings, report }) {
      const image = parseImage(field.text ?? '');
      const os = imageOs(image, settings)?.os;
      const declared = intendedOs(pod);
      const isDeclared = declared?.exact && declared.os === verdict.os;
      const isConflict =
        (os === 'linux' && verdict.os === 'windows' && isDeclared) ||
        (os === 'windows' && verdict.os === 'linux' && verdict.certainty !== 'guessed');
      if (os === undefined || !isConflict) return;
      const locked = lockedImage(image, settings);
      const others = verdict.evidence.filter(({ says, kind }) => says === verdict.os && kind !== 'os.name');
      report({
        at: field.valueSpan,
        ...(locked === undefined
          ? {
              message: message(
                'This {0} image {effect}: it is used in a {1} pod.',
                OS_TITLES[os],
                OS_TITLES[verdict.os],
              ),
            }
          : {
              case: BY_REGISTRY,
              message: message(
                'This {0} image {effect}: its registry has only {2}, and it is used in a {1} pod.',
                OS_TITLES[os],
                OS_TITLES[verdict.os],
                shownPlatforms(locked.platforms),
              ),
            }),
        related: verdict.evidence
          .slice(0, 1)
          .map(({ at, text }) => ({ at, message: t`${OS_TITLES[verdict.os]} pod (${text})` })),
        // If only os.name contradicts the image, os.name may be wrong.
        fixes: isDeclared && others.length === 0 ? [changeOsName(pod, os)] : [],
      });
    },
  },
  outcomes: [
    { effect: 'fails', case: BY_REGISTRY, seen: 'no match for platform in manifest' },
    {
      effect: 'fails',
      doubtful: true,
      seen: 'no match for platform in manifest',
    },
  ],
  why: `An image contains files for one operating system; a multi-platform image has variants for several. Without a
variant for the node, the pull fails. Use an image for the operating system of the pod.

Kubewin recognizes images by well-known repositories and by words in the tag such as \`nanoserver\` or \`alpine\`;
your own registry may use such names differently. What \`.kubewin-images.yaml\` has of an image is certain.`,
  sources: [docs.imageCompatibility],
} satisfies Rule;
