import { LineIndex, type LineSkip, type PositionEncoding } from '../text/line-index.ts';
import type { Span } from '../text/span.ts';

/** Reads files again synchronously. */
export interface Rereader {
  /** The current text of a file; undefined if it cannot be read. */
  read(uri: string): string | undefined;
  /** A hash: different texts have different digests. */
  digest(text: string): string;
  /** The digest of the text of a file that is UTF-8 without a byte order mark; another one or undefined for other files. */
  digestOfFile(uri: string): string | undefined;
}

/**
 * The text of a file. It is not kept if it can be read again. To keep a piece of it, copy the piece (`text/copied`): a
 * slice would keep the whole text in memory.
 */
export class FileText {
  readonly #encoding: PositionEncoding;
  readonly #skips: readonly LineSkip[] | undefined;
  #text: string | undefined;
  #lines: LineIndex | undefined;
  #isReleased = false;
  /** Where the text can be read again. */
  #origin: { readonly uri: string; readonly rereader: Rereader } | undefined;
  /** The digest of a text that is not kept. */
  #digest: string | undefined;
  /** The texts that were reread last, for requests that need several parts of a file. */
  static #recent: readonly RereadText[] = [];

  constructor(text: string, encoding: PositionEncoding, skips?: readonly LineSkip[]) {
    this.#text = text;
    this.#encoding = encoding;
    this.#skips = skips;
  }

  /** Empty once the file was found to have another text: a change event follows. */
  get text(): string {
    return this.#text ?? this.#reread().text;
  }

  get lines(): LineIndex {
    if (this.#isReleased) return this.#reread().lines;
    this.#lines ??= this.#linesOf(this.text);
    return this.#lines;
  }

  /** A text that was not read, by its digest: it is read when something needs it. */
  static unread(uri: string, digest: string, rereader: Rereader, encoding: PositionEncoding): FileText {
    const unread = new FileText('', encoding);
    unread.#isReleased = true;
    unread.#text = undefined;
    unread.#digest = digest;
    unread.setReadable(uri, rereader);
    return unread;
  }

  /** Takes over the line index of an earlier text that differs in whole lines, which are now at `span`. */
  follow(earlier: FileText, span: Span): void {
    this.#lines = earlier.#lines?.changed(this.text, span, this.text.length - earlier.text.length);
  }

  /** The text, if it is kept. */
  get kept(): string | undefined {
    return this.#text;
  }

  /** Allows to release the text: it can be read again from this file. */
  setReadable(uri: string, rereader: Rereader): void {
    this.#origin = { uri, rereader };
  }

  /** Forgets the line index, and the text if it can be read again. */
  release(): void {
    this.#isReleased = true;
    this.#lines = undefined;
    if (this.#origin === undefined || this.#text === undefined) return;
    this.#digest = this.#origin.rereader.digest(this.#text);
    this.#text = undefined;
  }

  /** Keeps the text from now on, in spite of `release`. */
  keep(): void {
    this.#text = this.text;
    this.#origin = undefined;
  }

  #reread(): RereadText {
    const known = FileText.#recent.find(({ source }) => source === this);
    if (known !== undefined) return known;
    const text = this.#text ?? this.#read();
    const again = { source: this, text, lines: this.#linesOf(text) };
    FileText.#recent = [again, ...FileText.#recent.slice(0, MAX_RECENT - 1)];
    return again;
  }

  #read(): string {
    if (this.#origin === undefined) return '';
    const { uri, rereader } = this.#origin;
    const text = rereader.read(uri);
    if (text !== undefined && rereader.digest(text) === this.#digest) return text;
    // Do not read the text again, should the file get it back: results computed from the empty text would be wrong.
    this.#text = '';
    return '';
  }

  #linesOf(text: string): LineIndex {
    return new LineIndex(text, this.#encoding, this.#skips);
  }
}

/** A text that was read again, with its line index. */
interface RereadText {
  readonly source: FileText;
  readonly text: string;
  readonly lines: LineIndex;
}

/** Maximum number of reread texts that are kept. */
const MAX_RECENT = 4;
