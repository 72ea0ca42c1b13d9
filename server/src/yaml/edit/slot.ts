import type { Span } from '../../text/span.ts';
import { parse } from '../read/document.ts';
import type { Field } from '../read/field.ts';
import { fieldAt } from '../read/locate.ts';
import { scalarText } from './scalar.ts';

/** Where a scalar is written or about to be: all of it with its quotes, empty where nothing is there yet. */
export interface Slot extends Span {
  /** A key, or what may become one; the value of a key on the same line; or an item of a list. */
  readonly role: 'key' | 'value' | 'item';
  /** The key of the value, or that of the list or mapping around it, where it is in the lines above; empty if none is. */
  readonly key: string;
  readonly quote: '' | '"' | "'";
  /** What is written, without the quotes. */
  readonly written: string;
  /** Whether it is in brackets, as far as its own line shows it. */
  readonly isFlow: boolean;
  /** Whether a colon follows. */
  readonly isKey: boolean;
}

/** No one types in longer lines, in characters. */
const MOST_IN_LINE = 2_000;
/** How far above a list its key is looked for. */
const MOST_LINES = 200;

/** The scalar that an offset touches, by its line alone, so that it is found in a text that is no YAML yet. */
export function slotAt(text: string, offset: number): Slot | undefined {
  const lineStart = startOfLine(text, offset);
  const lineEnd = endOfLine(text, offset);
  if (lineEnd - lineStart > MOST_IN_LINE) return undefined;
  const line = new Line(text.slice(lineStart, lineEnd), offset - lineStart);
  const found = line.slot();
  if (found === undefined) return undefined;
  const key = found.key ?? keyAbove(text, lineStart, line.column);
  return { ...found, key, start: found.start + lineStart, end: found.end + lineStart };
}

/**
 * The field that a slot is when a scalar is in it, in a copy of the text with a stand-in there; undefined where that is
 * no scalar of its own, in a block scalar for one. `isItem` as in `parse`.
 */
export function filledField(text: string, slot: Slot, isItem = false): Field | undefined {
  const standIn = slot.role === 'key' && !slot.isKey ? `${STAND_IN}: x` : STAND_IN;
  const document = parse(text.slice(0, slot.start) + standIn + text.slice(slot.end), isItem);
  const field = fieldAt(document, slot.start);
  if (slot.role === 'key') return field?.key === STAND_IN ? field : undefined;
  return field?.string === STAND_IN && field.valueSpan.start === slot.start ? field : undefined;
}

/** A scalar as it is to be written in a slot, in the quotes that are there. */
export function textFor(value: string, { quote }: Slot): string {
  return scalarText(value, quote === '"' ? 'json' : quote === "'" ? 'single' : 'plain');
}

/** A word that means nothing to anyone. */
const STAND_IN = 'kubewincursor';

type Found = Omit<Slot, 'key'> & { readonly key: string | undefined };

/** Reads a line up to the scalar that a cursor touches. */
class Line {
  readonly #line: string;
  readonly #cursor: number;
  readonly #brackets: string[] = [];
  #at = 0;
  /** Where the last sign ended that a scalar may follow, and whether a blank has to follow that. */
  #from = 0;
  #needsBlank = false;
  #role: Slot['role'] | undefined = 'key';
  #key: string | undefined;

  constructor(line: string, cursor: number) {
    this.#line = line;
    this.#cursor = cursor;
  }

  /** How far it is indented, up to the last dash. */
  get column(): number {
    return indentation(this.#line);
  }

  slot(): Found | undefined {
    for (;;) {
      this.#skipBlanks();
      const sign = this.#line[this.#at] ?? '';
      const isComment = sign === '#' && (this.#at === 0 || this.#at > this.#from || isBlank(this.#line[this.#at - 1]));
      const isSign = sign === '' || isComment || '{}[],'.includes(sign) || this.#isDash();
      if (isSign && this.#cursor <= this.#at) return this.#found(this.#cursor, this.#cursor, '', '');
      if (sign === '' || isComment) return undefined;
      if (isSign) this.#take(sign);
      else {
        const found = this.#scalar();
        if (found !== 'before the cursor') return found;
      }
    }
  }

  #take(sign: string): void {
    this.#at++;
    if (sign === '{' || sign === '[') this.#brackets.push(sign);
    if (sign === '}' || sign === ']') this.#brackets.pop();
    const isInList = this.#brackets.at(-1) === '[';
    if (sign === '{' || (sign === ',' && !isInList)) this.#key = undefined;
    if (sign === '}' || sign === ']' || (sign === ',' && this.#brackets.length === 0)) this.#role = undefined;
    else this.#role = sign === '-' || isInList ? 'item' : 'key';
    this.#expect(sign === '-');
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

  /** `start` may be in the blanks before what is written. */
  #found(start: number, end: number, raw: string, quote: Slot['quote']): Found | undefined {
    const role = this.#role;
    if (role === undefined || start < this.#from || (this.#needsBlank && start === this.#from)) return undefined;
    // Anchors, tags, block scalars, and what a template writes.
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
      const sign = this.#line[end] ?? '';
      const next = this.#line[end + 1];
      // No value has another: a tag is still to come.
      if (sign === ':' && this.#role !== 'value' && (next === undefined || isBlank(next))) break;
      if (sign === '#' && isBlank(this.#line[end - 1])) break;
      if (this.#brackets.length > 0 && ',]}'.includes(sign)) break;
    }
    while (end > start && isBlank(this.#line[end - 1])) end--;
    // In brackets that an earlier line opened.
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
    // Not closed yet: it cannot be all that follows in brackets.
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

/** The key of the list or mapping that a line is in: that of the first line above with less in front of it. */
function keyAbove(text: string, lineStart: number, column: number): string {
  let end = lineStart - 1;
  for (let count = 0; end > 0 && count < MOST_LINES; count++) {
    const start = startOfLine(text, end);
    const line = text.slice(start, Math.min(end, start + MOST_IN_LINE));
    end = start - 1;
    const written = line.trim();
    if (written === '' || written.startsWith('#')) continue;
    const own = indentation(line);
    // The items of a list may be indented like its key.
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

/** Where the line of an offset begins. */
export function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  const last = end === -1 ? text.length : end;
  return text[last - 1] === '\r' && last - 1 >= offset ? last - 1 : last;
}
