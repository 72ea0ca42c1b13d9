import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeImage, fittingReleases, spanOf } from '../../rule-kit/image-fixes.ts';
import { code } from '../../rule-kit/sources.ts';
import { dotnetForRelease } from '../../windows/image-releases.ts';
import { imageOs, lockedImage, parseImage } from '../../windows/images.ts';

const REPOSITORIES: readonly string[] = ['aspnet', 'monitor', 'runtime', 'runtime-deps', 'sdk'].map(
  (name) => `dotnet/${name}`,
);

export default {
  id: 'image/linux-only-multi-platform-tag',
  code: 'KW1066',
  title: '.NET tag without Windows images',
  gate: 'windows',
  pod: {
    watches: inContainers('image'),
    check(field, { pod, settings, facts, report }) {
      const image = parseImage(field.text ?? '');
      const { text, registry, repository = '', tag, digest } = image;
      if (registry !== 'mcr.microsoft.com' || !REPOSITORIES.includes(repository) || digest !== undefined) return;
      // The tag names an operating system.
      if (isPlaceholder(text) || imageOs(image, settings) || lockedImage(image, settings)) return;
      const major = /^(\d+)(?:[.-]|$)/.exec(tag ?? '')?.[1];
      if (tag !== undefined && tag !== 'latest' && (major === undefined || Number(major) < 8)) return;
      const references = fittingReleases(pod, facts, settings).flatMap((release) => dotnetForRelease(image, release));
      report({
        at: field.valueSpan,
        part: spanOf(field, image.tag),
        message:
          tag === undefined
            ? message('`{0}` without a tag {effect}: the tag `latest` contains only Linux images.', repository)
            : message('Tag `{0}` of `{1}` {effect}: it contains only Linux images.', tag, repository),
        fixes: references.map((reference) => changeImage(field, reference)),
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      seen: 'no match for platform in manifest',
    },
  ],
  why: `Up to .NET 7, a tag such as \`7.0\` contained images for Linux and for several Windows releases. In .NET 8 and
later, tags without an operating system contain only Linux images, including \`latest\`. Use a tag that
names the Windows release: \`8.0-nanoserver-ltsc2022\` or \`8.0-windowsservercore-ltsc2022\`.`,
  sources: [
    {
      title: 'Microsoft: Multi-platform container tags are Linux-only',
      url: 'https://learn.microsoft.com/en-us/dotnet/core/compatibility/containers/8.0/multi-platform-tags',
    },
    code('dotnet/dotnet-docker issue 4492'),
  ],
} satisfies Rule;
