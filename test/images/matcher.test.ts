import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Platform } from '../../server/src/images/platform.ts';
import { runsOn, WINDOWS_BUILDS } from '../../server/src/windows/builds.ts';
import { buildOfPlatform } from '../../server/src/windows/image-platforms.ts';

/** Whether to ask the code of containerd, for which Go is needed; with `record`, its answers are recorded. */
const WANTED = process.env['MATCHER_PROOF'] ?? '';
const RECORDING = new URL('recordings/matcher.json', import.meta.url);
/** In milliseconds: the first time, Go compiles the program. */
const LONG = 600_000;

const ARCHITECTURES = ['amd64', 'arm64'];
const HOSTS = WINDOWS_BUILDS.flatMap(({ build }) => ARCHITECTURES.map((architecture) => ({ build, architecture })));
const VERSIONS = [
  ...WINDOWS_BUILDS.flatMap(({ build }) => [`10.0.${build}`, `10.0.${build}.1`, `10.0.${build}.3692`]),
  undefined,
  '10.0',
  '6.3.9600',
  'ltsc2022',
];
const PLATFORMS = ['windows/amd64', 'windows/arm64', 'linux/amd64', 'unknown/unknown'].flatMap((name) =>
  VERSIONS.map((osVersion): Platform => {
    const [os = '', architecture = ''] = name.split('/');
    return { os, architecture, ...(osVersion === undefined ? {} : { osVersion }) };
  }),
);

const hostText = ({ build, architecture }: (typeof HOSTS)[number]) => `${build} ${architecture}`;
const platformText = ({ os, architecture, osVersion = '' }: Platform) => `${os}/${architecture} ${osVersion}`.trim();

/** The platforms that match each host. */
type Recording = Readonly<Record<string, readonly string[]>>;

function recordingOf(matches: (host: (typeof HOSTS)[number], platform: Platform) => boolean): Recording {
  const matching = (host: (typeof HOSTS)[number]) => PLATFORMS.filter((platform) => matches(host, platform));
  return Object.fromEntries(HOSTS.map((host) => [hostText(host), matching(host).map(platformText)]));
}

test.skipIf(WANTED === '')('the recording is what containerd answers', { timeout: LONG }, () => {
  const recording = recordingOf(askContainerd());
  if (WANTED === 'record') writeFileSync(RECORDING, `${JSON.stringify(recording, undefined, 1)}\n`);
  expect(JSON.parse(readFileSync(RECORDING, 'utf8'))).toEqual(recording);
});

test('a Windows node takes the platforms that containerd takes', () => {
  const recording: Recording = JSON.parse(readFileSync(RECORDING, 'utf8'));
  const matches = ({ build, architecture }: (typeof HOSTS)[number], platform: Platform) => {
    if (platform.os !== 'windows' || platform.architecture !== architecture) return false;
    const own = buildOfPlatform(platform);
    return own === undefined ? platform.osVersion === undefined : runsOn(own, build);
  };
  expect(recordingOf(matches)).toEqual(recording);
});

test.each<[osVersion: string | undefined, build: number | undefined]>([
  ['10.0.20348.3692', 20348],
  ['10.0.17763', 17763],
  ['10.0.203480', undefined],
  ['6.3.9600', undefined],
  [undefined, undefined],
])('the build of %s', (osVersion, build) => {
  expect(
    buildOfPlatform({ os: 'windows', architecture: 'amd64', ...(osVersion === undefined ? {} : { osVersion }) }),
  ).toBe(build);
});

/** Whether containerd matches a platform on a host, by the program in `matcher/`. */
function askContainerd(): (host: (typeof HOSTS)[number], platform: Platform) => boolean {
  const questions = HOSTS.flatMap(({ build, architecture }) =>
    PLATFORMS.map(({ osVersion, ...platform }) =>
      JSON.stringify({
        host: { os: 'windows', architecture, 'os.version': `10.0.${build}` },
        platform: { ...platform, ...(osVersion === undefined ? {} : { 'os.version': osVersion }) },
      }),
    ),
  );
  const cwd = fileURLToPath(new URL('matcher/', import.meta.url));
  const input = questions.map((question) => `${question}\n`).join('');
  const { status, stdout, stderr } = spawnSync('go', ['run', '.'], { cwd, input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The program failed:\n${stderr.slice(0, 3000)}`);
  const answers = stdout.trim().split('\n');
  return (host, platform) => answers[HOSTS.indexOf(host) * PLATFORMS.length + PLATFORMS.indexOf(platform)] === 'true';
}
