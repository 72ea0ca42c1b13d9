import { CARRIAGE_RETURN, DOT, HASH, HYPHEN, LINE_FEED, SPACE, TAB } from './characters.ts';

// The lines of a YAML text, found without parsing. All functions take and return offsets, so they allocate nothing. Lines
// end in LF or CRLF. A CR alone does not end a line, as in the parser.

/** Where the line of an offset begins. */
export function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The offset of the LF that ends the line of an offset; the length of the text for the last line. */
export function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

/** Where the next line begins; the length of the text for the last line. */
export function nextLine(text: string, offset: number): number {
  return text.indexOf('\n', offset) + 1 || text.length;
}

/** Where the line below some content begins, which may include its own line break. */
export function lineBelow(text: string, end: number): number {
  return text[end - 1] === '\n' ? end : nextLine(text, end);
}

/** The offset of the first character of a line that is not a space. */
export function firstInLine(text: string, lineStart: number): number {
  let at = lineStart;
  while (text.charCodeAt(at) === SPACE) at++;
  return at;
}

/** Whether nothing but the line break follows an offset that is behind the indentation of a line. */
export function isBlankAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === LINE_FEED || at >= text.length || (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED);
}

/** Whether a line is blank or a comment, by the offset of its first character. */
export function isBlankOrComment(text: string, at: number): boolean {
  return text.charCodeAt(at) === HASH || isBlankAt(text, at);
}

/** Whether the dash of a list item is at an offset. */
export function isDash(text: string, at: number): boolean {
  return text.charCodeAt(at) === HYPHEN && isSeparator(text, at + 1);
}

/** The marker at an offset that begins a line: it begins or ends a document. */
export function markerAt(text: string, at: number): '---' | '...' | undefined {
  const code = text.charCodeAt(at);
  if (code !== HYPHEN && code !== DOT) return undefined;
  const marker = code === HYPHEN ? '---' : '...';
  return text.startsWith(marker, at) && isSeparator(text, at + 3) ? marker : undefined;
}

/** Whether a blank, a line break or the end of the text is at an offset. */
export function isSeparator(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB || at >= text.length;
}
