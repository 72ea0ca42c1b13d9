import type { CancellationToken, Position } from 'vscode-languageserver';
import {
  mayContainName,
  NAME_KEYS,
  type NameOccurrence,
  nameOccurrences,
  type ObjectName,
} from '../kubernetes/name-occurrences.ts';
import { LineIndex } from '../text/line-index.ts';
import { type Span, shift, touches } from '../text/span.ts';
import type { Disk } from '../workspace/disk.ts';
import type { File } from '../workspace/report.ts';
import { slotAt } from '../yaml/edit/slot.ts';
import { type Document, parse } from '../yaml/read/document.ts';
import { pieces } from '../yaml/read/list-items.ts';
import type { ProtocolContext } from './diagnostic.ts';
import { pacer } from './pace.ts';

/** What a search for names needs. */
export interface SearchContext {
  readonly disk: Disk;
  readonly protocol: ProtocolContext;
}

export type SearchedFile = Pick<File, 'uri' | 'text' | 'lines'>;

/** A parsed document of a file, and the offset at which it starts. */
export interface SearchedDocument {
  readonly start: number;
  readonly document: Document;
}

/** A name in a file. */
export interface FoundName extends SearchedDocument {
  readonly file: SearchedFile;
  readonly occurrence: NameOccurrence;
}

/** The span of a name from the start of its file. */
export function spanOf({ start, occurrence }: FoundName): Span {
  return shift(occurrence.field.valueSpan, start);
}

/** Those of the files of a folder that can be read, idle ones included. It ends early when the request is canceled. */
export async function* searchedFiles(
  uris: readonly string[],
  folder: string,
  { disk, protocol: { client, workspace } }: SearchContext,
  token: CancellationToken,
): AsyncGenerator<SearchedFile> {
  const pause = pacer();
  for (const uri of uris) {
    if (token.isCancellationRequested) return;
    const known = workspace.file(uri);
    if (known !== undefined) yield known;
    else {
      const read = await disk.read(uri, folder);
      if ('text' in read) yield { uri, text: read.text, lines: new LineIndex(read.text, client.encoding) };
    }
    await pause();
  }
}

/** The name of an object at a position, in any namespace. */
export function nameAt(file: SearchedFile, position: Position, protocol: ProtocolContext): FoundName | undefined {
  const offset = file.lines.offsetAt(position);
  const { embeddedPods } = protocol.workspace.settingsOf(file.uri);
  for (const { start, document } of documentsAtName(file, offset, protocol)) {
    const occurrence = nameOccurrences(document, embeddedPods).find(({ field }) =>
      touches(field.valueSpan, offset - start),
    );
    if (occurrence !== undefined) return { file, start, document, occurrence };
  }
  return undefined;
}

/**
 * The document at an offset, if a name may be there. Clients send requests with each move of the cursor, and most are
 * answered without parsing.
 */
export function documentsAtName(file: SearchedFile, offset: number, protocol: ProtocolContext): SearchedDocument[] {
  const slot = slotAt(file.text, offset);
  if (slot === undefined || !NAME_KEYS.has(slot.key)) return [];
  return documentsOf(file, (span) => touches(span, offset), protocol);
}

/** The names of an object in a file, in any namespace. `documents` are those that may contain one. */
export function namesIn(
  file: SearchedFile,
  target: Pick<ObjectName, 'kind' | 'name'>,
  protocol: ProtocolContext,
  documents: readonly SearchedDocument[] = documentsWith(file, target, protocol),
): FoundName[] {
  const { embeddedPods } = protocol.workspace.settingsOf(file.uri);
  return documents.flatMap(({ start, document }) =>
    nameOccurrences(document, embeddedPods)
      .filter(({ kind, name }) => kind === target.kind && name === target.name)
      .map((occurrence) => ({ file, start, document, occurrence })),
  );
}

/** The documents of a file that may contain a name. */
export function documentsWith(
  file: SearchedFile,
  target: Pick<ObjectName, 'kind' | 'name'>,
  protocol: ProtocolContext,
): SearchedDocument[] {
  if (!mayContainName(file.text, target)) return [];
  return documentsOf(file, ({ start, end }) => mayContainName(file.text.slice(start, end), target), protocol);
}

/** The documents of a file whose spans pass a test. */
export function documentsOf(
  file: SearchedFile,
  isWanted: (span: Span) => boolean,
  { workspace }: ProtocolContext,
): SearchedDocument[] {
  // The documents of open files are cached.
  if (workspace.isOpen(file.uri)) {
    return workspace
      .documents(file.uri, 'all')
      .filter(({ span }) => isWanted(span))
      .flatMap(({ span, document }) => (document === undefined ? [] : [{ start: span.start, document }]));
  }
  return pieces(file.text)
    .filter(isWanted)
    .map(({ start, end, isItem }) => ({ start, document: parse(file.text.slice(start, end), isItem) }));
}
