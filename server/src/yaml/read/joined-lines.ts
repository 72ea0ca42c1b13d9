import { Composer, Parser, type Scalar } from 'yaml';
import type { Span } from '../../text/span.ts';

/**
 * The text with the lines of one quoted scalar joined by blanks, of the same length; undefined if the scalar is not closed or
 * has a single line. The YAML reader of Kubernetes accepts any indentation in quotes, even tabs; this parser does not.
 */
export function joinLines(text: string, start: number): { readonly text: string; readonly joined: Span } | undefined {
  const pattern = text[start] === '"' ? /"(?:[^"\\]|\\[\s\S])*"/y : /'(?:[^']|'')*'/y;
  pattern.lastIndex = start;
  const [scalar] = pattern.exec(text) ?? [];
  if (!scalar?.includes('\n')) return undefined;
  const end = start + scalar.length;
  // The backslash of an escaped line break is masked as well: it would escape a blank.
  const line = scalar.replace(/\\?\r?\n[ \t]*/g, (all) => ' '.repeat(all.length));
  return { text: text.slice(0, start) + line + text.slice(end), joined: { start, end } };
}

/** The value of a quoted scalar with several lines. */
export function valueOfLines(scalar: string): string {
  const document = `- ${scalar.replace(/\n[ \t]*/g, '\n  ')}\n`;
  const [tree] = new Composer({ version: '1.1', prettyErrors: false }).compose(new Parser().parse(document));
  return String((tree?.getIn([0], true) as Scalar | undefined)?.value ?? '');
}
