import type { CancellationToken, DocumentHighlight, Location, Position } from 'vscode-languageserver';
import { isSameName } from '../kubernetes/name-occurrences.ts';
import { namesOfVolume } from '../kubernetes/volume-names.ts';
import { shift, touches } from '../text/span.ts';
import { isPacked } from '../workspace/chart-files.ts';
import type { File } from '../workspace/report.ts';
import { type ProtocolContext, rangeOf } from './diagnostic.ts';
import {
  documentsAtName,
  type FoundName,
  nameAt,
  namesIn,
  type SearchContext,
  searchedFiles,
  spanOf,
} from './name-search.ts';
import { DocumentHighlightKind } from './protocol.ts';

/** The definitions in the workspace folder of the object whose name is at a position. */
export async function definitionsAt(
  file: File,
  position: Position,
  context: SearchContext,
  token: CancellationToken,
): Promise<Location[]> {
  const found = await namesOfObjectAt(file, position, context, token);
  return found.filter(({ occurrence }) => occurrence.isOwn).map((name) => locationOf(name, context.protocol));
}

/** All places in the workspace folder that name the object whose name is at a position. */
export async function referencesAt(
  file: File,
  position: Position,
  includesOwn: boolean,
  context: SearchContext,
  token: CancellationToken,
): Promise<Location[]> {
  const found = await namesOfObjectAt(file, position, context, token);
  return found
    .filter(({ occurrence }) => includesOwn || !occurrence.isOwn)
    .map((name) => locationOf(name, context.protocol));
}

/** The places in the file that name the object at a position, or in its pod the volume. */
export function highlightsAt(file: File, position: Position, protocol: ProtocolContext): DocumentHighlight[] {
  const target = nameAt(file, position, protocol);
  if (target === undefined) return volumeHighlightsAt(file, position, protocol);
  return namesIn(file, target.occurrence, protocol)
    .filter(({ occurrence }) => isSameName(occurrence, target.occurrence))
    .map((name) => ({ range: rangeOf(file, spanOf(name)), kind: highlightKind(name.occurrence) }));
}

function volumeHighlightsAt(file: File, position: Position, protocol: ProtocolContext): DocumentHighlight[] {
  const offset = file.lines.offsetAt(position);
  const { embeddedPods } = protocol.workspace.settingsOf(file.uri);
  return documentsAtName(file, offset, protocol).flatMap(({ start, document }) =>
    namesOfVolume(document, embeddedPods, ({ valueSpan }) => touches(valueSpan, offset - start)).map((name) => ({
      range: rangeOf(file, shift(name.field.valueSpan, start)),
      kind: highlightKind(name),
    })),
  );
}

function highlightKind({ isOwn }: { readonly isOwn: boolean }): DocumentHighlightKind {
  return isOwn ? DocumentHighlightKind.Write : DocumentHighlightKind.Read;
}

async function namesOfObjectAt(
  file: File,
  position: Position,
  context: SearchContext,
  token: CancellationToken,
): Promise<FoundName[]> {
  const { protocol } = context;
  const target = nameAt(file, position, protocol)?.occurrence;
  if (target === undefined) return [];
  const folder = protocol.workspace.folderOf(file.uri);
  const uris = protocol.workspace.urisIn(folder).filter((uri) => !isPacked(uri));
  const found: FoundName[] = [];
  for await (const searched of searchedFiles(uris, folder, context, token)) {
    found.push(...namesIn(searched, target, protocol).filter(({ occurrence }) => isSameName(occurrence, target)));
  }
  return found;
}

function locationOf(name: FoundName, { toClient }: ProtocolContext): Location {
  return { uri: toClient(name.file.uri), range: rangeOf(name.file, spanOf(name)) };
}
