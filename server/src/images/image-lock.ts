import { t } from '../text/localize.ts';
import { Memo } from '../text/memo.ts';
import type { Span } from '../text/span.ts';
import { parse } from '../yaml/read/document.ts';
import type { Field } from '../yaml/read/field.ts';
import { slice } from '../yaml/read/slice.ts';
import type { Platform } from './platform.ts';
import { canonicalName, isDigest, parseReference } from './reference.ts';

/** The name of the file that records the platforms of images. */
export const IMAGE_LOCK_NAME = '.kubewin-images.yaml';

/** An image in the file. */
export interface LockedImage {
  /** Its canonical name. */
  readonly name: string;
  /** The digest of its manifest or index. */
  readonly digest: string;
  /** The day on which the registry was asked, such as `2026-11-26`. */
  readonly updated: string;
  readonly platforms: readonly Platform[];
}

/** The images of a file by their whole names. */
export type LockedImages = ReadonlyMap<string, LockedImage>;

/** Whether this is the URI of such a file. */
export function isImageLock(uri: string): boolean {
  return uri.endsWith(`/${IMAGE_LOCK_NAME}`);
}

/** The valid images of a file. A file that cannot be read has none. */
export interface ImageLock {
  readonly images: readonly LockedImage[];
  /** The key `images`. */
  readonly span: Span;
  readonly faults: readonly LockFault[];
}

/** Something invalid in the file. */
export interface LockFault {
  readonly span: Span;
  readonly message: string;
}

const VERSION = '1';
const MS_PER_DAY = 86_400_000;

const HEADER = `# Platforms of the images in these manifests, as their registries report them.
# To refresh this file, run: kubewin images --lock --update '*'
version: ${VERSION}
`;

/** In characters: about 10,000 images. */
const MAX_LENGTH = 4_000_000;
/** Further faults are not reported. */
const MAX_FAULTS = 100;
/** Messages show no more characters of a name or value. */
const MAX_SHOWN = 100;
/** Of each part of a platform, in characters. Names of operating systems and architectures are shorter. */
const MAX_PART = 64;

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const PLATFORM = /^([^/ ]+)\/([^/ ]+)(?:\/([^/ ]+))?(?: ([^/ ]+))?$/;
/** An image and its platforms as they are written. */
const ENTRY =
  /^ {2}(\S+):\r?\n {4}digest: (\S+)\r?\n {4}updated: (\S+)\r?\n {4}platforms:(?: \[\])?\r?\n((?: {6}- .*\n)*)/gm;
const ITEM = /^ {6}- (.*?)\r?$/gm;
/** The characters that containerd allows in platforms, and `+` of semantic versions. */
const PART = /^[a-z\d][\w.+-]*$/i;

/** The text of the file. Images and platforms are sorted, and each is written once. */
export function writeImageLock(images: Iterable<LockedImage>): string {
  const byName = new Map([...images].map((image) => [image.name, image]));
  const sorted = [...byName.values()].sort((a, b) => compare(a.name, b.name));
  return HEADER + (sorted.length === 0 ? 'images: {}\n' : `images:\n${sorted.map(entryOf).join('')}`);
}

function entryOf({ name, digest, updated, platforms }: LockedImage): string {
  // The address in an IPv6 reference is in brackets.
  const key = name.startsWith('[') ? `"${name}"` : name;
  const list = LIST_TEXTS.get(platforms) ?? listText(platforms);
  LIST_TEXTS.set(platforms, list);
  return `  ${key}:\n    digest: ${digest}\n    updated: ${updated}\n    platforms:${list}`;
}

/** A cache: `readWritten` shares one list among all images with these platforms. */
const LIST_TEXTS = new WeakMap<readonly Platform[], string>();

function listText(platforms: readonly Platform[]): string {
  const texts = [...new Set([...platforms].sort(comparePlatforms).map(platformText))];
  return texts.length === 0 ? ' []\n' : `\n${texts.map((text) => `      - ${text}\n`).join('')}`;
}

/** A platform as a text, such as `linux/arm/v7` or `windows/amd64 10.0.20348.3692`. */
export function platformText({ os, architecture, variant, osVersion }: Platform): string {
  const names = variant === undefined ? [os, architecture] : [os, architecture, variant];
  return `${names.join('/')}${osVersion === undefined ? '' : ` ${osVersion}`}`;
}

