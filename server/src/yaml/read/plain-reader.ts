import { CST } from 'yaml';
import { isBlankAt, lineBelow } from './lines.ts';
import { plainValue } from './plain-value.ts';
import { blockEnd, Item, ListNode, MapNode, type Node, Pair, ScalarNode, type ScalarStyle } from './tree.ts';

/**
 * Reads plain YAML: mappings and lists in block and flow style, scalars in all styles, and comments. Undefined for any other
 * text, with anchors, aliases, tags, directives, keys with `?`, or a scalar as the whole document; for one with errors; and for
 * one that is nested deeper than `maxDepth`. `yaml` reads these. The result is the same as that of `yaml`, in a tenth of the time.
 */
export function readPlain(text: string, maxDepth: number): Node | undefined {
  try {
    return new PlainReader(text, maxDepth).document();
  } catch (error) {
    if (error === NOT_PLAIN) return undefined;
    throw error;
  }
}

/** Thrown for what this reader leaves to `yaml`. It has no stack trace, because it is thrown often. */
const NOT_PLAIN = Symbol('not plain YAML');

/** The maximum length of a key without the indicator `?`, in characters. */
const MAX_KEY = 1_000;

class PlainReader {
  readonly #text: string;
  readonly #maxDepth: number;
  #at = 0;
  #depth = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  document(): Node {
    const text = this.#text;
    if (LONE_CARRIAGE_RETURN.test(text) || text.includes(BYTE_ORDER_MARK)) throw NOT_PLAIN;
    const column = this.#skipToContent();
    if (text.charCodeAt(this.#at) === PERCENT) throw NOT_PLAIN;
    const node = this.#isMarker() ? this.#behindMarker() : this.#block(column, -1);
    this.#skipToContent();
    if (this.#at < text.length || node.kind === 'scalar') throw NOT_PLAIN;
    return node;
  }

  /** Reads the content of a document that begins with `---`: a collection in flow style on the same line, or lines below. */
  #behindMarker(): Node {
    if (this.#text.charCodeAt(this.#at) === DOT) throw NOT_PLAIN;
    this.#at += 3;
    this.#skipSpaces();
    if (this.#isFlow()) return this.#flowLine(-1);
    this.#endLine();
    return this.#block(this.#skipToContent(), -1);
  }

  /** Moves to the next line with content, and returns the column of the content; -1 at the end of the text. */
  #skipToContent(): number {
    const text = this.#text;
    for (;;) {
      const lineStart = this.#at;
      this.#skipSpaces();
      const code = text.charCodeAt(this.#at);
      if (code === HASH) this.#at = lineEnd(text, this.#at);
      else if (!isBlankAt(text, this.#at)) {
        if (code === TAB) throw NOT_PLAIN;
        return this.#at - lineStart;
      }
      if (this.#at >= text.length) return -1;
      this.#at = text.indexOf('\n', this.#at) + 1 || text.length;
    }
  }

  /** Moves from the first content of a line back to its start: a collection around the current one reads it. */
  #backToLine(column: number): void {
    this.#at -= Math.max(column, 0);
  }

  #skipSpaces(): void {
    const text = this.#text;
    let at = this.#at;
    while (text.charCodeAt(at) === SPACE) at++;
    this.#at = at;
  }

  /** Moves to the line below; only blanks and a comment may follow. */
  #endLine(): void {
    const text = this.#text;
    const before = this.#at;
    if (!this.#atLineEnd()) throw NOT_PLAIN;
    // A comment follows a blank.
    const isComment = text.charCodeAt(this.#at) === HASH;
    if (isComment && this.#at === before && text.charCodeAt(before - 1) !== SPACE) throw NOT_PLAIN;
    this.#at = text.indexOf('\n', this.#at) + 1 || text.length;
  }

  /** Whether nothing but blanks and a comment follows in the line. Moves behind the blanks. */
  #atLineEnd(): boolean {
    this.#skipSpaces();
    return isBlankAt(this.#text, this.#at) || this.#text.charCodeAt(this.#at) === HASH;
  }

  /** Whether a line with `---` or `...` begins here. */
  #isMarker(): boolean {
    const text = this.#text;
    const code = text.charCodeAt(this.#at);
    if (code !== DOT && code !== HYPHEN) return false;
    const isStart = this.#at === 0 || text.charCodeAt(this.#at - 1) === LINE_FEED;
    return isStart && text.startsWith(code === DOT ? '...' : '---', this.#at) && isEmptyAt(text, this.#at + 3);
  }

  /** Whether a collection in flow style begins here. */
  #isFlow(): boolean {
    const code = this.#text.charCodeAt(this.#at);
    return code === OPEN_BRACE || code === OPEN_BRACKET;
  }

  #isDash(): boolean {
    return this.#text.charCodeAt(this.#at) === HYPHEN && isEmptyAt(this.#text, this.#at + 1);
  }

  /**
   * Reads a value in block style that begins at the current offset with its line, or behind a dash. `column` is its own,
   * `outer` that of the collection around it, -1 for none.
   */
  #block(column: number, outer: number): Node {
    if (this.#isDash()) return this.#list(column);
    if (this.#isFlow()) return this.#flowLine(outer);
    const scalar = this.#scalar(outer, true);
    if (this.#text.charCodeAt(this.#at) !== COLON) {
      this.#endLine();
      return scalar;
    }
    return this.#map(column, scalar);
  }

  /** Reads a list in block style from its first dash on. */
  #list(column: number): ListNode {
    const text = this.#text;
    this.#enter();
    const start = this.#at;
    const items: Item[] = [];
    for (;;) {
      const dash = this.#at;
      this.#at++;
      const value = this.#atLineEnd() ? this.#below(column, false) : this.#behindDash(dash, column);
      items.push(new Item(dash, dash + 1, value));
      const next = this.#skipToContent();
      if (next > column || this.#isMarker()) throw NOT_PLAIN;
      if (next < column || !this.#isDash()) {
        this.#backToLine(next);
        break;
      }
    }
    this.#leave();
    return new ListNode(start, blockEnd(text, items[items.length - 1] as Item), 'block', items);
  }

  /** Reads a value on the line of its dash. */
  #behindDash(dash: number, column: number): Node {
    const own = column + this.#at - dash;
    const code = this.#text.charCodeAt(this.#at);
    if (code === BAR || code === GREATER) return this.#blockScalar(column + 1, own);
    return this.#block(own, column);
  }

  /** Reads a mapping in block style behind its first key. */
  #map(column: number, first: ScalarNode): MapNode {
    const text = this.#text;
    this.#enter();
    const pairs: Pair[] = [];
    for (let key = first; ; ) {
      if (key.end - key.start > MAX_KEY) throw NOT_PLAIN;
      const valueStart = this.#at + 1;
      this.#at = valueStart;
      const value = this.#atLineEnd() ? this.#below(column, true) : this.#behindColon(column);
      pairs.push(new Pair(key.start, valueStart, key, value));
      const next = this.#skipToContent();
      if (next < column) {
        this.#backToLine(next);
        break;
      }
      if (next > column || this.#isDash() || this.#isMarker()) throw NOT_PLAIN;
      if (this.#isFlow()) throw NOT_PLAIN;
      key = this.#scalar(column, true);
      if (text.charCodeAt(this.#at) !== COLON) throw NOT_PLAIN;
    }
    this.#leave();
    return new MapNode(first.start, blockEnd(text, pairs[pairs.length - 1] as Pair), 'block', pairs);
  }

  /** Reads a value on the line of its key. */
  #behindColon(column: number): Node {
    const code = this.#text.charCodeAt(this.#at);
    if (code === BAR || code === GREATER) return this.#blockScalar(column + 1, column);
    if (this.#isDash()) throw NOT_PLAIN;
    if (this.#isFlow()) return this.#flowLine(column);
    const scalar = this.#scalar(column, false);
    this.#endLine();
    return scalar;
  }

  /** Reads a value that begins on a line below its key or dash, or none. */
  #below(outer: number, isMap: boolean): Node {
    const empty = this.#at;
    const column = this.#skipToContent();
    const isList = isMap && column === outer && this.#isDash() && !this.#isMarker();
    if (column > outer || isList) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === BAR || code === GREATER) throw NOT_PLAIN;
      const hasComment = this.#text.slice(empty, this.#at).includes('#');
      const node = this.#block(column, outer);
      // Below some comments, the lexer of `yaml` reads more lines as the same scalar.
      if (node.kind === 'scalar' && hasComment) throw NOT_PLAIN;
      return node;
    }
    this.#backToLine(column);
    return new ScalarNode(empty, empty, null, '', 'plain');
  }

  #enter(): void {
    if (++this.#depth > this.#maxDepth) throw NOT_PLAIN;
  }

  #leave(): void {
    this.#depth--;
  }

  /** Reads a plain or quoted scalar. A key must be on one line. Moves to its end, or to the colon behind a key. */
  #scalar(outer: number, mayBeKey: boolean): ScalarNode {
    const text = this.#text;
    const start = this.#at;
    const code = text.charCodeAt(start);
    const isQuoted = code === QUOTE || code === APOSTROPHE;
    const scalar = isQuoted ? this.#quoted(outer) : this.#plain(outer);
    const before = this.#at;
    this.#skipSpaces();
    if (text.charCodeAt(this.#at) === COLON) {
      const isOnOneLine = lineEnd(text, start) >= scalar.end;
      if (!mayBeKey || !isOnOneLine || !isEmptyAt(text, this.#at + 1)) throw NOT_PLAIN;
    } else this.#at = before;
    return scalar;
  }

  /** Reads a plain scalar in block style, which may have several lines. */
  #plain(outer: number): ScalarNode {
    const text = this.#text;
    const start = this.#at;
    if (!canStartPlain(text, start)) throw NOT_PLAIN;
    let end = start;
    let isLong = false;
    let at = start;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > COLON) end = at + 1;
      else if (code === COLON) {
        if (isEmptyAt(text, at + 1)) break;
        end = at + 1;
      } else if (code === SPACE || code === TAB) {
        if (text.charCodeAt(at + 1) === HASH) break;
      } else if (code === LINE_FEED || code === CARRIAGE_RETURN) {
        const next = this.#continuation(at, outer);
        if (next === -1) break;
        isLong = true;
        at = next - 1;
      } else end = at + 1;
    }
    this.#at = end;
    const written = text.slice(start, end);
    const source = isLong ? resolved({ type: 'scalar', offset: 0, indent: 0, source: written }) : written;
    return new ScalarNode(start, end, plainValue(source), source, 'plain');
  }

  /** Where a plain scalar goes on in a line below one that ends at an offset; -1 if it does not. */
  #continuation(end: number, outer: number): number {
    const text = this.#text;
    let at = end;
    for (;;) {
      const lineStart = text.indexOf('\n', at) + 1;
      if (lineStart === 0) return -1;
      at = lineStart;
      while (text.charCodeAt(at) === SPACE) at++;
      if (at >= text.length) return -1;
      if (isBlankAt(text, at)) continue;
      const code = text.charCodeAt(at);
      if (code === TAB) throw NOT_PLAIN;
      if (at - lineStart <= outer || code === HASH) return -1;
      return at;
    }
  }

  #quoted(outer: number): ScalarNode {
    const text = this.#text;
    const start = this.#at;
    const isDouble = text.charCodeAt(start) === QUOTE;
    let isSimple = true;
    let at = start + 1;
    for (; ; at++) {
      const code = text.charCodeAt(at);
      if (code === (isDouble ? QUOTE : APOSTROPHE)) {
        if (isDouble || text.charCodeAt(at + 1) !== APOSTROPHE) break;
        isSimple = false;
        at++;
      } else if (code === BACKSLASH && isDouble) {
        isSimple = false;
        if (text.charCodeAt(at + 1) !== LINE_FEED) at++;
      } else if (code === LINE_FEED) {
        isSimple = false;
        const first = at + 1;
        let next = first;
        while (text.charCodeAt(next) === SPACE) next++;
        if (!isBlankAt(text, next) && next - first <= outer) throw NOT_PLAIN;
        if (outer < 0) throw NOT_PLAIN;
      } else if (at >= text.length) throw NOT_PLAIN;
    }
    const end = at + 1;
    this.#at = end;
    const type = isDouble ? 'double-quoted-scalar' : 'single-quoted-scalar';
    const value = isSimple
      ? text.slice(start + 1, at)
      : resolved({ type, offset: 0, indent: 0, source: text.slice(start, end) });
    return new ScalarNode(start, end, value, value, isDouble ? 'double' : 'single');
  }

  /** Reads a block scalar. Its lines have at least `min` columns of indentation. `indent` is what the parser of `yaml` passes on. */
  #blockScalar(min: number, indent: number): ScalarNode {
    const text = this.#text;
    const start = this.#at;
    const style: ScalarStyle = text.charCodeAt(start) === BAR ? 'literal' : 'folded';
    const chomping = text.charCodeAt(start + 1);
    const hasChomping = chomping === PLUS || chomping === HYPHEN;
    this.#at = start + (hasChomping ? 2 : 1);
    const header = text.slice(start, this.#at);
    this.#endLine();
    const first = this.#at;
    const end = this.#endOfBlockScalar(min, chomping === PLUS);
    this.#at = end;
    const source = text.slice(first, end);
    const props: CST.Token[] = [{ type: 'block-scalar-header', offset: 0, indent, source: header }];
    const value = resolved({ type: 'block-scalar', offset: 0, indent, props, source } as CST.BlockScalar);
    return new ScalarNode(start, end, value, value, style);
  }

  /** Like `parseBlockScalar` of the lexer of `yaml`. */
  #endOfBlockScalar(min: number, isKept: boolean): number {
    const text = this.#text;
    const first = this.#at;
    let at = first;
    let lineStart = first;
    while (isBlankAt(text, at) || text.charCodeAt(at) === SPACE) {
      if (at >= text.length) break;
      if (text.charCodeAt(at) === LINE_FEED) lineStart = at + 1;
      at++;
    }
    const indentation = at - lineStart;
    let end = lineStart;
    if (at < text.length && indentation >= min) {
      for (;;) {
        end = lineBelow(text, at);
        if (end === at) end = lineBelow(text, at + 1);
        if (end >= text.length) break;
        at = end;
        while (text.charCodeAt(at) === SPACE) at++;
        if (at >= text.length ? at - end < indentation : at - end < indentation && !isBlankAt(text, at)) break;
      }
    } else if (at >= text.length) throw NOT_PLAIN;
    let behind = end;
    while (text.charCodeAt(behind) === SPACE) behind++;
    const endsWithBlanks = end === text.length && text.charCodeAt(end - 1) === SPACE;
    if (text.charCodeAt(behind) === TAB || endsWithBlanks) throw NOT_PLAIN;
    return isKept ? end : this.#withoutBlankLines(first, end, indentation);
  }

