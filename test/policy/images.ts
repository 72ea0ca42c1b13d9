import { WINDOWS_BUILDS } from '../../server/src/windows/builds.ts';
import type { Random } from './random.ts';

const REPOSITORIES = [
  'mcr.microsoft.com/windows',
  'mcr.microsoft.com/windows/server',
  'mcr.microsoft.com/windows/servercore',
  'mcr.microsoft.com/windows/nanoserver',
  'mcr.microsoft.com/windows/servercore/iis',
  'mcr.microsoft.com/dotnet/framework/aspnet',
  'mcr.microsoft.com/dotnet/aspnet',
  'docker.io/microsoft/windowsservercore',
  'registry.example:5000/team/nanoserver',
  'registry.example/team/web',
  'registry.example/team/mssql-server',
  'registry.example/team/sqlserver',
  'team/web',
  'registry.example/team/windows-web',
  'team/iis',
];

const RELEASES = WINDOWS_BUILDS.flatMap(({ tags, aliases }) => [...tags, ...aliases]);
const NAMES = [...RELEASES, 'ltsc-2022', 'LTSC2019', '20H2', 'ltsc2020', 'ltsc2004', '2018', '11', '04', '7'];
const WORDS = [
  'windows',
  'win',
  'Windows',
  'windowsservercore',
  'nanoserver',
  'servercore',
  'windows-server-core',
  'windows.server',
  'nano-server',
  'server_core',
  'darwin',
];
const OTHERS = ['amd64', 'x64', 'x86_64', '1.0', 'v4.8.1', '1.2.2019', '1.12022', '2004.1809', 'kb4579311', 'web'];

/** An image whose name and tag indicate a Windows build in many ways, or almost do. */
export function randomImage(random: Random): string {
  const { chance, pick } = random;
  const tag = randomTag(random);
  return `${pick(REPOSITORIES)}${tag === '' ? '' : `:${tag}`}${chance(0.1) ? `@sha256:${'0a'.repeat(32)}` : ''}`;
}

/** A common tag in half of the cases, otherwise a random sequence of parts. */
export function randomTag(random: Random): string {
  const { chance, pick, some } = random;
  const number = pick([...WINDOWS_BUILDS.map(({ build }) => build), 22621]);
  if (chance(0.5)) {
    return pick([
      '',
      pick(NAMES),
      pick(NAMES),
      `${pick(NAMES)}-amd64`,
      `${pick(NAMES)}-KB4579311`,
      `${pick(NAMES)}-jan2020`,
      `1.0-${pick(NAMES)}`,
      `10.0.${number}.5830`,
      `10.0.${number}`,
      `1.0-10.0.${number}.1-amd64`,
      `1.0-${pick(WORDS)}-${pick(NAMES)}`,
      `1.0-${pick(WORDS)}-${pick(NAMES)}`,
      `${pick(WORDS)}-1.0-${pick(NAMES)}`,
    ]);
  }
  return some([...WORDS, ...WORDS, ...NAMES, ...NAMES, ...OTHERS], 1, 5).reduce(
    (tag, part) => `${tag}${pick(['-', '-', '-', '_', '.', ''])}${part}`,
  );
}
