import type { Place, Site } from './source.ts';

/** An error with which Helm ends the rendering of a template, or a bound that was reached. */
export class Failure extends Error {
  /** The expression or action in which it happened. */
  place: Place | undefined;
  /** The action that included the template in which it happened. */
  site: Site | undefined;
  /** Whether it is a bound of our own, and no error of Helm. */
  readonly isBound: boolean;

  constructor(message: string, isBound = false) {
    super(message);
    this.isBound = isBound;
  }
}
