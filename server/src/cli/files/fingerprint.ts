import { createHash } from 'node:crypto';
import type { Finding } from '../../lint/finding.ts';

/**
 * What makes findings of a file the same finding in another version of it: the file, the rule, the object, and the field
 * with names in place of indices. Lines, indentation and what is written before it make no difference.
 */
export class Fingerprints {
  readonly #path: string;
  readonly #counts = new Map<string, number>();

  /** `path` is that of the file from the folder that all paths are seen from. */
  constructor(path: string) {
    this.#path = path;
  }

  /** The next one, in the order of the text: what is the same again is told apart by its number. */
  of({ rule, object, named, message }: Finding): string {
    // What is found in a directive has no field, and names what it is about.
    const place = object === undefined ? [message] : [object.kind, object.namespace, object.name, named];
    const key = JSON.stringify([this.#path, rule, ...place]);
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    return createHash('sha256').update(`${key}#${count}`).digest('hex').slice(0, LENGTH);
  }
}

/** 128 bits in hexadecimal. */
const LENGTH = 32;
