import { firstAfter } from '../yaml/read/first-after.ts';
import { MAX_PIECES, MAX_TEMPLATE_OUTPUT } from './bounds.ts';
import { Failure } from './failure.ts';
import type { Place, Site, Source } from './source.ts';

/**
 * A part of a text. An `exact` piece is a copy of the characters of a source from `start` to `end`. A `made` piece was
 * computed from what is there. A `hole` stands for unknown text: it has the text of the action or expression.
 */
export interface Piece extends Place {
  readonly kind: 'exact' | 'made' | 'hole';
  readonly length: number;
  /** The action that wrote it; undefined for literal text of a template that is not included, and while it is a value. */
  readonly site: Site | undefined;
  /** Whether a hole stands for a name: not empty, in one line, and without characters that have to be quoted. */
  readonly isName: boolean;
}

/** Where a character of a text is from. */
export interface Origin extends Place {
  readonly kind: Piece['kind'];
  readonly site: Site | undefined;
}

/** A text in which each character knows where it is from. Immutable. */
export class SourcedText {
  readonly text: string;
  /** In order; none is empty. */
  readonly pieces: readonly Piece[];
  #starts: number[] | undefined;

  constructor(text: string, pieces: readonly Piece[]) {
    this.text = text;
    this.pieces = pieces;
  }

  static readonly EMPTY = new SourcedText('', []);

  /** The characters of a source in a span. */
  static exact(source: Source, start: number, end: number): SourcedText {
    if (start >= end) return SourcedText.EMPTY;
    return new SourcedText(source.text.slice(start, end), [exactPiece(source, start, end, undefined)]);
  }

  /** A computed text; it counts as exact if the characters at the place are the same. */
  static made(text: string, place: Place): SourcedText {
    if (text === '') return SourcedText.EMPTY;
    const { source, start, end } = place;
    if (end - start === text.length && source.text.startsWith(text, start))
      return SourcedText.exact(source, start, end);
    return new SourcedText(text, [piece('made', text.length, place, undefined, false)]);
  }

  /** Unknown text, with the text that stands for it. */
  static hole(text: string, place: Place, isName = false): SourcedText {
    return new SourcedText(text, [piece('hole', text.length, place, undefined, isName)]);
  }

  get length(): number {
    return this.text.length;
  }

  get hasHoles(): boolean {
    return this.pieces.some(({ kind }) => kind === 'hole');
  }

  /** The part between two offsets, which are not inside of holes. */
  slice(start: number, end = this.length): SourcedText {
    if (start <= 0 && end >= this.length) return this;
    if (start >= end) return SourcedText.EMPTY;
    const pieces: Piece[] = [];
    let at = start;
    for (let i = this.#indexAt(start); at < end; i++) {
      const whole = this.pieces[i];
      if (whole === undefined) break;
      const from = at - (this.#starts?.[i] ?? 0);
      const length = Math.min(whole.length - from, end - at);
      pieces.push(part(whole, from, length));
      at += length;
    }
    return new SourcedText(this.text.slice(start, end), pieces);
  }

  /** Where the character at an offset is from; undefined behind the text. */
  originAt(offset: number): Origin | undefined {
    const i = this.#indexAt(offset);
    const found = this.pieces[i];
    if (found === undefined || offset < 0) return undefined;
    const at = offset - (this.#starts?.[i] ?? 0);
    const { source, start, end, kind, site } = found;
    return kind === 'exact'
      ? { source, start: start + at, end: start + at + 1, kind, site }
      : { source, start, end, kind, site };
  }

  /** This text as an action writes it: the pieces that no action has written yet get its site. */
  writtenBy(site: Site): SourcedText {
    if (this.pieces.every((own) => own.site !== undefined)) return this;
    return new SourcedText(
      this.text,
      this.pieces.map((own) => (own.site === undefined ? { ...own, site } : own)),
    );
  }

  /** The index of the piece that holds an offset. */
  #indexAt(offset: number): number {
    if (this.#starts === undefined) {
      let at = 0;
      this.#starts = this.pieces.map(({ length }) => {
        at += length;
        return at - length;
      });
    }
    if (offset >= this.length) return this.pieces.length;
    return Math.max(firstAfter(this.#starts, (start) => start > offset) - 1, 0);
  }
}

/** Builds a text of parts. Throws `Failure` if it is too long. */
export class TextBuilder {
  readonly #texts: string[] = [];
  readonly #pieces: Piece[] = [];
  #length = 0;
  #indentation: string | undefined;

