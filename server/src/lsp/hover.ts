import type { Hover, Position } from 'vscode-languageserver';
import { explainConfig } from '../lint/completion/complete-config.ts';
import { noteSet } from '../lint/note.ts';
import { type Explanation, explain } from '../lint/pages/explain.ts';
import { NOTES } from '../notes/index.ts';
import { t } from '../text/localize.ts';
import { shift } from '../text/span.ts';
import type { File, FileReport } from '../workspace/workspace.ts';
import type { Client } from './client.ts';
import { placeName, rangeOf, type Translation } from './diagnostic.ts';
import { MarkupKind } from './protocol.ts';

const NOTE_SET = noteSet(NOTES);

/** What is known of the place in a file; `report` has to have every document. */
export function hoverAt(report: FileReport, position: Position, translation: Translation): Hover | null {
  const { file } = report;
  const offset = file.lines.offsetAt(position);
  const one = report.documents.findLast(({ start }) => start <= offset);
  if (one === undefined) return null;
  const { client, workspace } = translation;
  const explanation = explain(one.report, offset - one.start, {
    rules: workspace.rules,
    notes: NOTE_SET,
    settings: workspace.settingsOf(file.uri),
    facts: workspace.factsFor(file.uri),
    where: (at) => placeName(file, one.start, at, translation),
    isShown: (finding) => one.findings.includes(finding),
  });
  return explanation === undefined ? null : hoverOf(file, explanation, one.start, client);
}

/** What a key of a configuration file stands for, where the editor does not show that by itself. */
export function configHoverAt(file: File, position: Position, { client, workspace }: Translation): Hover | null {
  if (client.hasConfigSchema) return null;
  const explanation = explainConfig(file.text, file.lines.offsetAt(position), workspace.rules.rules);
  return explanation === undefined
    ? null
    : hoverOf(file, { ...explanation, markdown: t(explanation.markdown) }, 0, client);
}

function hoverOf(file: File, { at, markdown }: Explanation, start: number, { showsMarkdown }: Client): Hover {
  return {
    contents: showsMarkdown
      ? { kind: MarkupKind.Markdown, value: markdown }
      : { kind: MarkupKind.PlainText, value: plainText(markdown) },
    range: rangeOf(file, shift(at, start)),
  };
}

/** Markdown of ours as text: emphasis and code marks go, links become words with their address. */
function plainText(markdown: string): string {
  const text = markdown
    .replace(/(?<!\\)\[((?:\\.|[^[\]\\])*)\]\(([^()]*)\)/g, (_, text: string, address: string) => {
      return `${text.replace(/\\(.)/g, '$1')} <${address}>`;
    })
    .replace(/\*\*(.+?)\*\*/g, '$1');
  return text.split('\n').map(withoutFences).join('\n');
}

/** A line with its code spans as text. */
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
  let behind = 0;
  for (const fence of fences) {
    const closing = closings.get(fence);
    if (fence.index < behind || closing === undefined) continue;
    const code = line.slice(fence.index + fence[0].length, closing.index);
    parts.push(unescaped(line.slice(behind, fence.index)), /^ .* $/.test(code) ? code.slice(1, -1) : code);
    behind = closing.index + closing[0].length;
  }
  return parts.join('') + unescaped(line.slice(behind));
}

function unescaped(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
