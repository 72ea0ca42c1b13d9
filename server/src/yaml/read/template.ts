import { contains, type Span } from '../../text/span.ts';
import type { BrokenPart } from './broken-parts.ts';
import { firstAfter } from './first-after.ts';
import { maskJsonComments } from './json-comments.ts';

/** A branch of a template: what stands between `if`, `with` or `range` and its `else` or `end`. */
export interface Branch extends Span {
  /** What a `define` holds is written somewhere else. */
  readonly isDefinition: boolean;
  /** It and those that are taken where it is not, in order. */
  readonly choice: readonly Branch[];
  /** Whether it is taken where no branch of the choice before it is: an `else` without a condition. */
  readonly isLast: boolean;
}

/** The same text with its actions masked, and what is known of them. */
export interface Masked {
  readonly text: string;
  readonly template: Template | undefined;
}

/**
 * Masks the `{{ … }}` actions of a text so that the rest can be read as YAML: the result has the same length and the
 * same lines. Lines that hold nothing else become blank, other actions a run of `$`, which is what a placeholder
 * looks like. The comments of JSON become blanks. A text without actions and such comments is its own mask. Takes time
 * linear in the length of the text.
 *
 * For a text that cannot be read so there is a `thorough` way: variables like `${NAME}` are masked too, and something
 * stands for the lines without which those behind them are none of YAML.
 */
export function mask(text: string, thorough = false): Masked {
  const actions = text.includes('{{') || thorough ? actionsIn(text, thorough) : [];
  if (actions.length === 0) return { text: maskJsonComments(text), template: undefined };
  const parts: string[] = [];
  let end = 0;
  for (const action of actions) {
    parts.push(text.slice(end, action.start), maskOf(text.slice(action.start, action.end), action));
    end = action.end;
  }
  const masked = maskJsonComments(parts.join('') + text.slice(end));
  return { text: masked, template: new Template(masked, actions) };
}

/** The same with one more part masked, of which as little is known as of what a template writes. */
export function maskMore({ text, template }: Masked, part: BrokenPart): Masked {
  const masked = text.slice(0, part.start) + part.masked + text.slice(part.end);
  return { text: masked, template: Template.withPart(masked, template, part) };
}

/** The actions of one document by their offsets, and the parts of a broken one that cannot be read. */
export class Template {
  readonly #masked: string;
  readonly #actions: readonly Action[];
  /** Those that may write keys, list items or whole collections; what branches hold can be seen. */
  readonly #writers: readonly Action[];
  /** Where another branch begins, and which. */
  readonly #turns: readonly Turn[];
  readonly #torn: readonly Span[];
  #content: Span = { start: 0, end: 0 };

  constructor(masked: string, actions: readonly Action[], torn: readonly Span[] = []) {
    this.#torn = torn;
    this.#masked = masked;
    this.#actions = actions;
    this.#writers = actions.filter((action) => action.mayWrite);
    this.#turns = turnsOf(actions);
  }

