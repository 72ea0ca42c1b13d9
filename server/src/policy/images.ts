import type { Settings } from '../lint/settings.ts';
import { BETWEEN, RELEASE_NAMES, WINDOWS_WORD } from '../windows/builds.ts';
import {
  LEGACY_REPOSITORIES,
  LINUX_KUBERNETES_IMAGES,
  LINUX_REPOSITORIES,
  LINUX_TAG,
  MIRRORS,
  WINDOWS_REPOSITORY,
  WINDOWS_TAG,
} from '../windows/images.ts';
import { matches, text } from './cel.ts';

// `parseImage` and `imageOs` of windows/images.ts as CEL, from the same tables.

const escaped = (value: string) => value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const oneOf = (values: Iterable<string>) => `(${[...values].map(escaped).join('|')})`;

const NAME = 'c.?image.orValue("").split("@")[0]';
const HAS_TAG = 'n.lastIndexOf(":") > n.lastIndexOf("/")';

/** Each container with its image taken apart: registry and repository as one path, and the tag. */
export const IMAGES =
  `variables.containers.map(c, [${NAME}].map(n, {` +
  '"name": string(c.name), "text": string(c.?image.orValue("")), ' +
  `"path": ${HAS_TAG} ? n.substring(0, n.lastIndexOf(":")) : n, ` +
  `"tag": ${HAS_TAG} ? n.substring(n.lastIndexOf(":") + 1) : ""})[0])` +
  '.map(i, {"name": i.name, "text": i.text, "tag": i.tag, "path": ' +
  `i.path.contains("/") && ${matches('i.path.split("/")[0]', /[.:]|^localhost$/)} ? ` +
  `(${matches('i.path', /^(index\.)?docker\.io\/[^/]+$/)} ? "docker.io/library/" + i.path.substring(i.path.indexOf("/") + 1) : ` +
  'i.path.startsWith("index.docker.io/") ? i.path.substring(6) : i.path) : ' +
  'i.path.contains("/") ? "docker.io/" + i.path : "docker.io/library/" + i.path})';

export const TAG = 'image.tag.lowerAscii()';
export const REPOSITORY = 'image.path.substring(image.path.indexOf("/") + 1)';

const LEGACY = [...LEGACY_REPOSITORIES.keys()].filter((name) => name !== 'microsoft/dotnet');
const IS_LEGACY = matches('image.path', `^docker\\.io/(${oneOf(LEGACY)}$|microsoft/mssql-server-windows|e2eteam/)`);
const IS_WINDOWS_REPOSITORY = [
  'image.path.startsWith("mcr.microsoft.com/windows")',
  matches(REPOSITORY, WINDOWS_REPOSITORY),
  matches(REPOSITORY, /(^|\/)(dotnet\/framework\/|iis$)/),
  IS_LEGACY,
].join(' || ');

/** Behind the name of a release, not the rest of a version or a date: `2022.1.3`, `2019-11-04`. */
const END = '($|[^a-z0-9.-]|\\.($|[^0-9])|-($|[^0-9]|[0-9]($|[^0-9])|[0-9][0-9][^-]))';
const IS_WINDOWS_TAG = [
  matches(TAG, WINDOWS_TAG),
  matches(TAG, `(^|[^a-z0-9])(${WINDOWS_WORD}[-_.]?)?ltsc[-_.]?20(16|19|22|25)($|[^a-z0-9])`),
  matches(TAG, `(^|[^a-z0-9])${WINDOWS_WORD}${BETWEEN}(${RELEASE_NAMES.join('|')})${END}`),
].join(' || ');
const IS_LINUX_TAG = `${matches(TAG, LINUX_TAG)} && !${matches(REPOSITORY, /(^|\/)(kubernetes-)?e2e-test-images\//)}`;

const HUB = `^(docker\\.io/|${[...MIRRORS].map(([registry, path]) => escaped(`${registry}/${path}`)).join('|')})`;
const IS_LINUX_REPOSITORY = [
  matches('image.path', `${HUB}${oneOf(LINUX_REPOSITORIES)}$`),
  `(${matches('image.path', `${HUB}envoyproxy/`)} && !${REPOSITORY}.contains("windows"))`,
  matches('image.path', `^(registry\\.k8s\\.io|k8s\\.gcr\\.io)/${oneOf(LINUX_KUBERNETES_IMAGES)}$`),
  matches(
    'image.path',
    /^(mcr\.microsoft\.com\/mssql\/(server$|rhel\/)|gcr\.io\/(distroless\/|istio-release\/proxyv2$))/,
  ),
].join(' || ');

/** The operating system that the name of an image tells: `windows`, `linux` or nothing. */
export const OS_OF_IMAGE =
  `(${IS_WINDOWS_REPOSITORY} ? "windows" : (${IS_WINDOWS_TAG}) ? (${IS_LINUX_TAG} ? "" : "windows") : ` +
  `${IS_LINUX_TAG} ? "linux" : (${IS_LINUX_REPOSITORY}) ? "linux" : "")`;

/** The same with what users say of their images. */
export function imageOs(settings: Settings): string {
  return saidOs(settings, OS_OF_IMAGE);
}

/** The operating system that the repository of an image tells, without its tag. */
export function osOfRepository(settings: Settings): string {
  return saidOs(
    settings,
    `(${IS_WINDOWS_REPOSITORY} ? "windows" : (${IS_WINDOWS_TAG}) || (${IS_LINUX_TAG}) ? "" : (${IS_LINUX_REPOSITORY}) ? "linux" : "")`,
  );
}

/** What users say of their images; the longest prefix decides. */
function saidOs({ windowsImages, linuxImages }: Settings, otherwise: string): string {
  const said = [
    ...windowsImages.map((prefix) => ({ prefix, os: 'windows' })),
    ...linuxImages.map((prefix) => ({ prefix, os: 'linux' })),
  ]
    .filter(({ prefix, os }, _, all) => !all.some((other) => other.prefix === prefix && other.os !== os))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  return `(${said.map(({ prefix, os }) => `image.text.startsWith(${text(prefix)}) ? ${text(os)} : `).join('')}${otherwise})`;
}

/** Images of Microsoft whose processes run as ContainerAdministrator by default. */
export const RUNS_AS_ADMINISTRATOR =
  `image.path.startsWith("mcr.microsoft.com/") && ${OS_OF_IMAGE} == "windows" && (` +
  `${REPOSITORY} in ["windows", "windows/server", "windows/servercore"] || (${REPOSITORY} != "windows/nanoserver" && ` +
  `!(${REPOSITORY} + ":" + ${TAG}).contains("nanoserver") && ` +
  `${matches(`(${REPOSITORY} + ":" + ${TAG})`, /servercore|(^|\/)iis:|(^|\/)dotnet\/framework\//)}))`;
