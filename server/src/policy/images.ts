import type { Settings } from '../lint/settings/settings.ts';
import {
  AT_END,
  BETWEEN,
  NUMBERED_NAMES,
  RELAXED_HOSTS,
  RELEASE_NAMES,
  SEMI_ANNUAL_NAMES,
  WINDOWS_BUILDS,
  WINDOWS_WORD,
  WITH_MONTH,
} from '../windows/builds.ts';
import {
  BASE_IMAGES,
  LEGACY_REPOSITORIES,
  LINUX_TAG,
  NAMED_AFTER_WINDOWS,
  PRODUCTS_BY_YEAR,
  WINDOWS_REPOSITORY,
  WINDOWS_TAG,
} from '../windows/images.ts';
import { LINUX_NAMESPACES, LINUX_REPOSITORIES, MIRRORS, OLD_KUBERNETES_REGISTRY } from '../windows/linux-images.ts';
import { matches, text } from './cel.ts';
import { imageOf } from './fields.ts';

// The functions `parseImage`, `imageOs` and `imageBuild` of windows/images.ts as CEL, with the same tables.

const escaped = (value: string) => value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const oneOf = (values: Iterable<string>) => `(${[...values].map(escaped).join('|')})`;

const NAME = `${imageOf('c')}.split("@")[0]`;
// In Kubernetes 1.30, `lastIndexOf` of an empty text is an error.
const HAS_TAG = 'n != "" && n.lastIndexOf(":") > n.lastIndexOf("/")';

/** Each container with its parsed image: registry and repository as one path, and the tag. */
const PARSED_IMAGES =
  `variables.containers.map(c, [${NAME}].map(n, {` +
  `"name": string(c.name), "text": string(${imageOf('c')}), ` +
  `"path": ${HAS_TAG} ? n.substring(0, n.lastIndexOf(":")) : n, ` +
  `"tag": ${HAS_TAG} ? n.substring(n.lastIndexOf(":") + 1) : ""})[0])` +
  '.map(i, {"name": i.name, "text": i.text, "tag": i.tag, "path": ' +
  `i.path.contains("/") && ${matches('i.path.split("/")[0]', /[.:]|^localhost$/)} ? ` +
  `(${matches('i.path', /^(index\.)?docker\.io\/[^/]+$/)} ? "docker.io/library/" + i.path.substring(i.path.indexOf("/") + 1) : ` +
  'i.path.startsWith("index.docker.io/") ? i.path.substring(6) : i.path) : ' +
  'i.path.contains("/") ? "docker.io/" + i.path : "docker.io/library/" + i.path})';

const TAG = 'image.tag.lowerAscii()';
const REPOSITORY = 'image.path.substring(image.path.indexOf("/") + 1)';

const LEGACY = [...LEGACY_REPOSITORIES.keys()].filter((name) => name !== 'microsoft/dotnet');
const IS_LEGACY = matches('image.path', `^docker\\.io/(${oneOf(LEGACY)}$|microsoft/mssql-server-windows|e2eteam/)`);
const IS_WINDOWS_REPOSITORY = [
  'image.path.startsWith("mcr.microsoft.com/windows")',
  matches(REPOSITORY, WINDOWS_REPOSITORY),
  matches(REPOSITORY, /(^|\/)(dotnet\/framework\/|iis$)/),
  IS_LEGACY,
].join(' || ');

const LONG_TERM_YEARS = WINDOWS_BUILDS.flatMap(({ tags }) => tags).flatMap((name) =>
  name.startsWith('ltsc') ? [name.slice(4)] : [],
);

/** The end of a release name, which a version or date such as `2022.1.3` or `2019-11-04` does not have. */
const END = '($|[^a-z0-9.-]|\\.($|[^0-9])|-($|[^0-9]|[0-9]($|[^0-9])|[0-9][0-9][^-]))';
const IS_WINDOWS_TAG = [
  matches(TAG, WINDOWS_TAG),
  matches(TAG, `(^|[^a-z0-9])(${WINDOWS_WORD}[-_.]?)?ltsc[-_.]?(${LONG_TERM_YEARS.join('|')})($|[^a-z0-9])`),
  matches(TAG, `(^|[^a-z0-9])${WINDOWS_WORD}${BETWEEN}(${RELEASE_NAMES.join('|')})${END}`),
].join(' || ');
const IS_LINUX_TAG = `${matches(TAG, LINUX_TAG)} && !${matches(REPOSITORY, /(^|\/)(kubernetes-)?e2e-test-images\//)}`;

