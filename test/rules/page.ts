import { existsSync, readFileSync } from 'node:fs';
import type { Effect } from '../../server/src/lint/rule.ts';
import { DEFAULT_SETTINGS, readSettings, type Settings } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';

/** The page of a rule, written for people: its YAML blocks are the examples that tests run. */
export interface RulePage {
  /** From the root of the repository. */
  readonly file: string;
  readonly text: string;
  readonly headings: readonly Heading[];
  readonly examples: readonly Example[];
  /** Faults of the page itself, with their lines. */
  readonly faults: readonly string[];
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
}

/** A `bad` block, in which the rule has findings exactly at the markers, or a `good` one without findings. */
export interface Example {
  /** The heading above it. */
  readonly name: string;
  /** The page and the line where the block begins: `docs/rules/pod/host-pid.md:31`. */
  readonly place: string;
  readonly line: number;
  readonly kind: 'bad' | 'good';
  /** Without the markers. */
  readonly text: string;
  readonly markers: readonly Marker[];
  readonly settings: Settings;
  /** The settings in the info string, including the release. Readers do not see it, so the text above names them. */
  readonly conditions: readonly string[];
  /** The texts after fixes, by the title of the fix; the first finding that offers it is used. */
  readonly fixed: readonly FixedBlock[];
  /** The line of the page for a line of the text, both counted from 1. */
  pageLine(line: number): number;
}

/** The finding that a marker describes: its span, its effect, and perhaps a part of the message. */
export interface Marker {
  readonly place: string;
  readonly start: number;
  /** Undefined for a marker of column 0, which cannot show the end of the span. */
  readonly end: number | undefined;
  readonly effect: Effect;
  readonly message: string | undefined;
}

export interface FixedBlock {
  readonly title: string;
  readonly place: string;
  readonly text: string;
}

const EFFECTS: Readonly<Record<Effect, true>> = {
  rejected: true,
  fails: true,
  ignored: true,
  differs: true,
  unsupported: true,
  advice: true,
};

const ROOT = new URL('../../', import.meta.url);
const pages = new Map<string, RulePage>();

/** The page of a rule, read once. A missing page has only this fault. */
export function pageOf(id: string): RulePage {
  const known = pages.get(id);
  if (known !== undefined) return known;
  const file = `docs/rules/${id}.md`;
  const url = new URL(file, ROOT);
  const page = existsSync(url)
    ? parsePage(file, readFileSync(url, 'utf8').replaceAll('\r\n', '\n'))
    : { file, text: '', headings: [], examples: [], faults: [`${file} is missing`] };
  pages.set(id, page);
  return page;
}

/** The examples of all rules. */
export function allExamples(): Example[] {
  return RULES.flatMap(({ id }) => pageOf(id).examples);
}

interface Block {
  readonly kind: 'bad' | 'good' | 'fixed';
  readonly line: number;
  readonly words: readonly string[];
  readonly lines: readonly string[];
  /** The last line with text above the block. */
  readonly above: string;
}

