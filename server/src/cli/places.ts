import type { Place } from '../kubernetes/facts.ts';
import { mayMatter } from '../lint/relevance.ts';
import type { Settings } from '../lint/settings.ts';
import type { Position } from '../text/line-index.ts';
import { type Span, shift } from '../text/span.ts';
import type { File, FileReport, Workspace } from '../workspace/workspace.ts';

/** A span of some file, as a user finds it. */
export interface Located {
  readonly path: string;
  readonly start: Position;
  readonly end: Position;
}

/** Something to be said of a place that is no finding. */
export interface Note {
  readonly path: string;
  readonly at: Position | undefined;
  readonly message: string;
}

/** Where a span of a document, or a place in another one, is; undefined where its file is gone. */
export function locate(
  at: Span | Place,
  document: { readonly file: File; readonly start: number },
  workspace: Workspace,
  paths: ReadonlyMap<string, string>,
): Located | undefined {
  const found = 'uri' in at ? workspace.locate(at) : { file: document.file, span: shift(at, document.start) };
  if (found === undefined) return undefined;
  const { file, span } = found;
  return {
    path: paths.get(file.uri) ?? file.uri,
    start: file.lines.positionAt(span.start),
    end: file.lines.positionAt(span.end),
  };
}

/** One note for each document that is no clean YAML, if it may be a manifest that matters. */
export function notesOn(path: string, { file, documents }: FileReport, settings: Settings): Note[] {
  return documents.flatMap(({ start, report: { document } }): Note[] => {
    const [first] = document.errors;
    const matters = document.text.includes('apiVersion') && mayMatter(document.text, settings);
    if (!matters || (first === undefined && document.root?.isMapping)) return [];
    // To the parser that is one line, and one comment when it begins with one.
    if (/\r[^\r]/.test(document.text) && !document.text.includes('\n')) {
      const message = 'has only carriage returns as line breaks and could not be read';
      return [{ path, at: undefined, message }];
    }
    if (first === undefined) return [];
    const read = document.root === undefined ? 'it was not checked' : 'what could be read was checked';
    const message = `cannot be read as YAML here: ${sentence(first.message)}; ${read}`;
    return [{ path, at: file.lines.positionAt(start + first.at), message }];
  });
}

function sentence(message: string): string {
  return message.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
}

/** `path:line:column`, from 1, as terminals and editors make links of. */
export function placeText({ path, at }: { readonly path: string; readonly at: Position | undefined }): string {
  return at === undefined ? path : `${path}:${at.line + 1}:${at.character + 1}`;
}
