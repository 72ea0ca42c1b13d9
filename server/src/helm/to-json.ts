import { formatJsonNumber } from './go-numbers.ts';
import { escaped } from './go-quote.ts';
import { NOWHERE, type Place } from './source.ts';
import { SourcedText, TextBuilder } from './sourced-text.ts';
import { sortedEntries, type Value } from './value.ts';

export interface JsonStyle {
  /** The blanks by which inner values are indented; undefined for a single line. */
  readonly indent: string | undefined;
  /** Whether `<`, `>` and `&` are escaped. */
  readonly escapesHtml: boolean;
}

/** A known value in JSON, as `encoding/json` writes it. */
export function toJson(value: Value, style: JsonStyle, place: Place): SourcedText {
  const builder = new TextBuilder();
  write(builder, value, style, place, '\n');
  return builder.finish();
}

function write(builder: TextBuilder, value: Value, style: JsonStyle, place: Place, lineStart: string): void {
  const at = value.at ?? place;
  switch (value.kind) {
    case 'bool':
      builder.addMade(String(value.value), at);
      break;
    case 'int':
    case 'float':
      builder.addMade(formatJsonNumber(value.value), at);
      break;
    case 'text':
      writeString(builder, value.value, style, at);
      break;
    case 'list':
      writeItems(builder, '[]', value.items, style, place, lineStart, (item, inner) => {
        write(builder, item, style, place, inner);
      });
      break;
    case 'dict':
      writeItems(builder, '{}', sortedEntries(value), style, place, lineStart, ([key, entry], inner) => {
        const keyAt = entry.keyAt === NOWHERE ? place : entry.keyAt;
        writeString(builder, SourcedText.made(key, keyAt), style, keyAt);
        builder.addMade(style.indent === undefined ? ':' : ': ', place);
        write(builder, entry.value, style, place, inner);
      });
      break;
    default:
      builder.addMade('null', at);
  }
}

function writeItems<T>(
  builder: TextBuilder,
  brackets: string,
  items: readonly T[],
  { indent }: JsonStyle,
  place: Place,
  lineStart: string,
  writeItem: (item: T, lineStart: string) => void,
): void {
  const inner = lineStart + (indent ?? '');
  builder.addMade(brackets.slice(0, 1), place);
  for (const [i, item] of items.entries()) {
    builder.addMade((i > 0 ? ',' : '') + (indent === undefined ? '' : inner), place);
    writeItem(item, inner);
  }
  if (indent !== undefined && items.length > 0) builder.addMade(lineStart, place);
  builder.addMade(brackets.slice(1), place);
}

function writeString(builder: TextBuilder, text: SourcedText, { escapesHtml }: JsonStyle, place: Place): void {
  const special = escapesHtml ? SPECIAL_AND_HTML : SPECIAL;
  builder
    .addMade('"', place)
    .add(escaped(text, special, escapeOf, place))
    .addMade('"', place);
}

const SPECIAL = /["\\\u2028\u2029]|[^\x20-\u{10ffff}]/gu;
const SPECIAL_AND_HTML = /["\\\u2028\u2029<>&]|[^\x20-\u{10ffff}]/gu;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function escapeOf(character: string): string {
  return ESCAPES.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
