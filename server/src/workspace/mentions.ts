import type { ObjectFact } from '../kubernetes/facts.ts';
import { OBJECT_KINDS } from '../kubernetes/object-fact.ts';
import { kindsOfRoot, writtenKinds } from '../kubernetes/written-kinds.ts';
import { copied } from '../text/copied.ts';

type ObjectKind = ObjectFact['kind'];

/** The kinds and names of objects with facts that a text may contain. It contains no others. */
export interface Mentions {
  readonly kinds: readonly ObjectKind[];
  /** Null if the names are unknown. */
  readonly names: readonly string[] | null;
}

/** A value in double quotes, in single quotes, or plain. */
const VALUE = `(?:"([^"\\\\\\n]*)"|'([^'\\n]*)'|([^\\s"'{}[\\],&*!|>%@\`#$<\\\\]+))(?=[\\s,}\\]]|$)`;
const NAME = new RegExp(`\\b(?:n|generateN)ame["']?\\s*:(?:\\s*${VALUE})?`, 'g');
const ODD_NAME = /\\[xuU/]|\bname["']?\s*(?:$|\n)/;

/** Finds the kinds and names in a text without parsing it. */
export function mentionsOf(text: string): Mentions {
  const written = writtenKinds(text);
  const kinds = OBJECT_KINDS.filter((kind) => (written === undefined ? text.includes(kind) : written.has(kind)));
  if (kinds.length === 0) return NOTHING;
  const key = kinds.join();
  const shared = KINDS.get(key) ?? kinds;
  KINDS.set(key, shared);
  return { kinds: shared, names: (kindsOfRoot(text) && namesInMetadata(text)) ?? namesIn(text) };
}

const NOTHING: Mentions = { kinds: [], names: [] };

/** Shared lists of kinds: most texts have the same few. */
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

/** The name and `generateName` of an object in block style; undefined if they may be written in another way. */
function namesInMetadata(text: string): readonly string[] | undefined {
  const [found, ...others] = text.matchAll(METADATA);
  const [head = '', indentation] = found ?? [];
  if (found === undefined || indentation === undefined || others.length > 0) return undefined;
  const start = found.index + head.length;
  const length = text.slice(start).search(/^[^\s#]/m);
  const names = new Set<string>();
  for (const [, spaces, isOdd, key, double, single, plain] of text
    .slice(start, length === -1 ? undefined : start + length)
    .matchAll(METADATA_KEY)) {
    if (spaces !== indentation) continue;
    const name = double ?? single ?? plain;
    if (isOdd !== undefined || (key !== undefined && name === undefined)) return undefined;
    if (name !== undefined) names.add(copied(name));
  }
  return [...names];
}

/** The key of the root, up to the indentation of the first key in it. */
const METADATA = /^metadata(?:[^\S\n]*:[^\S\n]*(?:#.*)?\n(?:[^\S\n]*(?:#.*)?\n)*(?=( +)\S)|(?!\w))/gm;
/** A line that begins with a name, or with anything that is not a plain key. */
const METADATA_KEY = new RegExp(`^( +)(?:(["'?&!*<{])|((?:n|generateN)ame)[^\\S\\n]*:(?:[^\\S\\n]+${VALUE})?)`, 'gm');

/** Which files mention which objects. Files stay in the index when their mentions are gone. */
export class MentionIndex {
  /** By kind, and by kind and name. A single file is stored without a set: most names are in one file. */
  readonly #uris = new Map<string, string | Set<string>>();

  add(uri: string, { kinds, names }: Mentions): void {
    for (const kind of kinds) {
      this.#put(kind, uri);
      for (const name of names ?? [ANY]) this.#put(`${kind}\n${name}`, uri);
    }
  }

  /** The files that may contain an object of a kind, of this name if one is given. */
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

/** Stands for unknown names. */
const ANY = '';
