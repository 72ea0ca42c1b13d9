import { expect, test } from 'vitest';
import { SERVER_2022, WINDOWS_BUILDS, windowsBuild } from '../../server/src/windows/builds.ts';
import {
  DOTNET_VERSIONS,
  dotnetForRelease,
  FRAMEWORK_VERSIONS,
  imageForRelease,
  unpublishedRelease,
} from '../../server/src/windows/image-releases.ts';
import { parseImage } from '../../server/src/windows/images.ts';

const MCR = 'mcr.microsoft.com';

/** An image, and its name for Windows Server 2022 and 2025. */
test.each<[text: string, on2022: string | undefined, on2025: string | undefined]>([
  ['windows/nanoserver:1809-amd64', 'windows/nanoserver:ltsc2022', 'windows/nanoserver:ltsc2025'],
  ['windows/servercore', 'windows/servercore:ltsc2022', 'windows/servercore:ltsc2025'],
  ['windows:20H2', 'windows/server:ltsc2022', 'windows/server:ltsc2025'],
  ['windows/server:ltsc2022', 'windows/server:ltsc2022', 'windows/server:ltsc2025'],
  [
    'windows/servercore/iis:latest',
    'windows/servercore/iis:windowsservercore-ltsc2022',
    'windows/servercore/iis:windowsservercore-ltsc2025',
  ],
  [
    'dotnet/framework/aspnet:4.8-windowsservercore-ltsc2019',
    'dotnet/framework/aspnet:4.8-windowsservercore-ltsc2022',
    undefined,
  ],
  [
    'dotnet/framework/runtime:4.8.1-windowsservercore-ltsc2022',
    'dotnet/framework/runtime:4.8.1-windowsservercore-ltsc2022',
    'dotnet/framework/runtime:4.8.1-windowsservercore-ltsc2025',
  ],
  ['dotnet/framework/aspnet:4.7.2-windowsservercore-ltsc2019', undefined, undefined],
  ['dotnet/framework/aspnet:4.8-20200414-windowsservercore-1903', undefined, undefined],
  ['dotnet/aspnet:6.0-nanoserver-1809', 'dotnet/aspnet:6.0-nanoserver-ltsc2022', undefined],
  [
    'dotnet/sdk:8.0.100-nanoserver-1809',
    'dotnet/sdk:8.0.100-nanoserver-ltsc2022',
    'dotnet/sdk:8.0.100-nanoserver-ltsc2025',
  ],
  ['dotnet/core/sdk:2.1-nanoserver-1809', undefined, undefined],
  ['windows/servercore:{{ .Values.tag }}', undefined, undefined],
])('%s for other releases', (text, on2022, on2025) => {
  const image = parseImage(`${MCR}/${text}`);
  const found = [20348, 26100].map((number) => {
    const build = windowsBuild(number);
    return build && imageForRelease(image, build)?.slice(MCR.length + 1);
  });
  expect(found).toEqual([on2022, on2025]);
});

test.each<[text: string, found: readonly string[]]>([
  [
    `${MCR}/dotnet/aspnet:8.0`,
    [`${MCR}/dotnet/aspnet:8.0-nanoserver-ltsc2022`, `${MCR}/dotnet/aspnet:8.0-windowsservercore-ltsc2022`],
  ],
  [`${MCR}/dotnet/aspnet:8`, []],
  [`${MCR}/dotnet/aspnet`, []],
  [`${MCR}/dotnet/monitor:9.0`, []],
  ['registry.example/dotnet/aspnet:8.0', []],
])('tags of %s for Windows', (text, found) => {
  const build = windowsBuild(20348);
  expect(build && dotnetForRelease(parseImage(text), build)).toEqual(found);
});

test('offers nothing for images of other publishers', () => {
  const build = windowsBuild(20348);
  expect(build && imageForRelease(parseImage('team/windows/servercore:1809'), build)).toBeUndefined();
});

const LONG_TERM = WINDOWS_BUILDS.filter(({ channel, build }) => channel === 'long-term' && build >= SERVER_2022);

test.each(LONG_TERM.map((release) => [release.product, release] as const))(
  '%s is in each table',
  (product, release) => {
    const year = /\d{4}$/.exec(product)?.[0];
    expect(unpublishedRelease(parseImage(`${MCR}/windows/nanoserver:${year}`)), 'UNPUBLISHED_TAG').toBe(release);
    expect(DOTNET_VERSIONS.has(release.build), 'DOTNET_VERSIONS').toBe(true);
    expect(FRAMEWORK_VERSIONS.has(release.build), 'FRAMEWORK_VERSIONS').toBe(true);
  },
);
