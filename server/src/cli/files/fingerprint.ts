import { createHash } from 'node:crypto';
import type { Finding } from '../../lint/finding.ts';
import { firstIdOf, type NamedRule } from '../../lint/settings/rule-names.ts';
import { RULES } from '../../rules/index.ts';

/**
 * Identifies a finding in other versions of its file: by the file, the rule, the object, and the field with names in place
 * of indices. Lines, indentation and what precedes it make no difference, and neither does a new ID of the rule.
 */
export class Fingerprints {
  readonly #path: string;
  readonly #firstIds: ReadonlyMap<string, string>;
  readonly #counts = new Map<string, number>();

  /** `path` is the path of the file, relative to the folder that all paths are relative to. */
  constructor(path: string, rules: readonly NamedRule[] = RULES) {
    this.#path = path;
    this.#firstIds = new Map(rules.filter((rule) => rule.formerIds).map((rule) => [rule.id, firstIdOf(rule)]));
  }

  /** The fingerprint of the next finding in the order of the text. Equal findings are distinguished by their number. */
  of({ rule, object, namedField, message }: Finding): string {
    // Findings in directives have no field; their message names the subject.
    const place = object === undefined ? [message] : [object.kind, object.namespace, object.name, namedField];
    const key = JSON.stringify([this.#path, this.#firstIds.get(rule) ?? rule, ...place]);
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    return createHash('sha256').update(`${key}#${count}`).digest('hex').slice(0, LENGTH);
  }
}

/** 128 bits in hexadecimal. */
const LENGTH = 32;
