import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { inContainers } from '../../lint/forbidden-field.ts';
import { changeImage, fittingReleases } from '../../lint/image-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code } from '../../lint/sources.ts';
import { dotnetForRelease } from '../../windows/image-releases.ts';
import { imageOs, parseImage } from '../../windows/images.ts';

const REPOSITORIES: readonly string[] = ['aspnet', 'monitor', 'runtime', 'runtime-deps', 'sdk'].map(
  (name) => `dotnet/${name}`,
);

export default {
  id: 'image/linux-only-multi-platform-tag',
  title: '.NET tag that stands for Linux images only',
  gate: 'windows',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, settings, facts }) {
      const image = parseImage(field.string ?? '');
      const { text, registry, repository = '', tag, digest } = image;
      if (registry !== 'mcr.microsoft.com' || !REPOSITORIES.includes(repository) || digest !== undefined) return;
      // A tag that names a system says for itself what it is.
      if (isPlaceholder(text) || imageOs(image, settings) !== undefined) return;
      const major = /^(\d+)(?:[.-]|$)/.exec(tag ?? '')?.[1];
      if (tag !== undefined && tag !== 'latest' && (major === undefined || Number(major) < 8)) return;
      const better = fittingReleases(pod, facts, settings).flatMap((release) => dotnetForRelease(image, release));
      yield {
        at: field.valueSpan,
        message:
          tag === undefined
            ? message('Without a tag `{0}` stands for Linux images only.', repository)
            : message('The tag `{0}` of `{1}` stands for Linux images only.', tag, repository),
        fixes: better.map((one) => changeImage(field, one)),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'A Windows node finds nothing in it that it can run.',
      seen: 'no match for platform in manifest',
    },
  ],
  why: `Up to .NET 7 a tag such as \`7.0\` held images for Linux and for several releases of Windows. From .NET 8 on tags without a system
are for Linux alone, \`latest\` among them, and Windows images have to be asked for by name: \`8.0-nanoserver-ltsc2022\` or
\`8.0-windowsservercore-ltsc2022\`.`,
  sources: [
    {
      title: 'Microsoft: Multi-platform container tags are Linux-only',
      url: 'https://learn.microsoft.com/en-us/dotnet/core/compatibility/containers/8.0/multi-platform-tags',
    },
    code('dotnet/dotnet-docker issue 4492'),
  ],
} satisfies Rule;
