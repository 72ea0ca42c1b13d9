import type { Field } from '../yaml/read/field.ts';

/** Ends an evaluation: the result depends on a value that a template or a placeholder writes. */
export class UnknownValue extends Error {}

/** The value of a field of a manifest in CEL. Throws an `UnknownValue` for one that is not known. */
export function celValue(field: Field): unknown {
  if (field.isSequence) return field.items().map(celValue);
  if (field.isMapping) {
    return new LazyMap(
      () => field.entries().map(([key]) => key),
      (key) => {
        const child = field.get(key);
        return child && celValue(child);
      },
    );
  }
  const { number } = field;
  const value = number === undefined ? (field.boolean ?? field.string) : numberOf(number);
  if (value === undefined) throw new UnknownValue();
  return value;
}

/** Integers are `bigint`, and `number` is a double. */
function numberOf(number: number): bigint | number {
  return Number.isSafeInteger(number) ? BigInt(number) : number;
}

/** A map whose values are read when an expression asks for them: a field that a template may write is then a doubt. */
export class LazyMap extends Map<string, unknown> {
  readonly #keys: () => readonly string[];
  readonly #read: (key: string) => unknown;

  constructor(keys: () => readonly string[], read: (key: string) => unknown) {
    super();
    this.#keys = keys;
    this.#read = read;
  }

  override get(key: string): unknown {
    return typeof key === 'string' ? this.#read(key) : undefined;
  }

  override has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  override get size(): number {
    return this.#keys().length;
  }

  override keys(): MapIterator<string> {
    return new Set(this.#keys()).values();
  }

  override entries(): MapIterator<[string, unknown]> {
    return new Map(this.#keys().map((key) => [key, this.#read(key)])).entries();
  }

  override [Symbol.iterator](): MapIterator<[string, unknown]> {
    return this.entries();
  }
}

// The library recognizes maps by their constructor.
Object.defineProperty(LazyMap.prototype, 'constructor', { value: Map });
