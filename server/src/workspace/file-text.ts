import { LineIndex, type LineSkip, type PositionEncoding } from '../text/line-index.ts';
import type { Span } from '../text/span.ts';

/** How a text that was read from a file is read once more, without a turn for anything else. */
export interface Rereader {
  /** The text of a file as it is now; undefined where it cannot be read. */
  read(uri: string): string | undefined;
  /** Differs for texts that differ. */
  digest(text: string): string;
}

/**
 * The text of a file, which need not be kept where it can be read again. Who keeps a piece of it keeps a copy, or all of it
 * stays in memory.
 */
export class FileText {
  readonly #encoding: PositionEncoding;
  readonly #skips: readonly LineSkip[] | undefined;
  #text: string | undefined;
  #lines: LineIndex | undefined;
  #isReleased = false;
  /** Where it can be read again. */
  #origin: { readonly uri: string; readonly rereader: Rereader } | undefined;
  /** Of the text that is not kept. */
  #digest: string | undefined;
  /** What was made again last: who asks for one part of a file, and for what another says of it, does so again soon. */
  static #recent: readonly RereadText[] = [];

  constructor(text: string, encoding: PositionEncoding, skips?: readonly LineSkip[]) {
    this.#text = text;
    this.#encoding = encoding;
    this.#skips = skips;
  }

  /** Empty from when the file was seen to hold another one: there will be word of that. */
  get text(): string {
    return this.#text ?? this.#reread().text;
  }

  get lines(): LineIndex {
    if (this.#isReleased) return this.#reread().lines;
    this.#lines ??= this.#linesOf(this.text);
    return this.#lines;
  }

  /** Takes over where lines begin from an earlier text, in which other whole lines stood in a span, where that is known. */
  follow(earlier: FileText, span: Span): void {
    this.#lines = earlier.#lines?.changed(this.text, span, this.text.length - earlier.text.length);
  }

  /** The text, if it is kept. */
  get kept(): string | undefined {
    return this.#text;
  }

  /** From here on the text need not be kept: it is that of a file. */
  setReadable(uri: string, rereader: Rereader): void {
    this.#origin = { uri, rereader };
  }

  /** Forgets where lines begin, and the text if it can be read again. */
  release(): void {
    this.#isReleased = true;
    this.#lines = undefined;
    if (this.#origin === undefined || this.#text === undefined) return;
    this.#digest = this.#origin.rereader.digest(this.#text);
    this.#text = undefined;
  }

  /** From here on the text is kept, whatever is released. */
  keep(): void {
    this.#text = this.text;
    this.#origin = undefined;
  }

  #reread(): RereadText {
    const known = FileText.#recent.find(({ source }) => source === this);
    if (known !== undefined) return known;
    const text = this.#text ?? this.#read();
    const again = { source: this, text, lines: this.#linesOf(text) };
    FileText.#recent = [again, ...FileText.#recent.slice(0, RECENT - 1)];
    return again;
  }

  #read(): string {
    if (this.#origin === undefined) return '';
    const { uri, rereader } = this.#origin;
    const text = rereader.read(uri);
    if (text !== undefined && rereader.digest(text) === this.#digest) return text;
    // What was made of nothing must not count for the text, should that come back.
    this.#text = '';
    return '';
  }

  #linesOf(text: string): LineIndex {
    return new LineIndex(text, this.#encoding, this.#skips);
  }
}

/** What is made of a source each time that someone asks. */
interface RereadText {
  readonly source: FileText;
  readonly text: string;
  readonly lines: LineIndex;
}

/** So many are kept. */
const RECENT = 4;
