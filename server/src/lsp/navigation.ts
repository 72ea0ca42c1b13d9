import type { CancellationToken, DocumentHighlight, Location, Position } from 'vscode-languageserver';
import { isSameName, mayContainName, type NameOccurrence, nameOccurrences } from '../kubernetes/name-occurrences.ts';
import { LineIndex, type PositionEncoding } from '../text/line-index.ts';
import { type Span, shift, touches } from '../text/span.ts';
import { isPacked } from '../workspace/chart-files.ts';
import type { Disk } from '../workspace/disk.ts';
import type { File } from '../workspace/report.ts';
import { slotAt } from '../yaml/edit/slot.ts';
import { parse } from '../yaml/read/document.ts';
import { pieces } from '../yaml/read/list-items.ts';
import { type ProtocolContext, rangeOf } from './diagnostic.ts';
import { pacer } from './pace.ts';
import { DocumentHighlightKind } from './protocol.ts';

type SearchedFile = Pick<File, 'uri' | 'text' | 'lines'>;

/** A name in a file. Its span counts from the start of the file. */
interface FoundName {
  readonly file: SearchedFile;
  readonly place: NameOccurrence;
}

/** The definitions in the workspace folder of the object whose name is at a position. */
export async function definitionsAt(
  file: File,
  position: Position,
  context: SearchContext,
  token: CancellationToken,
): Promise<Location[]> {
  const found = await placesOf(file, position, context, token);
  return found.filter(({ place }) => place.isOwn).map((name) => locationOf(name, context.protocol));
}

/** All places in the workspace folder that name the object whose name is at a position. */
export async function referencesAt(
  file: File,
  position: Position,
  includesOwn: boolean,
  context: SearchContext,
  token: CancellationToken,
): Promise<Location[]> {
  const found = await placesOf(file, position, context, token);
  return found.filter(({ place }) => includesOwn || !place.isOwn).map((name) => locationOf(name, context.protocol));
}

/** The places in the file that name the object whose name is at a position. */
export function highlightsAt(file: File, position: Position, protocol: ProtocolContext): DocumentHighlight[] {
  const target = nameAt(file, position, protocol);
  if (target === undefined) return [];
  return placesIn(file, target, protocol).map(({ place }) => ({
    range: rangeOf(file, place.span),
    kind: place.isOwn ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}

/** What a search for names needs. */
export interface SearchContext {
  readonly disk: Disk;
  readonly protocol: ProtocolContext;
}

async function placesOf(
  file: File,
  position: Position,
  { disk, protocol }: SearchContext,
  token: CancellationToken,
): Promise<FoundName[]> {
  const target = nameAt(file, position, protocol);
  if (target === undefined) return [];
  const { workspace } = protocol;
  const folder = workspace.folderOf(file.uri);
  const pause = pacer();
  const found: FoundName[] = [];
  for (const uri of workspace.urisIn(folder)) {
    if (token.isCancellationRequested) break;
    if (isPacked(uri)) continue;
    const searched = workspace.file(uri) ?? (await readIdle(uri, folder, disk, protocol.client.encoding));
    if (searched !== undefined) found.push(...placesIn(searched, target, protocol));
    await pause();
  }
  return found;
}

/** A file whose text the workspace does not retain. */
async function readIdle(
  uri: string,
  folder: string,
  disk: Disk,
  encoding: PositionEncoding,
): Promise<SearchedFile | undefined> {
  const read = await disk.read(uri, folder);
  return 'text' in read ? { uri, text: read.text, lines: new LineIndex(read.text, encoding) } : undefined;
}

/** Clients send requests with each move of the cursor, so the document is parsed only if there may be a name. */
function nameAt(file: SearchedFile, position: Position, protocol: ProtocolContext): NameOccurrence | undefined {
  const offset = file.lines.offsetAt(position);
  const slot = slotAt(file.text, offset);
  if (slot === undefined || !NAME_KEYS.includes(slot.key)) return undefined;
  const isAtCursor = ({ span }: { readonly span: Span }) => touches(span, offset);
  return namesIn(file, isAtCursor, protocol).find(({ place }) => isAtCursor(place))?.place;
}

const NAME_KEYS: readonly string[] = [
  'gmsaCredentialSpecName',
  'name',
  'resourceNames',
  'runtimeClassName',
  'serviceAccount',
  'serviceAccountName',
];

function placesIn(file: SearchedFile, target: NameOccurrence, protocol: ProtocolContext): FoundName[] {
  if (!mayContainName(file.text, target.name)) return [];
  const mayContain = ({ span }: { readonly span: Span }) =>
    mayContainName(file.text.slice(span.start, span.end), target.name);
  return namesIn(file, mayContain, protocol).filter(({ place }) => isSameName(place, target));
}

/** The names in the documents of a file that pass a test. */
function namesIn(
  file: SearchedFile,
  isWanted: (part: { readonly span: Span }) => boolean,
  { workspace }: ProtocolContext,
): FoundName[] {
  const { embeddedPods } = workspace.settingsOf(file.uri);
  // The documents of open files are cached.
  const parts = workspace.isOpen(file.uri)
    ? workspace.documents(file.uri, true).map(({ span, document }) => ({ span, isItem: false, document }))
    : pieces(file.text).map((span) => ({ span, isItem: span.isItem, document: undefined }));
  return parts.filter(isWanted).flatMap(({ span, isItem, document: cached }) => {
    const document = cached ?? parse(file.text.slice(span.start, span.end), isItem);
    return nameOccurrences(document, embeddedPods).map((place) => {
      return { file, place: { ...place, span: shift(place.span, span.start) } };
    });
  });
}

function locationOf({ file, place }: FoundName, { toClient }: ProtocolContext): Location {
  const range = { start: file.lines.positionAt(place.span.start), end: file.lines.positionAt(place.span.end) };
  return { uri: toClient(file.uri), range };
}
