import { inContainers } from '../../lint/forbidden-field.ts';
import { changeImage } from '../../lint/image-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { windowsBuild } from '../../windows/builds.ts';
import { imageForRelease } from '../../windows/image-releases.ts';
import { baseImage, imageBuild, parseImage } from '../../windows/images.ts';

const SERVER_2022 = 20348;

export default {
  id: 'image/unavailable-base-image',
  title: 'Base image that does not exist for that release',
  gate: 'guessed',
  pod: {
    watches: inContainers('image'),
    *check(field) {
      const image = parseImage(field.string ?? '');
      const id = baseImage(image)?.id;
      const release = windowsBuild(imageBuild(image) ?? 0);
      if (release === undefined || (id !== 'windows' && id !== 'server')) return;
      if (release.build < SERVER_2022 === (id === 'windows')) return;
      const better = release.channel === 'long-term' ? imageForRelease(image, release) : undefined;
      yield {
        at: field.valueSpan,
        message:
          id === 'windows'
            ? message('The base image `windows` ended with version 20H2, so there is none of {0}.', release.product)
            : message(
                'The base image `windows/server` began with Windows Server 2022, so there is none of {0}.',
                release.product,
              ),
        fixes: better === undefined ? [] : [changeImage(field, better)],
      };
    },
  },
  outcomes: [{ effect: 'fails', doubtful: true, result: 'It can hardly be pulled.', seen: 'manifest unknown' }],
  why: `The fullest of the base images, with parts of the desktop and graphics, was called \`windows\` up to version 20H2. From Windows
Server 2022 on its name is \`windows/server\`. Neither exists for the releases of the other.`,
  sources: [docs.baseImages],
} satisfies Rule;
