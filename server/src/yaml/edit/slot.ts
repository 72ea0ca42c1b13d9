import type { Span } from '../../text/span.ts';
import { parse } from '../read/document.ts';
import type { Field } from '../read/field.ts';
import { endOfLine, startOfLine } from '../read/lines.ts';
import { fieldAt } from '../read/locate.ts';
import { scalarText } from './scalar.ts';

/** The span in which a scalar is written or is about to be, with its quotes; empty if there is none yet. */
export interface Slot extends Span {
  /** A key, or a scalar that may become one; the value of a key on the same line; or an item of a list. */
  readonly role: 'key' | 'value' | 'item';
  /** The key of the value, or of the list or mapping around it if that is in the lines above; empty if there is none. */
  readonly key: string;
  readonly quote: '' | '"' | "'";
  /** The text without the quotes. */
  readonly written: string;
  /** Whether it is in brackets that are opened on the same line. */
  readonly isFlow: boolean;
  /** Whether a colon follows. */
  readonly isKey: boolean;
}

/** The maximum length of a line with completion, in characters. */
const MAX_LINE_LENGTH = 2_000;
/** How many lines above a list are searched for its key. */
const MAX_LINES = 200;

/** The scalar that an offset touches. Only its line is read, so that it is found in text that is not valid YAML yet. */
export function slotAt(text: string, offset: number): Slot | undefined {
  const lineStart = startOfLine(text, offset);
  const lineEnd = endOfContent(text, offset);
  if (lineEnd - lineStart > MAX_LINE_LENGTH) return undefined;
  const line = new Line(text.slice(lineStart, lineEnd), offset - lineStart);
  const found = line.slot();
  if (found === undefined) return undefined;
  const key = found.key ?? keyAbove(text, lineStart, line.column);
  return { ...found, key, start: found.start + lineStart, end: found.end + lineStart };
}

/**
 * The field of a slot that holds a scalar, in a copy of the text with a stand-in in the slot. Undefined if the stand-in is not
 * a scalar of its own, as in a block scalar. `isItem` as in `parse`.
 */
export function filledField(text: string, slot: Slot, isItem = false): Field | undefined {
  const standIn = slot.role === 'key' && !slot.isKey ? `${STAND_IN}: x` : STAND_IN;
  const document = parse(text.slice(0, slot.start) + standIn + text.slice(slot.end), isItem);
  const field = fieldAt(document, slot.start);
  if (slot.role === 'key') return field?.key === STAND_IN ? field : undefined;
  return field?.string === STAND_IN && field.valueSpan.start === slot.start ? field : undefined;
}

/** The text of a scalar in a slot, with the quotes of the slot. */
export function textFor(value: string, { quote }: Slot): string {
  return scalarText(value, quote === '"' ? 'json' : quote === "'" ? 'single' : 'plain');
}

/** A word that no manifest contains. */
const STAND_IN = 'kubewincursor';

type Found = Omit<Slot, 'key'> & { readonly key: string | undefined };

/** Scans a line up to the scalar that the cursor touches. */
class Line {
  readonly #line: string;
  readonly #cursor: number;
  readonly #brackets: string[] = [];
  #at = 0;
  /** Where the last indicator ends that a scalar may follow, and whether a blank must follow the indicator. */
  #from = 0;
  #needsBlank = false;
  #role: Slot['role'] | undefined = 'key';
  #key: string | undefined;

  constructor(line: string, cursor: number) {
    this.#line = line;
    this.#cursor = cursor;
  }

