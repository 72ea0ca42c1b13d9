import type { Settings } from '../lint/settings/settings.ts';
import { t } from '../text/localize.ts';
import type { Span } from '../text/span.ts';
import type { PlacedFault } from '../workspace/config-files.ts';
import type { File } from '../workspace/report.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { rangeOf } from './diagnostic.ts';

/** A document that cannot be read as YAML, and the first syntax error in it. */
interface UnreadableDocument extends Span {
  /** Counts from the start of the document. */
  readonly error: { readonly at: number; readonly message: string };
}

/** The manifests of a file that cannot be read as YAML. Templates are left out: they are YAML only after rendering. */
export function unreadableDocuments(workspace: Workspace, uri: string): readonly UnreadableDocument[] {
  return workspace.documents(uri, 'manifests').flatMap(({ span, document, looksLikeManifest }) => {
    // An escape sequence that YAML does not have leaves the rest readable.
    const error = document?.errors.find(({ isEscape }) => !isEscape);
    const isUnreadable = error !== undefined && looksLikeManifest && document?.template?.hasActions !== true;
    return isUnreadable ? [{ ...span, error }] : [];
  });
}

/** The first syntax error of each document, from its place to the end of the line without blanks, unless somebody else reports it. */
export function syntaxFaults(
  file: File,
  unreadable: readonly UnreadableDocument[],
  { reportSyntaxErrors }: Settings,
): readonly PlacedFault[] {
  if (reportSyntaxErrors === 'off' || (reportSyntaxErrors === 'auto' && file.uri.endsWith('.json'))) return [];
  return unreadable.map(({ start, end, error }) => {
    const written = file.text.slice(start, end).trimEnd().length;
    const at = start + Math.max(0, Math.min(error.at, written - 1));
    const [, indent = '', line = ''] = /^([^\S\r\n]*)([^\r\n]*)/.exec(file.text.slice(at, end)) ?? [];
    const from = line === '' ? at : at + indent.length;
    // The parser speaks English.
    const reason = error.message.replace(/\s+/g, ' ').replace(/\.$/, '');
    return {
      at: rangeOf(file, { start: from, end: from + Math.max(1, line.trimEnd().length) }),
      message: t`This document cannot be read as YAML: \`${reason}\`.`,
    };
  });
}
