import type { Location } from '../../kubernetes/facts.ts';
import type { Position } from '../../text/line-index.ts';
import { type Span, shift } from '../../text/span.ts';
import type { File } from '../../workspace/report.ts';
import { type Manifests, pathFromHere } from './input.ts';

/** A range of a file, with lines and columns. */
export interface FileRange {
  readonly path: string;
  /** The path from the current folder; for a file elsewhere, as the user named it. */
  readonly relativePath: string;
  readonly start: Position;
  readonly end: Position;
}

/** The range of a span of a document, or of a location in another file; undefined if that file no longer exists. */
export function locate(
  at: Span | Location,
  document: { readonly file: File; readonly start: number },
  { workspace, paths }: Pick<Manifests, 'workspace' | 'paths'>,
): FileRange | undefined {
  const found = 'uri' in at ? workspace.locate(at) : { file: document.file, span: shift(at, document.start) };
  if (found === undefined) return undefined;
  const { file, span } = found;
  const path = paths.get(file.uri) ?? file.uri;
  return {
    path,
    relativePath: pathFromHere(file.uri) ?? path,
    start: file.lines.positionAt(span.start),
    end: file.lines.positionAt(span.end),
  };
}
