/** A text without the contents of its block scalars. */
export interface WithoutBlocks {
  readonly text: string;
  /** Where something stands in the whole text, by its offset in this one. */
  offsetOf(offset: number): number;
}

/**
 * Leaves out the lines of block scalars (`script: |`) below some keys of a document: where nobody asks for these values, all
 * else is read as in the whole text, in less time. Undefined where there are none, and where a line outside of them is more
 * than a key in block style with a short value: it may be a part of a longer one, and so may what follows it. The
 * whole text has no errors if the shorter one has none.
 */
export function withoutBlocks(text: string, keys: readonly string[]): WithoutBlocks | undefined {
  // What a template writes may be anything.
  if (!BLOCK.test(text) || text.includes('{{')) return undefined;
  const kept: string[] = [];
  /** Where the text that is left goes on behind a block, and how much is left out up to there. */
  const cuts: { readonly at: number; readonly by: number }[] = [];
  let [from, length, isBelow] = [0, 0, false];
  LINE.lastIndex = 0;
  for (let at = 0; at < text.length; LINE.lastIndex = at) {
    const [line, indentation = '', key, block] = LINE.exec(text) ?? [];
    if (line === undefined) return undefined;
    at += line.length;
    if (key !== undefined && indentation === '') isBelow = keys.includes(key);
    if (block === undefined) continue;
    const end = endOfBlock(text, at, indentation.length);
    if (end === undefined) return undefined;
    if (isBelow && end > at) {
      kept.push(text.slice(from, at));
      length += at - from;
      cuts.push({ at: length, by: end - length });
      from = end;
    }
    at = end;
  }
  if (cuts.length === 0) return undefined;
  kept.push(text.slice(from));
  const offsetOf = (offset: number) => offset + (cuts.findLast((cut) => cut.at <= offset)?.by ?? 0);
  return { text: kept.join(''), offsetOf };
}

const BLOCK = /: +[|>]/;

/**
 * A line with its break: a blank one, a comment, `---`, or a key, whose value ends on it or is a block scalar that is indented
 * as its first line is. A value without quotes has but these characters, none of which begins something else.
 */
const LINE =
  /( *)(?:#.*|(?:---|([A-Za-z_][\w./-]*):(?:|( +[|>][-+]?)| +(?:[\w./@+=-]+|"[^"\\\n]*"|'[^'\n]*'|\{\})))?(?: +#.*| *))(?:\r?\n|(?![\s\S]))/y;

/** Where a block scalar ends, by the indentation of its key; undefined where it may be one with an error. */
function endOfBlock(text: string, start: number, outer: number): number | undefined {
  let own: number | undefined;
  let at = start;
  while (at < text.length) {
    let content = at;
    while (text[content] === ' ') content++;
    const indentation = content - at;
    const isBlank = content === text.length || text[content] === '\n' || text.startsWith('\r\n', content);
    if (!isBlank && indentation <= outer) return at;
    // Blank lines in front of the first may not be longer than it is indented.
    if (isBlank ? own === undefined && indentation > 0 : indentation < (own ?? 0)) return undefined;
    if (!isBlank) own ??= indentation;
    at = text.indexOf('\n', content) + 1 || text.length;
  }
  return at;
}
