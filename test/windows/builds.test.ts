import { expect, test } from 'vitest';
import {
  buildOfLabel,
  buildOfTag,
  hasEnded,
  haveCommonHost,
  labelOfBuild,
  runsOn,
  supportedBuilds,
  supportOf,
  WINDOWS_BUILDS,
  windowsBuild,
} from '../../server/src/windows/builds.ts';
import { isOver, TABLES_DATE } from '../../server/src/windows/dates.ts';
import { removalOf } from '../../server/src/windows/providers.ts';

test.each<[tag: string, build: number | undefined]>([
  ['ltsc2016', 14393],
  ['sac2016', 14393],
  ['ltsc2019', 17763],
  ['ltsc2022', 20348],
  ['ltsc2025', 26100],
  ['LTSC2022', 20348],
  ['20H2', 19042],
  ['23h2', 25398],
  ['4.7.2-windowsservercore-ltsc2019-2.1', 17763],
  ['nanoserver-1809', 17763],
  ['windowsservercore-2004', 19041],
  ['servercore-1803', 17134],
  ['windows-1909', 18363],
  ['1.29-windows-amd64-1809', 17763],
  ['10.0.17763.1935', 17763],
  ['10.0.20348', 20348],
  ['1.2-windows-10.0.26100.1742', 26100],
  ['10.0.99999', 99999],
  ['10.0.17763.1935.ps', undefined],
  ['v10.0.17763', undefined],
  ['1809', undefined],
  ['build-2004', undefined],
  ['LTSC-2025', 26100],
  ['win-2022', 20348],
  ['windows_2016', 14393],
  ['windowsservercore2019', 17763],
  ['windows-server-2022', 20348],
  ['windows-amd64-1.8.2-1809', 17763],
  ['10.0.1-nanoserver-ltsc2022', 20348],
  ['10.0.100', undefined],
  ['windows-2022.1.3', undefined],
  ['windows-2019-11-04', undefined],
  ['windows-2004-04', undefined],
  ['2022.04-nanoserver', undefined],
  ['2022-windows', undefined],
  ['windows-1809-ltsc2022', undefined],
  ['darwin2019', undefined],
  ['windows10-21h2', undefined],
  ['server-2022', undefined],
  ['2023-04-1809', undefined],
  ['windows-20200412', undefined],
  ['windows-amd64-2.0.1', undefined],
  ['ltsc2023', undefined],
  ['myltsc2022', undefined],
  ['4.8', undefined],
  ['latest', undefined],
  ['', undefined],
])('the tag %s names %s', (tag, build) => {
  expect(buildOfTag(tag)).toBe(build);
});

test.each<[tag: string, build: number | undefined]>([
  ['1809', 17763],
  ['1607', 14393],
  ['1709', 16299],
  ['1903', 18362],
  ['2004', 19041],
  ['1809-amd64', 17763],
  ['1809-KB4493509', 17763],
  ['2004-04', undefined],
])('the tag %s of a base image names %s', (tag, build) => {
  expect(buildOfTag(tag, 'base image')).toBe(build);
});

test.each<[tag: string, of: 'named after Windows' | 'other' | 'unknown', build: number | undefined]>([
  ['1809', 'named after Windows', 17763],
  ['2.1-1809', 'named after Windows', 17763],
  ['2.1_1909-amd64', 'named after Windows', 18363],
  ['20h2', 'named after Windows', 19042],
  ['2019', 'named after Windows', undefined],
  ['2.4.1809', 'named after Windows', undefined],
  ['1809-rc1', 'named after Windows', undefined],
  ['1809', 'other', undefined],
  ['20h2', 'other', 19042],
  ['1809-jan2020', 'other', 17763],
  ['1809-jan2020', 'unknown', 17763],
  ['2.1-1903-Sep-19', 'unknown', 18362],
  ['10.0.17763.1999', 'unknown', 17763],
  ['1.0-ltsc2022', 'unknown', 20348],
  ['1809', 'unknown', undefined],
  ['20h2', 'unknown', undefined],
  ['windows-2019', 'unknown', undefined],
  ['1810-jan2020', 'unknown', undefined],
  ['1809-january', 'unknown', undefined],
])('the tag %s of an image of kind %s names %s', (tag, of, build) => {
  expect(buildOfTag(tag, of)).toBe(build);
});

