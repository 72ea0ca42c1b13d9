import type { LockedImage, LockedImages } from '../images/image-lock.ts';
import { canonicalName, parseReference } from '../images/reference.ts';
import { isPlaceholder } from '../kubernetes/placeholder.ts';
import type { Container, Pod } from '../kubernetes/pod.ts';
import { Memo } from '../text/memo.ts';
import type { Field } from '../yaml/read/field.ts';
import { maskPlaceholders } from '../yaml/read/placeholder.ts';
import { buildOfTag, releasesInTag } from './builds.ts';
import type { OperatingSystem } from './evidence.ts';
import { buildOfPlatform, windowsVariants } from './image-platforms.ts';
import { isLinuxRepository } from './linux-images.ts';

/** The parts of an image reference. A part with a placeholder is undefined, like an absent one. */
export interface Image {
  /** The whole reference. */
  readonly text: string;
  /** `docker.io` by default. */
  readonly registry: string | undefined;
  /** The path in the registry; official images of Docker Hub are under `library/`. */
  readonly repository: string | undefined;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
  /** The name under which its registry knows it; empty if a part of it is a placeholder, or invalid. */
  readonly wholeName: string;
  /** The operating system that its name identifies, regardless of the settings. */
  readonly namedOs: ImageOs | undefined;
  /** The Windows build that its tag would name for a Windows image. */
  readonly namedBuild: number | undefined;
  /** The same if nothing in its name shows that it is for Windows, but the pod does. */
  readonly impliedBuild: number | undefined;
}

type Reference = Omit<Image, 'wholeName' | 'namedOs' | 'namedBuild' | 'impliedBuild'>;

/** The operating system that an image is known to be for, and what says so: its registry, or a part of its name. */
export interface ImageOs {
  readonly os: OperatingSystem;
  readonly from: 'registry' | 'repository' | 'tag';
}

/** The settings for images of users: prefixes of their names. */
export interface ImagePrefixes {
  /** What registries say of images; undefined if nothing is known. */
  readonly images?: LockedImages;
  readonly windowsImages: readonly string[];
  readonly linuxImages: readonly string[];
}

type BaseImageId = 'nanoserver' | 'servercore' | 'server' | 'windows';

/** The default user and the shells of a Microsoft base image. */
export interface BaseImage {
  readonly id: BaseImageId;
  readonly repository: string;
  readonly defaultUser: 'ContainerUser' | 'ContainerAdministrator';
  readonly shells: readonly ('cmd' | 'powershell')[];
}

/** https://learn.microsoft.com/en-us/virtualization/windowscontainers/manage-containers/container-base-images */
export const BASE_IMAGES: readonly BaseImage[] = [
  { id: 'nanoserver', repository: 'windows/nanoserver', defaultUser: 'ContainerUser', shells: ['cmd'] },
  {
    id: 'servercore',
    repository: 'windows/servercore',
    defaultUser: 'ContainerAdministrator',
    shells: ['cmd', 'powershell'],
  },
  { id: 'server', repository: 'windows/server', defaultUser: 'ContainerAdministrator', shells: ['cmd', 'powershell'] },
  { id: 'windows', repository: 'windows', defaultUser: 'ContainerAdministrator', shells: ['cmd', 'powershell'] },
];

/** The former Microsoft repositories on Docker Hub with their replacements. All but `microsoft/dotnet` are for Windows. */
export const LEGACY_REPOSITORIES: ReadonlyMap<string, string> = new Map([
  ['microsoft/windowsservercore', 'mcr.microsoft.com/windows/servercore'],
  ['microsoft/nanoserver', 'mcr.microsoft.com/windows/nanoserver'],
  ['microsoft/iis', 'mcr.microsoft.com/windows/servercore/iis'],
  ['microsoft/aspnet', 'mcr.microsoft.com/dotnet/framework/aspnet'],
  ['microsoft/dotnet-framework', 'mcr.microsoft.com/dotnet/framework/runtime'],
  ['microsoft/dotnet', 'mcr.microsoft.com/dotnet/runtime'],
]);

