import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeImage, changeRelease, fittingReleases } from '../../rule-kit/image-fixes.ts';
import { docs } from '../../rule-kit/sources.ts';
import { baseImage, movedTo, parseImage } from '../../windows/images.ts';

/** Repositories that were moved together with their tags; .NET got new tags. */
const MOVED_WITH_TAGS: readonly (string | undefined)[] = [
  'microsoft/windowsservercore',
  'microsoft/nanoserver',
  'microsoft/iis',
  'microsoft/aspnet',
];

export default {
  id: 'image/legacy-docker-hub-repository',
  title: 'Microsoft image on Docker Hub',
  gate: 'guessed',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, settings, facts }) {
      const image = parseImage(field.text ?? '');
      const { text, repository, tag, digest } = image;
      const target = movedTo(image);
      if (target === undefined || repository === undefined) return;
      yield {
        at: field.valueSpan,
        message:
          target === null
            ? message('`{0}` is no longer published on Docker Hub.', repository)
            : message('`{0}` has moved from Docker Hub: its images are now in `{1}`.', repository, target),
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
  outcomes: [{ effect: 'unsupported', result: 'The old repository is no longer updated and may be gone.' }],
  why: `Microsoft moved its images from Docker Hub to its own registry, \`mcr.microsoft.com\`, in 2018 and 2019. The
old repositories contain only releases from before the move, which need nodes that are no longer supported. Use the
image from \`mcr.microsoft.com\`.`,
  sources: [docs.baseImages],
} satisfies Rule;