/** Reads a page. Blocks with faults that prevent reading them are left out. */
export function parsePage(file: string, text: string): RulePage {
  const headings: Heading[] = [];
  const examples: (Example & { readonly fixed: FixedBlock[] })[] = [];
  const faults: string[] = [];
  const fault = (line: number, what: string) => faults.push(`${file}:${line}: ${what}`);
  const headingOf = (level: number) => headings.findLast((heading) => heading.level <= level);

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
    const isExample = headingOf(2)?.text === 'Examples';
    if (kind === 'bad' || kind === 'good' || kind === 'fixed') {
      if (language !== 'yaml') fault(i + 1, `a \`${kind}\` block is YAML`);
      if (!isExample) fault(i + 1, `a \`${kind}\` block belongs under the heading Examples`);
      add({ kind, line: i + 1, words, lines: lines.slice(i + 1, end), above });
    } else if (isExample) {
      fault(
        i + 1,
        `a block of an example is \`yaml bad\`, \`yaml good\` or \`yaml fixed\`, and this one is \`${info}\``,
      );
    } else if (kind !== '') {
      fault(i + 1, `\`${kind}\` in the info string is not known`);
    }
    i = end;
  }
  return { file, text, headings, examples, faults };

  function add({ kind, line, words, lines, above }: Block): void {
    const place = `${file}:${line}`;
    const heading = headings.at(-1);
    if (kind === 'fixed') {
      const title = /^After the fix "(.+)":$/.exec(above)?.[1];
      const example = examples.findLast((example) => example.kind === 'bad');
      if (title === undefined)
        fault(line, 'above a `fixed` block stands a line such as: After the fix "Remove `hostPID`":');
      if (words.length > 0) fault(line, 'a `fixed` block has the settings of the `bad` block above it');
      if (example === undefined || example.name !== heading?.text) {
        fault(line, 'a `fixed` block belongs to a `bad` block under the same heading');
      }
      const body = `${lines.join('\n')}\n`;
      noMarkers(lines, line);
      if (title !== undefined) example?.fixed.push({ title, place, text: body });
      return;
    }
    if (heading?.level !== 3) fault(line, 'an example has a heading of the third level of its own');
    const { settings, conditions, repeat } = readWords(words, line);
    const { text, markers, textLines } = readMarkers(lines, line);
    if (kind === 'good') noMarkers(lines, line);
    else if (markers.length === 0) fault(line, 'a `bad` block marks what the rule finds');
    examples.push({
      name: heading?.text ?? '',
      place,
      line,
      kind,
      text: repeat === undefined ? text : repeated(text, repeat, line),
      markers,
      settings,
      conditions,
      fixed: [],
      pageLine: (number) => textLines[number - 1] ?? line,
    });
  }

  /** `kubernetes=1.27 taint=aks windowsImages=["registry.example/"] repeat=65536`. */
  function readWords(words: readonly string[], line: number) {
    const conditions: string[] = [];
    const raw: Record<string, unknown> = {};
    let repeat: number | undefined;
    for (const word of words) {
      const [, key = '', value = ''] = /^(\w+)=(.+)$/.exec(word) ?? [];
      if (key !== 'repeat') conditions.push(key === 'kubernetes' ? value : key);
      if (key === 'repeat' && /^\d+$/.test(value)) repeat = Number(value);
      else if (key === 'kubernetes') raw['kubernetesVersion'] = value;
      else if (key !== 'kubernetesVersion' && Object.hasOwn(DEFAULT_SETTINGS, key)) raw[key] = readValue(value, line);
      else fault(line, `\`${word}\` in the info string is not known`);
    }
    const { settings, faults: wrong } = readSettings(raw);
    for (const { key } of wrong) fault(line, `the value of \`${key}\` in the info string is wrong`);
    return { settings, conditions, repeat };
  }

  function readValue(text: string, line: number): unknown {
    if (!/^[[{]|^(?:true|false)$/.test(text)) return text;
    try {
      return JSON.parse(text);
    } catch {
      fault(line, `\`${text}\` in the info string is not JSON`);
      return undefined;
    }
  }

  /** With `repeat=300`, a letter followed by `…` is repeated 300 times. */
  function repeated(text: string, count: number, line: number): string {
    if (text.split('…').length !== 2) fault(line, 'with `repeat` there is one `…` in the block');
    return text.replace(/(\S)…/, (_, letter: string) => letter.repeat(count));
  }

  /**
   * Removes the markers from a manifest. `#   ^^^ ignored` marks a finding on the text above the carets,
   * `#<-- ignored` for one that begins in column 0 of the line above. `: text` after it is a part of the message.
   */
  function readMarkers(marked: readonly string[], first: number) {
    const kept: string[] = [];
    const textLines: number[] = [];
    const markers: Marker[] = [];
    let length = 0;
    let lineStart = 0;
    for (const [i, line] of marked.entries()) {
      const number = first + 1 + i;
      if (!isMarker(line)) {
        lineStart = length;
        length += line.length + 1;
        kept.push(line);
        textLines.push(number);
        continue;
      }
      const [, blanks = '', arrow = '', effect = '', message] = /^#( *)(\^+|<--) (\w+)(?:: (.+))?$/.exec(line) ?? [];
      if (!isEffect(effect)) {
        fault(number, 'a marker is `#   ^^^ effect` or `#<-- effect`, with `: text` or without');
        continue;
      }
      const start = arrow === '<--' ? lineStart : lineStart + 1 + blanks.length;
      const end = arrow === '<--' ? undefined : start + arrow.length;
      markers.push({ place: `${file}:${number}`, start, end, effect, message });
    }
    return { text: `${kept.join('\n')}\n`, markers, textLines };
  }

  function noMarkers(lines: readonly string[], first: number): void {
    for (const [i, line] of lines.entries()) {
      if (isMarker(line)) fault(first + 1 + i, 'only `bad` blocks have markers');
    }
  }
}

function isMarker(line: string): boolean {
  return /^# *(?:\^|<--)/.test(line);
}

function isEffect(word: string): word is Effect {
  return Object.hasOwn(EFFECTS, word);
}
