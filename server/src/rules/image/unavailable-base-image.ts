import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeImage } from '../../rule-kit/image-fixes.ts';
import { docs } from '../../rule-kit/sources.ts';
import { SERVER_2022, windowsBuild } from '../../windows/builds.ts';
import { imageForRelease } from '../../windows/image-releases.ts';
import { baseImage, imageBuild, parseImage } from '../../windows/images.ts';

export default {
  id: 'image/unavailable-base-image',
  title: 'Windows base image that does not exist for the release',
  gate: 'guessed',
  pod: {
    watches: inContainers('image'),
    *check(field) {
      const image = parseImage(field.text ?? '');
      const id = baseImage(image)?.id;
      const release = windowsBuild(imageBuild(image) ?? 0);
      if (release === undefined || (id !== 'windows' && id !== 'server')) return;
      if (release.build < SERVER_2022 === (id === 'windows')) return;
      const available = release.channel === 'long-term' ? imageForRelease(image, release) : undefined;
      yield {
        at: field.valueSpan,
        message:
          id === 'windows'
            ? message('`mcr.microsoft.com/windows` does not exist for {0}: its last release is 20H2.', release.product)
            : message(
                '`mcr.microsoft.com/windows/server` does not exist for {0}: its first release is Windows Server 2022.',
                release.product,
              ),
        fixes: available === undefined ? [] : [changeImage(field, available)],
      };
    },
  },
  outcomes: [
    { effect: 'fails', doubtful: true, result: 'The image probably cannot be pulled.', seen: 'manifest unknown' },
  ],
  why: `The largest Windows base image, which includes parts of the desktop and graphics, is named \`windows\` up to
version 20H2. For Windows Server 2022 and later, it is named \`windows/server\`. Use the name for your release.

Neither name exists for the releases of the other.`,
  sources: [docs.baseImages],
} satisfies Rule;
