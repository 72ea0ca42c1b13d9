import type { Source } from '../../helm/source.ts';
import type { Piece, SourcedText } from '../../helm/sourced-text.ts';
import type { Span } from '../../text/span.ts';

/** A span of a file. */
export interface FileSpan {
  readonly uri: string;
  readonly span: Span;
}

/** What Helm makes of a template with one set of values. */
export class RenderedTemplate {
  readonly uri: string;
  /** The URI of the template. */
  readonly template: string;
  readonly text: SourcedText;
  readonly #uriOf: (path: string) => string;

  constructor(uri: string, template: string, text: SourcedText, uriOf: (path: string) => string) {
    this.uri = uri;
    this.template = template;
    this.text = text;
    this.#uriOf = uriOf;
  }

  /** The URIs of the files that it is made of. */
  get sources(): readonly string[] {
    const sources = new Set(this.text.pieces.map(({ source }) => source));
    return [...new Set([this.template, ...[...sources].flatMap((source) => this.#uri(source) ?? [])])];
  }

  /** The spans of files whose text is in it, and the actions that wrote it. */
  *written(): Iterable<readonly [uri: string, span: Span]> {
    let at = 0;
    for (const piece of this.text.pieces) {
      const text = this.text.text.slice(at, at + piece.length);
      at += piece.length;
      if (text.trim() === '') continue;
      const uri = this.#uri(piece.source);
      if (uri !== undefined) yield [uri, piece];
      for (let site = piece.site; site !== undefined; site = site.includedBy) {
        const own = this.#uri(site.place.source);
        if (own !== undefined) yield [own, site.place];
      }
    }
  }

  /**
   * Where a person would change the text in a span: the value that decides, or else the literal text, or the action that
   * computes it. Undefined if nothing in the files says it.
   */
  sourceOf(span: Span): FileSpan | undefined {
    const pieces = this.#piecesIn(span);
    const literal = pieces.filter(({ kind }) => kind === 'exact');
    const ofValues = literal.find(({ source }) => isValues(source));
    const first = ofValues ?? literal[0] ?? pieces.find(({ source }) => source.path !== '');
    if (first === undefined) return this.actionOf(span);
    const uri = this.#uri(first.source);
    if (uri === undefined) return undefined;
    // A text that is interrupted by an action goes on behind it.
    const last = pieces.findLast(({ source, site }) => source === first.source && site === first.site) ?? first;
    const end = last.end >= first.start ? last.end : first.end;
    return { uri, span: { start: first.start, end } };
  }

  /** The action of the template that wrote the text in a span; undefined if the template has the text itself. */
  actionOf(span: Span): FileSpan | undefined {
    for (const piece of this.#piecesIn(span)) {
      let { site } = piece;
      while (site?.includedBy !== undefined) site = site.includedBy;
      const uri = site === undefined ? undefined : this.#uri(site.place.source);
      if (site !== undefined && uri !== undefined)
        return { uri, span: { start: site.place.start, end: site.place.end } };
    }
    return undefined;
  }

  /** The parts of the pieces in a span that are not blank. */
  #piecesIn({ start, end }: Span): readonly Piece[] {
    const part = this.text.slice(start, Math.max(end, start + 1));
    let at = 0;
    return part.pieces.filter(({ length }) => {
      at += length;
      return part.text.slice(at - length, at).trim() !== '';
    });
  }

  #uri({ path }: Source): string | undefined {
    return path === '' ? undefined : this.#uriOf(path);
  }
}

function isValues({ path }: Source): boolean {
  return !/(?:^|\/)templates\//.test(path);
}
