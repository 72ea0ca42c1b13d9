import type { CancellationToken, DocumentHighlight, Location, Position } from 'vscode-languageserver';
import { isSameName, mayName, type NamePlace, namePlaces } from '../kubernetes/name-places.ts';
import { LineIndex, type PositionEncoding } from '../text/line-index.ts';
import { type Span, shift, touches } from '../text/span.ts';
import type { Disk } from '../workspace/disk.ts';
import type { File } from '../workspace/workspace.ts';
import { slotAt } from '../yaml/edit/slot.ts';
import { parse } from '../yaml/read/document.ts';
import { pieces } from '../yaml/read/list-items.ts';
import { rangeOf, type Translation } from './diagnostic.ts';
import { pacer } from './pace.ts';
import { DocumentHighlightKind } from './protocol.ts';

type Text = Pick<File, 'uri' | 'text' | 'lines'>;

/** A name in a file; its span counts from the start of the file. */
interface Found {
  readonly file: Text;
  readonly place: NamePlace;
}

/** The objects of the workspace folder whose name is at a position, as far as they are in manifests. */
export async function definitionsAt(
  file: File,
  position: Position,
  tools: NavigationTools,
  token: CancellationToken,
): Promise<Location[]> {
  const found = await placesOf(file, position, tools, token);
  return found.filter(({ place }) => place.isOwn).map((one) => locationOf(one, tools.translation));
}

/** Every place in the workspace folder that names the object whose name is at a position. */
export async function referencesAt(
  file: File,
  position: Position,
  includesOwn: boolean,
  tools: NavigationTools,
  token: CancellationToken,
): Promise<Location[]> {
  const found = await placesOf(file, position, tools, token);
  return found.filter(({ place }) => includesOwn || !place.isOwn).map((one) => locationOf(one, tools.translation));
}

/** The same in the file alone. */
export function highlightsAt(file: File, position: Position, translation: Translation): DocumentHighlight[] {
  const meant = nameAt(file, position, translation);
  if (meant === undefined) return [];
  return placesIn(file, meant, translation).map(({ place }) => ({
    range: rangeOf(file, place.span),
    kind: place.isOwn ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}

/** Where names are looked for. */
export interface NavigationTools {
  readonly disk: Disk;
  readonly translation: Translation;
}

async function placesOf(
  file: File,
  position: Position,
  { disk, translation }: NavigationTools,
  token: CancellationToken,
): Promise<Found[]> {
  const meant = nameAt(file, position, translation);
  if (meant === undefined) return [];
  const { workspace } = translation;
  const folder = workspace.folderOf(file.uri);
  const turn = pacer();
  const found: Found[] = [];
  for (const uri of workspace.urisIn(folder)) {
    if (token.isCancellationRequested) break;
    const one = workspace.file(uri) ?? (await readIdle(uri, folder, disk, translation.client.encoding));
    if (one !== undefined) found.push(...placesIn(one, meant, translation));
    await turn();
  }
  return found;
}

/** A file of which the workspace keeps nothing. */
async function readIdle(
  uri: string,
  folder: string,
  disk: Disk,
  encoding: PositionEncoding,
): Promise<Text | undefined> {
  const read = await disk.read(uri, folder);
  return 'text' in read ? { uri, text: read.text, lines: new LineIndex(read.text, encoding) } : undefined;
}

/** Clients ask with every step of the cursor: only where there may be a name the document is parsed. */
function nameAt(file: Text, position: Position, translation: Translation): NamePlace | undefined {
  const offset = file.lines.offsetAt(position);
  const slot = slotAt(file.text, offset);
  if (slot === undefined || !NAME_KEYS.includes(slot.key)) return undefined;
  const isHere = ({ span }: { readonly span: Span }) => touches(span, offset);
  return namesIn(file, isHere, translation).find(({ place }) => isHere(place))?.place;
}

const NAME_KEYS: readonly string[] = [
  'gmsaCredentialSpecName',
  'name',
  'resourceNames',
  'runtimeClassName',
  'serviceAccount',
  'serviceAccountName',
];

function placesIn(file: Text, meant: NamePlace, translation: Translation): Found[] {
  if (!mayName(file.text, meant.name)) return [];
  const mayHave = ({ span }: { readonly span: Span }) => mayName(file.text.slice(span.start, span.end), meant.name);
  return namesIn(file, mayHave, translation).filter(({ place }) => isSameName(place, meant));
}

/** The names in the documents of a file that pass a test. */
function namesIn(
  file: Text,
  isWanted: (part: { readonly span: Span }) => boolean,
  { workspace }: Translation,
): Found[] {
  const { embeddedPods } = workspace.settingsOf(file.uri);
  // The trees of open files are kept.
  const parts = workspace.isOpen(file.uri)
    ? workspace.documents(file.uri, true).map(({ span, document }) => ({ span, isItem: false, document }))
    : pieces(file.text).map((span) => ({ span, isItem: span.isItem, document: undefined }));
  return parts.filter(isWanted).flatMap(({ span, isItem, document: kept }) => {
    const document = kept ?? parse(file.text.slice(span.start, span.end), isItem);
    return namePlaces(document, embeddedPods).map((place) => {
      return { file, place: { ...place, span: shift(place.span, span.start) } };
    });
  });
}

function locationOf({ file, place }: Found, { uriFor }: Translation): Location {
  const range = { start: file.lines.positionAt(place.span.start), end: file.lines.positionAt(place.span.end) };
  return { uri: uriFor(file.uri), range };
}
