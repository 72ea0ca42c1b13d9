import type { Placed } from '../lint/charts/placed.ts';
import type { LineIndex } from '../text/line-index.ts';
import type { Span } from '../text/span.ts';
import { pieces } from '../yaml/read/list-items.ts';
import type { Cached } from './cached.ts';
import { CachedDocument, type ParseCount } from './cached-document.ts';
import type { FileText } from './file-text.ts';
import type { File, FileReport } from './report.ts';
import type { FactsInScan } from './scan.ts';

/** A file with its documents and its cached findings. */
export class CachedFile implements File {
  readonly uri: string;
  readonly fileText: FileText;
  readonly version: number | undefined;
  readonly documents: readonly CachedDocument[];
  folder: string;
  /** The value is undefined once the findings are forgotten; the questions still show whether they would be the same. */
  findings: Cached<FileReport<'start' | 'findings'> | undefined> | undefined;
  /** Of a rendered template: what was found in it, valid while the findings are. */
  placed: Placed | undefined;
  /** Of a file of a chart: what its findings were made with. */
  madeWith: readonly Placed[] = [];
  /** What this file knows in a scan. */
  inScan: FactsInScan | undefined;
  /** Whether the findings of a scan depend on no pod of another file. */
  isFinal = false;

  constructor(
    uri: string,
    fileText: FileText,
    version: number | undefined,
    folder: string,
    documents: readonly CachedDocument[],
  ) {
    this.uri = uri;
    this.fileText = fileText;
    this.version = version;
    this.folder = folder;
    this.documents = documents;
  }

  get text(): string {
    return this.fileText.text;
  }

  get lines(): LineIndex {
    return this.fileText.lines;
  }

  /** Forgets trees, the text if it can be read again, and what a scan needs. Facts stay. */
  release(): void {
    this.fileText.release();
    for (const cached of this.documents) {
      cached.release();
      if (cached.podFacts && this.inScan) cached.podFacts.facts = undefined;
    }
    if (this.findings && this.inScan) this.findings.facts = undefined;
    this.inScan = undefined;
  }
}

/** A new text of a file, with the documents that are not in it any more and those that are new. */
export interface FileChange {
  readonly documents: readonly CachedDocument[];
  readonly removed: readonly CachedDocument[];
  readonly added: readonly CachedDocument[];
}

/** Cuts the new text of a file into documents. Documents that did not change keep their cached results. */
export function changedDocuments(
  uri: string,
  fileText: FileText,
  before: CachedFile | undefined,
  parsed: ParseCount,
): FileChange {
  const { text } = fileText;
  const contents = pieces(text).map(({ start, end, isItem }, index) => {
    // Facts name the index of their document, so a document at another index is another one.
    const old = before?.documents[index];
    const content = text.slice(start, end);
    const isSame = old?.text === content && old.isItem === isItem;
    return { span: { start, end }, isItem, content, same: isSame ? old : undefined };
  });
  if (before !== undefined) fileText.follow(before.fileText, changedSpan(before, contents));
  const removed = before?.documents.filter((_, index) => contents[index]?.same === undefined) ?? [];
  const byText = new Map(removed.map((cached) => [cached.text, cached]));
  const documents = contents.map(({ span, isItem, content, same }, index): CachedDocument => {
    if (same !== undefined) return same.movedTo(fileText, span);
    const cached = new CachedDocument({ uri, index, fileText, span, isItem, parsed });
    // At another index, only the tree is the same. It is for one document: what is done to a tree is looked up by it.
    const moved = byText.size === 0 ? undefined : byText.get(content);
    if (moved !== undefined) byText.delete(content);
    if (moved?.isItem === isItem) cached.document = moved.document;
    return cached;
  });
  return { documents, removed, added: documents.filter((_, index) => contents[index]?.same === undefined) };
}

/** Where a text changed: from its first document that is not the same in the new text to its last one. */
function changedSpan({ documents, text }: CachedFile, now: readonly { readonly same: unknown }[]): Span {
  const isChanged = ({ same }: { readonly same: unknown }) => same === undefined;
  const first = now.some(isChanged) ? now.findIndex(isChanged) : now.length;
  const last = now.length === documents.length ? now.findLastIndex(isChanged) : documents.length;
  return { start: documents[first]?.span.start ?? text.length, end: documents[last]?.span.end ?? text.length };
}
