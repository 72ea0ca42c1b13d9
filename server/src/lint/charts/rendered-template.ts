import type { Place, Site, Source } from '../../helm/source.ts';
import type { Piece, SourcedText } from '../../helm/sourced-text.ts';
import type { Span } from '../../text/span.ts';

/** A span of a file. */
export interface FileSpan {
  readonly uri: string;
  readonly span: Span;
}

/** One of several sets of values with which a chart is rendered. */
export interface RenderedSet {
  /** The URI of the folder of the chart. */
  readonly chart: string;
  readonly name: string;
  /** How many sets the chart has. */
  readonly count: number;
}

interface RenderedTemplateOptions {
  readonly uri: string;
  /** The URI of the template. */
  readonly template: string;
  readonly text: SourcedText;
  /** The URI of a source. */
  readonly uriOf: (path: string) => string;
  /** The paths of the values files that the user names. */
  readonly valuesPaths: readonly string[];
  /** Undefined if the chart has only one set. */
  readonly set: RenderedSet | undefined;
}

/** What Helm makes of a template with one set of values. */
export class RenderedTemplate {
  readonly uri: string;
  readonly template: string;
  readonly text: SourcedText;
  readonly set: RenderedSet | undefined;
  readonly #uriOf: (path: string) => string;
  readonly #valuesPaths: readonly string[];

  constructor({ uri, template, text, uriOf, valuesPaths, set }: RenderedTemplateOptions) {
    this.uri = uri;
    this.template = template;
    this.text = text;
    this.set = set;
    this.#uriOf = uriOf;
    this.#valuesPaths = valuesPaths;
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
   * Where a person would change the text in a span: the value that decides, or else the literal text of a template, or the
   * action that computes it. Undefined if nothing in the files writes it.
   */
  sourceOf(span: Span): FileSpan | undefined {
    const pieces = this.#piecesIn(span);
    const value = pieces.find(({ kind, source }) => kind === 'exact' && this.#isValues(source));
    if (value !== undefined) return this.#joined(pieces.filter(({ site }) => site === value.site));
    return this.#joined(
      pieces.map((piece) => (piece.kind === 'exact' ? piece : (actionAround(piece.site?.place) ?? piece))),
    );
  }

  /** Where the template writes the text in a span: its literal text, or its own action. */
  writtenAt(span: Span): FileSpan | undefined {
    return this.#joined(this.#piecesIn(span).map((piece) => actionAround(outermost(piece.site)?.place) ?? piece));
  }

  /** The span of a source that the text in a span is a copy of; undefined if anything else is in it. */
  copyOf({ start, end }: Span): FileSpan | undefined {
    const { pieces } = this.text.slice(start, end);
    const [first] = pieces;
    const uri = first && this.#uri(first.source);
    if (first === undefined || uri === undefined) return undefined;
    let { start: next } = first;
    for (const { kind, source, start: from, end: to } of pieces) {
      if (kind !== 'exact' || source !== first.source || from !== next) return undefined;
      next = to;
    }
    return { uri, span: { start: first.start, end: next } };
  }

  /** One span for places of one source that are in order: from the first on. */
  #joined(places: readonly Place[]): FileSpan | undefined {
    const [first] = places.filter(({ source }) => source.path !== '');
    const uri = first && this.#uri(first.source);
    if (first === undefined || uri === undefined) return undefined;
    const end = places
      .filter(({ source, start }) => source === first.source && start > first.start)
      .reduce((last, place) => Math.max(last, place.end), first.end);
    return { uri, span: { start: first.start, end } };
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

  #isValues({ path }: Source): boolean {
    return this.#valuesPaths.includes(path) || !/(?:^|\/)templates\//.test(path);
  }

  #uri({ path }: Source): string | undefined {
    return path === '' ? undefined : this.#uriOf(path);
  }
}

/** The action of the template that is rendered by itself. */
function outermost(site: Site | undefined): Site | undefined {
  return site?.includedBy === undefined ? site : outermost(site.includedBy);
}

/** The whole action around a place in it. */
function actionAround(place: Place | undefined): Place | undefined {
  if (place === undefined) return undefined;
  const { source, start, end } = place;
  const open = source.text.lastIndexOf('{{', start);
  const close = source.text.indexOf('}}', end - 2);
  return open === -1 || close === -1 ? place : { source, start: open, end: close + 2 };
}