  /** A template with one more part that is masked; the branches of the others stay. */
  static withPart(masked: string, template: Template | undefined, part: BrokenPart): Template {
    const { start, end, mayWrite } = part;
    const torn = [...(template === undefined ? [] : template.#torn), ...(part.isTorn ? [part] : [])];
    const actions = template === undefined ? [] : template.#actions;
    const kept = actions.filter((one) => one.end <= start || one.start >= end || isBranching(one));
    // Between the actions that begin and end branches.
    const edges = [
      start,
      ...kept.flatMap((one) => (one.end <= start || one.start >= end ? [] : [one.start, one.end])),
      end,
    ];
    const parts = edges.flatMap((from, i) => {
      const to = edges[i + 1] ?? from;
      const isPart = i % 2 === 0 && from < to;
      if (!isPart) return [];
      const broken = { kind: 'broken', isUnconditional: false, isBlank: true, isAlone: false } as const;
      return [{ start: from, end: to, ...broken, mayWrite, indentation: 0, standIn: undefined }];
    });
    const sorted = [...kept, ...parts].sort((a, b) => a.start - b.start);
    return new Template(masked, sorted, torn);
  }

  /** Whether there are actions, and not only parts of a text that cannot be read. */
  get hasActions(): boolean {
    return this.#actions.some(({ kind }) => kind !== 'broken');
  }

  /** Says from where to where the document's data stands: a branch around all of it is not looked at as one. */
  frame(content: Span): void {
    this.#content = content;
  }

  /** The innermost branch that an offset lies in; undefined outside of all, and in one that holds the whole document. */
  branchAt(offset: number): Branch | undefined {
    const index = firstAfter(this.#turns, (turn) => turn.at > offset) - 1;
    const branch = this.#turns[index]?.branch;
    return branch === undefined || contains(branch, this.#content) ? undefined : branch;
  }

  /** Whether what stands at an offset is there when a branch and those around it are the only ones that are taken. */
  isTaken(offset: number, taken: Branch | undefined): boolean {
    const branch = this.branchAt(offset);
    return branch === undefined || (taken !== undefined && contains(branch, taken));
  }

  /** The branches in which something stands, in order, as many as are looked at. */
  get branches(): readonly Branch[] {
    const branches = new Set<Branch>();
    for (const [index, { at, branch }] of this.#turns.entries()) {
      if (branches.size === MOST_BRANCHES) break;
      if (branch === undefined || branch.isDefinition || contains(branch, this.#content)) continue;
      if (this.#masked.slice(at, this.#turns[index + 1]?.at).trim() !== '') branches.add(branch);
    }
    return [...branches];
  }

  /** Whether an action stands in a span or reaches into it. */
  isMasked({ start, end }: Span): boolean {
    const action = this.#actions[firstAfter(this.#actions, (one) => one.end > start)];
    return action !== undefined && action.start < end;
  }

  /** Whether a line in a span may belong somewhere else: it looks like two, or like one with a key that is cut in two. */
  isTorn({ start, end }: Span): boolean {
    return this.#torn.some((one) => start <= one.start && one.start <= end);
  }

  /**
   * Whether actions between two offsets may write keys, list items or whole collections; with a column, only what is
   * indented that far or less.
   */
  mayWriteBetween(start: number, end: number, column = Number.POSITIVE_INFINITY): boolean {
    for (let i = firstAfter(this.#writers, (one) => one.end > start); i < this.#writers.length; i++) {
      const action = this.#writers[i];
      if (action === undefined || action.start >= end) return false;
      if (action.indentation <= column) return true;
    }
    return false;
  }

  /** Whether actions in a span, or behind it before anything else stands there, may add to what is written in it. */
  mayWriteIn({ start, end }: Span, column?: number): boolean {
    return this.mayWriteBetween(start, this.#contentAfter(end), column);
  }

  /** Whether an action writes something in a span or next to it, with only blanks and comments between. */
  isBesideWriter({ start, end }: Span): boolean {
    const index = firstAfter(this.#writers, (one) => one.end > start);
    const [before, next] = [this.#writers[index - 1], this.#writers[index]];
    const isBehind = before !== undefined && this.#contentAfter(before.end) >= start;
    return isBehind || (next !== undefined && next.start < this.#contentAfter(end));
  }

  /** The path below `.Values` that the only action behind a key writes whole; undefined where it is not as clear. */
  chartValueBehind(key: Span, text: string): string | undefined {
    const branch = this.branchAt(key.start);
    const end = this.#contentAfter(key.end + 1);
    const [writer, ...others] = this.#writers.filter(({ start }) => {
      const own = this.branchAt(start);
      return start > key.end && start < end && (own === branch || (own !== undefined && own.start > key.end));
    });
    if (writer === undefined || others.length > 0) return undefined;
    const [whole, path] = WHOLE.exec(short(text, writer)) ?? [];
    if (whole === undefined || path !== undefined) return path;
    const opening = this.#actions.find((one) => one.end === this.branchAt(writer.start)?.start);
    return opening && WITH.exec(short(text, opening))?.[1];
  }

  /**
   * The actions that open the branches around an offset, outermost first, also where it lies behind their `else`. Undefined
   * stands for those that were opened before the document began.
   */
  conditionsAround(offset: number, text: string): (string | undefined)[] {
    const open: (string | undefined)[] = [];
    let depth = 0;
    for (const { kind, start, end } of this.#actions) {
      const step = kind === 'open' || kind === 'define' ? 1 : kind === 'end' ? -1 : 0;
      if (start < offset) {
        if (step > 0) open.push(text.slice(start, end));
        else if (step < 0) open.pop();
      } else {
        depth += step;
        if (depth < -open.length) open.unshift(undefined);
      }
    }
    return open;
  }

  /** The lines that hold actions, as they are written in the text. */
  linesIn(text: string): string[] {
    const lines: string[] = [];
    let behind = -1;
    for (const { start, end } of this.#actions) {
      if (end <= behind) continue;
      const from = Math.max(behind, text.lastIndexOf('\n', start) + 1);
      behind = lineEnd(text, end);
      lines.push(text.slice(from, behind));
    }
    return lines;
  }

  /** The next offset at which something stands that is neither blank nor a comment. */
  #contentAfter(offset: number): number {
    const text = this.#masked;
    let at = offset;
    for (; at < text.length; at++) {
      if (text[at] === '#') at = lineEnd(text, at);
      else if (text[at]?.trim() !== '') break;
    }
    return at;
  }
}

/** A value and nothing else as YAML: `toYaml .Values.a | nindent 8`, or what a `with` around it stands for. */
const WHOLE = new RegExp(
  [
    /^\{\{-?\s*/,
    // Templates in values: `tpl (toYaml .Values.a) .`, and the helper for it in the common chart of Bitnami.
    /(?:tpl\s+\(\s*|include\s+"[\w.-]*tplvalues\.render"\s+\(\s*dict\s+"value"\s+)?/,
    /(?:toYaml\s+)?(?:\$?\.Values((?:\.\w+)+)|\.)/,
    /(?:(?:\s*\|\s*toYaml)?\s*\)\s*[.$]|\s+"context"\s+[.$]\s*\))?/,
    /(?:\s*\|\s*(?:toYaml|trim|n?indent\s+\d+))*\s*-?\}\}$/,
  ]
    .map(({ source }) => source)
    .join(''),
);
const WITH = /^\{\{-?\s*with\s+\$?\.Values((?:\.\w+)+)\s*-?\}\}$/;

/** A longer action is none that writes one value and nothing else. */
const MOST_LENGTH = 1_000;

function short(text: string, { start, end }: Span): string {
  return end - start > MOST_LENGTH ? '' : text.slice(start, end);
}

/** A template has hardly ever more; what is in the others is not looked at. */
const MOST_BRANCHES = 100;

interface Turn {
  readonly at: number;
  branch: Branch | undefined;
}

interface Action extends Span {
  readonly kind: 'open' | 'define' | 'else' | 'end' | 'silent' | 'write' | 'broken';
  /** Whether it is an `else` and nothing else. */
  readonly isUnconditional: boolean;
  /** Whether it stands for no part of a scalar: it writes nothing there, or lines. */
  readonly isBlank: boolean;
  /** Whether nothing else stands on its lines. */
  readonly isAlone: boolean;
  /** What a line of its own is masked with, where blanks would change how the lines behind it are read. */
  readonly standIn: StandIn | undefined;
  /** Whether it may write more than a part of a scalar. */
  readonly mayWrite: boolean;
  /** How far all that it writes is indented at least. */
  readonly indentation: number;
}

function isBranching({ kind }: Action): boolean {
  return kind === 'open' || kind === 'define' || kind === 'else' || kind === 'end';
}

function maskOf(action: string, { isBlank, standIn }: Action): string {
  if (standIn !== undefined) {
    const { blanks, isKey } = standIn;
    return ' '.repeat(blanks) + runFor(action.slice(blanks + (isKey ? 1 : 0))) + (isKey ? ':' : '');
  }
  if (isBlank) return action.replace(/[^\r\n]/g, ' ');
  return runFor(action);
}

function runFor(action: string): string {
  const lineEnd = action.search(/[\r\n]/);
  if (lineEnd === -1) return '$'.repeat(action.length);
  return '$'.repeat(lineEnd) + action.slice(lineEnd).replace(/[^\r\n]/g, ' ');
}

function actionsIn(text: string, thorough: boolean): Action[] {
  const spans = thorough ? withVariables(text, spansIn(text)) : spansIn(text);
  const gaps = spans.map(({ start }, i) => text.slice(spans[i - 1]?.end ?? 0, start));
  gaps.push(text.slice(spans.at(-1)?.end ?? 0));
  const before: boolean[] = [];
  for (const [i, gap] of gaps.entries()) {
    const lineStart = gap.lastIndexOf('\n') + 1;
    before.push(gap.slice(lineStart).trim() === '' && (lineStart > 0 || i === 0 || before[i - 1] === true));
  }
  const behind: boolean[] = [];
  for (let i = spans.length - 1; i >= 0; i--) {
    const gap = gaps[i + 1] ?? '';
    const isLineEnd = /^[^\S\n]*(?:[^\S\n]#.*)?(?:\n|$)/.test(gap) && (gap.includes('\n') || i === spans.length - 1);
    behind[i] = isLineEnd || (gap.trim() === '' && !gap.includes('\n') && behind[i + 1] === true);
  }
  const actions = spans.map(({ start, end }, i) => {
    const action = text.slice(start, end);
    const kind = kindOf(action);
    const [lead = '', rest = ''] = [gaps[i], gaps[i + 1]];
    const isAlone = before[i] === true && behind[i] === true;
    const writesLines = STRUCTURE.test(action);
    const isWhole = before[i] === true || /-\s*$/.test(lastLine(lead)) || isWholeValue(lead, rest);
    const mayWrite = kind === 'write' && (isAlone || writesLines || (isWhole && !SCALAR.test(action)));
    // What says nothing before a key would seem to indent it.
    const isSilent = kind === 'silent' && before[i] !== true;
    const isBlank = isAlone || isSilent || (writesLines && behind[i] === true && /:\s+$/.test(lastLine(lead)));
    const isUnconditional = /^\{\{-?\s*else\s*-?\}\}$/.test(action);
    const indentation = indentationOf(action) ?? 0;
    return { start, end, kind, isUnconditional, isBlank, isAlone, mayWrite, indentation, standIn: undefined };
  });
  return thorough ? withStandIns(text, actions, gaps) : actions;
}

interface StandIn {
  /** How many blanks come before it in the place of the action. */
  readonly blanks: number;
  readonly isKey: boolean;
}

/**
 * Lines of actions stay blank but for two sorts: the first line of a block scalar, where blanks may not be longer than
 * the text is indented, and one that is indented less than what follows: it writes the key which that belongs to.
 */
function withStandIns(text: string, actions: readonly Action[], gaps: readonly string[]): Action[] {
  const result: Action[] = [];
  // The column of what is written next, where it is the first in its line.
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
        ? (textFor(source, i === 0 ? `\n${lead}` : lead, column, next) ?? keyFor(source, column, next))
        : undefined;
    result.push({ ...action, standIn });
    if (standIn !== undefined || !action.isBlank) next = column && column + (standIn?.blanks ?? 0);
  }
  return result.reverse();
}

/** What stands for an action that is the first line of a block scalar. */
function textFor(action: string, lead: string, column: number, next: number): StandIn | undefined {
  const before = lead.trimEnd();
  const header = lastLine(before);
  const [indentation = ''] = /^\s*(?:- +(?![|>]))*/.exec(header) ?? [];
  const isHeader =
    before.includes('\n') && !/^\s*#/.test(header) && /[:-][^\S\n]+[|>][+-]?(?:[^\S\n]+#.*)?$/.test(header);
  return isHeader && next > indentation.length ? standIn(action, next - column, false) : undefined;
}

/** What stands for an action whose lines are indented less than the next one. */
function keyFor(action: string, column: number, next: number): StandIn | undefined {
  const written = indentationOf(action) ?? next;
  return written < next && !action.includes('\n') ? standIn(action, written - column, true) : undefined;
}

/** By how much `indent` or `nindent` moves all lines of an action, where that is the last that is done with them. */
function indentationOf(action: string): number | undefined {
  const [, columns] = /\|\s*n?indent\s+(\d+)\s*-?\}\}$/.exec(action) ?? [];
  return columns === undefined ? undefined : Number(columns);
}

function standIn(action: string, blanks: number, isKey: boolean): StandIn | undefined {
  const { length } = action.slice(0, lineEnd(action, 0)).trimEnd();
  return blanks >= 0 && length >= blanks + 5 ? { blanks, isKey } : undefined;
}

/** Adds the variables of a shell that stand outside of actions. */
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

/** Functions that write lines or collections, and those after which there is a scalar. */
const STRUCTURE = /\bn?indent\b|\bto\w*Yaml\b/;
const SCALAR = /\|\s*(?:s?quote|int|int64)\s*-?\}\}$/;

/** The end of a text in its last line; long lines are not looked at as a whole. */
function lastLine(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('\n'), text.length - 200, 0));
}

/** Whether an action between two texts is a value of its own in block or flow style, or a key in flow style. */
function isWholeValue(before: string, behind: string): boolean {
  return /[:[{,]\s*$/.test(lastLine(before)) && /^[^\S\n]*(?:$|[\n#\]},:])/.test(behind);
}

function kindOf(action: string): Action['kind'] {
  const [, word = '', assigned] = /^\{\{-?\s*(\/\*|[#^/!]|\$?\w*)(\s*:?=)?/.exec(action) ?? [];
  if (assigned !== undefined && word.startsWith('$')) return 'silent';
  return KINDS.get(word) ?? 'write';
}

/** The words of Go templates, and the signs of Mustache. */
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

/** Where the actions of a text begin and end. One that is not closed, or only after another begins, is none. */
function spansIn(text: string): Span[] {
  const spans: Span[] = [];
  let hasCommentEnd = true;
  for (let start = text.indexOf('{{'); start !== -1; ) {
    let end: number | undefined;
    let next = start + 2;
    if (/^-?\s*\/\*/.test(text.slice(next, next + 20))) {
      const commentEnd: number = hasCommentEnd ? text.indexOf('*/', next) : -1;
      hasCommentEnd = commentEnd !== -1;
      const [closing] = /^\s*-?\}\}/.exec(text.slice(commentEnd + 2, commentEnd + 22)) ?? [];
      if (hasCommentEnd && closing !== undefined) end = commentEnd + 2 + closing.length;
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

/** Which branch holds from where on. */
function turnsOf(actions: readonly Action[]): Turn[] {
  const stack: Opened[] = [];
  const turns: Turn[] = [{ at: 0, branch: undefined }];
  let outside = [...turns];
  for (const action of actions) {
    const { kind, start, end, isUnconditional } = action;
    if (!isBranching(action)) continue;
    const closed = kind === 'else' || kind === 'end' ? stack.pop() : undefined;
    if (closed !== undefined) closed.end = start;
    else if (kind === 'else' || kind === 'end') {
      // It was opened before the document began: all that stood outside so far stood in it.
      const branch = { start: 0, end: start, isDefinition: false, choice: [], isLast: false };
      for (const turn of outside) turn.branch = branch;
      outside = [];
    }
    const isDefinition = kind === 'define' || (closed ?? stack.at(-1))?.isDefinition === true;
    if (kind !== 'end') {
      const choice = closed?.choice ?? [];
      // Of a choice that began before the document, not all branches are known.
      const isKnown = kind === 'open' || choice.length > 0;
      const isLast = isUnconditional && isKnown;
      const branch: Opened = { start: end, end: Number.POSITIVE_INFINITY, isDefinition, choice, isLast };
      if (isKnown) choice.push(branch);
      stack.push(branch);
    }
    const turn = { at: end, branch: stack.at(-1) };
    turns.push(turn);
    if (turn.branch === undefined) outside.push(turn);
  }
  return turns;
}

interface Opened extends Branch {
  end: number;
  readonly choice: Opened[];
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}