/** Words in a tag that name a Linux distribution or Linux itself. */
export const LINUX_TAG =
  /(?:^|[^a-z])(?:alpine|debian|ubuntu|bookworm|bullseye|buster|stretch|trixie|focal|bionic|jammy|noble|azurelinux|mariner|chiseled|distroless|linux)(?![a-z])/;

/** Words in a tag that name Windows, with or without a release. */
export const WINDOWS_TAG = /windowsservercore|nanoserver|(?:^|[^a-z0-9])(?:windows|servercore)(?![a-z0-9])/;

/** Tags of images that are built on a base image of Windows. */
const WINDOWS_BASE_TAG = /nanoserver|servercore/;

export const WINDOWS_REPOSITORY =
  /(?:^|[^a-z])(?:nanoserver|(?:windows)?servercore|windows-host-process-containers-base-image)/;

/** Words in a repository that show an image for Windows, though it may have others, too. */
export const NAMED_AFTER_WINDOWS = /(?:^|[^a-z])(?:win(?:dows)?|iis|aspnet|netfx|dotnet[-_]framework)(?:[^a-z]|$)/;

/** Products whose versions are years, like those of Windows Server. */
export const PRODUCTS_BY_YEAR = /ms-?sql|sql-?server/;

const POSIX_SHELL = /git-for-windows|msys2|cygwin|busybox/;

/** The images of all containers, with their fields. */
export function podImages(pod: Pod): { readonly container: Container; readonly field: Field; readonly image: Image }[] {
  return pod.containers.flatMap((container) => {
    const field = container.field.get('image');
    return field?.outline === undefined ? [] : [{ container, field, image: parseImage(field.outline) }];
  });
}

/**
 * The image of a container. What a template or placeholder writes of it is unknown, as the content of most images is: reading
 * it is no doubt for rules, so they report what does not depend on these parts.
 */
export function imageOf({ field }: Container): Image {
  return parseImage(field.known(() => field.get('image')?.outline) ?? '');
}

/**
 * Parses an image reference like container runtimes. A text that is not a reference ends up in `repository`; a text that
 * is too long has no parts.
 */
export function parseImage(text: string): Image {
  if (text.length > MAX_LENGTH) return { ...NO_IMAGE, text };
  return PARSED.of(text, () => {
    const reference = readReference(text);
    return {
      ...reference,
      wholeName: wholeName(text),
      namedOs: namedOs(reference),
      namedBuild: namedBuild(reference),
      impliedBuild: impliedBuild(reference),
    };
  });
}

/** A cache, because many rules read the same images. */
const PARSED = new Memo<Image>(4_000);

/** Registries do not accept names of this length. */
const MAX_LENGTH = 4_096;
const NO_IMAGE = {
  registry: undefined,
  repository: undefined,
  tag: undefined,
  digest: undefined,
  wholeName: '',
  namedOs: undefined,
  namedBuild: undefined,
  impliedBuild: undefined,
};

function readReference(text: string): Reference {
  // A placeholder may contain characters that separate the parts.
  const masked = maskPlaceholders(text);
  const [name = '', digest] = masked.split('@', 2);
  const colon = name.lastIndexOf(':');
  const hasTag = colon > name.lastIndexOf('/');
  const tag = hasTag ? name.slice(colon + 1) : undefined;
  const path = (hasTag ? name.slice(0, colon) : name).split('/');
  const hasRegistry = path.length > 1 && /[.:$]|^localhost$/.test(path[0] ?? '');
  const registry = hasRegistry && path[0] !== 'index.docker.io' ? path[0] : 'docker.io';
  const rest = hasRegistry ? path.slice(1) : path;
  const repository = registry === 'docker.io' && rest.length === 1 ? `library/${rest[0]}` : rest.join('/');
  return { text, registry: known(registry), repository: known(repository), tag: known(tag), digest: known(digest) };
}

