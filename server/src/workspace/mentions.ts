import type { ObjectFact } from '../kubernetes/facts.ts';
import { OBJECT_KINDS } from '../kubernetes/object-fact.ts';
import { writtenKinds } from '../kubernetes/written-kinds.ts';
import { copied } from '../text/copied.ts';

type ObjectKind = ObjectFact['kind'];

/** What the objects of a text may be that tell others something; no object of another kind or name is in it. */
export interface Mentions {
  readonly kinds: readonly ObjectKind[];
  /** Null where it may be any. */
  readonly names: readonly string[] | null;
}

const NAME =
  /\b(?:n|generateN)ame["']?\s*:(?:\s*(?:"([^"\\\n]*)"|'([^'\n]*)'|([^\s"'{}[\],&*!|>%@`#$<\\]+))(?=[\s,}\]]|$))?/g;
const ODD_NAME = /\\[xuU/]|\bname["']?\s*(?:$|\n)/;

/** Reads a text for that, without parsing it. */
export function mentionsOf(text: string): Mentions {
  const written = writtenKinds(text);
  const kinds = OBJECT_KINDS.filter((kind) => (written === undefined ? text.includes(kind) : written.has(kind)));
  if (kinds.length === 0) return NOTHING;
  const key = kinds.join();
  const shared = KINDS.get(key) ?? kinds;
  KINDS.set(key, shared);
  return { kinds: shared, names: namesIn(text) };
}

const NOTHING: Mentions = { kinds: [], names: [] };

/** Lists of kinds, each once: most texts have the same few. */
const KINDS = new Map<string, Mentions['kinds']>();

function namesIn(text: string): readonly string[] | null {
  if (ODD_NAME.test(text)) return null;
  const names = new Set<string>();
  for (const [, double, single, plain] of text.matchAll(NAME)) {
    const name = double ?? single ?? plain;
    if (name === undefined) return null;
    names.add(copied(name));
  }
  // A list that has grown has room for more.
  return [...names].slice();
}

/** Which files mention which objects. A file that does not any more may still be in it. */
export class MentionIndex {
  /** The file itself where it is the only one: most names are in one file. */
  readonly #uris = new Map<string, string | Set<string>>();

  add(uri: string, { kinds, names }: Mentions): void {
    for (const kind of kinds) {
      this.#put(kind, uri);
      for (const name of names ?? [ANY]) this.#put(`${kind}\n${name}`, uri);
    }
  }

  /** The files in which there may be an object of a kind, of this name if one is given. */
  urisOf(kind: string, name?: string): readonly string[] {
    if (name === undefined) return this.#of(kind);
    return [...this.#of(`${kind}\n${name}`), ...this.#of(`${kind}\n${ANY}`)];
  }

  #of(key: string): readonly string[] {
    const known = this.#uris.get(key) ?? [];
    return typeof known === 'string' ? [known] : [...known];
  }

  #put(key: string, uri: string): void {
    const known = this.#uris.get(key);
    if (known === undefined) this.#uris.set(key, uri);
    else if (typeof known !== 'string') known.add(uri);
    else if (known !== uri) this.#uris.set(key, new Set([known, uri]));
  }
}

const ANY = '';
