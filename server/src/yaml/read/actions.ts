import type { Span } from '../../text/span.ts';
import { endOfLine } from './lines.ts';

/** A template action `{{ … }}`, or another part of a text that is masked like one. */
export interface Action extends Span {
  readonly kind: 'open' | 'define' | 'else' | 'end' | 'silent' | 'write' | 'broken';
  /** Whether it is an `else` without a condition. */
  readonly isUnconditional: boolean;
  /** Whether it is masked with blanks: its output is no part of a scalar. */
  readonly isBlank: boolean;
  /** Whether its lines hold nothing else. */
  readonly isAlone: boolean;
  /** The mask of a line of its own, if blanks would change how the lines below it are parsed. */
  readonly standIn: StandIn | undefined;
  /** Whether its output may be more than a part of a scalar: keys, items or a whole collection. */
  readonly mayWrite: boolean;
  /** The minimum indentation of its output. */
  readonly indentation: number;
}

/** A mask that the parser reads as text or as a key. */
export interface StandIn {
  /** How many blanks precede it in the span of the action. */
  readonly blanks: number;
  readonly isKey: boolean;
}

/** Whether an action begins or ends a branch. */
export function isBranching({ kind }: Action): boolean {
  return kind === 'open' || kind === 'define' || kind === 'else' || kind === 'end';
}

/** Whether an action with this source writes only into its line: no branch, no lines, no collection in block style. */
export function isInline(source: string, { kind, isBlank }: Action): boolean {
  return kind === 'write' && !isBlank && !source.includes('\n') && !STRUCTURE.test(source);
}

/** The actions of a text. The `thorough` way also finds variables like `${NAME}`, and the lines that need a stand-in. */
export function findActions(text: string, thorough: boolean): Action[] {
  const spans = thorough ? withVariables(text, actionSpans(text)) : actionSpans(text);
  const gaps = spans.map(({ start }, i) => text.slice(spans[i - 1]?.end ?? 0, start));
  gaps.push(text.slice(spans.at(-1)?.end ?? 0));
  const isFirstInLine: boolean[] = [];
  for (const [i, gap] of gaps.entries()) {
    const lineStart = gap.lastIndexOf('\n') + 1;
    isFirstInLine.push(
      gap.slice(lineStart).trim() === '' && (lineStart > 0 || i === 0 || isFirstInLine[i - 1] === true),
    );
  }
  const isLastInLine: boolean[] = [];
  for (let i = spans.length - 1; i >= 0; i--) {
    const gap = gaps[i + 1] ?? '';
    const isLineEnd = /^[^\S\n]*(?:[^\S\n]#.*)?(?:\n|$)/.test(gap) && (gap.includes('\n') || i === spans.length - 1);
    isLastInLine[i] = isLineEnd || (gap.trim() === '' && !gap.includes('\n') && isLastInLine[i + 1] === true);
  }
  const actions = spans.map(({ start, end }, i) => {
    const action = text.slice(start, end);
    const kind = kindOf(action);
    const [lead = '', rest = ''] = [gaps[i], gaps[i + 1]];
    const isAlone = isFirstInLine[i] === true && isLastInLine[i] === true;
    const writesLines = STRUCTURE.test(action);
    const isWhole = isFirstInLine[i] === true || /-\s*$/.test(lastLine(lead)) || isWholeValue(lead, rest);
    const mayWrite = kind === 'write' && (isAlone || writesLines || (isWhole && !SCALAR.test(action)));
    // A silent action that is first in its line is not blanked: the key behind it would look indented.
    const isSilent = kind === 'silent' && isFirstInLine[i] !== true;
    const isBlank = isAlone || isSilent || (writesLines && isLastInLine[i] === true && /:\s+$/.test(lastLine(lead)));
    const isUnconditional = /^\{\{-?\s*else\s*-?\}\}$/.test(action);
    const indentation = indentationOf(action) ?? 0;
    return { start, end, kind, isUnconditional, isBlank, isAlone, mayWrite, indentation, standIn: undefined };
  });
  return thorough ? withStandIns(text, actions, gaps) : actions;
}

/**
 * Action lines stay blank with two exceptions. The first line of a block scalar gets text: leading blank lines may not be
 * longer than the scalar is indented. A line that is indented less than the next gets a key, to which that line belongs.
 */
function withStandIns(text: string, actions: readonly Action[], gaps: readonly string[]): Action[] {
  const result: Action[] = [];
  // The column of the next content, if it is the first in its line.
  let next: number | undefined;
  for (const [i, action] of [...actions.entries()].reverse()) {
    const [lead = '', rest = ''] = [gaps[i], gaps[i + 1]];
    const content = /^([ \t]*)[^\s#]/m.exec(rest);
    if (content !== null) next = content.index === 0 ? undefined : content[1]?.length;
    const isFirst = i === 0 || lead.includes('\n');
    const column = isFirst ? lead.length - (lead.lastIndexOf('\n') + 1) : undefined;
    const source = text.slice(action.start, action.end);
    const standIn =
      action.isAlone && column !== undefined && next !== undefined
        ? (textStandIn(source, i === 0 ? `\n${lead}` : lead, column, next) ?? keyStandIn(source, column, next))
        : undefined;
    result.push({ ...action, standIn });
    if (standIn !== undefined || !action.isBlank) next = column && column + (standIn?.blanks ?? 0);
  }
  return result.reverse();
}

/** The stand-in of an action that is the first line of a block scalar. */
function textStandIn(action: string, lead: string, column: number, next: number): StandIn | undefined {
  const before = lead.trimEnd();
  const header = lastLine(before);
  const [indentation = ''] = /^\s*(?:- +(?![|>]))*/.exec(header) ?? [];
  const isHeader =
    before.includes('\n') && !/^\s*#/.test(header) && /[:-][^\S\n]+[|>][+-]?(?:[^\S\n]+#.*)?$/.test(header);
  return isHeader && next > indentation.length ? standInFor(action, next - column, false) : undefined;
}

/** The stand-in of an action whose output is indented less than the next line. */
function keyStandIn(action: string, column: number, next: number): StandIn | undefined {
  const written = indentationOf(action) ?? next;
  return written < next && !action.includes('\n') ? standInFor(action, written - column, true) : undefined;
}

/** Undefined if the first line of the action is too short for the blanks and a key. */
function standInFor(action: string, blanks: number, isKey: boolean): StandIn | undefined {
  const { length } = action.slice(0, endOfLine(action, 0)).trimEnd();
  return blanks >= 0 && length >= blanks + 5 ? { blanks, isKey } : undefined;
}

/** By how much `indent` or `nindent`, as the last function of an action, indents all lines of its output. */
function indentationOf(action: string): number | undefined {
  const [, columns] = /\|\s*n?indent\s+(\d+)\s*-?\}\}$/.exec(action) ?? [];
  return columns === undefined ? undefined : Number(columns);
}