/** What its registry says of an image; undefined if it is not in the lock, or if a part of the name is unknown. */
export function lockedImage(image: Image, prefixes?: ImagePrefixes): LockedImage | undefined {
  return prefixes?.images?.get(image.wholeName);
}

/** The output of a template or a placeholder makes a reference invalid. */
function wholeName(text: string): string {
  return WHOLE_NAMES.of(text, () => {
    const reference = parseReference(text);
    return reference === undefined ? '' : canonicalName(reference);
  });
}

/** A cache, because many files have the same images. */
const WHOLE_NAMES = new Memo<string>(4_000, 1_000);

/**
 * The operating system that an image is known to be for; undefined for most images. Its registry is certain, and settings take
 * precedence over the name.
 */
export function imageOs(image: Image, prefixes?: ImagePrefixes): ImageOs | undefined {
  const locked = lockedImage(image, prefixes);
  if (locked !== undefined) return osOfPlatforms(locked);
  const configured = prefixes && configuredOs(image, prefixes);
  return configured === undefined ? image.namedOs : { os: configured, from: 'repository' };
}

/**
 * Whether an image exists only for Windows: a base image or an image of .NET Framework or IIS of Microsoft, an official
 * image with a Windows base image in its tag, or what the user has set. A name that only resembles these is a guess.
 */
export function isWindowsOnly(image: Image, prefixes?: ImagePrefixes): boolean {
  const locked = lockedImage(image, prefixes);
  if (locked !== undefined) return osOfPlatforms(locked)?.os === 'windows';
  const userOs = prefixes && configuredOs(image, prefixes);
  if (userOs !== undefined) return userOs === 'windows';
  const { registry, repository = '' } = image;
  const isOfMicrosoft = registry === 'mcr.microsoft.com';
  if (isOfMicrosoft && /^(?:windows(?:$|\/)|dotnet\/framework\/)/.test(repository)) return true;
  if (registry === 'docker.io' && isLegacyWindows(repository)) return true;
  const isPublished = isOfMicrosoft || (registry === 'docker.io' && repository.startsWith('library/'));
  return isPublished && image.namedOs?.os === 'windows' && WINDOWS_BASE_TAG.test(image.tag?.toLowerCase() ?? '');
}

function namedOs(image: Reference): ImageOs | undefined {
  if (isWindowsRepository(image)) return { os: 'windows', from: 'repository' };
  const tag = image.tag?.toLowerCase() ?? '';
  const windows = WINDOWS_TAG.test(tag) || releasesInTag(tag).length > 0;
  const linux = LINUX_TAG.test(tag) && !isMultiPlatform(image);
  if (windows || linux) return windows && linux ? undefined : { os: windows ? 'windows' : 'linux', from: 'tag' };
  return isLinuxRepository(image.registry, image.repository) ? { os: 'linux', from: 'repository' } : undefined;
}

/** The Microsoft base image that an image is, so that its default user is known. */
export function baseImage({ registry, repository }: Image): BaseImage | undefined {
  return registry === 'mcr.microsoft.com' ? BASE_IMAGES.find((base) => base.repository === repository) : undefined;
}

/**
 * Whether a container runs `ServiceMonitor.exe`, which needs an administrator to start IIS. It is the entry point of the images
 * of microsoft/iis-docker, and of aspnet and wcf in microsoft/dotnet-framework-docker.
 */
export function startsIis(container: Container): boolean {
  const { registry, repository = '' } = imageOf(container);
  const isOfIis = registry === 'mcr.microsoft.com' && IIS_REPOSITORIES.includes(repository);
  return isOfIis && container.field.get('command') === undefined;
}

const IIS_REPOSITORIES: readonly string[] = [
  'dotnet/framework/aspnet',
  'dotnet/framework/wcf',
  'windows/servercore/iis',
];

