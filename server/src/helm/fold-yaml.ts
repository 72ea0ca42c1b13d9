import type { Place } from './source.ts';
import { type SourcedText, TextBuilder } from './sourced-text.ts';

/** Lines longer than this are folded at their next blank. */
const WIDTH = 80;

/**
 * Folds a scalar as `emitterc.go` of `go.yaml.in/yaml/v2`. `text` is without its quotes, `column` that of its first character,
 * and `indent` that of further lines. In double quotes, a blank at the start of a line has a backslash.
 */
export function folded(
  text: SourcedText,
  style: 'plain' | 'single' | 'double',
  column: number,
  indent: number,
  place: Place,
): SourcedText {
  const { text: value } = text;
  if (column + value.length <= WIDTH || !value.includes(' ')) return text;
  const builder = new TextBuilder();
  const lineStart = `\n${' '.repeat(indent)}`;
  let from = 0;
  let width = column;
  let isBehindBlank = false;
  let at = 0;
  for (const character of value) {
    const isBlank = character === ' ';
    const isNextBlank = value[at + 1] === ' ';
    const isInside = style === 'plain' || (at > 0 && at < value.length - 1);
    if (isBlank && !isBehindBlank && width > WIDTH && isInside && (style === 'double' || !isNextBlank)) {
      const backslash = isNextBlank ? '\\' : '';
      builder.add(text.slice(from, at)).addMade(lineStart + backslash, place);
      from = at + 1;
      width = indent + backslash.length;
    } else width++;
    isBehindBlank = isBlank;
    at += character.length;
  }
  return builder.add(text.slice(from)).finish();
}
