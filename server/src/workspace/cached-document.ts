import type {
  ChartValuesFact,
  Fact,
  FindingsFact,
  KustomizationFact,
  ObjectFact,
  RenderedFact,
} from '../kubernetes/facts.ts';
import { isTooLargeObject } from '../kubernetes/manifest-text.ts';
import type { JudgedDocument } from '../lint/engine/pod-verdict.ts';
import type { DocumentReport } from '../lint/engine/report.ts';
import type { Relevance } from '../lint/rule-set/relevance.ts';
import { copied } from '../text/copied.ts';
import type { Span } from '../text/span.ts';
import { type Document, parse } from '../yaml/read/document.ts';
import type { Cached } from './cached.ts';
import type { FileText } from './file-text.ts';
import type { Mentions } from './mentions.ts';

/** How much was parsed. */
export interface ParseCount {
  documents: number;
  characters: number;
}

/** The objects that a Kustomize file builds, and the work that this takes. */
export interface Rendered {
  readonly objects: readonly RenderedFact[];
  readonly steps: number;
}

/** A document of a file with its cached results. Each is undefined until it is first needed. */
export class CachedDocument {
  readonly uri: string;
  readonly index: number;
  readonly fileText: FileText;
  readonly span: Span;
  /** Whether it is an item of a `List`. */
  readonly isItem: boolean;
  /** Shared by all documents of a workspace. */
  readonly parsed: ParseCount;

  // Valid for the text: a document with another text is another object.
  relevance: Pick<Cached<Relevance>, 'value' | 'settings'> | undefined;
  looksLikeManifest: boolean | undefined;
  usesClaim: boolean | undefined;
  mayHoldRelease: boolean | undefined;
  mentions: Mentions | undefined;
  /** A copy of the text, for the question which pods it selects: the text of the file need not be kept. */
  selector: string | undefined;
  /** The Nodes that its pods may name; null if only parsing can tell. */
  namedNodes: readonly string[] | null | undefined;
  kustomization: readonly KustomizationFact[] | undefined;
  chartValues: readonly ChartValuesFact[] | undefined;
  document: Document | undefined;

  // Valid for the settings and the facts of others, too.
  /** Kept only together with the tree. */
  verdicts: Cached<JudgedDocument> | undefined;
  objectFacts: Cached<readonly ObjectFact[]> | undefined;
  podFacts: Cached<readonly Fact[]> | undefined;
  findingsFact: Cached<FindingsFact> | undefined;
  rendered: Cached<Rendered> | undefined;
  report: Cached<DocumentReport> | undefined;
  /** The verdicts by rendered text that each report was made with, as a text; empty if there are none. */
  renderedKeys = { report: '', reportOnWindows: '' };
  /** The report if all pods ran on Windows. */
  reportOnWindows: Cached<DocumentReport> | undefined;

  constructor(at: Pick<CachedDocument, 'uri' | 'index' | 'fileText' | 'span' | 'isItem' | 'parsed'>) {
    this.uri = at.uri;
    this.index = at.index;
    this.fileText = at.fileText;
    this.span = at.span;
    this.isItem = at.isItem;
    this.parsed = at.parsed;
  }

  get text(): string {
    return this.fileText.text.slice(this.span.start, this.span.end);
  }

  /** The tree, whose keeping is for the caller to decide; an empty one for an object that the API server does not accept. */
  parse(): Document {
    if (this.document !== undefined) return this.document;
    const { isItem, parsed } = this;
    // While someone types in a file, the trees of its documents must not each hold a text of the file.
    const text = copied(this.text);
    if (isTooLargeObject(text)) return { ...parse('', isItem), text };
    parsed.documents++;
    parsed.characters += text.length;
    return parse(text, isItem);
  }

  /** Forgets the tree and what refers to it. */
  release(): void {
    this.document = undefined;
    this.verdicts = undefined;
    this.report = undefined;
    this.reportOnWindows = undefined;
  }

  /** The same document, with its cached results, at another place or in another text. */
  movedTo(fileText: FileText, span: Span): CachedDocument {
    return Object.assign(new CachedDocument(this), this, { fileText, span });
  }
}
