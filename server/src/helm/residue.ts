import type { BranchNode, Tag } from './ast.ts';
import type { Frame } from './frame.ts';
import type { SourcedText } from './sourced-text.ts';

export interface ResidueOptions {
  /** Whether it keeps the blanks that it removes; by default, it does. */
  readonly withBlanks?: boolean;
  /** A text in place of that of the action. */
  readonly instead?: string | undefined;
  /** The indentation of the line in which the branches begin, if there is nothing else before them. */
  readonly indentation?: string | undefined;
}

/**
 * The text of an action that remains in the output, so that it is read as it is written: with the blanks that it removes, and in
 * a line of its own if it has one. What is rendered behind the tag of a branch has the indentation of the line in which the
 * branches begin. `current` is that of the last line of the output; undefined if there is more in it.
 */
export function residue(text: string, tag: Tag, current: string | undefined, options: ResidueOptions): string {
  const { withBlanks = true, instead, indentation } = options;
  const action = instead ?? text.slice(tag.start, tag.end);
  if (!withBlanks) return action;
  const [before, behind] = [text.slice(tag.trimStart, tag.start), text.slice(tag.end, tag.trimEnd)];
  const isJoined = !before.includes('\n') && current === undefined && isAlone(text, tag);
  const rest = indentation !== undefined && behind.includes('\n') ? `\n${indentation}` : behind;
  return (isJoined ? '\n' : before) + action + rest;
}

/** Whether an action is the only text in its lines. */
function isAlone(text: string, { start, end }: Tag): boolean {
  const lineEnd = text.indexOf('\n', end);
  const line =
    text.slice(text.lastIndexOf('\n', start) + 1, start) + text.slice(end, lineEnd === -1 ? undefined : lineEnd);
  return line.trim() === '';
}

/** Whether nothing but blanks is known of a text that has holes. */
export function isAllUnknown({ text, pieces }: SourcedText): boolean {
  let at = 0;
  let hasHoles = false;
  for (const { kind, length } of pieces) {
    if (kind === 'hole') hasHoles = true;
    else if (text.slice(at, at + length).trim() !== '') return false;
    at += length;
  }
  return hasHoles;
}

/** Whether an action that remains keeps the blanks that it removes: not in a value that is part of a line. */
export function holdsLines({ site, source }: Frame, { start, end }: Tag): boolean {
  return site === undefined || /\bn?indent\b|\bto\w*Yaml\b/.test(source.text.slice(start, end));
}

/** The text of a branch that becomes the first one; undefined if it is that as it is written. */
export function opening({ source }: Frame, { kind, tag, pipeline }: BranchNode): string | undefined {
  const isElse = /^\{\{-?\s*else\b/.test(source.text.slice(tag.start, tag.end));
  if (!isElse || kind === 'else') return undefined;
  const condition = pipeline === undefined ? '' : source.text.slice(pipeline.start, pipeline.end);
  return `{{ ${kind} ${condition} }}`;
}
