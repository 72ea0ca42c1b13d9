import type { SourcedText } from '../../server/src/helm/sourced-text.ts';

/** How a rendered text compares with that of Helm. */
export interface Comparison {
  /** Characters that are claimed to be known. */
  readonly known: number;
  /** Whether branches remain whose conditions are unknown. */
  readonly hasBranches: boolean;
  /** The first known text that Helm does not write at its place; undefined if there is none. */
  readonly difference: string | undefined;
}

/** Compares a text with that of Helm: what is unknown may be anything there, and branches may be written or not. */
export function compareTexts(text: SourcedText, truth: string): Comparison {
  const parts = partsOf(text);
  const known = parts.reduce((sum, { kind, text: { length } }) => sum + (kind === 'known' ? length : 0), 0);
  const pattern = sequence(parts[Symbol.iterator]());
  const matcher = new Matcher(truth);
  const ends = matcher.sequence(pattern.items, { places: new Set([0]), from: undefined });
  const isWhole = ends.places.has(truth.length) || (ends.from ?? truth.length + 1) <= truth.length;
  const hasBranches = parts.some(({ kind }) => kind === 'open');
  return { known, hasBranches, difference: isWhole ? undefined : (matcher.failed ?? 'the end of the text') };
}

interface Part {
  readonly kind: 'known' | 'hole' | 'open' | 'else' | 'end' | 'jump';
  readonly text: string;
}

function partsOf({ text, pieces }: SourcedText): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const piece of pieces) {
    const own = text.slice(at, at + piece.length);
    at += piece.length;
    const last = parts.at(-1);
    if (piece.kind !== 'hole') {
      if (last?.kind === 'known') parts[parts.length - 1] = { kind: 'known', text: last.text + own };
      else parts.push({ kind: 'known', text: own });
      continue;
    }
    const [, keyword] = /^\s*\{\{-?\s*(if|with|range|else|end|break|continue)\b/.exec(own) ?? [];
    parts.push({ kind: KINDS.get(keyword ?? '') ?? (keyword === undefined ? 'hole' : 'open'), text: own });
  }
  return parts;
}

const KINDS: ReadonlyMap<string, Part['kind']> = new Map([
  ['else', 'else'],
  ['end', 'end'],
  ['break', 'jump'],
  ['continue', 'jump'],
]);

/** One of several sequences, any number of times. */
interface Choice {
  readonly alternatives: readonly (readonly Pattern[])[];
  readonly isRepeated: boolean;
}

/** `jump` ends an iteration. */
type Pattern = { readonly known: string } | { readonly choice: Choice } | 'any' | 'jump';

/** Reads parts up to the next `else` or `end`. */
function sequence(parts: Iterator<Part>): { readonly items: Pattern[]; readonly end: Part | undefined } {
  const items: Pattern[] = [];
  for (let next = parts.next(); next.done !== true; next = parts.next()) {
    const part = next.value;
    if (part.kind === 'else' || part.kind === 'end') return { items, end: part };
    if (part.kind === 'known') items.push({ known: part.text });
    else if (part.kind === 'hole') items.push('any');
    else if (part.kind === 'jump') items.push('jump');
    else items.push({ choice: choice(parts, /^\s*\{\{-?\s*range\b/.test(part.text)) });
  }
  return { items, end: undefined };
}

function choice(parts: Iterator<Part>, isRepeated: boolean): Choice {
  const alternatives: Pattern[][] = [];
  let isComplete = isRepeated;
  for (let inner = sequence(parts); ; inner = sequence(parts)) {
    alternatives.push(inner.items);
    if (inner.end?.kind !== 'else') break;
    isComplete = /^\s*\{\{-?\s*else\s*-?\}\}/.test(inner.end.text);
  }
  if (!isComplete || isRepeated) alternatives.push([]);
  return { alternatives, isRepeated };
}

/** Where a pattern can continue: at some places, and anywhere from one on. */
interface State {
  readonly places: ReadonlySet<number>;
  readonly from: number | undefined;
}

class Matcher {
  readonly #truth: string;
  /** The known text that was found nowhere. */
  failed: string | undefined;
  /** The states at the jumps of the innermost repetition. */
  #jumps: State[] = [];

  constructor(truth: string) {
    this.#truth = truth;
  }

  sequence(items: readonly Pattern[], start: State): State {
    let state = start;
    for (const item of items) state = this.#next(item, state);
    return state;
  }

  #next(item: Pattern, state: State): State {
    if (item === 'any') return anyFrom(state);
    if (item === 'jump') {
      this.#jumps.push(state);
      return { places: new Set(), from: undefined };
    }
    return 'known' in item ? this.#known(item.known, state) : this.#choice(item.choice, state);
  }

  #known(known: string, { places, from }: State): State {
    const found = new Set<number>();
    for (const place of places) if (this.#truth.startsWith(known, place)) found.add(place + known.length);
    if (from !== undefined && known.length > 0) {
      for (let at = this.#truth.indexOf(known, from); at !== -1; at = this.#truth.indexOf(known, at + 1)) {
        found.add(at + known.length);
      }
    }
    if (found.size === 0 && (places.size > 0 || from !== undefined)) this.failed = this.#excerpt(known, places, from);
    return { places: found, from: undefined };
  }

  #choice({ alternatives, isRepeated }: Choice, start: State): State {
    const next = (state: State) => union(alternatives.map((items) => this.sequence(items, state)));
    if (!isRepeated) return next(start);
    const outer = this.#jumps;
    let state = start;
    for (let size = -1; size < state.places.size; ) {
      size = state.places.size;
      this.#jumps = [];
      const after = next(state);
      state = union([state, after, ...this.#jumps]);
    }
    this.#jumps = outer;
    return state;
  }

  /** A known text from where it differs on. */
  #excerpt(known: string, places: ReadonlySet<number>, from: number | undefined): string {
    const start = Math.min(...places, from ?? Number.POSITIVE_INFINITY);
    let at = 0;
    while (places.size > 0 && at < known.length && known[at] === this.#truth[start + at]) at++;
    const before = Math.max(0, at - 40);
    const expected = this.#truth.slice(start + before, start + at + 40);
    return `${JSON.stringify(known.slice(before, at + 40))} instead of ${JSON.stringify(expected)}`;
  }
}

function anyFrom({ places, from }: State): State {
  const first = Math.min(...places, from ?? Number.POSITIVE_INFINITY);
  return { places: new Set(), from: Number.isFinite(first) ? first : undefined };
}

function union(states: readonly State[]): State {
  const from = Math.min(...states.map((state) => state.from ?? Number.POSITIVE_INFINITY));
  const places = new Set(states.flatMap((state) => [...state.places]));
  return { places, from: Number.isFinite(from) ? from : undefined };
}