  /** The indentation of the line. */
  get column(): number {
    return indentation(this.#line);
  }

  slot(): Found | undefined {
    for (;;) {
      this.#skipBlanks();
      const character = this.#line[this.#at] ?? '';
      const isComment =
        character === '#' && (this.#at === 0 || this.#at > this.#from || isBlank(this.#line[this.#at - 1]));
      const isIndicator = character === '' || isComment || '{}[],'.includes(character) || this.#isDash();
      if (isIndicator && this.#cursor <= this.#at) return this.#found(this.#cursor, this.#cursor, '', '');
      if (character === '' || isComment) return undefined;
      if (isIndicator) this.#take(character);
      else {
        const found = this.#scalar();
        if (found !== 'before the cursor') return found;
      }
    }
  }

  #take(indicator: string): void {
    this.#at++;
    if (indicator === '{' || indicator === '[') this.#brackets.push(indicator);
    if (indicator === '}' || indicator === ']') this.#brackets.pop();
    const isInList = this.#brackets.at(-1) === '[';
    const isClosing = indicator === '}' || indicator === ']';
    if (indicator === '{' || (indicator === ',' && !isInList)) this.#key = undefined;
    if (isClosing || (indicator === ',' && this.#brackets.length === 0)) this.#role = undefined;
    else this.#role = indicator === '-' || isInList ? 'item' : 'key';
    this.#expect(indicator === '-');
  }

  #expect(needsBlank: boolean): void {
    this.#from = this.#at;
    this.#needsBlank = needsBlank;
  }

  #scalar(): Found | undefined | 'before the cursor' {
    const start = this.#at;
    const quote = this.#line[start] === '"' ? '"' : this.#line[start] === "'" ? "'" : '';
    const end = quote === '' ? this.#endOfPlain(start) : this.#endOfQuoted(start, quote);
    const raw = this.#line.slice(start, end);
    if (this.#cursor <= end) return this.#found(Math.min(start, this.#cursor), end, raw, quote);
    this.#at = end;
    this.#skipBlanks();
    if (this.#line[this.#at] === ':') {
      this.#at++;
      this.#key = unquoted(raw, quote);
      this.#role = 'value';
      this.#expect(true);
    } else this.#role = undefined;
    return 'before the cursor';
  }

  /** `start` may be in the blanks before the scalar. */
  #found(start: number, end: number, raw: string, quote: Slot['quote']): Found | undefined {
    const role = this.#role;
    if (role === undefined || start < this.#from || (this.#needsBlank && start === this.#from)) return undefined;
    // Anchors, tags, block scalars and template expressions cannot be completed.
    if (/^[&*!|>%@`?]|\{\{|\$\{/.test(raw)) return undefined;
    const isKey = this.#line.slice(end).trimStart().startsWith(':');
    if (isKey && role === 'value') return undefined;
    return {
      start,
      end,
      role: isKey ? 'key' : role,
      key: this.#key,
      quote,
      written: unquoted(raw, quote),
      isFlow: this.#brackets.length > 0,
      isKey,
    };
  }

  #endOfPlain(start: number): number {
    let end = start;
    for (; end < this.#line.length; end++) {
      const character = this.#line[end] ?? '';
      const next = this.#line[end + 1];
      // A value may contain colons, such as the one before the tag of an image that is still being typed.
      if (character === ':' && this.#role !== 'value' && (next === undefined || isBlank(next))) break;
      if (character === '#' && isBlank(this.#line[end - 1])) break;
      if (this.#brackets.length > 0 && ',]}'.includes(character)) break;
    }
    while (end > start && isBlank(this.#line[end - 1])) end--;
    // The comma may separate entries of brackets that are opened on an earlier line.
    return this.#brackets.length === 0 && this.#line[end - 1] === ',' ? end - 1 : end;
  }

  #endOfQuoted(start: number, quote: string): number {
    for (let end = start + 1; end < this.#line.length; end++) {
      if (this.#line[end] === '\\' && quote === '"') end++;
      else if (this.#line[end] === quote) {
        if (quote === '"' || this.#line[end + 1] !== quote) return end + 1;
        end++;
      }
    }
    // An unclosed quote in brackets ends at the next comma or bracket.
    const rest = this.#line.slice(start);
    const close = this.#brackets.length > 0 ? rest.search(/[,\]}]/) : -1;
    return start + (close === -1 ? rest : rest.slice(0, close)).trimEnd().length;
  }

  #isDash(): boolean {
    const next = this.#line[this.#at + 1];
    return this.#line[this.#at] === '-' && this.#brackets.length === 0 && (next === undefined || isBlank(next));
  }

  #skipBlanks(): void {
    while (isBlank(this.#line[this.#at])) this.#at++;
  }
}

/** The key of the list or mapping around a line: that of the first line above that is indented less. */
function keyAbove(text: string, lineStart: number, column: number): string {
  let end = lineStart - 1;
  for (let count = 0; end > 0 && count < MAX_LINES; count++) {
    const start = startOfLine(text, end);
    const line = text.slice(start, Math.min(end, start + MAX_LINE_LENGTH));
    end = start - 1;
    const written = line.trim();
    if (written === '' || written.startsWith('#')) continue;
    const own = indentation(line);
    // List items may have the same indentation as their key.
    if (own > column || (own === column && /^-(?:\s|$)/.test(written))) continue;
    return /^(?:- +)*["']?([\w./-]+)["']?:(?: |$)/.exec(written)?.[1] ?? '';
  }
  return '';
}

function indentation(line: string): number {
  return line.length - line.trimStart().length;
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\r';
}

function unquoted(raw: string, quote: string): string {
  return quote === '' ? raw : raw.slice(1, raw.length > 1 && raw.endsWith(quote) ? -1 : undefined);
}

/** Where the line of an offset ends, without the CR of its line break. */
function endOfContent(text: string, offset: number): number {
  const last = endOfLine(text, offset);
  return text[last - 1] === '\r' && last - 1 >= offset ? last - 1 : last;
}
