import type { Hover, Position } from 'vscode-languageserver';
import { explainConfig } from '../lint/completion/complete-config.ts';
import type { Finding } from '../lint/finding.ts';
import { noteSet } from '../lint/note.ts';
import { type Explanation, explain } from '../lint/pages/explain.ts';
import { NOTES } from '../notes/index.ts';
import { shift, touches } from '../text/span.ts';
import type { File, FileReport } from '../workspace/report.ts';
import type { Client } from './client.ts';
import { type ProtocolContext, pageOf, placeName, rangeOf } from './diagnostic.ts';
import { MarkupKind } from './protocol.ts';

const NOTE_SET = noteSet(NOTES);

/** The hover at a position. `report` must contain all documents of the file. */
export function hoverAt(report: FileReport, position: Position, protocol: ProtocolContext): Hover | null {
  const { file } = report;
  const offset = file.lines.offsetAt(position);
  const document = report.documents.findLast(({ start }) => start <= offset);
  if (document === undefined) return null;
  const { client, workspace } = protocol;
  const explanation = explain(document.report, offset - document.start, {
    rules: workspace.lintContext(report.file.uri).rules,
    notes: NOTE_SET,
    settings: workspace.settingsOf(file.uri),
    facts: workspace.factsFor(file.uri),
    where: (at) => placeName(file, document.start, at, protocol),
    isShown: (finding, at) => document.findings.includes(finding) && showsMessage(finding, at, client),
    pageOf: client.rulePageCommand === undefined ? undefined : (rule) => pageOf({ rule, url: undefined }, client),
  });
  return explanation === undefined ? null : hoverOf(file, explanation, document.start, client);
}

/**
 * Whether the client shows the message of a diagnostic in hovers at an offset. VS Code does so up to one character before and
 * after what it marks, which are only the first two characters of a hint that it does not fade (`_createDecorationRange` in
 * markerDecorationsService.ts, `_getLineDecorations` in contentHoverComputer.ts).
 */
function showsMessage(
  { at: { start, end }, severity, effect }: Finding,
  offset: number,
  { marksHintStarts }: Client,
): boolean {
  if (!marksHintStarts) return touches({ start, end }, offset);
  const isStartOnly = severity === 'hint' && effect !== 'ignored';
  return start - 1 <= offset && offset <= (isStartOnly ? start + 2 : end);
}

/** The hover for a key of a configuration file. */
export function configHoverAt(file: File, position: Position, { client, workspace }: ProtocolContext): Hover | null {
  const explanation = explainConfig(
    file.text,
    file.lines.offsetAt(position),
    workspace.lintContext(file.uri).rules.rules,
  );
  return explanation === undefined ? null : hoverOf(file, explanation, 0, client);
}

/** An explanation as a hover. `start` is that of the document from which it counts. */
export function hoverOf(file: File, { at, markdown }: Explanation, start: number, { supportsMarkdown }: Client): Hover {
  return {
    contents: supportsMarkdown
      ? { kind: MarkupKind.Markdown, value: markdown }
      : { kind: MarkupKind.PlainText, value: plainText(markdown) },
    range: rangeOf(file, shift(at, start)),
  };
}

/** Markdown as plain text: without emphasis and code marks, and with the addresses of links. */
function plainText(markdown: string): string {
  const text = markdown
    .replace(/(?<!\\)\[((?:\\.|[^[\]\\])*)\]\(([^()]*)\)/g, (_, text: string, address: string) => {
      return `${text.replace(/\\(.)/g, '$1')} <${address}>`;
    })
    .replace(/\*\*(.+?)\*\*/g, '$1');
  return text.split('\n').map(withoutFences).join('\n');
}

/** A line without the backticks of its code spans. */
function withoutFences(line: string): string {
  const fences = [...line.matchAll(/`+/g)];
  const closings = new Map<RegExpExecArray, RegExpExecArray>();
  const next = new Map<number, RegExpExecArray>();
  for (const fence of fences.toReversed()) {
    const closing = next.get(fence[0].length);
    if (closing !== undefined) closings.set(fence, closing);
    next.set(fence[0].length, fence);
  }
  const parts: string[] = [];
  let end = 0;
  for (const fence of fences) {
    const closing = closings.get(fence);
    if (fence.index < end || closing === undefined) continue;
    const code = line.slice(fence.index + fence[0].length, closing.index);
    parts.push(unescaped(line.slice(end, fence.index)), /^ .* $/.test(code) ? code.slice(1, -1) : code);
    end = closing.index + closing[0].length;
  }
  return parts.join('') + unescaped(line.slice(end));
}

function unescaped(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