/** Names of repositories, also in the mirrors of their registry. */
const REGISTRIES: readonly (readonly [registry: string, copies: readonly string[]])[] = [
  ['docker.io/', [...MIRRORS].map(([registry, path]) => `${registry}/${path}`)],
  ['registry.k8s.io/', [`${OLD_KUBERNETES_REGISTRY}/`]],
];
const withCopies = (names: Iterable<string>) => {
  const all = [...names];
  const isIn = (name: string) => REGISTRIES.find(([registry]) => name.startsWith(registry));
  const others = all.filter((name) => isIn(name) === undefined);
  const inRegistries = REGISTRIES.flatMap(([registry, copies]) => {
    const inside = all.filter((name) => name.startsWith(registry)).map((name) => name.slice(registry.length));
    return inside.length === 0 ? [] : `${oneOf([registry, ...copies])}${oneOf(inside)}`;
  });
  return `(${[...inRegistries, oneOf(others)].join('|')})`;
};
const IS_LINUX_REPOSITORY = [
  matches('image.path', `^${withCopies(LINUX_REPOSITORIES)}$`),
  `(${matches('image.path', `^${withCopies(LINUX_NAMESPACES)}`)} && !${REPOSITORY}.contains("windows"))`,
].join(' || ');

/** The operating system that the name of an image indicates: `windows`, `linux` or nothing. */
const OS_OF_IMAGE =
  `(${IS_WINDOWS_REPOSITORY} ? "windows" : (${IS_WINDOWS_TAG}) ? (${IS_LINUX_TAG} ? "" : "windows") : ` +
  `${IS_LINUX_TAG} ? "linux" : (${IS_LINUX_REPOSITORY}) ? "linux" : "")`;

/** Each container with its parsed image and its operating system, according to the settings or its name. */
export function imagesOf(settings: Settings): string {
  const parts = ['name', 'text', 'path', 'tag'].map((part) => `"${part}": image.${part}, `).join('');
  return `${PARSED_IMAGES}.map(image, {${parts}"os": ${configuredOs(settings, OS_OF_IMAGE)}})`;
}

/** The operating system according to the settings or the repository of an image, without its tag. */
export function osOfRepository(settings: Settings): string {
  return configuredOs(
    settings,
    `(${IS_WINDOWS_REPOSITORY} ? "windows" : (${IS_WINDOWS_TAG}) || (${IS_LINUX_TAG}) ? "" : (${IS_LINUX_REPOSITORY}) ? "linux" : "")`,
  );
}

/** The operating system that the settings define for an image; the longest prefix decides. */
function configuredOs({ windowsImages, linuxImages }: Settings, otherwise: string): string {
  const prefixes = [
    ...windowsImages.map((prefix) => ({ prefix, os: 'windows' })),
    ...linuxImages.map((prefix) => ({ prefix, os: 'linux' })),
  ]
    .filter(({ prefix, os }, _, all) => !all.some((other) => other.prefix === prefix && other.os !== os))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  return `(${prefixes.map(({ prefix, os }) => `image.text.startsWith(${text(prefix)}) ? ${text(os)} : `).join('')}${otherwise})`;
}

const FULL_BASES = BASE_IMAGES.filter(({ id }) => id !== 'nanoserver').map(
  ({ repository }) => `mcr.microsoft.com/${repository}`,
);
const REPOSITORY_AND_TAG = `(${REPOSITORY} + ":" + ${TAG})`;

/** `builtOn` of windows/images.ts: `nanoserver`, `servercore` for it and larger base images, or nothing. */
export const BUILT_ON =
  `(${OS_OF_IMAGE} != "windows" ? "" : image.path in ${JSON.stringify(FULL_BASES)} ? "servercore" : ` +
  `${REPOSITORY_AND_TAG}.contains("nanoserver") ? "nanoserver" : ` +
  `${matches(REPOSITORY_AND_TAG, /servercore|(^|\/)iis:|(^|\/)dotnet\/framework\//)} ? "servercore" : "")`;

// `buildOfTag` of windows/builds.ts. CEL finds all matches of a regular expression, but has no lookahead: `END` consumes
// characters with which the next match may start. A match starts with `w`, `s` or `n` after a separator, so a `!` is
// inserted between them. `_` is a word character for `\b`, so it is replaced by `~`. Tags cannot contain `!` and `~`; if an
// invalid one does, they are replaced by `?`.
const STARTS = ['w', 's', 'n'];
const MARKED_TAG = [
  ['~', '?'],
  ['!', '?'],
  ['_', '~'],
  ...STARTS.flatMap((letter) => ['-', '.'].map((separator) => [separator + letter, `${separator}!${letter}`])),
].reduce((tag, [from = '', to = '']) => `${tag}.replace(${text(from)}, ${text(to)})`, TAG);
const marked = (pattern: string) =>
  pattern.replaceAll('(?:', '(').replaceAll('_', '~').replaceAll('[-~.]?server', '[-~.]?!?server');
