import { isPlaceholder } from '../kubernetes/placeholder.ts';
import { buildOfTag, SERVER_2022, SERVER_2025, type WindowsBuild, windowsBuild } from './builds.ts';
import { baseImage, type Image } from './images.ts';

/** The versions of .NET that Microsoft publishes for a Windows release: https://github.com/dotnet/dotnet-docker */
export const DOTNET_VERSIONS: ReadonlyMap<number, RegExp> = new Map([
  [SERVER_2022, /^(?:3\.1|5\.0|6\.0|7\.0|8\.0|9\.0|10\.0)(?:\.|$)/],
  [SERVER_2025, /^(?:8\.0|9\.0|10\.0)(?:\.|$)/],
]);

/** The versions of .NET Framework for a Windows release: https://github.com/microsoft/dotnet-framework-docker */
export const FRAMEWORK_VERSIONS: ReadonlyMap<number, RegExp> = new Map([
  [SERVER_2022, /^(?:3\.5|4\.8|4\.8\.1)$/],
  [SERVER_2025, /^(?:3\.5|4\.8\.1)$/],
]);

/** The year of a release as a tag: `2022`, `ltsc-2022`. Microsoft's tags for it are `ltsc2022` and those with a build number. */
const UNPUBLISHED_TAG = /^(?:ltsc[-_.])?(?:2019|2022|2025)$/;

/** The release that the tag of a Microsoft base image means, although Microsoft never published such a tag. */
export function unpublishedRelease(image: Image): WindowsBuild | undefined {
  const { text, tag = '' } = image;
  if (baseImage(image) === undefined || text.includes('@') || !UNPUBLISHED_TAG.test(tag)) return undefined;
  return windowsBuild(buildOfTag(tag, 'base image') ?? 0);
}

/** The same Microsoft image for a long-term release; undefined if there is none, and for images of other publishers. */
export function imageForRelease(image: Image, { build, tags }: WindowsBuild): string | undefined {
  const { registry, repository = '', tag = '' } = image;
  const [release = ''] = tags;
  if (registry !== 'mcr.microsoft.com' || isPlaceholder(image.text)) return undefined;
  const name = `${registry}/${repository}`;
  switch (baseImage(image)?.id) {
    case 'nanoserver':
    case 'servercore':
      return `${name}:${release}`;
    case 'windows':
    case 'server':
      // The fullest image is called `windows` up to 20H2, and `windows/server` from Windows Server 2022 on.
      return `${registry}/${build < SERVER_2022 ? 'windows' : 'windows/server'}:${release}`;
  }
  if (repository === 'windows/servercore/iis') return `${name}:windowsservercore-${release}`;
  const [, version = '', base] = /^([\d.]+)-(nanoserver|windowsservercore)-[^-]+$/i.exec(tag) ?? [];
  const versions = /^dotnet\/framework\/(?:aspnet|runtime|sdk|wcf)$/.test(repository)
    ? FRAMEWORK_VERSIONS
    : isDotnet(image)
      ? DOTNET_VERSIONS
      : undefined;
  return versions?.get(build)?.test(version) ? `${name}:${version}-${base}-${release}` : undefined;
}

/** The .NET images for a Windows release, given an image whose tag is only a version. */
export function dotnetForRelease(image: Image, { build, tags }: WindowsBuild): string[] {
  const { registry, repository, tag = '' } = image;
  if (!isDotnet(image) || !/^[\d.]+$/.test(tag) || !DOTNET_VERSIONS.get(build)?.test(tag)) return [];
  return ['nanoserver', 'windowsservercore'].map((base) => `${registry}/${repository}:${tag}-${base}-${tags[0]}`);
}

function isDotnet({ registry, repository = '' }: Image): boolean {
  return registry === 'mcr.microsoft.com' && /^dotnet\/(?:aspnet|runtime|sdk)$/.test(repository);
}

/**
 * Tags of .NET 10 and later for Windows Server 2019, with the version. Microsoft removed these images before the release of
 * .NET 10, so only previews have them: https://github.com/dotnet/dotnet-docker/pull/6542
 */
const UNPUBLISHED_DOTNET = /^([1-9]\d+\.\d+(?:\.\d+)?)-(?:nanoserver-1809|windowsservercore-ltsc2019)(?:-amd64)?$/;

/** The version of a .NET image for Windows Server 2019 that was never published; undefined for all other images. */
export function unpublishedDotnet(image: Image): string | undefined {
  return isDotnet(image) && image.digest === undefined ? UNPUBLISHED_DOTNET.exec(image.tag ?? '')?.[1] : undefined;
}
