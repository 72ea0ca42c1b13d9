import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { inContainers } from '../../lint/forbidden-field.ts';
import { changeImage, changeRelease, fittingReleases } from '../../lint/image-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { baseImage, movedTo, parseImage } from '../../windows/images.ts';

/** Repositories that were moved together with their tags; .NET got others. */
const MOVED_WITH_TAGS: readonly (string | undefined)[] = [
  'microsoft/windowsservercore',
  'microsoft/nanoserver',
  'microsoft/iis',
  'microsoft/aspnet',
];

export default {
  id: 'image/legacy-docker-hub-repository',
  title: 'Old Docker Hub name of a Microsoft image',
  gate: 'guessed',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, settings, facts }) {
      const image = parseImage(field.string ?? '');
      const { text, repository, tag, digest } = image;
      const target = movedTo(image);
      if (target === undefined || repository === undefined) return;
      yield {
        at: field.valueSpan,
        message:
          target === null
            ? message('Microsoft no longer publishes images on Docker Hub such as `{0}`.', repository)
            : message('`{0}` on Docker Hub is the old name of `{1}`.', repository, target),
        fixes: () => {
          if (target === null || digest !== undefined || !MOVED_WITH_TAGS.includes(repository)) return [];
          const moved = parseImage(target);
          // Microsoft's base images have no tag `latest`.
          if (baseImage(moved) !== undefined && !isPlaceholder(text) && (tag ?? 'latest') === 'latest') {
            return changeRelease(field, moved, fittingReleases(pod, facts, settings));
          }
          return [changeImage(field, target + text.slice(text.indexOf(repository) + repository.length))];
        },
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'What is still there is years old, if there is anything.' }],
  why: `Microsoft moved its images from Docker Hub to its own registry \`mcr.microsoft.com\` in 2018 and 2019. Under the old names no
release since then was published, so what they hold needs nodes that nobody supports any more.`,
  sources: [docs.baseImages],
} satisfies Rule;
