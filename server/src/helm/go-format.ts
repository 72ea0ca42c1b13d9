import { MAX_VALUE_DEPTH, MAX_WIDTH } from './bounds.ts';
import { holeAt } from './function.ts';
import { formatFloat } from './go-numbers.ts';
import { quoted } from './go-quote.ts';
import type { Place } from './source.ts';
import { SourcedText, TextBuilder } from './sourced-text.ts';
import { sortedEntries, typeOf, type Value } from './value.ts';

/** What Go writes for a value that does not exist. Helm removes it from what templates write. */
export const NO_VALUE = '<no value>';

/** What an action writes for a value; undefined if it is unknown. */
export function printed(value: Value, place: Place): SourcedText | undefined {
  if (value.kind === 'text') return value.value;
  if (value.kind === 'unknown') return undefined;
  if (value.kind === 'nil') return SourcedText.made(NO_VALUE, place);
  if (value.kind === 'special') return value.text;
  return formatted(value, place);
}

/** A value as `%v` writes it; what is unknown of it are holes. */
export function formatted(value: Value, place: Place): SourcedText {
  if (value.kind === 'text') return value.value;
  return withVerb(value, PLAIN, place);
}

/** `fmt.Sprint`: blanks are only between operands of which none is a string. Undefined if that is unknown. */
export function sprint(values: readonly Value[], place: Place): SourcedText | undefined {
  const builder = new TextBuilder();
  for (const [i, value] of values.entries()) {
    const before = values[i - 1];
    if (before !== undefined && before.kind !== 'text' && value.kind !== 'text') {
      if (before.kind === 'unknown' || value.kind === 'unknown') return undefined;
      builder.addMade(' ', place);
    }
    builder.add(formatted(value, place));
  }
  return builder.finish();
}

/** `fmt.Sprintf`; undefined if it is not known what Go makes of it. */
export function sprintf(format: SourcedText, values: readonly Value[], place: Place): SourcedText | undefined {
  const builder = new TextBuilder();
  let next = 0;
  let at = 0;
  for (const found of format.text.matchAll(DIRECTIVE)) {
    const [all, flags = '', width = '', precision, verb = ''] = found;
    if (width === '*' || precision === '*' || all.includes('[')) return undefined;
    builder.add(format.slice(at, found.index));
    at = found.index + all.length;
    if (verb === '') builder.addMade('%!(NOVERB)', place);
    else if (verb === '%') builder.addMade('%', place);
    else {
      const value = values[next++];
      if (value === undefined) builder.addMade(`%!${verb}(MISSING)`, place);
      else {
        const length = precision === undefined ? undefined : Number(precision);
        const directive = { verb, flags, width: Number(width), precision: length };
        if (!isSupported(directive, value)) return undefined;
        builder.add(withVerb(value, directive, place));
      }
    }
  }
  builder.add(format.slice(at));
  if (next < values.length) {
    builder.addMade('%!(EXTRA ', place);
    for (const [i, value] of values.slice(next).entries()) {
      if (value.kind === 'unknown') return undefined;
      builder.addMade(`${i > 0 ? ', ' : ''}${typeOf(value)}`, place);
      if (value.kind !== 'nil') builder.addMade('=', place).add(formatted(value, place));
    }
    builder.addMade(')', place);
  }
  return builder.finish();
}

