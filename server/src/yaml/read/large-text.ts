import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, LINE_FEED, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './characters.ts';
import { firstInLine, markerAt, startOfLine } from './lines.ts';
import { placeInList } from './list-items.ts';

/** A part of a large text that is parsed as a document of its own: a document, or an item of a list. */
export interface Unit {
  /** Ends with a line break. Its lines have the same columns as in the large text. */
  readonly text: string;
  /** The line of the large text on which the unit begins, from 0. */
  readonly line: number;
  /** Set if the text is invalid from here on. */
  readonly isBroken?: true;
}

/** Cuts a text into units as it arrives, so that it is never in memory as a whole. */
export interface Cutter {
  /** Takes the next chunk of the text, and returns the units that are complete. */
  push(text: string): Unit[];
  /** Returns the last units. */
  end(): Unit[];
  /** The number of characters in the unit that is not complete yet. */
  readonly pending: number;
}

/** The cutter for the format of a text, by its first chunk. */
export function cutterFor(start: string): Cutter {
  return /^\s*\{/.test(start) ? new JsonCutter() : new YamlCutter();
}

/**
 * Cuts YAML at the lines that begin documents and at items of a list in the block style of kubectl. The dash of an item
 * becomes a blank, so that the item is a document with the same columns.
 */
class YamlCutter implements Cutter {
  #rest = '';
  #line = 0;
  #unit: string[] = [];
  #start = 0;
  #length = 0;
  #isInList = false;
  /** Where the dashes of the list are; undefined before the first. */
  #column: number | undefined;

  get pending(): number {
    return this.#length + this.#rest.length;
  }

  push(text: string): Unit[] {
    const whole = this.#rest + text;
    const units: Unit[] = [];
    let at = 0;
    for (let end = whole.indexOf('\n'); end !== -1; end = whole.indexOf('\n', at)) {
      this.#take(whole.slice(at, end + 1), units);
      at = end + 1;
    }
    this.#rest = whole.slice(at);
    return units;
  }

  end(): Unit[] {
    const units: Unit[] = [];
    if (this.#rest !== '') this.#take(`${this.#rest}\n`, units);
    this.#rest = '';
    this.#finish(units);
    return units;
  }

  #take(line: string, units: Unit[]): void {
    const place = this.#isInList ? placeInList(line, 0, this.#column) : undefined;
    if (place === 'item') {
      const column = firstInLine(line, 0);
      this.#finish(units);
      this.#column = column;
      this.#add(`${line.slice(0, column)} ${line.slice(column + 1)}`);
      return;
    }
    if (place === 'behind' || markerAt(line, 0) === '---') {
      this.#finish(units);
      this.#isInList = false;
    }
    if (/^items:\s*$/.test(line)) {
      // Drop the head of the list.
      this.#unit = [];
      this.#length = 0;
      this.#isInList = true;
      this.#column = undefined;
    }
    this.#add(line);
  }

  #add(line: string): void {
    if (this.#unit.length === 0) this.#start = this.#line;
    this.#unit.push(line);
    this.#length += line.length;
    this.#line++;
  }

  #finish(units: Unit[]): void {
    if (this.#unit.length > 0) units.push({ text: this.#unit.join(''), line: this.#start });
    this.#unit = [];
    this.#length = 0;
  }
}

/**
 * Cuts JSON at the objects in the list `items`; an object without items is one unit. Several objects may follow each other.
 * Invalid or truncated JSON is a broken unit, and nothing is read after it.
 */
class JsonCutter implements Cutter {
  #text = '';
  /** The offset of the next character to read. */
  #at = 0;
  #line = 0;
  /** The character codes of the unclosed braces and brackets. */
  readonly #open: number[] = [];
  #inString = false;
  /** Where the current string, line and unit begin. */
  #stringStart = 0;
  #lineStart = 0;
  #unit: { readonly at: number; readonly line: number } | undefined;
  #key = '';
  #list: 'none' | 'open' | 'closed' = 'none';
  #isBroken = false;

  get pending(): number {
    return this.#text.length;
  }

  push(text: string): Unit[] {
    const units: Unit[] = [];
    this.#text += text;
    for (; this.#at < this.#text.length && !this.#isBroken; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (this.#inString) {
        if (code === BACKSLASH) this.#at++;
        else if (code === QUOTE) this.#endString();
      } else if (!this.#take(code, units)) this.#break(units);
    }
    this.#discardRead();
    return units;
  }

  end(): Unit[] {
    const units: Unit[] = [];
    if (this.#open.length > 0 && !this.#isBroken) this.#break(units);
    return units;
  }

  /** Reads a character outside of strings; false if it is invalid there. */
  #take(code: number, units: Unit[]): boolean {
    const depth = this.#open.length;
    if (code === LINE_FEED) {
      this.#line++;
      this.#lineStart = this.#at + 1;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (depth === MAX_NESTING) return false;
      if (depth === 1 && this.#key === 'items' && code === OPEN_BRACKET) {
        this.#list = 'open';
        this.#unit = undefined;
      } else if (depth === 0 || (depth === 2 && this.#list === 'open')) this.#unit = { at: this.#at, line: this.#line };
      this.#open.push(code);
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (this.#open.pop() !== (code === CLOSE_BRACE ? OPEN_BRACE : OPEN_BRACKET)) return false;
      if (depth === 3 && this.#list === 'open' && this.#unit !== undefined) units.push(this.#finish(this.#unit));
      if (depth === 2 && this.#list === 'open') this.#list = 'closed';
      if (depth === 1) this.#endObject(units);
    } else if (depth === 0) return BETWEEN_OBJECTS.test(String.fromCharCode(code));
    else if (code === QUOTE) {
      this.#inString = true;
      this.#stringStart = this.#at + 1;
    }
    return true;
  }

  #endString(): void {
    this.#inString = false;
    if (this.#open.length === 1) this.#key = this.#text.slice(this.#stringStart, this.#at);
  }

  #endObject(units: Unit[]): void {
    if (this.#unit !== undefined) units.push({ text: `${this.#textOf(this.#unit)}\n`, line: this.#unit.line });
    this.#unit = undefined;
    this.#list = 'none';
    this.#key = '';
  }

  #break(units: Unit[]): void {
    this.#isBroken = true;
    // Between units, a document with the same error: an unclosed brace, or an unexpected character.
    const error = this.#open.length > 0 ? '{' : ']';
    const broken = this.#unit === undefined ? { text: `--- ${error}\n`, line: this.#line } : this.#finish(this.#unit);
    units.push({ ...broken, isBroken: true });
  }

  #finish(unit: { readonly at: number; readonly line: number }): Unit {
    const start = startOfLine(this.#text, unit.at);
    const before = this.#text.slice(start, unit.at);
    this.#unit = undefined;
    // `---` replaces indentation if there is enough.
    const head = /^ {4,}$/.test(before) ? `---${before.slice(3)}` : '--- ';
    return { text: `${head}${this.#textOf(unit)}\n`, line: unit.line };
  }

  /** The text from the start of a unit to the current character. */
  #textOf({ at }: { readonly at: number }): string {
    return this.#text.slice(at, this.#at + 1);
  }

  /** Drops the text that is not needed any more. */
  #discardRead(): void {
    if (this.#isBroken) this.#at = this.#text.length;
    const keep = Math.min(
      this.#unit === undefined ? this.#at : this.#unit.at,
      this.#inString ? this.#stringStart : Infinity,
    );
    // Keep the indentation of an item: it becomes a part of its unit.
    const from = Math.max(0, Math.min(keep, Math.max(this.#lineStart, keep - MAX_INDENTATION)));
    this.#text = this.#text.slice(from);
    this.#at -= from;
    this.#stringStart -= from;
    this.#lineStart -= from;
    if (this.#unit !== undefined) this.#unit = { ...this.#unit, at: this.#unit.at - from };
  }
}

const MAX_INDENTATION = 100;
/** Documents with less nesting are rejected as well, by the parser. */
const MAX_NESTING = 1_000;
/** Blanks, and the `---` of YAML. */
const BETWEEN_OBJECTS = /[\s-]/;

/**
 * A unit without the fields that no rule reads: the status, except for `nodeInfo` and `allocatable` of a Node; managed fields; the annotation of
 * `kubectl apply`; and with `keysOnly` the values of `data`. Whole lines are left out. `lines` are the numbers of the lines
 * that are kept, from 0.
 */
export function withoutUnreadFields(
  text: string,
  keysOnly: boolean,
): { readonly text: string; readonly lines: readonly number[] } {
  if (!text.trimEnd().includes('\n')) return { text: withoutUnreadJson(text), lines: [0] };
  const all = text.replace(/\n$/, '').split('\n');
  const isNode = /^ *"?kind"?: "?Node\b/m.test(text);
  const path: { readonly key: string; readonly indentation: number }[] = [];
  const kept: string[] = [];
  const lines: number[] = [];
  for (const [number, line] of all.entries()) {
    const [, { length: indentation } = '', key] = KEY_LINE.exec(line) ?? [];
    if (line.trim() !== '') {
      // List items and closing brackets may have the indentation of their key.
      const last = key === undefined ? indentation : indentation - 1;
      while ((path.at(-1)?.indentation ?? -1) > last) path.pop();
      if (key !== undefined) path.push({ key, indentation });
    }
    const keys = path.map((parent) => parent.key);
    if (isUnread(keys, isNode)) continue;
    const isValue = keysOnly && /^(?:data|stringData|binaryData)$/.test(keys[0] ?? '') && keys.length > 1;
    if (isValue && (keys.length > 2 || key === undefined)) continue;
    kept.push(isValue ? line.replace(/^(\s*"[^"]*":).*?(,?)$/, '$1 ""$2').replace(/^(\s*[^"\s:]+:).*/, '$1') : line);
    lines.push(number);
  }
  return { text: kept.map((line) => `${line}\n`).join(''), lines };
}

/** Does the same for an object in one line of JSON. */
function withoutUnreadJson(text: string): string {
  try {
    const { status, ...object } = JSON.parse(text.replace('---', ''));
    if (object.kind === 'Node') object.status = { nodeInfo: status?.nodeInfo, allocatable: status?.allocatable };
    const { managedFields: _, annotations, ...metadata } = object.metadata;
    const { [LAST_APPLIED]: __, ...others } = annotations ?? {};
    return `--- ${JSON.stringify({ ...object, metadata: { ...metadata, annotations: others } })}\n`;
  } catch {
    return text;
  }
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** A line, and its key if it has one. */
const KEY_LINE = /^( *)(?:"?([\w./-]+)"?:(?=\s|$))?/;

function isUnread([first, second, third]: readonly string[], isNode: boolean): boolean {
  if (first === 'status') return !isNode || (second !== undefined && second !== 'nodeInfo' && second !== 'allocatable');
  if (first !== 'metadata') return false;
  return second === 'managedFields' || third === LAST_APPLIED;
}
