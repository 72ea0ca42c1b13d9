import { isWithin, type KubernetesVersion } from '../kubernetes/version.ts';
import { t } from '../text/localize.ts';
import { isOver } from './dates.ts';

/** A Windows release for containers. `build` is the third number of its version. */
export interface WindowsBuild {
  readonly build: number;
  readonly product: string;
  /** Long-term servicing, or a channel whose releases are supported for about two years. */
  readonly channel: 'long-term' | 'semi-annual' | 'annual';
  /** Its names in the tags of Microsoft images, in lower case. */
  readonly tags: readonly string[];
  /** Its other names in image tags, which count only after a word for Windows. */
  readonly aliases: readonly string[];
  /** The value of `node.kubernetes.io/windows-build`; undefined if Kubernetes never supported it. */
  readonly label: string | undefined;
  /** The end of all support by Microsoft, as a date or a month; `past` if it was, but the date is not certain. */
  readonly endOfSupport: string;
  /** The last Kubernetes release that supports its nodes; undefined if the newest release does. */
  readonly lastKubernetes: KubernetesVersion | undefined;
}

export const SERVER_2016 = 14393;
export const SERVER_2019 = 17763;
export const SERVER_2022 = 20348;
export const SERVER_2025 = 26100;

/**
 * Every release, oldest first.
 * https://learn.microsoft.com/en-us/virtualization/windowscontainers/deploy-containers/base-image-lifecycle
 * https://kubernetes.io/docs/concepts/windows/intro/#windows-os-version-support
 */
export const WINDOWS_BUILDS: readonly WindowsBuild[] = [
  build(SERVER_2016, 'Windows Server 2016', 'long-term', ['ltsc2016', '1607', 'sac2016'], {
    kubernetes: false,
    aliases: ['2016'],
    ends: '2027-01-12',
  }),
  build(16299, 'Windows Server, version 1709', 'semi-annual', ['1709'], { kubernetes: false, ends: '2019-04' }),
  build(17134, 'Windows Server, version 1803', 'semi-annual', ['1803'], { kubernetes: false, ends: '2019-11' }),
  build(SERVER_2019, 'Windows Server 2019', 'long-term', ['ltsc2019', '1809'], {
    aliases: ['2019'],
    ends: '2029-01-09',
    last: '1.34',
  }),
  build(18362, 'Windows Server, version 1903', 'semi-annual', ['1903'], { ends: '2020-12-08' }),
  build(18363, 'Windows Server, version 1909', 'semi-annual', ['1909'], { ends: '2021-05-11' }),
  build(19041, 'Windows Server, version 2004', 'semi-annual', ['2004'], { ends: '2021-12-14' }),
  build(19042, 'Windows Server, version 20H2', 'semi-annual', ['20h2'], { ends: '2022-08-09' }),
  build(SERVER_2022, 'Windows Server 2022', 'long-term', ['ltsc2022'], {
    aliases: ['2022', '21h2'],
    ends: '2031-10-14',
  }),
  build(25398, 'Windows Server, version 23H2', 'annual', ['23h2'], { ends: 'past' }),
  build(SERVER_2025, 'Windows Server 2025', 'long-term', ['ltsc2025'], {
    aliases: ['2025', '24h2'],
    ends: '2034-10-10',
  }),
];

/** The release with a build number; undefined if it is not in the table. */
export function windowsBuild(number: number): WindowsBuild | undefined {
  return WINDOWS_BUILDS.find(({ build }) => build === number);
}

/** Whether Microsoft has ended all support by a date, extended support included. */
export function hasEnded({ endOfSupport }: WindowsBuild, date: string): boolean {
  return endOfSupport === 'past' || isOver(endOfSupport, date);
}

/** The builds that both Microsoft and a Kubernetes release support on a date. */
export function supportedBuilds({ kubernetesVersion, date }: ClusterAtDate): WindowsBuild[] {
  return WINDOWS_BUILDS.filter(
    (release) =>
      release.label !== undefined &&
      !hasEnded(release, date) &&
      isWithin(kubernetesVersion, undefined, release.lastKubernetes),
  );
}

interface ClusterAtDate {
  readonly kubernetesVersion: KubernetesVersion;
  readonly date: string;
}

