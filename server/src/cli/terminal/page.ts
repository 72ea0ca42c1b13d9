import { painter, type Style } from './style.ts';

/**
 * Formats a page of the documentation for a terminal: headings are bold and code is dim. It supports the Markdown of the
 * pages in docs/rules: headings, paragraphs, lists of one level, quotes, tables and fenced blocks.
 */
export function pageText(markdown: string, width: number, color: boolean): string {
  const lines = markdown.replace(/^<!--.*-->\n/gm, '').split('\n');
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const kind = kindOf(lines[at] ?? '');
    let end = at + 1;
    if (kind === 'fence') {
      while (end < lines.length && !lines[end]?.startsWith('```')) end++;
      blocks.push(...codeBlock(lines.slice(at + 1, end++), color));
    } else if (kind !== 'blank') {
      // A heading is a single line. An item continues with the text lines after its first line.
      while (kind !== 'heading' && end < lines.length && continues(kind, lines[end] ?? '')) end++;
      const block = lines.slice(at, end);
      blocks.push(...(kind === 'table' ? table(block, width, color) : paragraph(kind, block, width, color)));
    } else if (blocks.length > 0 && blocks.at(-1) !== '') blocks.push('');
    at = end;
  }
  return `${blocks.join('\n').trimEnd()}\n`;
}

type Kind = 'blank' | 'heading' | 'fence' | 'table' | 'item' | 'quote' | 'text';

function kindOf(line: string): Kind {
  if (line.trim() === '') return 'blank';
  if (line.startsWith('#')) return 'heading';
  if (line.startsWith('```')) return 'fence';
  if (line.startsWith('|')) return 'table';
  if (line.startsWith('- ')) return 'item';
  return line.startsWith('>') ? 'quote' : 'text';
}

function continues(kind: Kind, next: string): boolean {
  const nextKind = kindOf(next);
  return kind === 'item' ? nextKind === 'text' : nextKind === kind;
}

function codeBlock(lines: readonly string[], color: boolean): string[] {
  return lines.map((line) => (line === '' ? '' : `    ${painter(color)('dim', line)}`));
}

function paragraph(kind: Kind, lines: readonly string[], width: number, color: boolean): string[] {
  const texts = lines.map((line) => line.replace(PREFIX, ''));
  if (kind === 'heading') return wrap(texts.join(' '), width, color, 'bold');
  const indent = kind === 'item' ? '  ' : kind === 'quote' ? '    ' : '';
  // An empty line of a quote separates its paragraphs.
  const parts = texts.join('\n').split(/\n\s*\n/);
  return parts.flatMap((part, i) => {
    const wrapped = wrap(part, width - indent.length, color).map((line) => indent + line);
    if (kind === 'item') wrapped[0] = `- ${wrapped[0]?.slice(2)}`;
    return i === 0 ? wrapped : ['', ...wrapped];
  });
}

/** The Markdown prefix of a line. */
const PREFIX = /^(?:#+ |- |> ?)/;

/** A table in aligned columns. The widest columns are wrapped until the table fits. */
function table(lines: readonly string[], width: number, color: boolean): string[] {
  const [head = [], , ...body] = lines.map(cells);
  const rows = head.every((cell) => cell === '') ? body : [head, ...body];
  const columns = head.map((_, column) =>
    Math.max(0, ...rows.flatMap((row) => cellLines(row[column]).map((line) => visible(line, color)))),
  );
  const room = width - GAP.length * (columns.length - 1);
  for (let sum = total(columns); sum > room; sum = total(columns)) {
    const widest = columns.indexOf(Math.max(...columns));
    const narrower = Math.max(MIN_COLUMN_WIDTH, (columns[widest] ?? 0) - (sum - room));
    // Shrink it at most to the width of the next column, so that both shrink from there.
    const next = Math.max(...columns.map((column, i) => (i === widest ? 0 : column)));
    const now = Math.max(narrower, Math.min(next, (columns[widest] ?? 0) - 1));
    if (now >= (columns[widest] ?? 0)) break;
    columns[widest] = now;
  }
  return rows.flatMap((row) => {
    const style = row === head ? 'bold' : undefined;
    const texts = columns.map((column, i) => cellLines(row[i]).flatMap((line) => wrap(line, column, color, style)));
    const height = Math.max(1, ...texts.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      columns
        .map((column, i) => padded(texts[i]?.[line] ?? '', column))
        .join(GAP)
        .trimEnd(),
    );
  });
}

const GAP = '  ';
const MIN_COLUMN_WIDTH = 8;

function cells(line: string): string[] {
  const inner = line.replace(/^\|/, '').replace(/\|\s*$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** The lines that a cell is broken into by `<br>`. */
function cellLines(cell = ''): string[] {
  return cell.split('<br>');
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function visible(text: string, color: boolean): number {
  return spans(text, color).reduce((sum, span) => sum + span.text.length, 0);
}

function padded(painted: string, width: number): string {
  return painted + ' '.repeat(Math.max(0, width - painted.replace(ESCAPES, '').length));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of `painter` begin with ESC.
const ESCAPES = /\u001b\[\d+m/g;

interface TextSpan {
  readonly text: string;
  readonly style: Style | undefined;
}

/** Code, bold text and links of a paragraph; without color, code keeps its backticks. */
function spans(text: string, color: boolean): TextSpan[] {
  return text.split(INLINE).flatMap((part, i): TextSpan[] => {
    if (part === '') return [];
    if (i % 2 === 0) return [{ text: part.replace(/\\([\\`*_[\]<>&!~|])/g, '$1'), style: undefined }];
    if (part.startsWith('`')) return [{ text: color ? part.slice(1, -1) : part, style: 'dim' }];
    if (part.startsWith('**')) return [{ text: part.slice(2, -2), style: 'bold' }];
    const [name = '', address = ''] = part.slice(1, -1).split('](');
    // A relative link is of no use in a terminal.
    const shown = spans(name, color);
    return address.startsWith('https:') ? [...shown, { text: ` ${address}`, style: 'dim' }] : shown;
  });
}

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\[[^[\]]*\]\([^()\s]*\))/;

/** Wraps a text at blanks. A word that is longer than the width gets its own line. */
function wrap(text: string, width: number, color: boolean, style?: Style): string[] {
  const lines = [{ text: '', length: 0 }];
  for (const word of words(text, color, style)) {
    const last = lines.at(-1);
    if (last === undefined || (last.length > 0 && last.length + 1 + word.length > width)) lines.push({ ...word });
    else {
      last.text += (last.length > 0 ? ' ' : '') + word.text;
      last.length += (last.length > 0 ? 1 : 0) + word.length;
    }
  }
  return lines.map((line) => line.text);
}

/** The words of a text, painted, with their lengths without color codes. */
function words(text: string, color: boolean, style: Style | undefined): { text: string; length: number }[] {
  const result: { text: string; length: number }[] = [];
  let isNew = true;
  for (const span of spans(text.replace(/\s+/g, ' ').trim(), color)) {
    for (const part of span.text.split(/( )/)) {
      if (part === ' ') isNew = true;
      if (part === ' ' || part === '') continue;
      const painted = paintIn(style ?? span.style, part, color);
      const last = result.at(-1);
      if (isNew || last === undefined) result.push({ text: painted, length: part.length });
      else {
        last.text += painted;
        last.length += part.length;
      }
      isNew = false;
    }
  }
  return result;
}

function paintIn(style: Style | undefined, text: string, color: boolean): string {
  return style === undefined ? text : painter(color)(style, text);
}