/** `%` with flags, width, precision and the letter; without a letter at the end of the text. */
const DIRECTIVE = /%([-+# 0]*)(\d+|\*)?(?:\.(\d*|\*))?(?:\[\d+\])?([\s\S]|$)/gu;

interface Directive {
  readonly verb: string;
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
}

/** `%v`. */
const PLAIN: Directive = { verb: 'v', flags: '', width: 0, precision: undefined };

/** Unknown values have no width, and not all flags are implemented. */
function isSupported({ verb, flags, width, precision }: Directive, value: Value): boolean {
  if (width > MAX_WIDTH || (precision ?? 0) > MAX_WIDTH || /[#+ ]/.test(flags)) return false;
  const isPlain = flags === '' && width === 0 && precision === undefined;
  switch (value.kind) {
    case 'unknown':
      return isPlain && (verb === 's' || verb === 'v');
    case 'text':
      return 'vsqdtT'.includes(verb) && (isPlain || !value.value.hasHoles);
    case 'int':
      return 'vdstfT'.includes(verb) || ('xXob'.includes(verb) && value.value >= 0);
    case 'float':
      return 'vsdtT'.includes(verb) ? precision === undefined : verb === 'f' && !isTie(value.value, precision ?? 6);
    case 'special':
      return isPlain && 'vs'.includes(verb);
    case 'list':
    case 'dict':
      return isPlain && 'vsdT'.includes(verb);
    default:
      return 'vsdtT'.includes(verb);
  }
}

/** Whether a number is exactly between two others with some decimals: Go rounds it to the even one, JavaScript up. */
function isTie(value: number, decimals: number): boolean {
  return Math.abs((value * 10 ** decimals) % 1) === 0.5;
}

function withVerb(value: Value, directive: Directive, place: Place, depth = 0): SourcedText {
  const { verb } = directive;
  if (verb === 'T') return SourcedText.made(typeOf(value) ?? '', place);
  switch (value.kind) {
    case 'unknown':
      return value.hole;
    case 'nil':
      return SourcedText.made(verb === 'v' ? '<nil>' : `%!${verb}(<nil>)`, place);
    case 'text':
      return verb === 'v' || verb === 's' || verb === 'q'
        ? padded(textWithVerb(value.value, directive, place), directive, place)
        : wrong(value, verb, place);
    case 'list': {
      if (value.isUnordered || depth > MAX_VALUE_DEPTH) return holeAt(place);
      const builder = new TextBuilder().addMade('[', place);
      for (const [i, item] of value.items.entries()) {
        builder.addMade(i > 0 ? ' ' : '', place).add(withVerb(item, directive, place, depth + 1));
      }
      return builder.addMade(']', place).finish();
    }
    case 'dict': {
      if (value.isOpen || depth > MAX_VALUE_DEPTH) return holeAt(place);
      const builder = new TextBuilder().addMade('map[', place);
      for (const [i, [key, entry]] of sortedEntries(value).entries()) {
        builder.addMade(i > 0 ? ' ' : '', place);
        builder.add(SourcedText.made(keyWithVerb(key, verb), entry.keyAt));
        builder.addMade(':', place).add(withVerb(entry.value, directive, place, depth + 1));
      }
      return builder.addMade(']', place).finish();
    }
    case 'special':
      // Methods of pointers are not called for values.
      return value.type.startsWith('*') && value.text !== undefined ? value.text : holeAt(place);
    default: {
      const text = scalarWithVerb(value, directive);
      if (text === undefined) return wrong(value, verb, place);
      return padded(SourcedText.made(text, value.at ?? place), directive, place);
    }
  }
}

function keyWithVerb(key: string, verb: string): string {
  return verb === 'd' ? `%!d(string=${key})` : key;
}

function textWithVerb(text: SourcedText, { verb, precision }: Directive, place: Place): SourcedText {
  const cut = precision === undefined ? text : text.slice(0, [...text.text].slice(0, precision).join('').length);
  return verb === 'q' ? quoted(cut, place) : cut;
}

/** A boolean or number; undefined if the verb is not for it. */
function scalarWithVerb(
  value: Extract<Value, { kind: 'bool' | 'int' | 'float' }>,
  { verb, precision }: Directive,
): string | undefined {
  switch (value.kind) {
    case 'bool':
      return verb === 'v' || verb === 't' ? String(value.value) : undefined;
    case 'int':
      return integerWithVerb(value.value, verb, precision);
    case 'float':
      return floatWithVerb(value.value, verb, precision);
  }
}

function integerWithVerb(value: number, verb: string, precision: number | undefined): string | undefined {
  const base = { v: 10, d: 10, x: 16, X: 16, o: 8, b: 2 }[verb];
  if (base === undefined) return undefined;
  if (precision === 0 && value === 0) return '';
  const digits = Math.abs(value)
    .toString(base)
    .padStart(precision ?? 0, '0');
  return `${value < 0 ? '-' : ''}${verb === 'X' ? digits.toUpperCase() : digits}`;
}

function floatWithVerb(value: number, verb: string, precision: number | undefined): string | undefined {
  if (verb === 'v') return formatFloat(value);
  return verb === 'f' && Math.abs(value) < 1e21 ? value.toFixed(Math.min(precision ?? 6, 100)) : undefined;
}

/** What Go writes for a value that a verb is not for. */
function wrong(value: Value, verb: string, place: Place): SourcedText {
  const builder = new TextBuilder().addMade(`%!${verb}(${typeOf(value)}=`, place);
  return builder.add(formatted(value, place)).addMade(')', place).finish();
}

function padded(text: SourcedText, { flags, width, verb }: Directive, place: Place): SourcedText {
  const missing = width - [...text.text].length;
  if (missing <= 0) return text;
  const isLeft = flags.includes('-');
  if (flags.includes('0') && !isLeft && verb !== 'q') {
    const start = /^[-+]/.test(text.text) ? 1 : 0;
    const zeros = SourcedText.made('0'.repeat(missing), place);
    return new TextBuilder().add(text.slice(0, start)).add(zeros).add(text.slice(start)).finish();
  }
  const blanks = SourcedText.made(' '.repeat(missing), place);
  return new TextBuilder()
    .add(isLeft ? text : blanks)
    .add(isLeft ? blanks : text)
    .finish();
}
