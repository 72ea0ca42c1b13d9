import { resolveScalar } from '../yaml/read/go-scalars.ts';
import { MAX_VALUE_DEPTH } from './bounds.ts';
import { folded } from './fold-yaml.ts';
import { holeAt } from './function.ts';
import { formatFloat } from './go-numbers.ts';
import { escaped } from './go-quote.ts';
import { NOWHERE, type Place } from './source.ts';
import { SourcedText, TextBuilder } from './sourced-text.ts';
import { utf8Length } from './utf8.ts';
import type { Dict, List, Value } from './value.ts';
import { compareKeys } from './yaml-keys.ts';

/**
 * A value in YAML, as `toYaml` of Helm writes it: `sigs.k8s.io/yaml`, that is `encode.go` and `emitterc.go` of
 * `go.yaml.in/yaml/v2`. Without the line feed at the end. Unknown values are holes.
 */
export function toYaml(value: Value, place: Place): SourcedText {
  const writer = new Writer(place);
  writer.value(value, 0, 'root');
  return writer.finish();
}

/** What a value is in: the document, an item of a list, or the value of a key. */
type Context = 'root' | 'item' | 'key';

class Writer {
  readonly #place: Place;
  readonly #output = new TextBuilder();
  #depth = 0;
  #column = 0;

  constructor(place: Place) {
    this.#place = place;
  }

  finish(): SourcedText {
    const text = this.#output.finish();
    return text.text.endsWith('\n') ? text.slice(0, text.length - 1) : text;
  }

  /** Writes a value with a line feed behind it. `indent` is that of the lines of a collection. */
  value(value: Value, indent: number, context: Context): void {
    const separator = context === 'key' ? ' ' : '';
    if (value.kind === 'dict' && isBlock(value) && this.#depth < MAX_VALUE_DEPTH) {
      if (context === 'key') this.#made('\n');
      this.#depth++;
      this.#dict(value, indent, context !== 'key');
      this.#depth--;
    } else if (value.kind === 'list' && value.items.length > 0 && !value.isUnordered && this.#depth < MAX_VALUE_DEPTH) {
      // Lists in maps are not indented.
      if (context === 'key') this.#made('\n');
      this.#depth++;
      this.#list(value, context === 'key' ? indent - 2 : indent, context !== 'key');
      this.#depth--;
    } else {
      const layout = { column: this.#column + separator.length, indent: context === 'root' ? 2 : indent };
      const scalar = this.#scalar(value, layout);
      if (scalar.pieces[0]?.kind === 'hole' && scalar.pieces.length === 1) this.#add(behind(separator, scalar));
      else {
        this.#made(separator);
        this.#add(scalar);
      }
      this.#made('\n');
    }
  }

  #dict({ entries }: Dict, indent: number, isInline: boolean): void {
    const sorted = [...entries].sort(([a], [b]) => compareKeys(a, b));
    for (const [i, [key, { value, keyAt }]] of sorted.entries()) {
      if (i > 0 || !isInline) this.#made(' '.repeat(indent));
      this.#add(keyText(key, keyAt === NOWHERE ? this.#place : keyAt));
      this.#made(':');
      this.value(value, indent + 2, 'key');
    }
  }

  #list({ items }: List, indent: number, isInline: boolean): void {
    for (const [i, item] of items.entries()) {
      if (i > 0 || !isInline) this.#made(' '.repeat(indent));
      this.#made('- ');
      this.value(item, indent + 2, 'item');
    }
  }

  #scalar(value: Value, layout: Layout): SourcedText {
    const made = (text: string) => SourcedText.made(text, value.at ?? this.#place);
    switch (value.kind) {
      case 'nil':
        return made('null');
      case 'bool':
        return made(String(value.value));
      case 'int':
        return made(String(value.value));
      case 'float':
        return made(numberText(value.value));
      case 'text':
        return stringText(value.value, layout, value.at ?? this.#place);
      case 'list':
        return value.items.length === 0 ? made('[]') : holeAt(this.#place);
      case 'dict':
        return value.entries.size === 0 && !value.isOpen ? made('{}') : holeAt(this.#place);
      case 'unknown':
        return value.hole;
      case 'special':
        return holeAt(this.#place);
    }
  }

  #made(text: string): void {
    this.#add(SourcedText.made(text, this.#place));
  }

  #add(text: SourcedText): void {
    this.#output.add(text);
    const lineStart = text.text.lastIndexOf('\n') + 1;
    this.#column = (lineStart > 0 ? 0 : this.#column) + [...text.text.slice(lineStart)].length;
  }
}

/** A number as it is after JSON: integers below 2^64 have no exponent. */
function numberText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? String(value) : formatFloat(value);
}

/** A hole that begins with a text: whether it is there depends on what is unknown. */
function behind(separator: string, { text, pieces }: SourcedText): SourcedText {
  const whole = separator + text;
  return new SourcedText(
    whole,
    pieces.map((piece) => ({ ...piece, length: whole.length })),
  );
}

