import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { lintText } from '../lint-text.ts';

const MCR = 'mcr.microsoft.com';

/** The images that the fixes write. */
function offered(image: string, build?: string, settings: Partial<Settings> = {}): unknown[] {
  const label = build === undefined ? '' : `, node.kubernetes.io/windows-build: ${build}`;
  const text = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  nodeSelector: { kubernetes.io/os: windows${label} }
  containers: [{ name: web, image: "${image}" }]
`;
  const found = lintText(text, { ...DEFAULT_SETTINGS, ...settings });
  const [finding] = found.filter(({ rule }) => rule === 'image/legacy-docker-hub-repository');
  return (finding?.fixes ?? []).flatMap(({ changes }) =>
    changes.map((change) => ('value' in change ? change.value : undefined)),
  );
}

test.each<[image: string, build: string | undefined, fixes: string[], settings?: Partial<Settings>]>([
  ['microsoft/iis:windowsservercore-1803', '10.0.20348', [`${MCR}/windows/servercore/iis:windowsservercore-ltsc2022`]],
  ['microsoft/iis:nanoserver-1709', undefined, []],
  [
    'microsoft/nanoserver:10.0.14393.1884',
    undefined,
    [`${MCR}/windows/nanoserver:ltsc2022`, `${MCR}/windows/nanoserver:ltsc2025`],
  ],
  ['microsoft/windowsservercore:1709', '10.0.17763', []],
  [
    'microsoft/windowsservercore:1709',
    '10.0.17763',
    [`${MCR}/windows/servercore:ltsc2019`],
    { kubernetesVersion: '1.34' },
  ],
  ['microsoft/windowsservercore:1709', '10.0.14393', []],
  [
    'microsoft/dotnet-framework:4.7.2',
    '10.0.26100',
    [
      `${MCR}/dotnet/framework/runtime:4.8.1-windowsservercore-ltsc2025`,
      `${MCR}/dotnet/framework/runtime:4.8-windowsservercore-ltsc2022`,
    ],
  ],
  [
    'microsoft/aspnet:3.5-windowsservercore-10.0.14393.1715',
    '10.0.20348',
    [`${MCR}/dotnet/framework/aspnet:3.5-windowsservercore-ltsc2022`],
  ],
  ['microsoft/aspnet', '10.0.20348', [`${MCR}/dotnet/framework/aspnet:4.8-windowsservercore-ltsc2022`]],
  ['microsoft/dotnet-framework:4.7.2-sdk', undefined, []],
  ['microsoft/dotnet:2.1-sdk', undefined, []],
  [`microsoft/iis@sha256:${'0'.repeat(64)}`, undefined, []],
])('%s on nodes of build %s becomes %j', (image, build, fixes, settings) => {
  expect(offered(image, build, settings)).toEqual(fixes);
});
