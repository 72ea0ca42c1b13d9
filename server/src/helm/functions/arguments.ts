import { formatted } from '../go-format.ts';
import type { Place } from '../source.ts';
import type { SourcedText } from '../sourced-text.ts';
import type { Dict, Text, Value } from '../value.ts';

export function isText(value: Value | undefined): value is Text {
  return value?.kind === 'text';
}

export function isDict(value: Value | undefined): value is Dict {
  return value?.kind === 'dict';
}

/** The characters of an argument of type `string`. */
export function plain(value: Value | undefined): string {
  return isText(value) ? value.value.text : '';
}

/** An argument of type `int` or `float64`. */
export function numberOf(value: Value | undefined): number {
  return value?.kind === 'int' || value?.kind === 'float' ? value.value : 0;
}

/** A value as `strval` of Sprig makes a string of it. */
export function stringOf(value: Value | undefined, place: Place): SourcedText {
  return isText(value) ? value.value : formatted(value ?? { kind: 'nil', isElement: false, at: undefined }, place);
}

/** The strings that `strslice` of Sprig makes of a value; undefined if they are unknown. */
export function stringsOf(value: Value | undefined, place: Place): SourcedText[] | undefined {
  switch (value?.kind) {
    case 'list':
      // An unknown item may be nil, which is left out.
      if (value.items.some(({ kind }) => kind === 'unknown')) return undefined;
      return value.items.filter(({ kind }) => kind !== 'nil').map((item) => stringOf(item, place));
    case 'nil':
      return [];
    case 'unknown':
      return undefined;
    default:
      return [stringOf(value, place)];
  }
}
