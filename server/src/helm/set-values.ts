import { MAX_NESTED_NAMES, MAX_SET_INDEX } from './bounds.ts';
import { Failure } from './failure.ts';
import { NOWHERE } from './source.ts';
import { SourcedText } from './sourced-text.ts';
import { bool, type Dict, dict, int, list, NIL, text, type Value } from './value.ts';

/**
 * Sets values by an assignment of `--set`, such as `image.tag=2,args={a,b}`, as `ParseInto` of `pkg/strvals/parser.go`. Returns
 * why it is not valid, as the end of a sentence; what is in front of the fault is then set.
 */
export function setValues(values: Dict, assignment: string): string | undefined {
  try {
    new Parser(assignment).parse(values);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

class Parser {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(assignment: string) {
    this.#characters = [...assignment];
  }

  parse(values: Dict): void {
    while (!this.#isAtEnd) this.#key(values, 0);
  }

  get #isAtEnd(): boolean {
    return this.#at >= this.#characters.length;
  }

  /** Reads a key and its value. Returns whether the text ended before the value. */
  #key(target: Dict, depth: number): boolean {
    const { word: key, stop } = this.#until('=[,.');
    switch (stop) {
      case undefined:
        if (key !== '') throw new Failure(`the key \`${key}\` has no value`);
        return true;
      case ',':
        throw new Failure(`the key \`${key}\` has no value`);
      case '[': {
        const index = this.#index();
        const before = target.entries.get(key)?.value ?? list([]);
        if (before.kind !== 'list') throw new Failure(`\`${key}\` is not a list`);
        const { items, isCut } = this.#item(before.items, index, depth);
        set(target, key, list(items));
        return isCut;
      }
      case '.': {
        if (depth >= MAX_NESTED_NAMES) throw new Failure(`a key has more than ${MAX_NESTED_NAMES} names`);
        const inner = target.entries.get(key)?.value ?? dict([]);
        if (inner.kind !== 'dict') throw new Failure(`\`${key}\` is not a mapping`);
        const isCut = this.#key(inner, depth + 1);
        if (inner.entries.size > 0) set(target, key, inner);
        else if (!isCut) throw new Failure(`the key \`${key}\` has no value`);
        return isCut;
      }
      default: {
        const isCut = this.#isAtEnd;
        set(target, key, this.#value());
        return isCut;
      }
    }
  }

  /** Reads what follows the index of a list, and returns the items with it. */
  #item(items: readonly Value[], index: number, depth: number): { items: readonly Value[]; isCut: boolean } {
    const { word, stop } = this.#until('[.=');
    if (word !== '') throw new Failure(`\`${word}\` follows the index of a list`);
    if (stop === undefined) return { items, isCut: true };
    if (stop === '=') return { items: withItem(items, index, this.#value()), isCut: false };
    const own = items[index];
    if (stop === '[') {
      const next = this.#index();
      if (own !== undefined && own.kind !== 'nil' && own.kind !== 'list') throw new Failure('an item is not a list');
      const inner = this.#item(own?.kind === 'list' ? own.items : [], next, depth);
      return { items: withItem(items, index, list(inner.items)), isCut: inner.isCut };
    }
    const inner = own?.kind === 'dict' ? own : dict([]);
    const isCut = this.#key(inner, depth);
    return { items: isCut && own === undefined ? items : withItem(items, index, inner), isCut };
  }

  #index(): number {
    const { word, stop } = this.#until(']');
    const index = /^[+-]?\d+$/.test(word) ? Number(word) : Number.NaN;
    if (stop === undefined || !(index >= 0)) throw new Failure(`\`${word}\` is not the index of a list`);
    if (index > MAX_SET_INDEX) throw new Failure(`the index ${word} is larger than ${MAX_SET_INDEX}`);
    return index;
  }

  #value(): Value {
    if (this.#characters[this.#at] !== '{') return typed(this.#until(',').word);
    this.#at++;
    const items: Value[] = [];
    for (;;) {
      const { word, stop } = this.#until(',}');
      if (stop === undefined) throw new Failure('a list does not end with `}`');
      items.push(typed(word));
      if (stop === ',') continue;
      if (this.#characters[this.#at] === ',') this.#at++;
      return list(items);
    }
  }

  /** The characters up to the next one of `stops`, which is consumed; undefined at the end. `\` escapes a character. */
  #until(stops: string): { readonly word: string; readonly stop: string | undefined } {
    const word: string[] = [];
    while (!this.#isAtEnd) {
      const character = this.#characters[this.#at++] ?? '';
      if (stops.includes(character)) return { word: word.join(''), stop: character };
      word.push(character === '\\' ? (this.#characters[this.#at++] ?? '') : character);
    }
    return { word: word.join(''), stop: undefined };
  }
}

function set({ entries }: Dict, key: string, value: Value): void {
  if (key !== '') entries.set(key, { value, keyAt: NOWHERE });
}

function withItem(items: readonly Value[], index: number, item: Value): readonly Value[] {
  return Array.from({ length: Math.max(items.length, index + 1) }, (_, i) => (i === index ? item : (items[i] ?? NIL)));
}

/** A value as `typedVal` reads it: words for booleans and null, integers, and otherwise a string. */
function typed(word: string): Value {
  const lower = word.toLowerCase();
  if (lower === 'true' || lower === 'false') return bool(lower === 'true');
  if (lower === 'null') return NIL;
  if (!/^(?:0|(?:[+-]\d|[1-9])\d*)$/.test(word)) return text(SourcedText.made(word, NOWHERE));
  if (!Number.isSafeInteger(Number(word))) throw new Failure(`the number ${word} is too large`);
  return int(Number(word) || 0, true);
}
