// biome-ignore lint/correctness/useImportExtensions: scripts of Node use it too, so that its types stand beside it.
import { random } from '../bench/manifests.mjs';

export type Random = ReturnType<typeof randomFrom>;

/** Random choices, which are equal for equal seeds. */
export function randomFrom(seed: number) {
  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  return {
    chance: (probability: number) => next() < probability,
    pick,
    some: <T>(list: readonly T[], least: number, most: number): T[] =>
      Array.from({ length: least + Math.floor(next() * (most - least + 1)) }, () => pick(list)),
  };
}
