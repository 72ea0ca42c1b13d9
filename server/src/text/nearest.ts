import { t } from './localize.ts';
/** Of the known words the one that was probably meant; undefined where none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const allowed = Math.max(1, Math.floor(word.length / 3));
  return known
    .map((one) => ({ one, distance: distance(word.slice(0, 100), one) }))
    .filter((each) => each.distance <= allowed)
    .sort((a, b) => a.distance - b.distance)[0]?.one;
}

/** ` Did you mean …?`, or nothing. */
export function didYouMean(word: string, known: readonly string[], prefix = ''): string {
  const one = nearest(word, known);
  return one === undefined ? '' : t` Did you mean \`${prefix}${one}\`?`;
}

/** How many characters have to be added, left out or replaced to make one word of the other. */
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
