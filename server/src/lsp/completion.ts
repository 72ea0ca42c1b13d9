import type { CompletionItem, Position } from 'vscode-languageserver';
import { complete } from '../lint/completion/complete.ts';
import { completeConfig } from '../lint/completion/complete-config.ts';
import type { Completion } from '../lint/completion/completion.ts';
import { isConfig } from '../lint/settings/config.ts';
import { t } from '../text/localize.ts';
import { shift } from '../text/span.ts';
import type { File } from '../workspace/workspace.ts';
import { rangeOf, type Translation } from './diagnostic.ts';
import { CompletionItemKind, InsertTextMode, MarkupKind } from './protocol.ts';

const KIND: Readonly<Record<Completion['kind'], CompletionItemKind>> = {
  value: CompletionItemKind.Value,
  reference: CompletionItemKind.Reference,
  rule: CompletionItemKind.EnumMember,
  setting: CompletionItemKind.Property,
};

/** What may be written at a position of an open file, the most likely first. */
export function completionsAt(file: File, position: Position, { workspace, client }: Translation): CompletionItem[] {
  const offset = file.lines.offsetAt(position);
  const { rules } = workspace.rules;
  const part = isConfig(file.uri) ? undefined : workspace.documentAt(file.uri, offset);
  const start = part?.span.start ?? 0;
  const findings = () =>
    workspace.report(file.uri)?.documents.find((one) => one.start === start)?.report.findings ?? [];
  const found = isConfig(file.uri)
    ? completeConfig(file.text, offset, rules, client.hasConfigSchema)
    : part === undefined
      ? []
      : complete({ ...part, findings }, offset - start, workspace.lintContext(file.uri));
  const documentation = (value: string) =>
    client.documentsMarkdown ? { kind: MarkupKind.Markdown, value } : value.replaceAll('`', '');
  return found.map((one, index) => ({
    label: one.label,
    kind: KIND[one.kind],
    ...(one.detail === undefined ? {} : { detail: t(one.detail) }),
    ...(one.documentation === undefined ? {} : { documentation: documentation(t(one.documentation)) }),
    filterText: one.filter,
    sortText: String(index).padStart(4, '0'),
    // Lines are indented already.
    insertTextMode: InsertTextMode.asIs,
    textEdit: { range: rangeOf(file, shift(one.at, start)), newText: one.text },
  }));
}
