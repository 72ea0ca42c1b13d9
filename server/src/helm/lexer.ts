import type { Span } from '../text/span.ts';

/** A token inside of an action. */
export interface Token extends Span {
  readonly kind: TokenKind;
  readonly text: string;
  /** Whether blanks are before it. */
  readonly isSpaced: boolean;
}

export type TokenKind =
  | 'assign'
  | 'declare'
  | 'pipe'
  | 'comma'
  | 'open'
  | 'close'
  | 'string'
  | 'number'
  | 'character'
  | 'variable'
  | 'dot'
  | 'field'
  | 'word';

/** An action, or a comment, which has no tokens. */
export interface ActionText extends Span {
  readonly tokens: readonly Token[];
  readonly isComment: boolean;
  readonly trimsLeft: boolean;
  readonly trimsRight: boolean;
  /** Why Go rejects it. */
  readonly fault: string | undefined;
}

/** The start of the blanks before an offset that a trim marker removes. */
export function blanksBefore(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && isBlank(text[at - 1])) at--;
  return at;
}

/** The end of the blanks behind an offset that a trim marker removes. */
export function blanksBehind(text: string, start: number): number {
  let at = start;
  while (isBlank(text[at])) at++;
  return at;
}

/**
 * Reads the action whose `{{` is at an offset, as `text/template/parse/lex.go` does. An action that Go rejects ends behind
 * the next `}}`; without one before the next action, at the end of its line.
 */
export function readAction(text: string, start: number): ActionText {
  const trimsLeft = text[start + 2] === '-' && isBlank(text[start + 3]);
  const from = start + (trimsLeft ? 4 : 2);
  const opening = { start, trimsLeft };
  if (text.startsWith('/*', from)) return readComment(text, opening, from);
  const tokens: Token[] = [];
  let depth = 0;
  for (let at = from; ; ) {
    const tokenStart = blanksBehind(text, at);
    const isSpaced = tokenStart > at;
    const trimsRight = isSpaced && text[tokenStart] === '-' && text.startsWith('}}', tokenStart + 1);
    if (trimsRight || (text[tokenStart] === '}' && text[tokenStart + 1] === '}')) {
      const fault = depth > 0 ? 'unclosed left paren' : undefined;
      return { ...opening, end: tokenStart + (trimsRight ? 3 : 2), tokens, isComment: false, trimsRight, fault };
    }
    const token = readToken(text, tokenStart, isSpaced);
    if (typeof token === 'string') return broken(text, opening, tokens, token);
    if (token.kind === 'open') depth++;
    if (token.kind === 'close' && --depth < 0) return broken(text, opening, tokens, 'unexpected right paren');
    tokens.push(token);
    at = token.end;
  }
}

type Opening = Pick<ActionText, 'start' | 'trimsLeft'>;

function readComment(text: string, opening: Opening, from: number): ActionText {
  const close = text.indexOf('*/', from + 2);
  const behind = close + 2;
  const trimsRight = isBlank(text[behind]) && text.startsWith('-}}', behind + 1);
  if (close === -1 || !(trimsRight || text.startsWith('}}', behind))) {
    const fault = close === -1 ? 'unclosed comment' : 'comment ends before closing delimiter';
    return broken(text, opening, [], fault);
  }
  const end = behind + (trimsRight ? 4 : 2);
  return { ...opening, end, tokens: [], isComment: true, trimsRight, fault: undefined };
}

/** An action with an error. */
function broken(text: string, opening: Opening, tokens: readonly Token[], fault: string): ActionText {
  const { start } = opening;
  const close = text.indexOf('}}', start + 2);
  const next = text.indexOf('{{', start + 2);
  const isClosed = close !== -1 && (next === -1 || close < next);
  const ends = [text.indexOf('\n', start), next, text.length].filter((end) => end !== -1);
  const end = isClosed ? close + 2 : Math.min(...ends);
  return { ...opening, end, tokens, isComment: false, trimsRight: false, fault };
}

/** The token at an offset, or what is wrong there. */
function readToken(text: string, start: number, isSpaced: boolean): Token | string {
  const character = text[start];
  const found = character === undefined ? 'unclosed action' : tokenAt(text, start, character);
  if (typeof found === 'string') return found;
  return { kind: found.kind, start, end: found.end, text: text.slice(start, found.end), isSpaced };
}

type Found = Pick<Token, 'kind' | 'end'>;

function tokenAt(text: string, start: number, character: string): Found | string {
  const kind = SIGNS.get(character);
  if (kind !== undefined) return { kind, end: start + 1 };
  switch (character) {
    case ':':
      return text[start + 1] === '=' ? { kind: 'declare', end: start + 2 } : 'expected :=';
    case '`': {
      const end = text.indexOf('`', start + 1);
      return end === -1 ? 'unterminated raw quoted string' : { kind: 'string', end: end + 1 };
    }
    case '"':
    case "'": {
      const end = quotedEnd(text, start);
      const kind = character === '"' ? 'string' : 'character';
      return end === undefined ? `unterminated ${kind}` : { kind, end };
    }
    case '$':
      return nameAt(text, start, 'variable');
    case '.':
      return isDigit(text[start + 1]) ? numberAt(text, start) : nameAt(text, start, 'field');
  }
  if (isAlphanumeric(text, start) && !isDigit(character)) return nameAt(text, start, 'word');
  if (isDigit(character) || character === '-' || character === '+') return numberAt(text, start);
  return `unexpected "${character}" in action`;
}

const SIGNS: ReadonlyMap<string, TokenKind> = new Map([
  ['=', 'assign'],
  ['|', 'pipe'],
  [',', 'comma'],
  ['(', 'open'],
  [')', 'close'],
]);

/** A word, `.name` or `$name`, with what may follow it in Go. */
function nameAt(text: string, start: number, kind: 'word' | 'field' | 'variable'): Found | string {
  let end = start + (kind === 'word' ? 0 : 1);
  while (isAlphanumeric(text, end)) end += charactersAt(text, end);
  const follows = text[end];
  const isTerminated = follows === undefined || isBlank(follows) || '.,|:)('.includes(follows);
  if (!isTerminated && !text.startsWith('}}', end)) return `bad character "${follows}"`;
  return { kind: kind === 'field' && end === start + 1 ? 'dot' : kind, end };
}

const NUMBER =
  /[-+]?(?:0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][-+]?[0-9_]*)?|0[oO][0-7_]*|0[bB][01_]*|[0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9_]*)?)i?/y;

function numberAt(text: string, start: number): Found | string {
  NUMBER.lastIndex = start;
  const end = start + (NUMBER.exec(text)?.[0].length ?? 0);
  if (end === start || isAlphanumeric(text, end) || text[end] === '-' || text[end] === '+') return 'bad number syntax';
  return { kind: 'number', end };
}

/** The end of a string or character in quotes; undefined if it does not end in its line. */
function quotedEnd(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === text[start]) return at + 1;
    if (text[at] === '\\' && text[++at] === '\n') return undefined;
  }
  return undefined;
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r';
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

function isAlphanumeric(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) {
    return (
      (code > 0x60 && code < 0x7b) || (code > 0x40 && code < 0x5b) || (code > 0x2f && code < 0x3a) || code === 0x5f
    );
  }
  const character = text.codePointAt(at);
  return character !== undefined && /[\p{L}\p{Nd}]/u.test(String.fromCodePoint(character));
}

function charactersAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
