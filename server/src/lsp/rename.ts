import type {
  CancellationToken,
  ChangeAnnotation,
  Position,
  PrepareRenameResult,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { isSameName, type ObjectName } from '../kubernetes/name-occurrences.ts';
import { shiftEdit, type TextEdit } from '../text/edit.ts';
import { grouped } from '../text/grouped.ts';
import { t } from '../text/localize.ts';
import { touches } from '../text/span.ts';
import type { File } from '../workspace/report.ts';
import { editsFor } from '../yaml/edit/edits.ts';
import type { Document } from '../yaml/read/document.ts';
import { type ProtocolContext, rangeOf } from './diagnostic.ts';
import {
  documentsWith,
  type FoundName,
  nameAt,
  namesIn,
  type SearchContext,
  type SearchedFile,
  searchedFiles,
  spanOf,
} from './name-search.ts';
import { ambiguity, cannotChange, dependencyIn, obstacleIn, renamingOf } from './rename-obstacles.ts';

/** Why an object cannot be renamed, as a sentence for the user. */
export interface Refusal {
  readonly refusal: string;
}

/** The name at a position that can be renamed, and its range without quotes; null if there is none. */
export function renameRangeAt(
  file: File,
  position: Position,
  protocol: ProtocolContext,
): PrepareRenameResult | Refusal | null {
  const found = nameAt(file, position, protocol);
  if (found === undefined) return null;
  const { field, name } = found.occurrence;
  const refusal = obstacleIn(file, found.occurrence, documentsWith(file, found.occurrence, protocol), protocol);
  if (refusal !== undefined) return { refusal };
  const { start, end } = spanOf(found);
  const quote = field.quoting === 'single' || field.quoting === 'double' ? 1 : 0;
  return { range: rangeOf(file, { start: start + quote, end: end - quote }), placeholder: name };
}

/**
 * The edit that renames the object whose name is at a position, in all files of the workspace folder; null if there is no
 * name. Clients that support annotations ask about names that may mean another object. If one of the names cannot be changed, none
 * is.
 */
export async function renameAt(
  file: File,
  position: Position,
  newName: string,
  context: SearchContext,
  token: CancellationToken,
): Promise<WorkspaceEdit | Refusal | null> {
  const { protocol } = context;
  const target = nameAt(file, position, protocol)?.occurrence;
  if (target === undefined || target.name === newName) return null;
  const renaming = renamingOf(target, newName, file.uri, protocol);
  if (typeof renaming === 'string') return { refusal: renaming };
  const found: FoundName[] = [];
  const folder = protocol.workspace.folderOf(file.uri);
  for await (const searched of searchedFiles(protocol.workspace.urisIn(folder), folder, context, token)) {
    const documents = documentsWith(searched, target, protocol);
    const names = namesIn(searched, target, protocol, documents);
    const refusal =
      obstacleIn(searched, target, documents, protocol) ?? dependencyIn(searched, renaming, names, protocol);
    if (refusal !== undefined) return { refusal };
    found.push(...names);
  }
  const refusal = ambiguity(found, target);
  if (refusal !== undefined) return { refusal };
  return editOf(
    found.filter(({ occurrence }) => isSameName(occurrence, target)),
    target,
    newName,
    context,
  );
}

/** The edits of a file; their offsets count from its start. */
interface Changes {
  readonly file: SearchedFile;
  readonly edits: readonly (TextEdit & { readonly isUncertain: boolean })[];
}

async function editOf(
  names: readonly FoundName[],
  target: ObjectName,
  newName: string,
  { disk, protocol }: SearchContext,
): Promise<WorkspaceEdit | Refusal> {
  const changes: Changes[] = [];
  for (const [file, own] of grouped(names, (name) => name.file)) {
    const reason = await obstacleOnDisk(file, { disk, protocol });
    if (reason !== undefined) return { refusal: cannotChange(file.uri, reason, protocol) };
    const edits = [...grouped(own, (name) => name.document)].map(([document, inDocument]) =>
      editsIn(document, inDocument, target, newName),
    );
    const refused = edits.find((each) => typeof each === 'string');
    if (refused !== undefined) return { refusal: cannotChange(file.uri, refused, protocol) };
    changes.push({ file, edits: edits.flatMap((each) => (typeof each === 'string' ? [] : each)) });
  }
  const hasOwn = names.some(({ occurrence }) => occurrence.isOwn);
  return workspaceEdit(changes, annotations(target, newName, hasOwn, changes), protocol);
}

/** Why a file cannot be changed on disk, or not in the text that was searched. */
async function obstacleOnDisk(
  { uri, text }: SearchedFile,
  { disk, protocol }: SearchContext,
): Promise<string | undefined> {
  if (await disk.isReadOnly(uri)) return t('The file is read-only.');
  if (protocol.workspace.isOpen(uri)) return undefined;
  const reading = await disk.read(uri);
  return 'text' in reading && reading.text === text ? undefined : t('The file is changing on disk. Try again.');
}

/** The edits of the names in a document, applied to a copy and verified; a sentence if this is not possible. */
function editsIn(
  document: Document,
  names: readonly FoundName[],
  target: ObjectName,
  newName: string,
): Changes['edits'] | string {
  const plan = editsFor(
    document,
    names.map(({ occurrence }) => ({ kind: 'replace', path: occurrence.field.path, value: newName })),
  );
  if (!plan.ok) return plan.reason;
  const start = names[0]?.start ?? 0;
  return plan.edits.map((edit) => {
    const isUncertain = names.some(
      ({ occurrence }) =>
        occurrence.namespace !== target.namespace && touches(occurrence.field.valueSpan, edit.span.start),
    );
    return { ...shiftEdit(edit, start), isUncertain };
  });
}

const CERTAIN = 'rename';
const UNCERTAIN = 'other namespace';

/** The annotations of the edits. Clients show a preview if one of them needs confirmation. */
function annotations(
  { kind, name }: ObjectName,
  newName: string,
  hasOwn: boolean,
  changes: readonly Changes[],
): Record<string, ChangeAnnotation> {
  const hasUncertain = changes.some(({ edits }) => edits.some(({ isUncertain }) => isUncertain));
  const certain = {
    label: t`Rename the ${kind} "${name}" to "${newName}"`,
    ...(hasOwn ? {} : { description: t('The object itself is not in this folder.') }),
    needsConfirmation: false,
  };
  if (!hasUncertain) return { [CERTAIN]: certain };
  const uncertain = {
    label: t('Names in another namespace, or in none'),
    description: t('They may mean another object.'),
    needsConfirmation: true,
  };
  return { [CERTAIN]: certain, [UNCERTAIN]: uncertain };
}

function workspaceEdit(
  changes: readonly Changes[],
  changeAnnotations: Record<string, ChangeAnnotation>,
  { client, workspace, toClient }: ProtocolContext,
): WorkspaceEdit {
  const files = changes.map(({ file, edits }) => ({
    uri: toClient(file.uri),
    version: workspace.file(file.uri)?.version ?? null,
    edits: edits.map(({ span, text, isUncertain }) => ({
      range: rangeOf(file, span),
      newText: text,
      ...(client.supportsAnnotations ? { annotationId: isUncertain ? UNCERTAIN : CERTAIN } : {}),
    })),
  }));
  if (!client.supportsDocumentChanges) {
    return { changes: Object.fromEntries(files.map(({ uri, edits }) => [uri, edits])) };
  }
  return {
    documentChanges: files.map(({ uri, version, edits }) => ({ textDocument: { uri, version }, edits })),
    ...(client.supportsAnnotations ? { changeAnnotations } : {}),
  };
}
