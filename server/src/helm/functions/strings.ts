import { MAX_TEMPLATE_OUTPUT } from '../bounds.ts';
import { Failure } from '../failure.ts';
import { type Call, defined, type FunctionTable, madeText, unknownResult } from '../function.ts';
import { formatted, sprint, sprintf } from '../go-format.ts';
import { quoted } from '../go-quote.ts';
import { NOWHERE } from '../source.ts';
import { afterLineFeeds, joined, SourcedText, TextBuilder } from '../sourced-text.ts';
import { isAscii, utf8Length } from '../utf8.ts';
import { bool, dict, int, list, text, type Value } from '../value.ts';
import { isText, numberOf, plain, stringOf, stringsOf } from './arguments.ts';

/** Text functions of Go, and those of `sprig/strings.go` and `sprig/functions.go`. */
export const STRING_FUNCTIONS: FunctionTable = {
  print: defined('any… > text', (call, args) => textOr(call, sprint(args, call.place)), 'all'),
  println: defined('any… > text', println, 'all'),
  printf: defined('text any… > text', printf, 'all'),

  quote: defined('any… > text', (call, args) => quotes(call, args, '"'), 'all'),
  squote: defined('any… > text', (call, args) => quotes(call, args, "'"), 'all'),
  toString: defined('any > text', (call, [value]) => text(stringOf(value, call.place)), 'all'),
  cat: defined('any… > text', cat, 'all'),
  indent: defined('int text > text', (call, args) => indent(call, args, false), 'all'),
  nindent: defined('int text > text', (call, args) => indent(call, args, true), 'all'),
  join: defined('text any > text', join, 'holes'),

  lower: mapped((value) => value.toLowerCase()),
  upper: mapped((value) => value.toUpperCase()),
  title: mapped((value) => value.replace(/(^|[^\p{L}\p{Nd}_])(\p{L})/gu, (_, a, b) => a + b.toUpperCase())),
  untitle: mapped((value) => value.replace(/(^|\s)\S/g, (first) => first.toLowerCase())),
  nospace: mapped((value) => value.replace(/\s/gu, '')),
  trim: sliced('text', ([value]) => trimmed(plain(value), isSpace)),
  trimAll: sliced('text text', ([set, value]) => trimmed(plain(value), (character) => plain(set).includes(character))),
  trimall: sliced('text text', ([set, value]) => trimmed(plain(value), (character) => plain(set).includes(character))),
  trimPrefix: sliced('text text', ([prefix, value]) => {
    const whole = plain(value);
    return [whole.startsWith(plain(prefix)) ? plain(prefix).length : 0, whole.length];
  }),
  trimSuffix: sliced('text text', ([suffix, value]) => {
    const whole = plain(value);
    return [0, whole.length - (whole.endsWith(plain(suffix)) ? plain(suffix).length : 0)];
  }),
  trunc: sliced(
    'int text',
    ([count, value]) => {
      const [length, whole] = [numberOf(count), plain(value)];
      if (length < 0) return [Math.max(whole.length + length, 0), whole.length];
      return [0, Math.min(length, whole.length)];
    },
    true,
  ),
  substr: sliced(
    'int int text',
    ([from, to, value]) => {
      const [start, end, { length }] = [numberOf(from), numberOf(to), plain(value)];
      if (start < 0) return checked(0, end, length);
      return checked(start, end < 0 || end > length ? length : end, length);
    },
    true,
  ),
  repeat: defined('int text > text', repeat),
  replace: defined('text text text > text', replace),
  contains: compared((part, whole) => whole.includes(part)),
  hasPrefix: compared((part, whole) => whole.startsWith(part)),
  hasSuffix: compared((part, whole) => whole.endsWith(part)),
  plural: defined('text text int > text', (_, [one, many, count]) => (numberOf(count) === 1 ? one : many) as Value),

  split: defined('text text', (_, [separator, whole]) => parts(whole, separator)),
  splitList: defined('text text', (_, [separator, whole]) => {
    return list(
      partsOf(whole, separator).map((part) => text(part)),
      'string',
    );
  }),
  splitn: defined('text int text', (call, [separator, count, whole]) => {
    const most = numberOf(count);
    return most < 1 ? unknownResult(call) : parts(whole, separator, most);
  }),
  toStrings: defined('any', (call, [value]) => {
    const items = stringsOf(value, call.place);
    return items === undefined
      ? unknownResult(call)
      : list(
          items.map((item) => text(item)),
          'string',
        );
  }),
  len: defined('any', (call, [value]) => length(call, value)),
};

function textOr(call: Call, value: SourcedText | undefined): Value {
  return value === undefined ? unknownResult(call, true) : text(value);
}

function println(call: Call, args: readonly Value[]): Value {
  const { place } = call;
  const line = joined(
    args.map((arg) => formatted(arg, place)),
    SourcedText.made(' ', place),
  );
  return text(new TextBuilder().add(line).addMade('\n', place).finish());
}

function printf(call: Call, [format, ...args]: readonly Value[]): Value {
  if (!isText(format) || format.value.hasHoles) return unknownResult(call, true);
  return textOr(call, sprintf(format.value, args, call.place));
}

function quotes(call: Call, args: readonly Value[], quote: '"' | "'"): Value {
  const { place } = call;
  if (hasUnknown(args)) return unknownResult(call, true);
  const texts = args
    .filter(({ kind }) => kind !== 'nil')
    .map((arg) => {
      if (quote === '"') return quoted(stringOf(arg, place), place);
      return new TextBuilder().addMade("'", place).add(formatted(arg, place)).addMade("'", place).finish();
    });
  return text(joined(texts, SourcedText.made(' ', place)));
}