/** Whether a map is written in lines: longer keys, and those with line ends, would be behind question marks. */
function isBlock({ entries, isOpen }: Dict): boolean {
  const isSimple = (key: string) => utf8Length(key) <= MAX_SIMPLE_KEY && !/[\n\u0085\u2028\u2029\ufeff]/.test(key);
  return entries.size > 0 && !isOpen && [...entries.keys()].every(isSimple);
}

function keyText(key: string, place: Place): SourcedText {
  return stringText(SourcedText.made(key, place), undefined, place);
}

/** In bytes. */
const MAX_SIMPLE_KEY = 128;

/** Where a scalar begins, and by how much its further lines are indented. */
interface Layout {
  readonly column: number;
  readonly indent: number;
}

/** A string in the style that the emitter chooses; without a layout, in one line. */
function stringText(text: SourcedText, layout: Layout | undefined, place: Place): SourcedText {
  if (text.hasHoles) return textWithHoles(text, place);
  const { text: value } = text;
  // Line ends of Unicode are written in ways that are not worth the work.
  if (/[\u0085\u2028\u2029\ufeff]/.test(value)) return holeAt(place);
  const style = styleOf(value);
  if (style === 'literal') return literal(text, layout?.indent ?? 0, place);
  const inner =
    style === 'plain'
      ? text
      : style === 'single'
        ? escaped(text, /'/g, () => "''", place)
        : escaped(text, DOUBLE_QUOTED, doubleQuotedCharacter, place);
  const quote = SourcedText.made({ plain: '', single: "'", double: '"' }[style], place);
  const lines = layout === undefined ? inner : folded(inner, style, layout.column + quote.length, layout.indent, place);
  return new TextBuilder().add(quote).add(lines).add(quote).finish();
}

/** A text with names that are unknown is written as it is if it would be with any name. */
function textWithHoles(text: SourcedText, place: Place): SourcedText {
  const filled = text.pieces.reduce(
    ({ at, parts }, { kind, length, isName }) => ({
      at: at + length,
      parts: [...parts, kind !== 'hole' ? text.text.slice(at, at + length) : isName ? 'name' : '\n'],
    }),
    { at: 0, parts: [] as string[] },
  ).parts;
  const isWhole = filled.length === 1;
  return !isWhole && /[A-Za-z]/.test(filled.join('')) && styleOf(filled.join('')) === 'plain' ? text : holeAt(place);
}

/** The style of `stringv` of `encode.go` and of `yaml_emitter_select_scalar_style`. */
function styleOf(value: string): 'plain' | 'single' | 'double' | 'literal' {
  const hasSpecial = /[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]/u.test(value);
  if (value.includes('\n')) {
    const isLiteral = !hasSpecial && !value.endsWith(' ') && !value.includes(' \n');
    return isLiteral ? 'literal' : 'double';
  }
  if (resolveScalar(value).kind !== 'string' || isSexagesimal(value) || hasSpecial) return 'double';
  const isPlain =
    !/^ | $/.test(value) &&
    !/^(?:---|\.\.\.)/.test(value) &&
    !/^[#,[\]{}&*!|>'"%@`]/.test(value) &&
    !/^[-?:](?: |$)/.test(value) &&
    !/:(?: |$)/.test(value) &&
    !/ #/.test(value);
  return isPlain ? 'plain' : 'single';
}

/** Numbers to the base of 60, which other readers of YAML know. */
function isSexagesimal(value: string): boolean {
  return /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/.test(value);
}

function literal(text: SourcedText, indent: number, place: Place): SourcedText {
  const { text: value } = text;
  const hint = /^[ \n]/.test(value) ? '2' : '';
  const chomping = value.endsWith('\n\n') || value === '\n' ? '+' : value.endsWith('\n') ? '' : '-';
  const builder = new TextBuilder().addMade(`|${hint}${chomping}\n`, place);
  const blanks = SourcedText.made(' '.repeat(indent), place);
  // Empty lines are not indented, and the last line feed is that behind the value.
  const body = value.endsWith('\n') ? text.slice(0, text.length - 1) : text;
  let at = 0;
  for (const { 0: line, index } of body.text.matchAll(/[^\n]+/g)) {
    builder
      .add(body.slice(at, index))
      .add(blanks)
      .add(body.slice(index, index + line.length));
    at = index + line.length;
  }
  return builder.add(body.slice(at)).finish();
}

const DOUBLE_QUOTED = /["\\]|[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]/gu;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\0', '\\0'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\v', '\\v'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['\x1b', '\\e'],
]);

function doubleQuotedCharacter(character: string): string {
  const known = ESCAPES.get(character);
  if (known !== undefined) return known;
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  if (digits.length <= 2) return `\\x${digits.padStart(2, '0')}`;
  return digits.length <= 4 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}
