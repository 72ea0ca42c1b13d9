import { contains, type Span } from '../../text/span.ts';
import { type Action, isBranching } from './actions.ts';
import { type Branch, type BranchStart, branchStarts } from './branches.ts';
import type { BrokenPart } from './broken-parts.ts';
import { firstAfter } from './first-after.ts';
import { endOfLine, startOfLine } from './lines.ts';

/** The actions of one document by their offsets, and the parts of a broken document that cannot be parsed. */
export class Template {
  readonly #masked: string;
  readonly #actions: readonly Action[];
  /** Actions that may write keys, list items or whole collections. Not those that open branches: their content is visible. */
  readonly #writers: readonly Action[];
  readonly #branchStarts: readonly BranchStart[];
  readonly #torn: readonly Span[];
  #content: Span = { start: 0, end: 0 };

  constructor(masked: string, actions: readonly Action[], torn: readonly Span[] = []) {
    this.#torn = torn;
    this.#masked = masked;
    this.#actions = actions;
    this.#writers = actions.filter((action) => action.mayWrite);
    this.#branchStarts = branchStarts(actions);
  }

  /** A template with one more masked part. Actions in that part are dropped, except for those that begin or end a branch. */
  static withPart(masked: string, template: Template | undefined, part: BrokenPart): Template {
    const { start, end, mayWrite } = part;
    const torn = [...(template === undefined ? [] : template.#torn), ...(part.isTorn ? [part] : [])];
    const actions = template === undefined ? [] : template.#actions;
    const isOutside = (action: Action) => action.end <= start || action.start >= end;
    const kept = actions.filter((action) => isOutside(action) || isBranching(action));
    // The part is split at the branching actions in it.
    const edges = [start, ...kept.flatMap((action) => (isOutside(action) ? [] : [action.start, action.end])), end];
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

  /** Whether there are actions, and not only broken parts. */
  get hasActions(): boolean {
    return this.#actions.some(({ kind }) => kind !== 'broken');
  }

  /** Sets the span of the document's data: a branch around all of it does not count as a branch. */
  setContent(content: Span): void {
    this.#content = content;
  }

  /** The innermost branch around an offset; undefined outside of branches, and in one that holds the whole document. */
  branchAt(offset: number): Branch | undefined {
    const index = firstAfter(this.#branchStarts, ({ at }) => at > offset) - 1;
    const branch = this.#branchStarts[index]?.branch;
    return branch === undefined || contains(branch, this.#content) ? undefined : branch;
  }

  /** Whether an offset is rendered if `taken` and the branches around it are the only ones that are. */
  isTaken(offset: number, taken: Branch | undefined): boolean {
    const branch = this.branchAt(offset);
    return branch === undefined || (taken !== undefined && contains(branch, taken));
  }

  /** The branches that have content, in order, up to a limit. */
  get branches(): readonly Branch[] {
    const branches = new Set<Branch>();
    const limit = Math.min(MAX_BRANCHES, Math.floor(MAX_BRANCH_CHARACTERS / this.#masked.length));
    for (const [index, { at, branch }] of this.#branchStarts.entries()) {
      if (branches.size === limit) break;
      if (branch === undefined || branch.isDefinition || contains(branch, this.#content)) continue;
      if (this.#masked.slice(at, this.#branchStarts[index + 1]?.at).trim() !== '') branches.add(branch);
    }
    return [...branches];
  }

  /** Whether an action overlaps a span. */
  isMasked({ start, end }: Span): boolean {
    const action = this.#actions[firstAfter(this.#actions, (next) => next.end > start)];
    return action !== undefined && action.start < end;
  }

  /** Whether a span has a line that may belong elsewhere: it looks like two lines, or like one whose key is cut in two. */
  isTorn({ start, end }: Span): boolean {
    return this.#torn.some((torn) => start <= torn.start && torn.start <= end);
  }

  /**
   * Whether actions between two offsets may write keys, list items or whole collections; with a column, only what is
   * indented at most that far.
   */
  mayWriteBetween(start: number, end: number, column = Number.POSITIVE_INFINITY): boolean {
    for (let i = firstAfter(this.#writers, (writer) => writer.end > start); i < this.#writers.length; i++) {
      const action = this.#writers[i];
      if (action === undefined || action.start >= end) return false;
      if (action.indentation <= column) return true;
    }
    return false;
  }

  /** Whether actions in a span, or between it and the next content, may add to what is written in the span. */
  mayWriteIn({ start, end }: Span, column?: number): boolean {
    return this.mayWriteBetween(start, this.#contentAfter(end), column);
  }

  /** Whether an action writes in a span or next to it, with only blanks and comments between. */
  isBesideWriter({ start, end }: Span): boolean {
    const index = firstAfter(this.#writers, (writer) => writer.end > start);
    const [before, next] = [this.#writers[index - 1], this.#writers[index]];
    const isBehind = before !== undefined && this.#contentAfter(before.end) >= start;
    return isBehind || (next !== undefined && next.start < this.#contentAfter(end));
  }

  /** The path below `.Values` that the only action behind a key writes as the whole value; undefined if it is not certain. */
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
    const opening = this.#actions.find((action) => action.end === this.branchAt(writer.start)?.start);
    return opening && WITH.exec(short(text, opening))?.[1];
  }

  /**
   * The actions that open the branches around an offset, outermost first, also if it is behind their `else`. Undefined
   * represents actions that come before the document.
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

  /** The lines of the original text that hold actions. */
  linesIn(text: string): string[] {
    const lines: string[] = [];
    let behind = -1;
    for (const { start, end } of this.#actions) {
      if (end <= behind) continue;
      const from = Math.max(behind, startOfLine(text, start));
      behind = endOfLine(text, end);
      lines.push(text.slice(from, behind));
    }
    return lines;
  }

  /** The next offset with anything but blanks and comments. */
  #contentAfter(offset: number): number {
    const text = this.#masked;
    let at = offset;
    for (; at < text.length; at++) {
      if (text[at] === '#') at = endOfLine(text, at);
      else if (text[at]?.trim() !== '') break;
    }
    return at;
  }
}

/** An action that writes one value as YAML, and nothing else: `toYaml .Values.a | nindent 8`, or `.` in a `with`. */
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

/** An action that only writes a value is shorter, in characters. */
const MAX_LENGTH = 1_000;

function short(text: string, { start, end }: Span): string {
  return end - start > MAX_LENGTH ? '' : text.slice(start, end);
}

/** Templates hardly ever have more branches; those beyond the limit are not checked. */
const MAX_BRANCHES = 100;
/** For each branch, the whole document is checked: the characters of a document times its branches. */
const MAX_BRANCH_CHARACTERS = 4_000_000;