function cat(call: Call, args: readonly Value[]): Value {
  if (hasUnknown(args)) return unknownResult(call, true);
  const texts = args.filter(({ kind }) => kind !== 'nil').map((arg) => formatted(arg, call.place));
  return text(joined(texts, SourcedText.made(' ', call.place)));
}

/** Whether an argument is unknown: if it is nil, nothing is written for it. */
function hasUnknown(args: readonly Value[]): boolean {
  return args.some(({ kind }) => kind === 'unknown');
}

function indent(call: Call, [count, value]: readonly Value[], onNewLine: boolean): Value {
  if (count?.kind !== 'int') return unknownResult(call, true);
  if (count.value < 0) throw new Failure('strings: negative Repeat count');
  const content = isText(value) ? value.value : stringOf(value, call.place);
  limit(count.value * (content.text.split('\n').length + 1) + content.length);
  const { place } = call;
  const blanks = SourcedText.made(' '.repeat(count.value), place);
  const builder = new TextBuilder();
  if (onNewLine) builder.addMade('\n', place);
  return text(builder.add(blanks).add(afterLineFeeds(content, blanks)).finish());
}

function join(call: Call, [separator, value]: readonly Value[]): Value {
  const items = stringsOf(value, call.place);
  if (items === undefined || !isText(separator)) return unknownResult(call, true);
  return text(joined(items, separator.value));
}

function repeat(call: Call, [count, value]: readonly Value[]): Value {
  const times = numberOf(count);
  if (times < 0) throw new Failure('strings: negative Repeat count');
  if (times === 1 && value !== undefined) return value;
  limit(times * plain(value).length);
  return madeText(call, plain(value).repeat(times));
}

function replace(call: Call, [old, by, value]: readonly Value[]): Value {
  if (!isText(old) || !isText(by) || !isText(value)) return unknownResult(call, true);
  if (!value.value.text.includes(old.value.text)) return value;
  if (old.value.length > 0) return text(joined(partsOf(value, old), by.value));
  // Go writes the replacement before each character and at the end.
  return madeText(call, [...value.value.text, ''].join(by.value.text).replace(/^/, by.value.text));
}

function parts(whole: Value | undefined, separator: Value | undefined, most?: number): Value {
  const found = partsOf(whole, separator, most);
  return dict(
    found.map((part, i) => [`_${i}`, { value: text(part), keyAt: NOWHERE }]),
    'map[string]string',
  );
}

function partsOf(
  whole: Value | undefined,
  separator: Value | undefined,
  most = Number.POSITIVE_INFINITY,
): SourcedText[] {
  if (!isText(whole)) return [];
  const { value } = whole;
  const by = plain(separator);
  if (by === '') {
    let at = 0;
    return [...value.text].map((character) => {
      at += character.length;
      return value.slice(at - character.length, at);
    });
  }
  const found: SourcedText[] = [];
  let at = 0;
  for (let next = value.text.indexOf(by); next !== -1 && found.length < most - 1; next = value.text.indexOf(by, at)) {
    found.push(value.slice(at, next));
    at = next + by.length;
  }
  return [...found, value.slice(at)];
}

function length(call: Call, value: Value | undefined): Value {
  switch (value?.kind) {
    case 'text':
      return int(utf8Length(value.value.text));
    case 'list':
      return int(value.items.length);
    case 'dict':
      return value.isOpen ? unknownResult(call) : int(value.entries.size);
    case 'nil':
      throw new Failure('len of nil pointer');
    case 'special':
      return unknownResult(call);
    default:
      throw new Failure(`len of type ${value?.kind}`);
  }
}

function mapped(change: (value: string) => string) {
  return defined('text > text', (call, [value]) => {
    if (!isText(value)) return unknownResult(call, true);
    const before = value.value.text;
    // The tables of Unicode and its special cases may differ beyond ASCII.
    if (!isAscii(before)) return unknownResult(call, true);
    const after = change(before);
    return after === before ? value : text(SourcedText.made(after, value.at ?? call.place));
  });
}

/** A function whose result is the part of its last argument between two offsets, which may count bytes. */
function sliced(signature: string, span: (args: readonly Value[]) => readonly [number, number], countsBytes = false) {
  return defined(`${signature} > text`, (call, args) => {
    const value = args.at(-1);
    if (!isText(value) || (countsBytes && !isAscii(value.value.text))) return unknownResult(call, true);
    return text(value.value.slice(...span(args)));
  });
}

function compared(test: (part: string, whole: string) => boolean) {
  return defined('text text', (_, [part, whole]) => bool(test(plain(part), plain(whole))));
}

function checked(start: number, end: number, length: number): readonly [number, number] {
  if (start < 0 || end > length || start > end) throw new Failure('slice bounds out of range');
  return [start, end];
}

function trimmed(value: string, isTrimmed: (character: string) => boolean): readonly [number, number] {
  let [start, end] = [0, value.length];
  while (start < end && isTrimmed(value[start] ?? '')) start++;
  while (end > start && isTrimmed(value[end - 1] ?? '')) end--;
  return [start, end];
}

function isSpace(character: string): boolean {
  return /[\t\n\v\f\r \x85\xa0]/.test(character);
}

function limit(length: number): void {
  if (length > MAX_TEMPLATE_OUTPUT) throw new Failure('the text is too long', true);
}
