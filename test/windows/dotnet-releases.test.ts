import { expect, test } from 'vitest';
import { windowsBuild } from '../../server/src/windows/builds.ts';
import { imageForRelease } from '../../server/src/windows/image-releases.ts';
import { parseImage } from '../../server/src/windows/images.ts';

/** The versions with an image for each long-term release, in the repositories of Microsoft. */
const PUBLISHED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'dotnet/aspnet': {
    ltsc2022: ['3.1', '5.0', '6.0', '7.0', '8.0', '9.0', '10.0', '3.1.32', '8.0.1', '10.0.1'],
    ltsc2025: ['8.0', '9.0', '10.0', '8.0.1', '10.0.1'],
  },
  'dotnet/framework/runtime': { ltsc2022: ['3.5', '4.8', '4.8.1'], ltsc2025: ['3.5', '4.8.1'] },
};

const VERSIONS = [
  ...['2.1', '3.0', '3.1', '3.1.32', '3.5', '4.7.2', '4.8', '4.8.1', '5.0', '6.0', '7.0', '8.0', '8.0.1', '9.0'],
  ...['10.0', '10.0.1', '10.01', '11.0', '18.0'],
];
const BUILDS: Readonly<Record<string, number>> = { ltsc2022: 20348, ltsc2025: 26100 };

test.each(
  Object.entries(PUBLISHED).flatMap(([name, releases]) =>
    Object.entries(releases).map((entry) => [name, ...entry] as const),
  ),
)('%s for %s', (name, release, published) => {
  const build = windowsBuild(BUILDS[release] ?? 0);
  if (build === undefined) throw new Error(`${release} is a release`);
  const found = VERSIONS.filter((version) => {
    const image = parseImage(`mcr.microsoft.com/${name}:${version}-windowsservercore-ltsc2019`);
    const other = imageForRelease(image, build);
    if (other !== undefined) expect(other).toBe(`mcr.microsoft.com/${name}:${version}-windowsservercore-${release}`);
    return other !== undefined;
  });
  expect(found.sort()).toEqual([...published].sort());
});
