import type { Location } from '../../kubernetes/facts.ts';
import { objects } from '../../kubernetes/object.ts';
import type { Position } from '../../text/line-index.ts';
import { type Span, shift } from '../../text/span.ts';
import type { ConfigFile } from '../../workspace/config-files.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import { pathOfUri } from '../../workspace/uri.ts';
import type { File, FileReport, Workspace } from '../../workspace/workspace.ts';
import { type Input, pathFromHere, urisOf } from '../inputs/read-inputs.ts';

/** A span of some file, as a user finds it. */
export interface Located {
  readonly path: string;
  /** Its path from the current folder, where it has one. */
  readonly place: string;
  readonly start: Position;
  readonly end: Position;
}

/** What a file to look at is known by. */
export type Target = Pick<Input, 'uri' | 'path' | 'isNamed' | 'cut'>;

/** A message that is not a finding. */
export interface Note {
  /** Undefined if it is not about a file. */
  readonly path: string | undefined;
  readonly at: Position | undefined;
  readonly message: string;
  /** Whether the exit code is 2 because of it. */
  readonly isError: boolean;
}

/** Said where there is nothing to check. */
export const NO_OBJECT: Note = {
  path: undefined,
  at: undefined,
  message: 'No Kubernetes object was found in the input.',
  isError: false,
};

/** What is wrong with a configuration file, with its place. */
export function configNote({ uri }: ConfigFile, { at, message }: ConfigFile['faults'][number]): Omit<Note, 'isError'> {
  return { path: pathFromHere(uri) ?? pathOfUri(uri, PLATFORM) ?? uri, at: at?.start, message };
}

/** Where a span of a document, or a place in another one, is; undefined where its file is gone. */
export function locate(
  at: Span | Location,
  document: { readonly file: File; readonly start: number },
  workspace: Workspace,
  paths: ReadonlyMap<string, string>,
): Located | undefined {
  const found = 'uri' in at ? workspace.locate(at) : { file: document.file, span: shift(at, document.start) };
  if (found === undefined) return undefined;
  const { file, span } = found;
  const path = paths.get(file.uri) ?? file.uri;
  return {
    path,
    place: pathFromHere(file.uri) ?? path,
    start: file.lines.positionAt(span.start),
    end: file.lines.positionAt(span.end),
  };
}

/** What was recognized in a file. */
export interface Recognized {
  readonly hasObjects: boolean;
  /** How many, as far as documents in which nothing can be found tell. */
  readonly objects: number;
  /** A note for each document that is not valid YAML. */
  readonly broken: readonly Note[];
}

/**
 * What `look` makes of a file, and what is recognized in it; undefined for one that is not known. Trees are kept of one part
 * of a large list alone. For `verdicts`, also the documents are looked at in which nothing can be found.
 */
export function lookAt<T>(
  input: Target,
  wanted: 'findings' | 'verdicts',
  { workspace, thorough }: { readonly workspace: Workspace; readonly thorough: boolean },
  look: (report: FileReport) => T,
): { readonly made: readonly T[]; readonly recognized: Recognized } | undefined {
  const made: T[] = [];
  const recognized: Recognized[] = [];
  for (const uri of urisOf(input)) {
    // A text without this word is no manifest at all.
    const report = workspace.report(uri, wanted === 'verdicts' && workspace.file(uri)?.text.includes('kind'));
    if (report === undefined) return undefined;
    made.push(look(report));
    recognized.push(recognize({ ...input, uri }, workspace, thorough));
    workspace.release(uri);
  }
  const objects = recognized.reduce((sum, one) => sum + one.objects, input.cut?.leftOut ?? 0);
  const broken = recognized.flatMap((one) => one.broken);
  return { made, recognized: { hasObjects: objects > 0, objects, broken } };
}

/**
 * Looks at the documents of a file: with `thorough` also at those that the rules skip, to say of each that it cannot be
 * parsed.
 */
export function recognize(
  { uri, path, isNamed }: Omit<Target, 'cut'>,
  workspace: Workspace,
  thorough: boolean,
): Recognized {
  const documents = workspace.documents(uri, thorough || isNamed);
  const broken: Note[] = [];
  // Most of what Helm includes in templates is no document.
  const isLibrary = !isNamed && path.endsWith('.tpl');
  for (const { span, document, looksLikeManifest } of isLibrary ? [] : documents) {
    if (document === undefined) continue;
    const note = { path, isError: isNamed || looksLikeManifest };
    const [first] = document.errors;
    // To the parser that is one line, and one comment when it begins with one.
    if (looksLikeManifest && /\r[^\r]/.test(document.text) && !document.text.includes('\n')) {
      const message = 'has only carriage returns as line breaks and could not be read';
      broken.push({ ...note, at: undefined, message });
    } else if (first !== undefined) {
      const read = document.root === undefined ? 'it was not checked' : 'what could be read was checked';
      const message = `cannot be read as YAML here: ${sentence(first.message)}; ${read}`;
      broken.push({ ...note, at: workspace.file(uri)?.lines.positionAt(span.start + first.at), message });
    }
  }
  const counts = documents.map(({ document, looksLikeManifest }) => {
    if (document === undefined) return looksLikeManifest ? 1 : 0;
    // Several branches of a template may hold the same object.
    const starts = document.views.flatMap(({ root }) => objects(document, root).map(({ field }) => field.span.start));
    return new Set(starts).size;
  });
  const count = counts.reduce((sum, one) => sum + one, 0);
  return { hasObjects: count > 0, objects: count, broken };
}

function sentence(message: string): string {
  return message.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
}

/** `path:line:column`, from 1, as terminals and editors make links of. */
export function placeText({ path, at }: { readonly path: string; readonly at: Position | undefined }): string {
  return at === undefined ? path : `${path}:${at.line + 1}:${at.character + 1}`;
}