/** Whether a Windows image contains or may contain `sh` and Linux utilities. */
export function mayHavePosixShell(image: Image, prefixes: readonly string[]): boolean {
  const { text, repository = '' } = image;
  return (
    longestPrefix(text, prefixes) > 0 ||
    mayHavePrefix(text, prefixes) ||
    POSIX_SHELL.test(repository) ||
    isMultiPlatform(image) ||
    isWindowsTestImage(repository)
  );
}

/** The replacement of a former Microsoft repository on Docker Hub, null if there is none; undefined for other images. */
export function movedTo({ registry, repository = '' }: Image): string | null | undefined {
  if (registry !== 'docker.io') return undefined;
  return LEGACY_REPOSITORIES.get(repository) ?? (isSqlServer(repository) ? null : undefined);
}

/** The base image that an image is or, by its name or tag, is built on. Images built on it may have other users or shells. */
export function builtOn(image: Image): BaseImage | undefined {
  if (imageOs(image)?.os !== 'windows') return undefined;
  const name = `${image.repository ?? ''}:${image.tag?.toLowerCase() ?? ''}`;
  const id = /nanoserver/.test(name)
    ? 'nanoserver'
    : /servercore|(?:^|\/)iis:|(?:^|\/)dotnet\/framework\//.test(name)
      ? 'servercore'
      : undefined;
  return baseImage(image) ?? BASE_IMAGES.find((base) => base.id === id);
}

/**
 * The Windows build in the tag of an image; undefined if there is none, or if the image is not known to be for Windows. In a
 * pod that is, an image without a known operating system is, too.
 */
export function imageBuild(image: Image, prefixes?: ImagePrefixes, isWindowsPod = false): number | undefined {
  const locked = lockedImage(image, prefixes);
  if (locked !== undefined) {
    const [build, ...others] = buildsIn(locked) ?? [];
    return others.length === 0 ? build : undefined;
  }
  const os = imageOs(image, prefixes)?.os;
  if (os === 'windows') return image.namedBuild;
  return os === undefined && isWindowsPod ? image.impliedBuild : undefined;
}

/**
 * The Windows builds that an image has variants for, in ascending order: those in its registry, or the one in its tag. Undefined if
 * they are not known, or if a variant has no `os.version`, which matches each node.
 */
export function imageBuilds(
  image: Image,
  prefixes?: ImagePrefixes,
  isWindowsPod = false,
): readonly number[] | undefined {
  const locked = lockedImage(image, prefixes);
  if (locked === undefined) {
    const build = imageBuild(image, prefixes, isWindowsPod);
    return build === undefined ? undefined : [build];
  }
  return buildsIn(locked);
}

/** The Windows builds in the registry of an image; undefined if there are none, or if a variant has no `os.version`. */
function buildsIn(image: LockedImage): readonly number[] | undefined {
  const builds = windowsVariants(image).map(buildOfPlatform);
  if (builds.length === 0 || !builds.every((build) => build !== undefined)) return undefined;
  return [...new Set(builds)].sort((a, b) => a - b);
}

/** The only operating system of an image; undefined if it has variants for several. */
function osOfPlatforms({ platforms }: LockedImage): ImageOs | undefined {
  const systems = new Set(platforms.map(({ os }) => os));
  const [os] = systems;
  return systems.size === 1 && (os === 'windows' || os === 'linux') ? { os, from: 'registry' } : undefined;
}

/** Whether a manifest may name an image whose registry has it only for Windows. */
export function mayHaveWindowsImage(text: string, images: LockedImages): boolean {
  const names = windowsNames(images);
  if (names.size === 0) return false;
  // `matchAll` copies the expression each time.
  IMAGE_VALUE.lastIndex = 0;
  for (let match = IMAGE_VALUE.exec(text); match !== null; match = IMAGE_VALUE.exec(text)) {
    if (names.has(wholeName(match[1] ?? ''))) return true;
  }
  return false;
}

