import type { Span } from '../../text/span.ts';
import { aliasTargets } from './aliases.ts';
import { treeOf } from './document.ts';
import { resolveScalar } from './go-scalars.ts';
import { isMerge } from './nodes.ts';
import type { AliasNode, MapNode, Node, ScalarNode } from './tree.ts';

/** A value of a YAML document as the YAML reader of Kubernetes and Helm sees it, with its span. */
export type Data =
  | (Span & { readonly kind: 'null' })
  | (Span & { readonly kind: 'boolean'; readonly value: boolean })
  | (Span & { readonly kind: 'number'; readonly value: number })
  /** `parts` are the spans that make up the value; undefined if it is not a copy of what is written. */
  | (Span & { readonly kind: 'string'; readonly value: string; readonly parts: readonly Span[] | undefined })
  | (Span & { readonly kind: 'list'; readonly items: readonly Data[] })
  | (Span & { readonly kind: 'map'; readonly entries: readonly DataEntry[] });

/** The last of entries with the same key counts. */
export interface DataEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Data;
}

/** Values after aliases are resolved. */
const MAX_VALUES = 200_000;

/** Reads the first document of a text, without templates; undefined if it is not valid. An empty text is null. */
export function readData(text: string): Data | undefined {
  const tree = UNSUPPORTED.test(text) ? undefined : treeOf(text);
  if (tree === undefined) return undefined;
  if (tree === 'empty') return { kind: 'null', start: 0, end: 0 };
  try {
    return new Reader(text, tree).value(tree, []);
  } catch (error) {
    if (error instanceof InvalidData) return undefined;
    throw error;
  }
}

/** Characters that the reader of Helm rejects, or that it reads as line ends. */
const UNSUPPORTED = /[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

class InvalidData extends Error {}

class Reader {
  readonly #text: string;
  readonly #tree: Node;
  #targets: ReadonlyMap<AliasNode, Node> | undefined;
  #count = 0;

  constructor(text: string, tree: Node) {
    this.#text = text;
    this.#tree = tree;
  }

  /** `around` are the nodes that contain the node, to find aliases to themselves. */
  value(node: Node | undefined, around: readonly unknown[]): Data {
    if (++this.#count > MAX_VALUES || around.includes(node)) throw new InvalidData();
    if (node === undefined) return { kind: 'null', start: 0, end: 0 };
    if (node.kind === 'alias') {
      this.#targets ??= aliasTargets(this.#tree);
      return this.value(this.#targets.get(node), [...around, node]);
    }
    const { start, end } = node;
    if (node.kind === 'scalar') return this.#scalar(node, { start, end });
    const inside = [...around, node];
    if (node.kind === 'map') return { kind: 'map', start, end, entries: this.#entries(node, inside) };
    return { kind: 'list', start, end, items: node.items.map((item) => this.value(item.value, inside)) };
  }

  #entries(map: MapNode, around: readonly unknown[]): DataEntry[] {
    const entries = new Map<string, DataEntry>();
    for (const pair of map.items) {
      if (isMerge(pair)) {
        for (const entry of this.#merged(pair.value, around)) entries.set(entry.key, entry);
        continue;
      }
      const key = this.value(pair.key, around);
      const name = nameOf(key);
      if (name === undefined) throw new InvalidData();
      const { start, end } = key;
      entries.set(name, { key: name, keySpan: { start, end }, value: this.value(pair.value, around) });
    }
    return [...entries.values()];
  }

  /** The entries of a mapping that is merged, or of several, of which the first counts. */
  #merged(node: Node | undefined, around: readonly unknown[]): readonly DataEntry[] {
    const value = this.value(node, around);
    if (value.kind === 'map') return value.entries;
    if (value.kind !== 'list') throw new InvalidData();
    return [...value.items].reverse().flatMap((item) => {
      if (item.kind !== 'map') throw new InvalidData();
      return item.entries;
    });
  }

  #scalar(node: ScalarNode, span: Span): Data {
    const source = node.style === 'plain' ? node.source : undefined;
    const isPlain = source !== undefined && node.tag === undefined;
    const resolved = isPlain ? resolveScalar(source) : ({ kind: 'string' } as const);
    if (node.tag !== undefined && node.tag !== '!' && node.tag !== 'tag:yaml.org,2002:str') throw new InvalidData();
    switch (resolved.kind) {
      case 'null':
        return { kind: 'null', ...span };
      case 'boolean':
        return { kind: 'boolean', value: resolved.value, ...span };
      case 'integer':
      case 'float':
        // JSON, to which Helm converts YAML, has no other numbers.
        if (!Number.isFinite(resolved.value)) throw new InvalidData();
        return { kind: 'number', value: resolved.value, ...span };
      default: {
        const value = source ?? this.#withoutLastBreak(node, span.end);
        return { kind: 'string', value, parts: this.#parts(node, value, span), ...span };
      }
    }
  }

  /** The value of a scalar. A block scalar does not end with a line feed if the text does not. */
  #withoutLastBreak({ isBlock, value }: ScalarNode, end: number): string {
    const text = String(value);
    const isCut = isBlock && end >= this.#text.length && !this.#text.endsWith('\n');
    return isCut && text.endsWith('\n') ? text.slice(0, -1) : text;
  }

  /** The spans whose characters are the value. */
  #parts({ style }: ScalarNode, value: string, { start, end }: Span): readonly Span[] | undefined {
    if (value === '') return [];
    const offset = style === 'plain' ? start : start + 1;
    if (style !== 'literal') {
      return this.#text.startsWith(value, offset) ? [{ start: offset, end: offset + value.length }] : undefined;
    }
    const parts: Span[] = [];
    let at = this.#text.indexOf('\n', start) + 1;
    for (const [, line = ''] of value.matchAll(/([^\n]*\n|[^\n]+$)/g)) {
      const content = line.replace('\n', '');
      const lineEnd = this.#text.indexOf('\n', at);
      const written = this.#text.slice(at, lineEnd === -1 ? end : lineEnd);
      const isCopy = written.endsWith(content) && written.slice(0, written.length - content.length).trim() === '';
      const from = at + written.length - content.length;
      if (!isCopy || !this.#text.startsWith(line, from)) return undefined;
      parts.push({ start: from, end: from + line.length });
      at = from + line.length;
    }
    return parts;
  }
}

/** The name of a key in JSON; undefined if it has none. */
function nameOf(key: Data): string | undefined {
  switch (key.kind) {
    case 'string':
      return key.value;
    case 'boolean':
      return String(key.value);
    case 'number':
      return Number.isSafeInteger(key.value) ? String(key.value) : undefined;
    default:
      return undefined;
  }
}