/** The name of a build, which need not be in the table. */
export function productOf(number: number): string {
  return windowsBuild(number)?.product ?? `build ${number}`;
}

/** The support of a release in words: `supported by Microsoft until 2029-01-09 and by Kubernetes up to 1.34`. */
export function supportOf(release: WindowsBuild, date: string): string {
  const { endOfSupport: end, lastKubernetes } = release;
  if (end === 'past') return t('no longer supported');
  if (hasEnded(release, date)) return t`no longer supported since ${end}`;
  const kubernetes = lastKubernetes === undefined ? '' : t` and by Kubernetes up to ${lastKubernetes}`;
  return t`supported by Microsoft until ${end}` + kubernetes;
}

/** The build that a value of `node.kubernetes.io/windows-build` names (`10.0.20348`); undefined for any other form. */
export function buildOfLabel(value: string): number | undefined {
  const number = /^10\.0\.(\d{1,9})$/.exec(value)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** The label value of a build, which need not be in the table. */
export function labelOfBuild(number: number): string {
  return `10.0.${number}`;
}

/** A word for Windows, and the text that may be between it and the release. */
export const WINDOWS_WORD = '(?:win(?:dows)?(?:[-_.]?server)?(?:[-_.]?core)?|server[-_.]?core|nano[-_.]?server)';
export const BETWEEN = '(?:[-_.](?:amd64|x64|x86_64|v?\\d+(?:\\.\\d+)+))*[-_.]?';
export const RELEASE_NAMES = WINDOWS_BUILDS.flatMap(({ tags, aliases }) => [...tags, ...aliases]).filter(
  (name) => !name.startsWith('ltsc'),
);

/**
 * A release after a word for Windows: `windows-2025-4.0.0`, `servercore1809`. Not the beginning of a version
 * (`windows-2022.1.3`) or of a date (`windows-2019-11-04`).
 */
const BEHIND_WINDOWS = new RegExp(
  `(?<![a-z0-9])${WINDOWS_WORD}${BETWEEN}(${RELEASE_NAMES.join('|')})(?![a-z0-9])(?!\\.\\d|-\\d\\d(?:-|$))`,
  'g',
);
const LONG_TERM = new RegExp(`(?<![a-z0-9])(?:${WINDOWS_WORD}[-_.]?)?(ltsc[-_.]?20\\d\\d)(?![a-z0-9])`, 'g');

/** The names of four digits, a year and a month, which a counter or a version may have, too. */
export const NUMBERED_NAMES = WINDOWS_BUILDS.flatMap(({ tags }) => tags.filter((name) => /^\d{4}$/.test(name)));

/** A release and the month of an update: `1809-jan2020`. */
export const WITH_MONTH = `(?:^|[-_])(${NUMBERED_NAMES.join('|')})[-_](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[-_]?(?:20)?\\d\\d$`;
const RELEASE_WITH_MONTH = new RegExp(WITH_MONTH, 'g');

/** A release at the end of a tag, without a word for Windows: `1809`, `2.1-1809-amd64`. */
export const AT_END = `(?:^|[-_])(${NUMBERED_NAMES.join('|')})(?:-(?:amd64|kb\\d+))*$`;
const RELEASE_AT_END = new RegExp(AT_END, 'g');

/** Names that identify a release in the tag of a Windows image even without a word for Windows. */
export const SEMI_ANNUAL_NAMES: readonly string[] = ['sac2016', '20h2', '23h2'];
const SEMI_ANNUAL = new RegExp(`(?<![a-z0-9])(${SEMI_ANNUAL_NAMES.join('|')})(?![a-z0-9])`, 'g');

/** The Windows releases in an image tag that prove a Windows image. */
export function releasesInTag(tag: string): readonly WindowsBuild[] {
  return NAMES_RELEASE.test(tag) ? releasesBy([LONG_TERM, BEHIND_WINDOWS], tag) : [];
}

/** Every name of a release contains one of these. */
const NAMES_RELEASE = /ltsc|\d/i;

/**
 * What is known of an image besides its tag. `named after Windows`: its repository has a word for Windows; `unknown`: only
 * the pod shows that it is for Windows.
 */
type ImageKind = 'base image' | 'product by year' | 'named after Windows' | 'other' | 'unknown';

/**
 * The build in the tag of a Windows image: `4.8-windowsservercore-ltsc2022`, `10.0.17763.1234`; undefined if there are
 * several. Four digits may belong to a date, a version or a counter. They count only after a word for Windows, before the
 * month of an update, at the end if the repository has such a word, or as the whole tag of a base image. Years alone count
 * only after a word for Windows; those of a product such as SQL Server, and of an unknown image, only after `ltsc`.
 */
export function buildOfTag(tag: string, of: ImageKind = 'other'): number | undefined {
  // Builds of Windows Server have five digits; `10.0.1` is a version of something else, such as .NET.
  const full = /(?:^|-)10\.0\.(\d{5,9})(?:\.\d+)?(?=-|$)/.exec(tag)?.[1];
  if (full !== undefined) return Number(full);
  const named = releasesBy([LONG_TERM, BEHIND_WINDOWS, RELEASE_WITH_MONTH, ...OTHER_NAMES[of]], tag, (name) =>
    of === 'product by year' || of === 'unknown' ? !/^20[1-9]\d$/.test(name) : true,
  );
  return named.length === 1 ? named[0]?.build : undefined;
}

const OTHER_NAMES: Readonly<Record<ImageKind, readonly RegExp[]>> = {
  'base image': [SEMI_ANNUAL, /^([^-]+)(?:-(?:amd64|kb\d+))*$/gi],
  'product by year': [SEMI_ANNUAL],
  'named after Windows': [SEMI_ANNUAL, RELEASE_AT_END],
  other: [SEMI_ANNUAL],
  unknown: [],
};

/** The distinct releases whose names these patterns find. */
function releasesBy(patterns: readonly RegExp[], tag: string, counts: (name: string) => boolean = () => true) {
  const names = patterns.flatMap((pattern) => [...tag.toLowerCase().matchAll(pattern)].map(([, name = '']) => name));
  if (names.length === 0) return [];
  const plain = names.filter(counts).map((name) => name.replace(/[-_.]/g, ''));
  return WINDOWS_BUILDS.filter(({ tags, aliases }) => [...tags, ...aliases].some((name) => plain.includes(name)));
}

/**
 * Whether an image of one build runs on a host of another with process isolation. From host 20348 on, an image can be
 * older, down to the previous long-term release; `strict` requires the same build, like earlier documentation. Does not
 * apply to HostProcess containers and Hyper-V isolation. The revision does not matter. Compared with the matcher of containerd
 * by test/images/matcher.test.ts.
 * https://learn.microsoft.com/en-us/virtualization/windowscontainers/deploy-containers/version-compatibility
 */
export function runsOn(image: number, host: number, strict = false): boolean {
  if (strict) return image === host;
  const previous = RELAXED_HOSTS.findLast((release) => release < host);
  return (previous ?? host) <= image && image <= host;
}

/** Whether an image with variants for several builds runs on a host. */
export function someRunsOn(images: readonly number[], host: number, strict = false): boolean {
  return images.some((image) => runsOn(image, host, strict));
}

/** Whether some host can run images of both builds. */
export function haveCommonHost(a: number, b: number, strict = false): boolean {
  return [a, b, ...WINDOWS_BUILDS.map((known) => known.build)].some(
    (host) => runsOn(a, host, strict) && runsOn(b, host, strict),
  );
}

/** The long-term releases whose hosts also run images of the previous long-term release. */
export const RELAXED_HOSTS: readonly number[] = WINDOWS_BUILDS.filter(
  (release) => release.channel === 'long-term' && release.build >= SERVER_2022,
).map((release) => release.build);

function build(
  number: number,
  product: string,
  channel: WindowsBuild['channel'],
  tags: readonly string[],
  { kubernetes = true, aliases = [], ends, last }: Support,
): WindowsBuild {
  return {
    build: number,
    product,
    channel,
    tags,
    aliases,
    label: kubernetes ? labelOfBuild(number) : undefined,
    endOfSupport: ends,
    lastKubernetes: last,
  };
}

interface Support {
  readonly kubernetes?: boolean;
  readonly aliases?: readonly string[];
  readonly ends: string;
  readonly last?: KubernetesVersion;
}
