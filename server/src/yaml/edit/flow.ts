import type { Collection, Entry, Layout } from './layout.ts';
import type { Mapping, Plain } from './plain.ts';
import { emptyText, isFilled, type Quoting, quotingOf, scalarText } from './scalar.ts';

/**
 * Writes the changes to the entries of a flow collection. The text between two entries that stay is replaced as a whole, with
 * its commas, and uses the separator of the collection.
 */
export function writeFlow(layout: Layout, collection: Collection): void {
  const { entries, additions } = collection;
  const style = styleOf(layout, collection);
  const kept = [...entries.keys()].filter((index) => entries[index]?.removed === false);
  [...kept, entries.length].forEach((right, index) => {
    const left = kept[index - 1] ?? -1;
    const texts = additions
      .filter(({ slot }) => slot > 2 * left && slot <= 2 * right)
      .map(({ key, value }) => entryText(key, value, style, style.indentation));
    if (left + 1 < right || texts.length > 0) writeStretch(layout, style, entries, left, right, texts);
  });
}

/** The text of a non-empty collection that replaces the value of an entry in flow style. */
export function flowValue(layout: Layout, entry: Entry, model: Collection, value: Plain[] | Mapping): string {
  return valueText(value, styleOf(layout, model), layout.patch.indentation(entry.start));
}

/** How keys and strings are quoted among the entries of a flow collection. */
export function flowQuoting(layout: Layout, collection: Collection): { keys: Quoting; strings: Quoting } {
  let around: Collection | undefined = collection;
  while (around?.isFlow && around.entries[0]?.keyNode === undefined) around = around.holder.parent;
  const isJson = around?.isFlow === true && quotingOf(around.entries[0]?.keyNode) === 'double';
  const sibling = collection.entries.find(({ value }) => value?.kind === 'scalar' && typeof value.value === 'string');
  const strings = isJson || layout.isFlow ? 'json' : quotingOf(sibling?.value);
  return { keys: isJson ? 'json' : 'plain', strings };
}

/** How the entries of a flow collection are written. */
interface FlowStyle {
  readonly open: number;
  readonly close: number;
  /** The text before each entry and behind the last one, without comments and blank lines if it has several lines. */
  readonly gaps: readonly string[];
  readonly separator: string;
  /** Whether entries are on lines of their own. */
  readonly isLong: boolean;
  readonly lineBreak: string;
  readonly indentation: string;
  readonly step: string;
  readonly trailingComma: string;
  readonly keys: Quoting;
  readonly strings: Quoting;
}

function styleOf(layout: Layout, collection: Collection): FlowStyle {
  const { patch } = layout;
  const { entries, node } = collection;
  const { start, end } = node;
  const [open, close] = [start + 1, end - 1];
  const gaps = [...entries.keys(), entries.length].map((index) => {
    return gap(layout, entries[index - 1]?.end ?? open, entries[index]?.start ?? close);
  });
  const [lead = '', second] = gaps;
  const separator = entries.length > 1 && second !== undefined ? second : lead.includes('\n') ? `,${lead}` : ', ';
  const isLong = separator.includes('\n');
  const indentation = isLong ? separator.slice(separator.lastIndexOf('\n') + 1) : '';
  const outer = patch.indentation(close);
  return {
    open,
    close,
    gaps,
    separator,
    isLong,
    indentation,
    lineBreak: patch.lineBreak(start),
    step: indentation.startsWith(outer) ? indentation.slice(outer.length) : '  ',
    trailingComma: gaps.at(-1)?.includes(',') ? ',' : '',
    ...flowQuoting(layout, collection),
  };
}

function gap({ patch }: Layout, start: number, end: number): string {
  const text = patch.text.slice(start, end);
  if (!text.includes('\n')) return text;
  const last = text.slice(text.lastIndexOf('\n') + 1);
  const code = patch
    .commentsIn(start, end)
    .reduceRight((rest, comment) => rest.slice(0, comment.start - start) + rest.slice(comment.end - start), text);
  return (code.includes(',') && !last.includes(',') ? ',' : '') + patch.lineBreak(start) + last;
}

/** Writes the text between two entries that stay, or between one of them and an end of the collection. */
function writeStretch(
  { patch }: Layout,
  style: FlowStyle,
  entries: readonly Entry[],
  left: number,
  right: number,
  texts: readonly string[],
): void {
  const { separator, trailingComma } = style;
  const [isFirst, isLast] = [left === -1, right === entries.length];
  const start = entries[left]?.end ?? style.open;
  const end = entries[right]?.start ?? style.close;
  const comments = patch.commentsIn(start, end);
  const own = comments
    .filter(({ alone }) => alone)
    .map((line) => patch.text.slice(patch.lineStart(line.start), line.end));
  const trailing = comments.find(({ alone, end: to }) => !alone && to <= patch.lineEnd(start));
  if (trailing === undefined && own.length === 0) {
    const before = isFirst ? (style.gaps[0] ?? '') : separator;
    const behind = !isLast && right === 0 ? separator : (style.gaps[right] ?? '');
    const between = isFirst ? (isLast ? '' : before) : behind;
    patch.replace(start, end, texts.length > 0 ? before + texts.join(separator) + behind : between);
    return;
  }
  const comma = isLast ? trailingComma : ',';
  const pad = style.isLong ? style.indentation : patch.indentation(start);
  const lines = [
    (isFirst ? '' : texts.length > 0 ? ',' : comma) +
      (trailing ? ` ${patch.text.slice(trailing.start, trailing.end)}` : ''),
    ...texts.map((text, index) => pad + text + (index < texts.length - 1 ? ',' : comma)),
    ...own,
    patch.indentation(end),
  ];
  patch.replace(start, end, lines.join(style.lineBreak));
}

function entryText(key: string | undefined, value: Plain, style: FlowStyle, indentation: string): string {
  const text = isFilled(value)
    ? valueText(value, style, indentation)
    : (emptyText(value) ?? scalarText(value, style.strings));
  return key === undefined ? text : `${scalarText(key, style.keys)}: ${text}`;
}

/** The text of a collection in brackets; `indentation` is that of its first line. */
function valueText(value: Plain[] | Mapping, style: FlowStyle, indentation: string): string {
  const inner = indentation + style.step;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const texts = Array.isArray(value)
    ? value.map((item) => entryText(undefined, item, style, inner))
    : [...value].map(([key, item]) => entryText(key, item, style, inner));
  if (style.isLong) {
    const lines = texts.map((text) => style.lineBreak + inner + text).join(',');
    return open + lines + style.trailingComma + style.lineBreak + indentation + close;
  }
  const padding = Array.isArray(value) ? '' : (style.gaps[0] ?? '');
  return open + padding + texts.join(', ') + padding + close;
}
