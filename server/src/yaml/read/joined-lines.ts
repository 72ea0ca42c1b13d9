import { Composer, Parser, type Scalar } from 'yaml';
import type { Span } from '../../text/span.ts';

/**
 * The text with the lines of one quoted scalar joined by blanks, of the same length; undefined where it is not closed or
 * has one line. Kubernetes' reader takes lines in quotes however they are indented, also with a tab; this parser does not.
 */
export function joinLines(text: string, start: number): { readonly text: string; readonly joined: Span } | undefined {
  const pattern = text[start] === '"' ? /"(?:[^"\\]|\\[\s\S])*"/y : /'(?:[^']|'')*'/y;
  pattern.lastIndex = start;
  const [scalar] = pattern.exec(text) ?? [];
  if (!scalar?.includes('\n')) return undefined;
  const end = start + scalar.length;
  // A backslash would escape a blank.
  const line = scalar.replace(/\\?\r?\n[ \t]*/g, (all) => ' '.repeat(all.length));
  return { text: text.slice(0, start) + line + text.slice(end), joined: { start, end } };
}

/** The value of a quoted scalar of several lines. */
export function valueOfLines(scalar: string): string {
  const document = `- ${scalar.replace(/\n[ \t]*/g, '\n  ')}\n`;
  const [tree] = new Composer({ version: '1.1', prettyErrors: false }).compose(new Parser().parse(document));
  return String((tree?.getIn([0], true) as Scalar | undefined)?.value ?? '');
}