test.each<[label: string, build: number | undefined]>([
  ['10.0.20348', 20348],
  ['10.0.99999', 99999],
  ['10.0.20348.1', undefined],
  ['20348', undefined],
  ['10.0.', undefined],
  ['Windows', undefined],
])('the label value %s names %s', (label, build) => {
  expect(buildOfLabel(label)).toBe(build);
});

test('lists all releases that Kubernetes supported in order, with labels and tags', () => {
  expect(WINDOWS_BUILDS.map(({ build }) => build)).toEqual(
    WINDOWS_BUILDS.map(({ build }) => build).sort((a, b) => a - b),
  );
  for (const { build, tags, aliases, label } of WINDOWS_BUILDS) {
    const names = [...tags, ...aliases];
    expect(names.map((name) => buildOfTag(`windows-${name}`))).toEqual(names.map(() => build));
    expect(label).toBe(build < 17763 ? undefined : labelOfBuild(build));
  }
  expect(windowsBuild(20348)?.product).toBe('Windows Server 2022');
  expect(windowsBuild(1)).toBeUndefined();
});

/** The host, the images that run on it, and those that also run with `strict`. */
test.each<[host: number, runs: number[]]>([
  [17763, [17763]],
  [18363, [18363]],
  [20348, [20348]],
  [25398, [20348, 25398]],
  [26100, [20348, 25398, 26100]],
  [99999, [26100, 99999]],
])('host %s runs images of %s', (host, runs) => {
  const images = [14393, 17763, 18362, 18363, 19041, 20348, 25398, 26100, 99999];
  expect(images.filter((image) => runsOn(image, host))).toEqual(runs);
  expect(images.filter((image) => runsOn(image, host, true))).toEqual([host]);
});

test.each([false, true])(
  'images have a common host where one of them runs on the build of the other (strict: %s)',
  (strict) => {
    const builds = [...WINDOWS_BUILDS.map(({ build }) => build), 1, 20347, 20349, 22621, 26101, 99999];
    for (const a of builds) {
      for (const b of builds) {
        expect(haveCommonHost(a, b, strict), `${a} and ${b}`).toBe(runsOn(a, b, strict) || runsOn(b, a, strict));
      }
    }
  },
);

test.each([
  ['2027-01-12', '2027-01-12', false],
  ['2027-01-12', '2027-01-13', true],
  ['2027-01-12', '2026-12-31', false],
  ['2026-11', '2026-11-30', false],
  ['2026-11', '2026-12-01', true],
])('the end %s is over on %s: %s', (end, date, isItOver) => {
  expect(isOver(end, date)).toBe(isItOver);
});

test('a date decides which builds are supported', () => {
  const builds = (date: string) => supportedBuilds({ kubernetesVersion: '1.34', date }).map(({ build }) => build);
  expect(builds(TABLES_DATE)).toEqual([17763, 20348, 26100]);
  expect(builds('2029-01-09')).toEqual([17763, 20348, 26100]);
  expect(builds('2029-01-10')).toEqual([20348, 26100]);
  expect(builds('2031-10-15')).toEqual([26100]);
  // The end of the annual channel is certain, but not its date.
  expect(WINDOWS_BUILDS.filter((build) => hasEnded(build, '2000-01-01')).map(({ build }) => build)).toEqual([25398]);
});

test.each([
  [17763, '2029-01-09', 'supported by Microsoft until 2029-01-09 and by Kubernetes up to 1.34'],
  [17763, '2029-01-10', 'no longer supported since 2029-01-09'],
  [20348, TABLES_DATE, 'supported by Microsoft until 2031-10-14'],
  [25398, TABLES_DATE, 'no longer supported'],
])('the support of build %d on %s is "%s"', (number, date, text) => {
  const build = windowsBuild(number);
  expect(build && supportOf(build, date)).toBe(text);
});

test.each([
  ['Windows2019', '2027-03-31', undefined],
  ['Windows2019', '2027-04-01', '2027-04-01'],
  ['Windows2025', '2099-01-01', undefined],
  ['Ubuntu', '2099-01-01', undefined],
])('the node images of %s on %s are removed since %s', (sku, date, removed) => {
  expect(removalOf(sku, date)).toBe(removed);
});
