import type { Diagnostic, Location, Position } from 'vscode-languageserver';
import type { Related } from '../lint/rule.ts';
import { LineIndex } from '../text/line-index.ts';
import type { Span } from '../text/span.ts';
import { diagnosticOf, type ProtocolContext, rangeOf } from './diagnostic.ts';

/** What Helm makes of a template. */
export interface RenderedDocument {
  /** Null if Helm fails. Unknown values are the actions that write them. */
  readonly text: string | null;
  /** Their ranges are in the text. Related locations are in the files of the chart. */
  readonly diagnostics: readonly Diagnostic[];
  /** Why Helm fails. */
  readonly failure: { readonly message: string; readonly at: Location | null } | null;
}

/** What Helm makes of a template, given by the server's URI; null for a file that is not rendered by itself. */
export function renderedDocument(uri: string, protocol: ProtocolContext): RenderedDocument | null {
  const rendered = protocol.workspace.rendered(uri);
  if (rendered === undefined) return null;
  if ('message' in rendered) {
    const { message } = rendered;
    return { text: null, diagnostics: [], failure: { message, at: locationOf(rendered.at, protocol) } };
  }
  return { text: rendered.text.text, diagnostics: diagnosticsIn(rendered.uri, protocol), failure: null };
}

/** Where the text at a position of a rendered template is from; if Helm fails, where it does. */
export function renderedSource(uri: string, position: Position, protocol: ProtocolContext): Location | null {
  const rendered = protocol.workspace.rendered(uri);
  if (rendered === undefined) return null;
  if ('message' in rendered) return locationOf(rendered.at, protocol);
  const { text } = rendered.text;
  const offset = new LineIndex(text, protocol.client.encoding).offsetAt(position);
  // In the indentation of a line, the source is that of its first character.
  const start = offset + text.slice(offset).search(/[^\t ]|$/);
  return locationOf(rendered.sourceOf({ start, end: start + 1 }), protocol);
}

function diagnosticsIn(uri: string, protocol: ProtocolContext): Diagnostic[] {
  const { file, documents = [] } = protocol.workspace.report(uri, true) ?? {};
  if (file === undefined) return [];
  return documents.flatMap(({ start, findings }, document) =>
    findings.map((finding, i) => {
      // A location in the rendered text becomes one in the files.
      const related = finding.related.map((own): Related => {
        return 'uri' in own.at ? own : { ...own, at: { uri, document, span: own.at } };
      });
      return diagnosticOf(file, start, { ...finding, related }, i, protocol);
    }),
  );
}

function locationOf(
  at: { readonly uri: string; readonly span: Span } | undefined,
  { workspace, toClient }: ProtocolContext,
): Location | null {
  const file = at && workspace.file(at.uri);
  return at === undefined || file === undefined ? null : { uri: toClient(file.uri), range: rangeOf(file, at.span) };
}