  /** `indentation` is that of the line in which the text begins; undefined if there is more before it. */
  constructor(indentation?: string) {
    this.#indentation = indentation;
  }

  get length(): number {
    return this.#length;
  }

  /** The blanks in the last line; undefined if there is more in it. */
  get indentation(): string | undefined {
    return this.#indentation;
  }

  add({ text, pieces }: SourcedText): this {
    if (text === '') return this;
    this.#addText(text);
    for (const own of pieces) this.#addPiece(own);
    return this;
  }

  addExact(source: Source, start: number, end: number, site: Site | undefined): this {
    if (start >= end) return this;
    this.#addText(source.text.slice(start, end));
    this.#addPiece(exactPiece(source, start, end, site));
    return this;
  }

  addMade(text: string, place: Place): this {
    return this.add(SourcedText.made(text, place));
  }

  addHole(text: string, place: Place, site: Site | undefined): this {
    if (text === '') return this;
    this.#addText(text);
    this.#addPiece(piece('hole', text.length, place, site, false));
    return this;
  }

  finish(): SourcedText {
    return this.#length === 0 ? SourcedText.EMPTY : new SourcedText(this.#texts.join(''), this.#pieces);
  }

  #addText(text: string): void {
    this.#texts.push(text);
    const lineStart = text.lastIndexOf('\n') + 1;
    if (lineStart === 0 && this.#indentation === undefined) return;
    const line = (lineStart > 0 ? '' : this.#indentation) + text.slice(lineStart);
    this.#indentation = line.trim() === '' ? line : undefined;
  }

  #addPiece(added: Piece): void {
    this.#length += added.length;
    if (this.#length > MAX_TEMPLATE_OUTPUT || this.#pieces.length > MAX_PIECES) {
      throw new Failure('the output is too long', true);
    }
    const last = this.#pieces.at(-1);
    const continues = last?.kind === 'exact' && added.kind === 'exact' && last.source === added.source;
    if (continues && last.end === added.start && last.site === added.site) {
      this.#pieces[this.#pieces.length - 1] = exactPiece(last.source, last.start, added.end, last.site);
    } else this.#pieces.push(added);
  }
}

/** The texts with a separator between them. */
export function joined(texts: readonly SourcedText[], separator: SourcedText): SourcedText {
  const builder = new TextBuilder();
  for (const [i, text] of texts.entries()) {
    if (i > 0) builder.add(separator);
    builder.add(text);
  }
  return builder.finish();
}

/** The text with another one after each of its line feeds. */
export function afterLineFeeds(text: SourcedText, added: SourcedText): SourcedText {
  if (!text.text.includes('\n')) return text;
  const builder = new TextBuilder();
  let at = 0;
  for (const own of text.pieces) {
    const end = at + own.length;
    if (own.kind === 'hole') {
      // A hole remains one piece, so that its lines keep their place among the others.
      const lines = text.text.slice(at, end).replaceAll('\n', `\n${added.text}`);
      builder.add(new SourcedText(lines, [{ ...own, length: lines.length }]));
    } else {
      for (let from = at; from < end; ) {
        const lineEnd = text.text.indexOf('\n', from) + 1;
        const isInside = lineEnd > 0 && lineEnd <= end;
        builder.add(text.slice(from, isInside ? lineEnd : end));
        if (isInside) builder.add(added);
        from = isInside ? lineEnd : end;
      }
    }
    at = end;
  }
  return builder.finish();
}

function exactPiece(source: Source, start: number, end: number, site: Site | undefined): Piece {
  return { kind: 'exact', length: end - start, source, start, end, site, isName: false };
}

function piece(kind: Piece['kind'], length: number, place: Place, site: Site | undefined, isName: boolean): Piece {
  return { kind, length, source: place.source, start: place.start, end: place.end, site, isName };
}

function part(whole: Piece, from: number, length: number): Piece {
  if (length === whole.length) return whole;
  if (whole.kind !== 'exact') return { ...whole, length };
  return exactPiece(whole.source, whole.start + from, whole.start + from + length, whole.site);
}
