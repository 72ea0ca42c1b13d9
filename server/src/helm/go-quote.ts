import type { Place } from './source.ts';
import { type SourcedText, TextBuilder } from './sourced-text.ts';

/** A text as `%q` writes it; the unknown parts of it remain. */
export function quoted(text: SourcedText, place: Place): SourcedText {
  const builder = new TextBuilder().addMade('"', place);
  builder.add(escaped(text, SPECIAL, quotedCharacter, place));
  return builder.addMade('"', place).finish();
}

/** A text with some characters replaced; the unknown parts of it remain. */
export function escaped(
  text: SourcedText,
  special: RegExp,
  replacement: (character: string) => string,
  place: Place,
): SourcedText {
  if (text.text.search(special) === -1) return text;
  const builder = new TextBuilder();
  let at = 0;
  for (const { kind, length, source, start, end } of text.pieces) {
    const own = text.text.slice(at, at + length);
    if (kind === 'hole') builder.add(text.slice(at, at + length));
    else {
      let from = 0;
      for (const { 0: character, index } of own.matchAll(special)) {
        builder.add(text.slice(at + from, at + index));
        const offset = kind === 'exact' ? start + index : start;
        const behind = kind === 'exact' ? offset + character.length : end;
        builder.addMade(
          replacement(character),
          source === place.source ? place : { source, start: offset, end: behind },
        );
        from = index + character.length;
      }
      builder.add(text.slice(at + from, at + length));
    }
    at += length;
  }
  return builder.finish();
}

/** Characters that are not written as they are: quotes, backslashes, and those that `unicode.IsPrint` does not accept. */
const SPECIAL = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
]);

function quotedCharacter(character: string): string {
  const known = ESCAPES.get(character);
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  const digits = (count: number) => code.toString(16).padStart(count, '0');
  if (code < 0x20 || code === 0x7f) return `\\x${digits(2)}`;
  return code > 0xffff ? `\\U${digits(8)}` : `\\u${digits(4)}`;
}