/** Adds shell variables outside of actions. */
function withVariables(text: string, actions: readonly Span[]): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const action of [...actions, { start: text.length, end: text.length }]) {
    for (const { index, 0: variable } of text.slice(end, action.start).matchAll(/\$\{[^{}\n]+\}/g)) {
      spans.push({ start: end + index, end: end + index + variable.length });
    }
    spans.push(action);
    end = action.end;
  }
  return spans.slice(0, -1);
}

/** Functions whose output is lines or collections, and functions whose output is a scalar. */
const STRUCTURE = /\bn?indent\b|\bto\w*Yaml\b/;
const SCALAR = /\|\s*(?:s?quote|int|int64)\s*-?\}\}$/;

/** The end of the last line of a text: at most 200 characters, so that long lines take no time. */
function lastLine(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('\n') + 1, text.length - 200));
}

/** Whether an action between two texts is a complete value in block or flow style, or a key in flow style. */
function isWholeValue(before: string, behind: string): boolean {
  return /[:[{,]\s*$/.test(lastLine(before)) && /^[^\S\n]*(?:$|[\n#\]},:])/.test(behind);
}

function kindOf(action: string): Action['kind'] {
  const [, word = '', assigned] = /^\{\{-?\s*(\/\*|[#^/!]|\$?\w*)(\s*:?=)?/.exec(action) ?? [];
  if (assigned !== undefined && word.startsWith('$')) return 'silent';
  return KINDS.get(word) ?? 'write';
}

/** The keywords of Go templates, and the tag types of Mustache. */
const KINDS: ReadonlyMap<string, Action['kind']> = new Map([
  ['if', 'open'],
  ['with', 'open'],
  ['range', 'open'],
  ['block', 'open'],
  ['define', 'define'],
  ['else', 'else'],
  ['end', 'end'],
  ['break', 'silent'],
  ['continue', 'silent'],
  ['/*', 'silent'],
  ['#', 'open'],
  ['^', 'open'],
  ['/', 'end'],
  ['!', 'silent'],
]);

/** The spans of the actions in a text. An action that is not closed before the next one begins is not an action. */
function actionSpans(text: string): Span[] {
  const spans: Span[] = [];
  let commentEnd = 0;
  for (let start = text.indexOf('{{'); start !== -1; ) {
    let end: number | undefined;
    let next = start + 2;
    if (/^-?\s*\/\*/.test(text.slice(next, next + 20))) {
      // Comments that are not closed are followed by the same `*/`, or by none.
      if (commentEnd < next) commentEnd = text.indexOf('*/', next);
      if (commentEnd === -1) commentEnd = text.length;
      const [closing] = /^\s*-?\}\}/.exec(text.slice(commentEnd + 2, commentEnd + 22)) ?? [];
      if (closing !== undefined) end = commentEnd + 2 + closing.length;
    } else {
      const stop = actionStop(text, next);
      if (text.startsWith('}}', stop)) end = stop + 2;
      else next = stop;
    }
    if (end !== undefined) spans.push({ start, end });
    start = text.indexOf('{{', end ?? next);
  }
  return spans;
}

/** The offset of the next `}}` or `{{` outside of strings; the length of the text where there is none. */
function actionStop(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if ((character === '{' || character === '}') && text[at + 1] === character) return at;
    if (character === '"' || character === "'") at = stringEnd(text, at);
    else if (character === '`') {
      at = text.indexOf('`', at + 1);
      if (at === -1) break;
    }
  }
  return text.length;
}

/** The offset of the quote that closes a string of Go, or of the end of its line. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start] && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
  return at;
}