/** The whole names of the images that exist only for Windows. */
export function windowsNames(images: LockedImages): ReadonlySet<string> {
  const isForWindows = (image: LockedImage) => osOfPlatforms(image)?.os === 'windows';
  const names = WINDOWS_NAMES.get(images) ?? new Set([...images.values()].filter(isForWindows).map(({ name }) => name));
  WINDOWS_NAMES.set(images, names);
  return names;
}

const WINDOWS_NAMES = new WeakMap<LockedImages, ReadonlySet<string>>();
const IMAGE_VALUE = /\bimage["']?[ \t]*:[ \t]*["']?([^\s"',}]+)/g;

function namedBuild(image: Reference): number | undefined {
  const { tag, repository = '' } = image;
  if (tag === undefined) return undefined;
  if (isBaseRepository(image)) return buildOfTag(tag, 'base image');
  if (PRODUCTS_BY_YEAR.test(repository)) return buildOfTag(tag, 'product by year');
  return buildOfTag(tag, NAMED_AFTER_WINDOWS.test(repository) ? 'named after Windows' : 'other');
}

function impliedBuild(image: Reference): number | undefined {
  const { tag, repository = '' } = image;
  if (NAMED_AFTER_WINDOWS.test(repository)) return namedBuild(image);
  return tag === undefined ? undefined : buildOfTag(tag, 'unknown');
}

/** The longest prefix decides. */
function configuredOs({ text }: Image, { windowsImages, linuxImages }: ImagePrefixes): OperatingSystem | undefined {
  const windows = longestPrefix(text, windowsImages);
  const linux = longestPrefix(text, linuxImages);
  return windows === linux ? undefined : windows > linux ? 'windows' : 'linux';
}

function longestPrefix(text: string, prefixes: readonly string[]): number {
  return Math.max(0, ...prefixes.filter((prefix) => text.startsWith(prefix)).map(({ length }) => length));
}

/** Whether a placeholder may stand for the rest of one of the prefixes. */
function mayHavePrefix(text: string, prefixes: readonly string[]): boolean {
  const [start = '', ...others] = maskPlaceholders(text).split('$');
  return others.length > 0 && prefixes.some((prefix) => prefix.startsWith(start));
}

function isWindowsRepository({ registry, repository }: Reference): boolean {
  if (repository === undefined) return false;
  return (
    (registry === 'mcr.microsoft.com' && repository.startsWith('windows')) ||
    WINDOWS_REPOSITORY.test(repository) ||
    isFramework(repository) ||
    /(?:^|\/)iis$/.test(repository) ||
    (registry === 'docker.io' && (isLegacyWindows(repository) || isWindowsTestImage(repository)))
  );
}

/** .NET Framework exists only for Windows. Its samples are published under the same path. */
function isFramework(repository: string): boolean {
  return /(?:^|\/)dotnet\/framework\//.test(repository);
}

/** The test images of Kubernetes have Windows variants, even with tags such as `2.4.39-alpine`. */
function isMultiPlatform({ repository }: Reference): boolean {
  return repository !== undefined && /(?:^|\/)(?:kubernetes-)?e2e-test-images\//.test(repository);
}

/** The former Windows test images of Kubernetes: https://github.com/e2eteam/k8s-windows-images */
function isWindowsTestImage(repository: string): boolean {
  return repository.startsWith('e2eteam/');
}

function isLegacyWindows(repository: string): boolean {
  if (repository === 'microsoft/dotnet') return false;
  return LEGACY_REPOSITORIES.has(repository) || isSqlServer(repository);
}

function isSqlServer(repository: string): boolean {
  return repository.startsWith('microsoft/mssql-server-windows');
}

function isBaseRepository({ registry, repository = '' }: Reference): boolean {
  if (registry === 'mcr.microsoft.com' && BASE_IMAGES.some((base) => base.repository === repository)) return true;
  return /(?:nanoserver|servercore)$/.test(repository);
}

function known(part: string | undefined): string | undefined {
  return part === undefined || isPlaceholder(part) ? undefined : part;
}
