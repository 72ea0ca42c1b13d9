import type { Changes } from './changes.ts';
import type { Place } from './source.ts';
import { SourcedText } from './sourced-text.ts';
import { text, unknown, type Value } from './value.ts';

/** The types of parameters of the functions of Go. `any` includes nil. */
export type Parameter = 'any' | 'text' | 'int' | 'float' | 'bool' | 'dict';

/** A function that templates can call. */
export interface TemplateFunction {
  readonly parameters: readonly Parameter[];
  /** The type of further arguments; undefined if there are none. */
  readonly rest: Parameter | undefined;
  /** Whether its result is a string, also if it is unknown. */
  readonly isText: boolean;
  /**
   * With which arguments it is called: those that are known in all depths, or at least themselves, or texts with holes, or all.
   * With others, the result is unknown.
   */
  readonly takes: 'deep' | 'known' | 'holes' | 'all';
  readonly run: (call: Call, args: readonly Value[]) => Value;
}

/** The functions of a file by their names. */
export type FunctionTable = Readonly<Record<string, TemplateFunction>>;

/** A call of a function. */
export interface Call {
  readonly name: string;
  /** The expression of the call. */
  readonly place: Place;
  readonly changes: Changes;
  /** The text that a template of this name writes. */
  readonly include: (name: string, dot: Value) => Value;
  /** The text that a text writes as a template. */
  readonly template: (template: SourcedText, dot: Value) => Value;
}

/**
 * A function by its signature: the types of its parameters, `…` after the type of further arguments, and `> text` if its
 * result is a string.
 */
export function defined(
  signature: string,
  run: TemplateFunction['run'],
  takes: TemplateFunction['takes'] = 'known',
): TemplateFunction {
  const [inputs = '', output] = signature.split('>').map((part) => part.trim());
  const types = inputs.split(' ').filter((type) => type !== '');
  const rest = types.at(-1)?.endsWith('…') ? types.pop()?.slice(0, -1) : undefined;
  return {
    parameters: types as Parameter[],
    rest: rest as Parameter | undefined,
    isText: output === 'text',
    takes,
    run,
  };
}

/** An unknown result of a call. */
export function unknownResult({ place }: Pick<Call, 'place'>, isText = false): Value {
  const hole = holeAt(place);
  return isText ? text(hole) : unknown(hole);
}

/** The hole for the unknown value of an expression. */
export function holeAt(place: Place): SourcedText {
  const expression = place.source.text.slice(place.start, place.end);
  const isAction = expression.startsWith('{{');
  return SourcedText.hole(isAction ? expression : `{{ ${expression} }}`, place);
}

/** A text that a call computed. */
export function madeText({ place }: Pick<Call, 'place'>, made: string): Value {
  return text(SourcedText.made(made, place));
}
