import { shift } from '../../text/span.ts';
import type { Change } from '../../yaml/edit/change.ts';
import type { Document } from '../../yaml/read/document.ts';
import type { Field } from '../../yaml/read/field.ts';
import { fieldAround } from '../../yaml/read/locate.ts';
import type { FieldPath } from '../../yaml/read/path.ts';
import type { FileSpan } from './rendered-template.ts';

// Changes of a rendered document, as changes of the files that it is made of.

/** A document of a file of a chart, and the offset at which it starts. */
export interface SourceDocument {
  readonly document: Document;
  readonly uri: string;
  readonly start: number;
}

/** A change of a rendered document as a change of the source; undefined if the source does not write what it changes. */
export function inSource(
  change: Change,
  { root }: Document,
  toSource: (field: Field) => Field | undefined,
): Change | undefined {
  const changed = changedField(change, root);
  const path = changed && toSource(changed.field)?.path;
  return path && { ...change, path: [...path, ...changed.added] };
}

/**
 * The field that a change is about, and for an addition the keys that it adds below. Undefined for changes that are not made in
 * sources.
 */
export function changedField(
  change: Change,
  root: Field | undefined,
): { readonly field: Field; readonly added: FieldPath } | undefined {
  if (change.kind === 'comment' || change.kind === 'move' || root === undefined) return undefined;
  const adds = change.kind === 'insert' || change.kind === 'append';
  const existing = adds ? lastExisting(root, change.path) : change.path.length;
  const field = root.at(...change.path.slice(0, existing));
  return field && { field, added: change.path.slice(existing) };
}

/** The length of the longest part of a path that exists. */
function lastExisting(root: Field, path: FieldPath): number {
  let length = path.length;
  while (length > 0 && root.at(...path.slice(0, length)) === undefined) length--;
  return length;
}

/** The field of a source that a field of a rendered document is a copy of, or that has the content of a mapping. */
export function sourceField(
  field: Field,
  copyOf: (field: Field) => FileSpan | undefined,
  source: SourceDocument,
): Field | undefined {
  const own = writtenField(copyOf(field), field, source);
  if (own !== undefined || !field.isMapping) return own;
  const parents = new Set(field.entries().map(([, child]) => writtenField(copyOf(child), child, source)?.parent));
  const [parent] = parents;
  return parents.size === 1 ? parent : undefined;
}

function writtenField(copied: FileSpan | undefined, { key }: Field, source: SourceDocument): Field | undefined {
  if (copied?.uri !== source.uri) return undefined;
  const span = shift(copied.span, -source.start);
  const found = fieldAround(source.document, span);
  const isSame = found?.span.start === span.start && found.span.end === span.end && found.key === key;
  return isSame ? found : undefined;
}
