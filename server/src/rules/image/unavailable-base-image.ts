import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeImage, changeRelease, fittingReleases, spanOf } from '../../rule-kit/image-fixes.ts';
import { docs } from '../../rule-kit/sources.ts';
import { SERVER_2022, type WindowsBuild, windowsBuild } from '../../windows/builds.ts';
import { imageForRelease, unpublishedDotnet, unpublishedRelease } from '../../windows/image-releases.ts';
import { type BaseImage, baseImage, imageBuild, lockedImage, parseImage } from '../../windows/images.ts';

export default {
  id: 'image/unavailable-base-image',
  code: 'KW1070',
  title: 'Windows image of Microsoft that does not exist',
  gate: 'guessed',
  pod: {
    watches: inContainers('image'),
    check(field, { pod, facts, settings, report }) {
      const image = parseImage(field.text ?? '');
      // The registry had it, whatever its name.
      if (lockedImage(image, settings) !== undefined) return;
      const dotnet = unpublishedDotnet(image);
      if (dotnet !== undefined) {
        report({
          at: field.valueSpan,
          part: spanOf(field, image.tag),
          message: message(
            '`{0}:{1}` does not exist for Windows Server 2019: the last .NET version for it is 9.0.',
            image.repository ?? '',
            dotnet,
          ),
          fixes: changeRelease(field, image, fittingReleases(pod, facts, settings)),
        });
        return;
      }
      const id = baseImage(image)?.id;
      const release = windowsBuild(imageBuild(image) ?? 0);
      if (id === undefined || release === undefined) return;
      const isUnpublished = unpublishedRelease(image) !== undefined;
      if (!isUnpublished && hasRelease(id, release)) return;
      const available = release.channel === 'long-term' ? imageForRelease(image, release) : undefined;
      report({
        at: field.valueSpan,
        part: spanOf(field, image.tag),
        message: hasRelease(id, release)
          ? message(
              'Tag `{0}` does not exist: Microsoft tags base images of {1} with `{2}`.',
              image.tag ?? '',
              release.product,
              release.tags[0] ?? '',
            )
          : id === 'windows'
            ? message('`mcr.microsoft.com/windows` does not exist for {0}: its last release is 20H2.', release.product)
            : message(
                '`mcr.microsoft.com/windows/server` does not exist for {0}: its first release is Windows Server 2022.',
                release.product,
              ),
        fixes: available === undefined ? [] : [changeImage(field, available)],
      });
    },
  },
  outcomes: [
    { effect: 'fails', doubtful: true, result: 'The image probably cannot be pulled.', seen: 'manifest unknown' },
  ],
  why: `The largest Windows base image, which includes parts of the desktop and graphics, is named \`windows\` up to
version 20H2. For Windows Server 2022 and later, it is named \`windows/server\`. Use the name for your release.

Neither name exists for the releases of the other.

The tags of base images name a long-term release with \`ltsc\` and its year, such as \`ltsc2022\`. The year alone is
not a tag.

.NET images for Windows Server 2019 (\`nanoserver-1809\` and \`windowsservercore-ltsc2019\`) exist up to .NET 9. For .NET 10,
only previews had them. Use an image and nodes of a later release.`,
  sources: [
    docs.baseImages,
    {
      title: '.NET: Remove .NET 10 Windows Server 2019 images (dotnet/dotnet-docker pull request 6542)',
      url: 'https://github.com/dotnet/dotnet-docker/pull/6542',
    },
  ],
} satisfies Rule;

/** Whether Microsoft publishes a base image for a release. */
function hasRelease(id: BaseImage['id'], { build }: WindowsBuild): boolean {
  return id === 'windows' || id === 'server' ? build < SERVER_2022 === (id === 'windows') : true;
}
