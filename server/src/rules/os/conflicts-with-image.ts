import { inContainers } from '../../lint/forbidden-field.ts';
import { changeOsName, OS_TITLES } from '../../lint/operating-system.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { imageOs, parseImage } from '../../windows/images.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'os/conflicts-with-image',
  title: 'An image for another operating system than the pod',
  gate: 'any',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, verdict, settings }) {
      const os = field.string === undefined ? undefined : imageOs(parseImage(field.string), settings)?.os;
      const declared = intendedOs(pod);
      const isDeclared = declared?.exact && declared.os === verdict.os;
      const isConflict =
        (os === 'linux' && verdict.os === 'windows' && isDeclared) ||
        (os === 'windows' && verdict.os === 'linux' && verdict.certainty !== 'guessed');
      if (os === undefined || !isConflict) return;
      const others = verdict.evidence.filter(({ says, signal }) => says === verdict.os && signal !== 'os.name');
      yield {
        at: field.valueSpan,
        message: message('This is an image for {0}, but the pod is for {1}.', OS_TITLES[os], OS_TITLES[verdict.os]),
        related: verdict.evidence
          .slice(0, 1)
          .map(({ at, text }) => ({ at, message: `The pod is for ${OS_TITLES[verdict.os]}: ${text}` })),
        // Where the name is alone against the image it may be the mistake.
        fixes: isDeclared && others.length === 0 ? [changeOsName(pod, os)] : [],
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
  why: `An image holds the files of one operating system, or of several when it is published for more than one platform. The
node pulls what fits it and fails where there is nothing. Kubewin judges by well-known repositories and by words in the
tag such as \`nanoserver\` or \`alpine\`; your own registry may hold anything under such a name.`,
  sources: [docs.imageCompatibility],
} satisfies Rule;
