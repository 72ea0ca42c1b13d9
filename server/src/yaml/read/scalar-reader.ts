import { CST } from 'yaml';
import {
  APOSTROPHE,
  BACKSLASH,
  BAR,
  CARRIAGE_RETURN,
  COLON,
  HASH,
  HYPHEN,
  LINE_FEED,
  PLUS,
  QUOTE,
  SPACE,
  TAB,
} from './characters.ts';
import { Cursor, isFlowIndicator, NOT_PLAIN } from './cursor.ts';
import { endOfLine, firstInLine, isBlankAt, isSeparator, lineBelow } from './lines.ts';
import { plainValue } from './plain-value.ts';
import { ScalarNode, type ScalarStyle } from './tree.ts';

/** Reads the scalars of plain YAML. */
export class ScalarReader extends Cursor {
  /** Reads a plain or quoted scalar. A key must be on one line. Moves to its end, or to the colon behind a key. */
  scalar(outer: number, mayBeKey: boolean): ScalarNode {
    const text = this.text;
    const start = this.at;
    const scalar = this.#isQuoted() ? this.#quoted(outer) : this.#plain(outer);
    const before = this.at;
    this.skipSpaces();
    if (text.charCodeAt(this.at) === COLON) {
      const isOnOneLine = endOfLine(text, start) >= scalar.end;
      if (!mayBeKey || !isOnOneLine || !isSeparator(text, this.at + 1)) throw NOT_PLAIN;
    } else this.at = before;
    return scalar;
  }

  /** Reads a plain or quoted scalar in brackets. Moves to its end. */
  flowScalar(outer: number): ScalarNode {
    return this.#isQuoted() ? this.#quoted(outer) : this.#plain(undefined);
  }

  #isQuoted(): boolean {
    const code = this.text.charCodeAt(this.at);
    return code === QUOTE || code === APOSTROPHE;
  }

  /** Reads a plain scalar. In block style, for which `outer` is given, it may have several lines. */
  #plain(outer: number | undefined): ScalarNode {
    const text = this.text;
    const start = this.at;
    if (!canStartPlain(text, start)) throw NOT_PLAIN;
    let end = start;
    let isLong = false;
    let at = start;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (outer === undefined && isFlowIndicator(code)) break;
      if (code > COLON) end = at + 1;
      else if (code === COLON) {
        if (isSeparator(text, at + 1)) break;
        if (outer === undefined && isFlowIndicator(text.charCodeAt(at + 1))) break;
        end = at + 1;
      } else if (code === SPACE || code === TAB) {
        if (text.charCodeAt(at + 1) === HASH) break;
      } else if (code === LINE_FEED || code === CARRIAGE_RETURN) {
        const next = outer === undefined ? -1 : this.#continuation(at, outer);
        if (next === -1) break;
        isLong = true;
        at = next - 1;
      } else end = at + 1;
    }
    this.at = end;
    const written = text.slice(start, end);
    const source = isLong ? resolved({ type: 'scalar', offset: 0, indent: 0, source: written }) : written;
    return new ScalarNode(start, end, plainValue(source), source, 'plain');
  }

  /** Where a plain scalar goes on in a line below one that ends at an offset; -1 if it does not. */
  #continuation(end: number, outer: number): number {
    const text = this.text;
    let at = end;
    for (;;) {
      const lineStart = text.indexOf('\n', at) + 1;
      if (lineStart === 0) return -1;
      at = firstInLine(text, lineStart);
      if (at >= text.length) return -1;
      if (isBlankAt(text, at)) continue;
      const code = text.charCodeAt(at);
      if (code === TAB) throw NOT_PLAIN;
      if (at - lineStart <= outer || code === HASH) return -1;
      return at;
    }
  }

  #quoted(outer: number): ScalarNode {
    const text = this.text;
    const start = this.at;
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
        const next = firstInLine(text, at + 1);
        if (!isBlankAt(text, next) && next - (at + 1) <= outer) throw NOT_PLAIN;
        if (outer < 0) throw NOT_PLAIN;
      } else if (at >= text.length) throw NOT_PLAIN;
    }
    const end = at + 1;
    this.at = end;
    const type = isDouble ? 'double-quoted-scalar' : 'single-quoted-scalar';
    const value = isSimple
      ? text.slice(start + 1, at)
      : resolved({ type, offset: 0, indent: 0, source: text.slice(start, end) });
    return new ScalarNode(start, end, value, value, isDouble ? 'double' : 'single');
  }

  /** Reads a block scalar. Its lines have at least `min` columns of indentation. `indent` is what the parser of `yaml` passes on. */
  blockScalar(min: number, indent: number): ScalarNode {
    const text = this.text;
    const start = this.at;
    const style: ScalarStyle = text.charCodeAt(start) === BAR ? 'literal' : 'folded';
    const chomping = text.charCodeAt(start + 1);
    const hasChomping = chomping === PLUS || chomping === HYPHEN;
    this.at = start + (hasChomping ? 2 : 1);
    const header = text.slice(start, this.at);
    this.endLine();
    const first = this.at;
    const end = this.#endOfBlockScalar(min, chomping === PLUS);
    this.at = end;
    const source = text.slice(first, end);
    const props: CST.Token[] = [{ type: 'block-scalar-header', offset: 0, indent, source: header }];
    const value = resolved({ type: 'block-scalar', offset: 0, indent, props, source } as CST.BlockScalar);
    return new ScalarNode(start, end, value, value, style);
  }

  /** Like `parseBlockScalar` of the lexer of `yaml`. */
  #endOfBlockScalar(min: number, isKept: boolean): number {
    const text = this.text;
    const first = this.at;
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
        at = firstInLine(text, end);
        if (at >= text.length ? at - end < indentation : at - end < indentation && !isBlankAt(text, at)) break;
      }
    } else if (at >= text.length) throw NOT_PLAIN;
    const endsWithBlanks = end === text.length && text.charCodeAt(end - 1) === SPACE;
    if (text.charCodeAt(firstInLine(text, end)) === TAB || endsWithBlanks) throw NOT_PLAIN;
    return isKept ? end : this.#withoutBlankLines(first, end, indentation);
  }

  /** Where a block scalar ends without the blank lines at its end that are not indented more than it. */
  #withoutBlankLines(first: number, end: number, indentation: number): number {
    const text = this.text;
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
  if (code === HYPHEN) return !isSeparator(text, at + 1) && !isFlowIndicator(text.charCodeAt(at + 1));
  return !(code < 128 && NOT_FIRST[code]);
}

/** The characters that cannot begin a plain scalar, and some that `yaml` is left to decide. */
const NOT_FIRST = Array.from({ length: 128 }, (_, code) =>
  '\t\n\r ,[]{}#&*!|>\'"%@`?:'.includes(String.fromCharCode(code)),
);
