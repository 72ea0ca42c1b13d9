import type { CodeAction, Range } from 'vscode-languageserver';
import { t } from '../text/localize.ts';
import type { PlacedFault } from '../workspace/config-files.ts';
import type { File } from '../workspace/report.ts';
import { touch } from './code-action.ts';
import { faultList, type ProtocolContext } from './diagnostic.ts';
import { CodeActionKind } from './protocol.ts';
import { workspaceEdit } from './quick-fix.ts';

/** The quick fixes in a range of a configuration file: the words that were probably meant. */
export function configActions(
  file: File,
  faults: readonly PlacedFault[],
  range: Range,
  protocol: ProtocolContext,
): CodeAction[] {
  return faults.flatMap((fault) => {
    const { at, replacement } = fault;
    if (at === undefined || replacement === undefined || !touch(at, range)) return [];
    const span = { start: file.lines.offsetAt(at.start), end: file.lines.offsetAt(at.end) };
    return {
      title: t`Replace with \`${replacement}\``,
      kind: CodeActionKind.QuickFix,
      diagnostics: faultList([fault]).items,
      isPreferred: true,
      edit: workspaceEdit([{ file, edits: [{ span, text: replacement }] }], protocol),
    };
  });
}
