import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeRelease, fittingReleases, spanOf } from '../../rule-kit/image-fixes.ts';
import { docs } from '../../rule-kit/sources.ts';
import { supportedBuilds } from '../../windows/builds.ts';
import { type Image, movedTo, parseImage } from '../../windows/images.ts';

export default {
  id: 'image/legacy-docker-hub-repository',
  code: 'KW1064',
  title: 'Microsoft image on Docker Hub',
  gate: 'guessed',
  pod: {
    watches: inContainers('image'),
    check(field, { pod, settings, facts, report }) {
      const image = parseImage(field.text ?? '');
      const { text, repository, tag, digest } = image;
      const target = movedTo(image);
      if (target === undefined || repository === undefined) return;
      report({
        at: field.valueSpan,
        part: spanOf(field, image.repository),
        message:
          target === null
            ? message('`{0}` is no longer published on Docker Hub.', repository)
            : message('`{0}` has moved: use `{1}`.', repository, target),
        fixes: () => {
          if (target === null || digest !== undefined || isPlaceholder(text)) return [];
          const supported = supportedBuilds(settings);
          const releases = fittingReleases(pod, facts, settings).filter((release) => supported.includes(release));
          return releases.flatMap((release) =>
            successors(target, tag)
              .flatMap((image) => changeRelease(field, image, [release]))
              .slice(0, 1),
          );
        },
      });
    },
  },
  outcomes: [{ effect: 'unsupported', result: 'The old repository is no longer updated and may be gone.' }],
  why: `Microsoft moved its images from Docker Hub to its own registry, \`mcr.microsoft.com\`, in 2018 and 2019. The
old repositories contain only releases from before the move, which need nodes that are no longer supported. Use the
image from \`mcr.microsoft.com\`.`,
  sources: [docs.baseImages],
} satisfies Rule;

/**
 * The images that replace one, best first; none if the tag is for something that was not moved. Programs for an earlier
 * 4.x run on .NET Framework 4.8: https://learn.microsoft.com/en-us/dotnet/framework/migration-guide/version-compatibility
 */
function successors(target: string, tag = 'latest'): Image[] {
  // IIS for Nano Server has no successor.
  if (target.endsWith('/iis') && tag.includes('nanoserver')) return [];
  if (!target.includes('/dotnet/framework/')) return [parseImage(target)];
  const [, version] = /^(3\.5|4[.\d]*|latest)(?:-windowsservercore(?:-.*)?)?$/.exec(tag) ?? [];
  if (version === undefined) return [];
  const versions = version === '3.5' ? [version] : ['4.8', '4.8.1'];
  return versions.map((each) => parseImage(`${target}:${each}-windowsservercore-ltsc2019`));
}
