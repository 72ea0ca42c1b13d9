import {
  type LockedImage,
  type LockedImages,
  readImageLock,
  readPlatform,
  writeImageLock,
} from '../../server/src/images/image-lock.ts';
import { readSettings, SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';

/** What pages for people have in common whose YAML blocks are tests: headings, blocks, settings and markers. */
export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
}

export interface Block {
  /** The line where it begins. */
  readonly line: number;
  /** The whole info string: `yaml bad kubernetes=1.27`. */
  readonly info: string;
  readonly language: string;
  readonly kind: string;
  readonly words: readonly string[];
  readonly lines: readonly string[];
  /** The last line with text above the block. */
  readonly above: string;
  /** The headings above it; the last one is the closest. */
  readonly headings: readonly Heading[];
}

/** The label behind a marker, such as an effect, with its span and perhaps a part of the message. */
export interface Mark {
  readonly line: number;
  readonly start: number;
  /** Undefined for a marker of column 0, which cannot show the end of the span. */
  readonly end: number | undefined;
  readonly label: string;
  readonly message: string | undefined;
}

/** Called with the line of a fault. */
export type Fault = (line: number, what: string) => void;

/** The headings and fenced blocks of a page. A block that is not closed ends the page. */
export function splitPage(text: string, fault: Fault): { headings: readonly Heading[]; blocks: readonly Block[] } {
  const headings: Heading[] = [];
  const blocks: Block[] = [];
  const lines = text.split('\n');
  let above = '';
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const fence = /^( *)(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence === null) {
      const heading = /^(#+) (.*)$/.exec(line);
      if (heading !== null) headings.push({ level: heading[1]?.length ?? 0, text: heading[2] ?? '', line: i + 1 });
      if (line.trim() !== '') above = line;
      continue;
    }
    const [, , ticks = '', info = ''] = fence;
    const end = lines.findIndex((text, at) => at > i && text.trim() === ticks);
    if (end === -1) {
      fault(i + 1, 'the block is not closed');
      break;
    }
    const [language = '', kind = '', ...words] = info.trim().split(/ +/);
    const content = lines.slice(i + 1, end);
    blocks.push({ line: i + 1, info, language, kind, words, lines: content, above, headings: [...headings] });
    i = end;
  }
  return { headings, blocks };
}

/**
 * Reads settings: `kubernetes=1.27 taint=aks windowsImages=["registry.example/"] repeat=65536`. `images` is a lock with the
 * platforms of images: `images={"registry.example/web:1.0":["windows/amd64@10.0.20348.1"]}`.
 */
export function readWords({ words, line }: Block, fault: Fault) {
  const conditions: string[] = [];
  const raw: Record<string, unknown> = {};
  let repeat: number | undefined;
  let images: LockedImages | undefined;
  for (const word of words) {
    const [, key = '', value = ''] = /^(\w+)=(.+)$/.exec(word) ?? [];
    if (key !== 'repeat') conditions.push(key === 'kubernetes' ? value : key);
    if (key === 'repeat' && /^\d+$/.test(value)) repeat = Number(value);
    else if (key === 'kubernetes') raw['kubernetesVersion'] = value;
    else if (key === 'images') images = readLock(value, line, fault);
    else if (isSetting(key)) raw[key] = readValue(key, value, line, fault);
    else fault(line, `\`${word}\` in the info string is not known`);
  }
  const { settings, faults } = readSettings(raw);
  for (const { key } of faults) fault(line, `the value of \`${key}\` in the info string is wrong`);
  return { settings: images === undefined ? settings : { ...settings, images }, conditions, repeat };
}

function readLock(text: string, line: number, fault: Fault): LockedImages {
  const entries = Object.entries(readJson<Record<string, readonly string[]>>(text, line, fault) ?? {});
  const digest = `sha256:${'0'.repeat(64)}`;
  const images = entries.map(([name, platforms]): LockedImage => {
    const read = platforms.flatMap((platform) => readPlatform(platform.replace('@', ' ')) ?? []);
    if (read.length !== platforms.length) fault(line, `a platform of \`${name}\` in the info string is wrong`);
    return { name, digest, updated: '2026-11-26', platforms: read };
  });
  const { faults } = readImageLock(writeImageLock(images));
  for (const { message } of faults) fault(line, message);
  return new Map(images.map((image) => [image.name, image]));
}

function readValue(key: keyof Settings, text: string, line: number, fault: Fault): unknown {
  return SETTINGS[key].schema['type'] === 'string' ? text : readJson(text, line, fault);
}

function readJson<T>(text: string, line: number, fault: Fault): T | undefined {
  try {
    return JSON.parse(text);
  } catch {
    fault(line, `\`${text}\` in the info string is not JSON`);
    return undefined;
  }
}

function isSetting(key: string): key is keyof Settings {
  return key !== 'kubernetesVersion' && Object.hasOwn(SETTINGS, key);
}

/**
 * Removes the markers from a manifest. `#   ^^^ ignored` marks a finding on the text above the carets,
 * `#<-- ignored` for one that begins in column 0 of the line above. `: text` after it is a part of the message.
 * Other markers are faults, and so are those whose label does not fit; `form` describes that.
 */
export function readMarkers({ lines, line: first }: Block, label: RegExp, form: string, fault: Fault) {
  const kept: string[] = [];
  const textLines: number[] = [];
  const markers: Mark[] = [];
  let length = 0;
  let lineStart = 0;
  for (const [i, line] of lines.entries()) {
    const number = first + 1 + i;
    if (!isMarker(line)) {
      lineStart = length;
      length += line.length + 1;
      kept.push(line);
      textLines.push(number);
      continue;
    }
    const [, blanks = '', arrow = '', text = '', message] = /^#( *)(\^+|<--) ([^:]+)(?:: (.+))?$/.exec(line) ?? [];
    if (!label.test(text)) {
      fault(number, `a marker is \`#   ^^^ ${form}\` or \`#<-- ${form}\`, with \`: text\` or without`);
      continue;
    }
    const start = arrow === '<--' ? lineStart : lineStart + 1 + blanks.length;
    const end = arrow === '<--' ? undefined : start + arrow.length;
    markers.push({ line: number, start, end, label: text, message });
  }
  return { text: `${kept.join('\n')}\n`, markers, textLines };
}

export function isMarker(line: string): boolean {
  return /^# *(?:\^|<--)/.test(line);
}
