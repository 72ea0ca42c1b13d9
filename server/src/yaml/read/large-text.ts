/** A part of a large text that is read by itself: a document, or an item of a list, as a document of its own. */
export interface Unit {
  /** Ends with a line break. The places in its lines are those in the large text. */
  readonly text: string;
  /** The line of the large text in which it begins, from 0. */
  readonly line: number;
  /** Set where the text is not what it should be from here on. */
  readonly isBroken?: true;
}

/** Cuts a text into units as it arrives, so that all of it is never held at once. */
export interface Cutter {
  /** Takes the next part of the text, and gives the units that are complete. */
  push(text: string): Unit[];
  /** Gives what is left. */
  end(): Unit[];
  /** How many characters wait for the rest of their unit. */
  readonly waiting: number;
}

/** The cutter for a text, by how it begins. */
export function cutterFor(start: string): Cutter {
  return /^\s*\{/.test(start) ? new JsonCutter() : new YamlCutter();
}

/**
 * Cuts YAML at the lines that begin documents and, as kubectl writes them, items of a list in block style. The dash of an
 * item becomes a blank, so that it is a document whose lines are where they were.
 */
class YamlCutter implements Cutter {
  #rest = '';
  #line = 0;
  #unit: string[] = [];
  #start = 0;
  #length = 0;
  /** Undefined outside of a list; null between `items:` and its first item. */
  #indentation: number | null | undefined;

  get waiting(): number {
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
    if (/^---(?=\s)/.test(line)) {
      this.#finish(units);
      this.#indentation = undefined;
    } else if (/^items:\s*$/.test(line)) {
      // What is before it is the head of the list.
      this.#unit = [];
      this.#length = 0;
      this.#indentation = null;
    } else if (this.#indentation !== undefined) {
      const [, indentation = '', first = ''] = /^( *)(\S?)/.exec(line) ?? [];
      const isItem = first === '-' && /^[\s]/.test(line.slice(indentation.length + 1));
      if (isItem && (this.#indentation === null || this.#indentation === indentation.length)) {
        this.#finish(units);
        this.#indentation = indentation.length;
        this.#add(`${indentation} ${line.slice(indentation.length + 1)}`);
        return;
      }
      if (indentation === '' && first !== '' && first !== '#') {
        this.#finish(units);
        this.#indentation = undefined;
      }
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
 * Cuts JSON at the objects of the list `items`; an object that has none is one unit. Several objects may follow each other.
 * What is not JSON, or ends too early, is a broken unit, and nothing is read after it.
 */
class JsonCutter implements Cutter {
  #text = '';
  /** How far it was read. */
  #at = 0;
  #line = 0;
  /** The braces and brackets that are open. */
  readonly #open: number[] = [];
  #inString = false;
  /** Where the current string, line and unit begin. */
  #string = 0;
  #lineStart = 0;
  #unit: { readonly at: number; readonly line: number } | undefined;
  #key = '';
  #list: 'none' | 'open' | 'closed' = 'none';
  #isBroken = false;

  get waiting(): number {
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
    this.#forget();
    return units;
  }

  end(): Unit[] {
    const units: Unit[] = [];
    if (this.#open.length > 0 && !this.#isBroken) this.#break(units);
    return units;
  }

  /** Whether it can stand there. */
  #take(code: number, units: Unit[]): boolean {
    const depth = this.#open.length;
    if (code === LINE_FEED) {
      this.#line++;
      this.#lineStart = this.#at + 1;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (depth === DEEPEST) return false;
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
      this.#string = this.#at + 1;
    }
    return true;
  }

  #endString(): void {
    this.#inString = false;
    if (this.#open.length === 1) this.#key = this.#text.slice(this.#string, this.#at);
  }

  #endObject(units: Unit[]): void {
    if (this.#unit !== undefined) units.push({ text: `${this.#textOf(this.#unit)}\n`, line: this.#unit.line });
    this.#unit = undefined;
    this.#list = 'none';
    this.#key = '';
  }

  #break(units: Unit[]): void {
    this.#isBroken = true;
    // Between two units, a sign stands for what is wrong: what is open is not closed, or nothing can stand there.
    const sign = this.#open.length > 0 ? '{' : ']';
    const broken = this.#unit === undefined ? { text: `--- ${sign}\n`, line: this.#line } : this.#finish(this.#unit);
    units.push({ ...broken, isBroken: true });
  }

  #finish(unit: { readonly at: number; readonly line: number }): Unit {
    const start = this.#text.lastIndexOf('\n', unit.at) + 1;
    const before = this.#text.slice(start, unit.at);
    this.#unit = undefined;
    // With room for it, `---` is where blanks were.
    const head = /^ {4,}$/.test(before) ? `---${before.slice(3)}` : '--- ';
    return { text: `${head}${this.#textOf(unit)}\n`, line: unit.line };
  }

  /** Up to here. */
  #textOf({ at }: { readonly at: number }): string {
    return this.#text.slice(at, this.#at + 1);
  }

  /** Lets go of what was read and is not needed any more. */
  #forget(): void {
    if (this.#isBroken) this.#at = this.#text.length;
    const keep = Math.min(
      this.#unit === undefined ? this.#at : this.#unit.at,
      this.#inString ? this.#string : Infinity,
    );
    // The blanks before an item say where it is.
    const from = Math.max(0, Math.min(keep, Math.max(this.#lineStart, keep - MOST_INDENTATION)));
    this.#text = this.#text.slice(from);
    this.#at -= from;
    this.#string -= from;
    this.#lineStart -= from;
    if (this.#unit !== undefined) this.#unit = { ...this.#unit, at: this.#unit.at - from };
  }
}

const LINE_FEED = 10;
const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const MOST_INDENTATION = 100;
/** Deeper than any document that is read. */
const DEEPEST = 1_000;
/** Blanks, and what YAML has between documents. */
const BETWEEN_OBJECTS = /[\s-]/;

/**
 * A unit without what no rule reads: the status, but for what a Node says of itself; what kubectl notes in annotations; and
 * with `keysOnly` the values of `data`. Whole lines are left out: `lines` are those that are left, from 0.
 */
export function lean(text: string, keysOnly: boolean): { readonly text: string; readonly lines: readonly number[] } {
  if (!text.trimEnd().includes('\n')) return { text: leanLine(text), lines: [0] };
  const all = text.replace(/\n$/, '').split('\n');
  const isNode = /^ *"?kind"?: "?Node\b/m.test(text);
  const path: { readonly key: string; readonly indentation: number }[] = [];
  const kept: string[] = [];
  const lines: number[] = [];
  for (const [number, line] of all.entries()) {
    const [, { length: indentation } = '', key] = KEY_LINE.exec(line) ?? [];
    if (line.trim() !== '') {
      // Items of a list, and what closes a value, may be as far to the left as its key.
      const last = key === undefined ? indentation : indentation - 1;
      while ((path.at(-1)?.indentation ?? -1) > last) path.pop();
      if (key !== undefined) path.push({ key, indentation });
    }
    const keys = path.map((one) => one.key);
    if (isLeftOut(keys, isNode)) continue;
    const isValue = keysOnly && /^(?:data|stringData|binaryData)$/.test(keys[0] ?? '') && keys.length > 1;
    if (isValue && (keys.length > 2 || key === undefined)) continue;
    kept.push(isValue ? line.replace(/^(\s*"[^"]*":).*?(,?)$/, '$1 ""$2').replace(/^(\s*[^"\s:]+:).*/, '$1') : line);
    lines.push(number);
  }
  return { text: kept.map((line) => `${line}\n`).join(''), lines };
}

/** The same of an object in one line of JSON. */
function leanLine(text: string): string {
  try {
    const { status, ...object } = JSON.parse(text.replace('---', ''));
    if (object.kind === 'Node') object.status = { nodeInfo: status?.nodeInfo };
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

function isLeftOut([first, second, third]: readonly string[], isNode: boolean): boolean {
  if (first === 'status') return !isNode || (second !== undefined && second !== 'nodeInfo');
  if (first !== 'metadata') return false;
  return second === 'managedFields' || third === LAST_APPLIED;
}
