import { existsSync, readFileSync } from 'node:fs';
import type { Effect } from '../../server/src/lint/rule.ts';
import type { Settings } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { type Block, type Heading, isMarker, readMarkers, readWords, splitPage } from './blocks.ts';

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

const EFFECT = new RegExp(`^(${Object.keys(EFFECTS).join('|')})$`);
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

/** Reads a page. Blocks with faults that prevent reading them are left out. */
export function parsePage(file: string, text: string): RulePage {
  const examples: (Example & { readonly fixed: FixedBlock[] })[] = [];
  const faults: string[] = [];
  const fault = (line: number, what: string) => void faults.push(`${file}:${line}: ${what}`);

  const { headings, blocks } = splitPage(text, fault);
  for (const block of blocks) {
    const { kind, language, info, line } = block;
    const isExample = block.headings.findLast(({ level }) => level <= 2)?.text === 'Examples';
    if (kind === 'bad' || kind === 'good' || kind === 'fixed') {
      if (language !== 'yaml') fault(line, `a \`${kind}\` block is YAML`);
      if (!isExample) fault(line, `a \`${kind}\` block belongs under the heading Examples`);
      if (kind === 'fixed') addFixed(block);
      else addExample(block, kind);
    } else if (isExample) {
      fault(
        line,
        `a block of an example is \`yaml bad\`, \`yaml good\` or \`yaml fixed\`, and this one is \`${info}\``,
      );
    } else if (kind !== '') {
      fault(line, `\`${kind}\` in the info string is not known`);
    }
  }
  return { file, text, headings, examples, faults };

  function addFixed({ line, words, lines, above, headings }: Block): void {
    const title = /^After the fix "(.+)":$/.exec(above)?.[1];
    const example = examples.findLast((example) => example.kind === 'bad');
    if (title === undefined)
      fault(line, 'above a `fixed` block stands a line such as: After the fix "Remove `hostPID`":');
    if (words.length > 0) fault(line, 'a `fixed` block has the settings of the `bad` block above it');
    if (example === undefined || example.name !== headings.at(-1)?.text) {
      fault(line, 'a `fixed` block belongs to a `bad` block under the same heading');
    }
    noMarkers(lines, line);
    if (title !== undefined) example?.fixed.push({ title, place: `${file}:${line}`, text: `${lines.join('\n')}\n` });
  }

  function addExample(block: Block, kind: 'bad' | 'good'): void {
    const { line, lines } = block;
    const heading = block.headings.at(-1);
    if (heading?.level !== 3) fault(line, 'an example has a heading of the third level of its own');
    const { settings, conditions, repeat } = readWords(block, fault);
    const { text, markers, textLines } = readMarkers(block, EFFECT, 'effect', fault);
    if (kind === 'good') noMarkers(lines, line);
    else if (markers.length === 0) fault(line, 'a `bad` block marks what the rule finds');
    examples.push({
      name: heading?.text ?? '',
      place: `${file}:${line}`,
      line,
      kind,
      text: repeat === undefined ? text : repeated(text, repeat, line),
      markers: markers.map(({ line, label, ...mark }) => ({
        ...mark,
        place: `${file}:${line}`,
        effect: label as Effect,
      })),
      settings,
      conditions,
      fixed: [],
      pageLine: (number) => textLines[number - 1] ?? line,
    });
  }

  /** With `repeat=300`, a letter followed by `…` is repeated 300 times. */
  function repeated(text: string, count: number, line: number): string {
    if (text.split('…').length !== 2) fault(line, 'with `repeat` there is one `…` in the block');
    return text.replace(/(\S)…/, (_, letter: string) => letter.repeat(count));
  }

  function noMarkers(lines: readonly string[], first: number): void {
    for (const [i, line] of lines.entries()) {
      if (isMarker(line)) fault(first + 1 + i, 'only `bad` blocks have markers');
    }
  }
}