const all = (pattern: string) => `tag.findAll(${text(marked(pattern))})`;

const YEARS = LONG_TERM_YEARS.join('|');
const LONG_TERM = all(`\\b(${WINDOWS_WORD}[-_.]?)?ltsc[-_.]?(${YEARS})\\b`);
const BEHIND_WINDOWS = all(`\\b${WINDOWS_WORD}${BETWEEN}!?(${RELEASE_NAMES.join('|')})${END}`);
const SEMI_ANNUAL = all(`\\b(${SEMI_ANNUAL_NAMES.join('|')})\\b`);

const IS_BASE = `(image.path in ${JSON.stringify(BASE_IMAGES.map(({ repository }) => `mcr.microsoft.com/${repository}`))} || ${matches(REPOSITORY, /(nanoserver|servercore)$/)})`;
const IS_BY_YEAR = `(!${IS_BASE} && ${matches(REPOSITORY, PRODUCTS_BY_YEAR)})`;
/** Whether something besides the pod shows that the image is for Windows. */
const IS_KNOWN = `(image.os == "windows" || ${matches(REPOSITORY, NAMED_AFTER_WINDOWS)})`;
const IS_NAMED = `(!${IS_BASE} && !${matches(REPOSITORY, PRODUCTS_BY_YEAR)} && ${matches(REPOSITORY, NAMED_AFTER_WINDOWS)})`;
const IS_YEAR = matches('found', `[^c]20[1-9][0-9]${END}$`);
/** The release in the part of the tag that a pattern finds; empty if there is none. */
const numberIn = (pattern: string) =>
  `${TAG}.find(${text(pattern.replaceAll('(?:', '('))}).find(${text(NUMBERED_NAMES.join('|'))})`;
const WHOLE = `(${IS_KNOWN} && ${IS_BASE} && ${matches(TAG, /^[^-]+(-(amd64|kb[0-9]+))*$/)} ? ${TAG}.split("-")[0].replace("_", "").replace(".", "") : "")`;

/** The builds whose names are among the matches, or are the whole tag. */
const NAMED = WINDOWS_BUILDS.map(({ build, tags, aliases }) => {
  const names = [...tags, ...aliases];
  const isFound = matches('one', `(${names.map((name) => name.replace(/^ltsc/, 'ltsc[-~.]?')).join('|')})${END}$`);
  return `(found.exists(one, ${isFound}) || whole in ${JSON.stringify(names)} ? ["${build}"] : [])`;
}).join(' + ');

const BUILD_BY_NAME =
  `[${MARKED_TAG}].map(tag, ${LONG_TERM} + (${IS_KNOWN} ? ${SEMI_ANNUAL} : []) + [${numberIn(WITH_MONTH)}] + ` +
  `(${IS_NAMED} ? [${numberIn(AT_END)}] : []) + ` +
  `${BEHIND_WINDOWS}.filter(found, !((${IS_BY_YEAR} || !${IS_KNOWN}) && ${IS_YEAR})))` +
  `.map(found, [${WHOLE}].map(whole, ${NAMED})[0]).map(builds, size(builds) == 1 ? builds[0] : "")[0]`;
const FULL = 'image.tag.find("(^|-)10[.]0[.][0-9]{5,9}([.][0-9]+)?(-|$)")';

/** Each image with the build that its tag names: a number in a string, or nothing. */
export const BUILDS_OF_IMAGES =
  'variables.images.map(image, {"name": image.name, "path": image.path, "os": image.os, "build": ' +
  `[${FULL}].map(full, full != "" ? string(int(full.split(".")[2].split("-")[0])) : ${BUILD_BY_NAME})[0]})`;

/** `runsOn` of windows/builds.ts, of builds as integers. */
export function runsOn(
  image: string,
  host: string,
  { strictImageMatching }: Pick<Settings, 'strictImageMatching'>,
): string {
  if (strictImageMatching) return `(${image} == ${host})`;
  const oldest = RELAXED_HOSTS.reduce((rest, build) => `${host} > ${build} ? ${build} : ${rest}`, host);
  return `(${image} <= ${host} && (${oldest}) <= ${image})`;
}