/** How platforms differ in more than the revision of a Windows build, such as `now without linux/arm64`. */
export function platformChanges(before: readonly Platform[], now: readonly Platform[]): string[] {
  const textsOf = (platforms: readonly Platform[]) =>
    new Set([...platforms].sort(comparePlatforms).map(withoutRevision));
  const [old, current] = [textsOf(before), textsOf(now)];
  const change = (word: string, texts: ReadonlySet<string>, others: ReadonlySet<string>) => {
    const own = [...texts].filter((text) => !others.has(text));
    return own.length === 0 ? [] : [`${word} ${own.join(' and ')}`];
  };
  return [...change('now without', old, current), ...change('now with', current, old)];
}

function withoutRevision({ osVersion, ...platform }: Platform): string {
  const build = osVersion?.split('.').slice(0, 3).join('.');
  return platformText({ ...platform, ...(build === undefined ? {} : { osVersion: build }) });
}

/** Reads the text of a platform; undefined for any other text. */
export function readPlatform(text: string): Platform | undefined {
  const [, os, architecture, variant, osVersion] = PLATFORM.exec(text) ?? [];
  const parts = [os, architecture, variant, osVersion].filter((part) => part !== undefined);
  const isValid = parts.every((part) => part.length <= MAX_PART && PART.test(part));
  if (os === undefined || architecture === undefined || !isValid) return undefined;
  return {
    os,
    architecture,
    ...(variant === undefined ? {} : { variant }),
    ...(osVersion === undefined ? {} : { osVersion }),
  };
}

/** Reads the file. What is not valid is left out and listed in `faults`. */
export function readImageLock(text: string): ImageLock {
  const written = readWritten(text);
  if (written !== undefined) return written;
  const faults: LockFault[] = [];
  const report = (span: Span, message: () => string): undefined => {
    if (faults.length < MAX_FAULTS) faults.push({ span, message: message() });
  };
  const root = rootOf(text, report);
  if (root === undefined) return { images: [], span: { start: 0, end: 0 }, faults };
  reportUnknown(root, ['version', 'images'], report);
  const list = root.get('images');
  if (list !== undefined && !list.isMapping) report(list.span, () => t('`images` is a mapping from names to images.'));
  const images = list?.entries().flatMap(([name, field]) => imageOf(name, field, report) ?? []) ?? [];
  return { images, span: list?.span ?? root.span, faults };
}

/**
 * Reads a file that nobody has edited; undefined for any other. Parsing 2,000 images as YAML would take as long as checking some
 * thousand manifests.
 */
function readWritten(text: string): ImageLock | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  // Many images have the same platforms.
  const lists = new Memo<readonly (Platform | undefined)[]>(1_000);
  const images = [...text.matchAll(ENTRY)].flatMap(([, key = '', digest = '', updated = '', list = '']) => {
    const name = key.replace(/^"(.*)"$/, '$1');
    const platforms = lists.of(list, () => [...list.matchAll(ITEM)].map(([, item = '']) => readPlatform(item)));
    const reference = parseReference(name);
    const isValid =
      reference !== undefined && canonicalName(reference) === name && isDigest(digest) && DATE.test(updated);
    return isValid && platforms.every((platform) => platform !== undefined)
      ? [{ name, digest, updated, platforms }]
      : [];
  });
  // Line ends differ where Git converts them.
  if (writeImageLock(images) !== text.replaceAll('\r\n', '\n')) return undefined;
  const start = text.search(/^images:/m);
  return { images, span: { start, end: start + 'images'.length }, faults: [] };
}

/** A hint if images were read more than `maxAge` days before a date. What a digest names never changes. */
export function ageHint({ images, span }: ImageLock, date: string, maxAge: number): LockFault | undefined {
  const isOld = ({ name, updated }: LockedImage) =>
    !name.includes('@') && Date.parse(date) - Date.parse(updated) > maxAge * MS_PER_DAY;
  const old = maxAge === 0 ? [] : images.filter(isOld);
  const [oldest] = old.map(({ updated }) => updated).sort();
  if (oldest === undefined) return undefined;
  const what =
    old.length === 1
      ? t`The platforms of 1 image were read more than ${maxAge} days ago, on ${oldest}.`
      : t`The platforms of ${old.length} images were read more than ${maxAge} days ago, the first on ${oldest}.`;
  return { span, message: `${what} ${t("To refresh them, run: kubewin images --lock --update '*' --prune")}` };
}