  /** Where a block scalar ends without the blank lines at its end that are not indented more than it. */
  #withoutBlankLines(first: number, end: number, indentation: number): number {
    const text = this.#text;
    if (text.charCodeAt(end - 1) !== LINE_FEED) return end;
    for (let last = end; ; ) {
      let at = last - 2;
      if (text.charCodeAt(at) === CARRIAGE_RETURN) at--;
      const lastCharacter = at;
      while (text.charCodeAt(at) === SPACE) at--;
      if (text.charCodeAt(at) !== LINE_FEED || at < first || at + 1 + indentation <= lastCharacter) return last;
      last = at + 1;
    }
  }

  /** Reads a collection in flow style, and the rest of its last line. */
  #flowLine(outer: number): MapNode | ListNode {
    const node = this.#flow(outer);
    this.#endLine();
    return node;
  }

  /** Reads a collection in flow style. */
  #flow(outer: number): MapNode | ListNode {
    this.#enter();
    const text = this.#text;
    const start = this.#at;
    const isMap = text.charCodeAt(start) === OPEN_BRACE;
    const close = isMap ? CLOSE_BRACE : CLOSE_BRACKET;
    const pairs: Pair[] = [];
    const items: Item[] = [];
    this.#at++;
    for (;;) {
      this.#skipInFlow(outer);
      if (text.charCodeAt(this.#at) === close) break;
      if (isMap) pairs.push(this.#flowPair(outer));
      else items.push(this.#flowItem(outer));
      this.#skipInFlow(outer);
      const code = text.charCodeAt(this.#at);
      if (code === close) break;
      if (code !== COMMA) throw NOT_PLAIN;
      this.#at++;
    }
    this.#at++;
    this.#leave();
    return isMap ? new MapNode(start, this.#at, 'flow', pairs) : new ListNode(start, this.#at, 'flow', items);
  }

  #flowItem(outer: number): Item {
    const value = this.#flowValue(outer);
    const next = this.#at;
    this.#skipInFlow(outer);
    // A pair without braces.
    if (this.#text.charCodeAt(this.#at) === COLON) throw NOT_PLAIN;
    this.#at = next;
    return new Item(value.start, undefined, value);
  }

  #flowPair(outer: number): Pair {
    const text = this.#text;
    const key = this.#flowScalar(outer);
    if (key.end - key.start > MAX_KEY) throw NOT_PLAIN;
    const behind = this.#at;
    this.#skipInFlow(outer);
    if (text.charCodeAt(this.#at) !== COLON) {
      this.#at = behind;
      return new Pair(key.start, undefined, key, undefined);
    }
    const isAdjacent = key.style !== 'plain' && this.#at === behind;
    const next = text.charCodeAt(this.#at + 1);
    if (!isAdjacent && !isEmptyAt(text, this.#at + 1) && !isFlowIndicator(next)) throw NOT_PLAIN;
    const valueStart = this.#at + 1;
    this.#at = valueStart;
    this.#skipSpaces();
    const empty = this.#at;
    this.#skipInFlow(outer);
    const code = text.charCodeAt(this.#at);
    const value =
      code === COMMA || code === CLOSE_BRACE ? new ScalarNode(empty, empty, null, '', 'plain') : this.#flowValue(outer);
    return new Pair(key.start, valueStart, key, value);
  }

  #flowValue(outer: number): Node {
    return this.#isFlow() ? this.#flow(outer) : this.#flowScalar(outer);
  }

  #flowScalar(outer: number): ScalarNode {
    const text = this.#text;
    const start = this.#at;
    const code = text.charCodeAt(start);
    if (code === QUOTE || code === APOSTROPHE) return this.#quoted(outer);
    if (!canStartPlain(text, start)) throw NOT_PLAIN;
    let end = start;
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (isFlowIndicator(code)) break;
      if (code === COLON) {
        if (isEmptyAt(text, at + 1) || isFlowIndicator(text.charCodeAt(at + 1))) break;
        end = at + 1;
      } else if (code === SPACE || code === TAB) {
        if (text.charCodeAt(at + 1) === HASH) break;
      } else if (code === LINE_FEED || code === CARRIAGE_RETURN) break;
      else end = at + 1;
    }
    this.#at = end;
    const source = text.slice(start, end);
    return new ScalarNode(start, end, plainValue(source), source, 'plain');
  }

  /** Skips blanks, comments and line breaks in brackets. */
  #skipInFlow(outer: number): void {
    const text = this.#text;
    for (;;) {
      const before = this.#at;
      this.#skipSpaces();
      if (text.charCodeAt(this.#at) === HASH) {
        if (before === this.#at && text.charCodeAt(before - 1) !== SPACE) throw NOT_PLAIN;
        this.#at = lineEnd(text, this.#at);
      }
      if (!isBlankAt(text, this.#at)) break;
      if (this.#at >= text.length) throw NOT_PLAIN;
      const lineStart = text.indexOf('\n', this.#at) + 1;
      this.#at = lineStart;
      this.#skipSpaces();
      const column = this.#at - lineStart;
      if (isBlankAt(text, this.#at) || text.charCodeAt(this.#at) === HASH) continue;
      if (column <= outer || (column === 0 && this.#isMarker())) throw NOT_PLAIN;
    }
    if (text.charCodeAt(this.#at) === TAB) throw NOT_PLAIN;
  }
}

/** The value of a scalar as `yaml` reads it. A scalar with an error is not plain. */
function resolved(token: CST.FlowScalar | CST.BlockScalar): string {
  return (
    CST.resolveAsScalar(token, true, () => {
      throw NOT_PLAIN;
    })?.value ?? ''
  );
}

/** Whether a plain scalar begins at an offset: not an indicator, nor one that blanks follow. */
function canStartPlain(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === HYPHEN) return !isEmptyAt(text, at + 1) && !isFlowIndicator(text.charCodeAt(at + 1));
  return !(code < 128 && NOT_FIRST[code]);
}

/** The characters that cannot begin a plain scalar, and some that `yaml` is left to decide. */
const NOT_FIRST = Array.from({ length: 128 }, (_, code) =>
  '\t\n\r ,[]{}#&*!|>\'"%@`?:'.includes(String.fromCharCode(code)),
);

function isFlowIndicator(code: number): boolean {
  return (
    code === COMMA || code === OPEN_BRACE || code === CLOSE_BRACE || code === OPEN_BRACKET || code === CLOSE_BRACKET
  );
}

/** Whether a blank, a line break or the end of the text is at an offset. */
function isEmptyAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN || at >= text.length;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

const LONE_CARRIAGE_RETURN = /\r(?!\n)/;
const BYTE_ORDER_MARK = '\ufeff';
const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const HASH = 35;
const PERCENT = 37;
const APOSTROPHE = 39;
const PLUS = 43;
const COMMA = 44;
const HYPHEN = 45;
const DOT = 46;
const COLON = 58;
const GREATER = 62;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const BAR = 124;
const CLOSE_BRACE = 125;
