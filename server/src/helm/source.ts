import type { Span } from '../text/span.ts';

/** A file of a chart, or another text from which templates and values are read. */
export interface Source {
  /** Its path in the chart, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A span of a source. */
export interface Place extends Span {
  readonly source: Source;
}

/** The place of what no file contains, such as the keys of `.Release`. */
export const NOWHERE: Place = { source: { path: '', text: '' }, start: 0, end: 0 };

/** An action that wrote a text, and the actions that included its template. */
export interface Site {
  readonly place: Place;
  /** The action that included the template of this action; undefined in a template that is rendered by itself. */
  readonly includedBy: Site | undefined;
}