type Report = (span: Span, message: () => string) => undefined;

/** The top mapping of a file that can be read. */
function rootOf(text: string, report: Report): Field | undefined {
  const start = { start: 0, end: 0 };
  if (text.length > MAX_LENGTH) {
    const length = MAX_LENGTH.toLocaleString('en-US');
    return report(start, () => t`The file has more than ${length} characters, so it is ignored.`);
  }
  const [first, second] = slice(text);
  const { errors, root } = parse(text.slice(0, first?.end));
  const [error] = errors;
  if (error !== undefined) {
    const message = error.message.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
    const at = { start: error.at, end: Math.min(error.at + 1, text.length) };
    return report(at, () => t`The file is not valid YAML, so it is ignored: ${message}.`);
  }
  const version = root?.get('version');
  if (root === undefined || version?.source !== VERSION) {
    const at = version?.valueSpan ?? root?.span ?? start;
    return report(at, () => t`The file is ignored, because its \`version\` is not ${VERSION}.`);
  }
  if (second !== undefined) {
    const at = { start: second.start, end: Math.min(second.start + 3, text.length) };
    report(at, () => t('The file has one document; the others are ignored.'));
  }
  return root;
}

function imageOf(name: string, field: Field, report: Report): LockedImage | undefined {
  const reference = parseReference(name);
  const canonical = reference && canonicalName(reference);
  if (canonical === undefined) {
    return report(field.span, () => t`\`${shown(name)}\` is not the name of an image, so it is ignored.`);
  }
  if (canonical !== name) {
    return report(field.span, () => t`\`${shown(name)}\` is ignored: the whole name is \`${shown(canonical)}\`.`);
  }
  reportUnknown(field, ['digest', 'updated', 'platforms'], report);
  const digest = field.get('digest')?.source;
  const updated = field.get('updated')?.source;
  const platforms = platformsOf(name, field, report);
  const ignored = (key: string): undefined =>
    report(field.get(key)?.valueSpan ?? field.span, () => {
      return t`\`${shown(name)}\` is ignored, because its \`${key}\` is missing or not valid.`;
    });
  if (digest === undefined || !isDigest(digest)) return ignored('digest');
  if (updated === undefined || !DATE.test(updated)) return ignored('updated');
  return platforms === undefined ? ignored('platforms') : { name, digest, updated, platforms };
}

/** The platforms of an image; undefined if one of them is not valid. */
function platformsOf(name: string, image: Field, report: Report): Platform[] | undefined {
  const list = image.get('platforms');
  if (!list?.isSequence) return undefined;
  const platforms = list.items().map((item) => {
    const platform = readPlatform(item.source ?? '');
    if (platform !== undefined) return platform;
    const message = () => t`\`${shown(item.source ?? '')}\` is not a platform of \`${shown(name)}\`.`;
    return report(item.span, message);
  });
  return platforms.every((platform) => platform !== undefined) ? platforms : undefined;
}

function reportUnknown(field: Field, known: readonly string[], report: Report): void {
  for (const [key, { span }] of field.entries()) {
    if (!known.includes(key)) report(span, () => t`Unknown key \`${shown(key)}\`, which is ignored.`);
  }
}

function shown(text: string): string {
  return text.replace(/\s/g, ' ').slice(0, MAX_SHOWN);
}

/** By operating system, architecture and variant, then by version. */
function comparePlatforms(a: Platform, b: Platform): number {
  return (
    compare(a.os, b.os) ||
    compare(a.architecture, b.architecture) ||
    compare(a.variant ?? '', b.variant ?? '') ||
    compareVersions(a.osVersion?.split('.') ?? [], b.osVersion?.split('.') ?? [])
  );
}

/** Numbers are compared as numbers, and come first: `10.0.9`, `10.0.17763`, `10.0.a`. */
function compareVersions(parts: readonly string[], others: readonly string[]): number {
  const isNumber = (part: string) => /^\d+$/.test(part);
  for (const [i, part] of parts.slice(0, others.length).entries()) {
    const other = others[i] ?? '';
    const byKind = Number(isNumber(other)) - Number(isNumber(part));
    const order = byKind || (isNumber(part) ? Number(part) - Number(other) : 0) || compare(part, other);
    if (order !== 0) return order;
  }
  return parts.length - others.length;
}

/** The order of code units, which is the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
