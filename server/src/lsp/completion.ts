import type { CompletionItem, Position } from 'vscode-languageserver';
import { complete } from '../lint/completion/complete.ts';
import { completeConfig } from '../lint/completion/complete-config.ts';
import type { Completion } from '../lint/completion/completion.ts';
import { isConfig } from '../lint/settings/config.ts';
import { t } from '../text/localize.ts';
import { shift } from '../text/span.ts';
import type { File } from '../workspace/report.ts';
import { IN_SCHEMA, type ProtocolContext, rangeOf } from './diagnostic.ts';
import { CompletionItemKind, InsertTextMode, MarkupKind } from './protocol.ts';

const KIND: Readonly<Record<Completion['kind'], CompletionItemKind>> = {
  value: CompletionItemKind.Value,
  reference: CompletionItemKind.Reference,
  rule: CompletionItemKind.EnumMember,
  setting: CompletionItemKind.Property,
};

/** The completion items at a position of an open file, the most likely first. */
export function completionsAt(
  file: File,
  position: Position,
  { workspace, client }: ProtocolContext,
): CompletionItem[] {
  const offset = file.lines.offsetAt(position);
  const { rules } = workspace.lintContext(file.uri).rules;
  const cached = isConfig(file.uri) ? undefined : workspace.documentAt(file.uri, offset);
  const start = cached?.span.start ?? 0;
  const findings = () =>
    workspace.report(file.uri)?.documents.find((document) => document.start === start)?.report.findings ?? [];
  const found = isConfig(file.uri)
    ? completeConfig(file.text, offset, rules)
    : cached === undefined
      ? []
      : complete({ ...cached, findings }, offset - start, workspace.lintContext(file.uri));
  const documentation = (value: string) =>
    client.supportsMarkdownDocumentation ? { kind: MarkupKind.Markdown, value } : value.replaceAll('`', '');
  return found.map((item, index) => ({
    label: item.label,
    kind: KIND[item.kind],
    ...(item.code === undefined || !client.supportsLabelDetails ? {} : { labelDetails: { description: item.code } }),
    ...(item.detail === undefined ? {} : { detail: t(item.detail) }),
    ...(item.documentation === undefined ? {} : { documentation: documentation(t(item.documentation)) }),
    ...(item.isInSchema ? { data: IN_SCHEMA } : {}),
    filterText: item.filter,
    sortText: String(index).padStart(4, '0'),
    // The text already has its indentation.
    insertTextMode: InsertTextMode.asIs,
    textEdit: { range: rangeOf(file, shift(item.at, start)), newText: item.text },
  }));
}
