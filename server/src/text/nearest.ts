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
