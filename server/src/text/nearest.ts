import { t } from './localize.ts';

/** The known word that was probably meant; undefined if none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const allowed = Math.max(1, Math.floor(word.length / 3));
  return known
    .map((candidate) => ({ candidate, distance: distance(word.slice(0, 100), candidate) }))
    .filter((each) => each.distance <= allowed)
    .sort((a, b) => a.distance - b.distance)[0]?.candidate;
}

/** ` Did you mean …?`, or nothing. */
export function didYouMean(word: string, known: readonly string[], prefix = ''): string {
  const candidate = nearest(word, known);
  return candidate === undefined ? '' : t` Did you mean \`${prefix}${candidate}\`?`;
}

/**
 * The name that this one is, except for a typo: case and separators, or one letter in one of the words that the
 * separators divide. Names that differ in digits or short words, such as `web-1` and `web-2` or `web-eu` and `web-us`, are
 * different on purpose.
 */
export function withoutTypo(name: string, known: readonly string[]): string | undefined {
  return known.find((other) => other !== name && isTypo(name, other));
}

function isTypo(a: string, b: string): boolean {
  if (a.match(/\d+/g)?.join() !== b.match(/\d+/g)?.join()) return false;
  const [words, others] = [a, b].map((name) => name.toLowerCase().split(/[-._]/)) as [string[], string[]];
  if (words.join('') === others.join('')) return true;
  const different = words.flatMap((word, i) => (word === others[i] ? [] : [[word, others[i] ?? ''] as const]));
  const [[word, other] = ['', '']] = different;
  return words.length === others.length && different.length === 1 && isTypoInWord(word, other);
}

/** One letter more or less, two letters swapped, or in a long word another letter. */
function isTypoInWord(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4 || Math.max(a.length, b.length) > MAX_WORD) return false;
  if (a.length !== b.length) return distance(a, b) === 1;
  return isSwapped(a, b) || (shorter >= 8 && distance(a, b) === 1);
}

/** The longest label in a DNS name; the distance takes quadratic time. */
const MAX_WORD = 63;

function isSwapped(a: string, b: string): boolean {
  const i = [...a].findIndex((letter, at) => letter !== b[at]);
  return a.slice(0, i) + a.charAt(i + 1) + a.charAt(i) + a.slice(i + 2) === b;
}

/** The number of characters to insert, delete or replace to turn one word into the other (Levenshtein distance). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
